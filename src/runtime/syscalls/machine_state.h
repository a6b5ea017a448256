/* machine_state.h - what the kernel tells about the machine and changes from
 * moment to moment: free memory, load, uptime, free space on disks.
 *
 * The program sees a machine that is half full and always the same; how large
 * it is stays true. */
#ifndef RDL_RUNTIME_SYSCALLS_MACHINE_STATE_H
#define RDL_RUNTIME_SYSCALLS_MACHINE_STATE_H

/* The call returned: puts virtual values into what it tells. */
void rdl_machine_state_after(long number, const long arg[6], long result);

#endif
