/* machine_state.c - see machine_state.h. */
#include "runtime/syscalls/machine_state.h"

#include "runtime/core/state.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/clock.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/vfs.h>

#define PROCESSES 100

static void machine_state_memory(struct sysinfo *s)
{
    s->uptime = rdl_clock_shows(CLOCK_BOOTTIME, rdl_virtual_ns).tv_sec;
    memset(s->loads, 0, sizeof(s->loads));
    s->freeram = s->totalram / 2;
    s->sharedram = s->bufferram = 0;
    s->freeswap = s->totalswap;
    s->freehigh = s->totalhigh;
    s->procs = PROCESSES;
}

static void machine_state_disk(struct statfs *s)
{
    s->f_bfree = s->f_bavail = s->f_blocks / 2;
    s->f_ffree = s->f_files / 2;
}

void rdl_machine_state_after(long number, const long arg[6], long result)
{
    if (rdl_raw_failed(result))
        return;
    if (number == SYS_sysinfo)
        machine_state_memory((struct sysinfo *)arg[0]);
    else if (number == SYS_statfs || number == SYS_fstatfs)
        machine_state_disk((struct statfs *)arg[1]);
}
