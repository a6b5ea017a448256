/* payload.h - bytes that the driver gives to one execution.
 *
 * The driver writes the payloads of a request into the shared memory before it
 * begins (exec/payload.h); the target asks for the bytes of its execution
 * (raddle_rt_payload), and they are part of the schedule file.  Only the head
 * below has a meaning for raddle itself: strategy `calls` reads it.  Plain C
 * without other headers of raddle: programs in the target include it. */
#ifndef RDL_BASE_PAYLOAD_H
#define RDL_BASE_PAYLOAD_H

#include <stdint.h>

#define RDL_PAYLOAD_BYTES 1024 /* of one execution, at most */
#define RDL_PAYLOAD_ORDER 48   /* calls that an order can have */
/* Executions of one request that may have payloads of their own; execution i
 * of a request gets payload i modulo their number. */
#define RDL_PAYLOADS 512
/* What one execution may answer, and how many executions of a request have
 * room for an answer; execution i of a request uses place i modulo that. */
#define RDL_ANSWER_BYTES 4096
#define RDL_ANSWERS 512

/* The beginning of a payload that has an order of calls. */
struct rdl_payload_head {
    uint16_t magic; /* RDL_PAYLOAD_CALLS; anything else: not an order */
    uint8_t n;      /* calls of the order */
    /* Where several threads could go on, or a signal could wake several, the
     * first such case takes candidate number twist % 3, the second one twist /
     * 3 % 3, and so on (modulo the number of candidates). */
    uint8_t twist;
    /* Time: if bit i is set, the earliest deadline ends at the i-th moment at
     * which a call begins while another call waits until a deadline. */
    uint8_t early;
    uint8_t unused;
    /* Of each call the group of its thread: bits 8 to 15 of the number that the
     * thread gives to raddle_rt_call_begin. */
    uint8_t order[RDL_PAYLOAD_ORDER];
};
#define RDL_PAYLOAD_CALLS 0xca11

/* Calls of this group begin without waiting for their turn. */
#define RDL_PAYLOAD_NO_GROUP 0xff

#endif
