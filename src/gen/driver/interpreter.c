/* interpreter.c - runs a generated test (wire.h): decodes the payload of this
 * execution, calls prefix, suffixes and tail, and answers with the results.
 *
 * It is compiled with driver.c by plain cc, on the user's machine.  Threads of
 * a test run one at a time, so the clock below needs no lock.  Without raddle
 * there is no payload, and the program does nothing. */
#include "gen/driver/wire.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A function of the runtime, null without it.  Through the global offset table,
 * as in raddle.h: else a linker may settle for null. */
#define FIND(name)                                                             \
    __asm__(".weak " #name "\n\tmovq " #name "@GOTPCREL(%%rip), %0"            \
            : "=r"(runtime_##name))
static const void *(*runtime_raddle_rt_payload)(size_t *size);
static void *(*runtime_raddle_rt_answer)(size_t *size);
static void (*runtime_raddle_rt_call_begin)(uint16_t call);
static void (*runtime_raddle_rt_call_end)(uint16_t call);

#define TOKENS 8

struct rdl_gen_frame {
    const struct rdl_wire_call *call;
    struct rdl_wire_result *result;
    uint16_t mark; /* group of its thread, number of the call */
    int prefix;    /* objects that it makes get a number */
};

static const struct rdl_wire_test *test;
static struct rdl_wire_answer *answer;
static void *objects[RDL_WIRE_OBJECTS];
static unsigned n_objects;
static int abandoned;
static uint16_t moment; /* of the latest CALL or RETURN */
static char tokens[TOKENS][64];

/* --- What driver.c uses --------------------------------------------------- */

unsigned rdl_gen_choice(const struct rdl_gen_frame *f, unsigned parameter,
                        unsigned n)
{
    return n > 0 && parameter < RDL_WIRE_ARGUMENTS
               ? f->call->arguments[parameter] % n
               : 0;
}

void *rdl_gen_object(const struct rdl_gen_frame *f, unsigned parameter)
{
    const unsigned k =
        parameter < RDL_WIRE_ARGUMENTS ? f->call->arguments[parameter] : 0;

    return k < n_objects ? objects[k] : NULL;
}

void *rdl_gen_token(unsigned k)
{
    return tokens[k % TOKENS];
}

void rdl_gen_begin(struct rdl_gen_frame *f)
{
    runtime_raddle_rt_call_begin(f->mark);
    f->result->called = ++moment;
}

void rdl_gen_end(struct rdl_gen_frame *f)
{
    /* First: another thread can step at the mark, and end the execution. */
    f->result->returned = ++moment;
    runtime_raddle_rt_call_end(f->mark);
}

static void interpreter_report(struct rdl_gen_frame *f, enum rdl_wire_kind kind,
                               uint64_t value, uint32_t hash)
{
    struct rdl_wire_result *r = f->result;

    if (r->n_values >= RDL_WIRE_VALUES)
        return;
    r->values[r->n_values] = (struct rdl_wire_value){
        .value = value,
        .hash = hash,
        .kind = (uint8_t)kind,
    };
    r->n_values++;
}

void rdl_gen_made(struct rdl_gen_frame *f, void *object)
{
    if (object == NULL) {
        interpreter_report(f, RDL_WIRE_NULL, 0, 0);
        abandoned |= f->prefix;
        return;
    }
    interpreter_report(f, RDL_WIRE_FRESH, (uintptr_t)object, 0);
    if (f->prefix && n_objects < RDL_WIRE_OBJECTS)
        objects[n_objects++] = object;
}

void rdl_gen_signed(struct rdl_gen_frame *f, int64_t value)
{
    interpreter_report(f, RDL_WIRE_NUMBER, (uint64_t)value, 0);
}

void rdl_gen_unsigned(struct rdl_gen_frame *f, uint64_t value)
{
    interpreter_report(f, RDL_WIRE_NUMBER, value, 0);
}

void rdl_gen_float(struct rdl_gen_frame *f, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    interpreter_report(f, RDL_WIRE_FLOAT, bits, 0);
}

void rdl_gen_pointer(struct rdl_gen_frame *f, const void *p)
{
    if (p == NULL) {
        interpreter_report(f, RDL_WIRE_NULL, 0, 0);
        return;
    }
    for (unsigned i = 0; i < TOKENS; i++) {
        if (p == tokens[i]) {
            interpreter_report(f, RDL_WIRE_TOKEN, i, 0);
            return;
        }
    }
    for (unsigned i = 0; i < n_objects; i++) {
        if (p == objects[i]) {
            interpreter_report(f, RDL_WIRE_OBJECT, i, 0);
            return;
        }
    }
    interpreter_report(f, RDL_WIRE_FRESH, (uintptr_t)p, 0);
}

/* FNV-1a (Fowler, Noll and Vo). */
static uint32_t interpreter_hash(const unsigned char *bytes, size_t size)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 16777619u;
    return h;
}

static void interpreter_bytes(struct rdl_gen_frame *f, enum rdl_wire_kind kind,
                              const void *bytes, size_t size)
{
    uint64_t first = 0;

    memcpy(&first, bytes, size < sizeof(first) ? size : sizeof(first));
    interpreter_report(f, kind, first, interpreter_hash(bytes, size));
}

void rdl_gen_text(struct rdl_gen_frame *f, const char *text)
{
    if (text == NULL)
        interpreter_report(f, RDL_WIRE_NULL, 0, 0);
    else
        interpreter_bytes(f, RDL_WIRE_TEXT, text, strlen(text));
}

void rdl_gen_unwritten(struct rdl_gen_frame *f)
{
    interpreter_report(f, RDL_WIRE_UNWRITTEN, 0, 0);
}

/* Of 1, 2, 4 or 8 bytes, little-endian. */
static uint64_t interpreter_number(const void *out, size_t size, int is_signed)
{
    const unsigned unused = (unsigned)(8 - size) * 8;
    uint64_t value = 0;

    memcpy(&value, out, size);
    return is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

void rdl_gen_out(struct rdl_gen_frame *f, const void *out, size_t size,
                 int is_signed)
{
    if (is_signed >= 0 && size > 0 && size <= 8)
        interpreter_report(f, RDL_WIRE_NUMBER,
                           interpreter_number(out, size, is_signed), 0);
    else
        interpreter_bytes(f, RDL_WIRE_BYTES, out, size);
}

/* --- The test ------------------------------------------------------------- */

static void interpreter_call(unsigned i, unsigned group)
{
    struct rdl_gen_frame f = {
        .call = &test->calls[i],
        .result = &answer->results[i],
        .mark = (uint16_t)(group << 8 | i),
        .prefix = i < test->n_prefix,
    };

    rdl_gen_calls[f.call->function](&f);
}

static unsigned interpreter_first(unsigned suffix)
{
    unsigned first = test->n_prefix;

    for (unsigned i = 0; i < suffix; i++)
        first += test->n_suffix[i];
    return first;
}

static void *interpreter_suffix(void *number)
{
    const unsigned suffix = (unsigned)(uintptr_t)number;
    const unsigned first = interpreter_first(suffix);

    for (unsigned i = 0; i < test->n_suffix[suffix]; i++)
        interpreter_call(first + i, suffix);
    return NULL;
}

static unsigned interpreter_count(void)
{
    return interpreter_first(test->n_suffixes) + test->n_tail;
}

static int interpreter_sound(size_t size)
{
    if (size < offsetof(struct rdl_wire_test, calls) ||
        test->version != RDL_WIRE_VERSION ||
        test->n_suffixes > RDL_WIRE_SUFFIXES ||
        interpreter_count() > RDL_WIRE_CALLS ||
        size < offsetof(struct rdl_wire_test, calls) +
                   interpreter_count() * sizeof(struct rdl_wire_call))
        return 0;
    for (unsigned i = 0; i < interpreter_count(); i++) {
        if (test->calls[i].function >= rdl_gen_n_calls ||
            rdl_gen_calls[test->calls[i].function] == NULL)
            return 0;
    }
    return 1;
}

static void interpreter_threads(void)
{
    pthread_t threads[RDL_WIRE_SUFFIXES];

    for (uintptr_t i = 0; i < test->n_suffixes; i++) {
        if (pthread_create(&threads[i], NULL, interpreter_suffix, (void *)i))
            abort();
    }
    for (unsigned i = 0; i < test->n_suffixes; i++)
        pthread_join(threads[i], NULL);
}

static void interpreter_run(void)
{
    const unsigned tail = interpreter_first(test->n_suffixes);

    for (unsigned i = 0; i < test->n_prefix && !abandoned; i++)
        interpreter_call(i, RDL_PAYLOAD_NO_GROUP);
    answer->n_objects = (uint8_t)n_objects;
    if (abandoned) {
        answer->state = RDL_WIRE_ABANDONED;
        return;
    }
    interpreter_threads();
    for (unsigned i = 0; i < test->n_tail; i++)
        interpreter_call(tail + i, RDL_PAYLOAD_NO_GROUP);
    answer->state = RDL_WIRE_DONE;
}

int main(void)
{
    size_t size = 0, room = 0;

    rdl_gen_start();
    FIND(raddle_rt_payload);
    FIND(raddle_rt_answer);
    FIND(raddle_rt_call_begin);
    FIND(raddle_rt_call_end);
    if (runtime_raddle_rt_payload == NULL || runtime_raddle_rt_answer == NULL)
        return 0;
    test = runtime_raddle_rt_payload(&size);
    answer = runtime_raddle_rt_answer(&room);
    if (test == NULL || answer == NULL || room < sizeof(*answer))
        return 0;
    memset(answer, 0, sizeof(*answer));
    answer->state = RDL_WIRE_MALFORMED;
    if (!interpreter_sound(size))
        return 0;
    answer->state = RDL_WIRE_BEGUN;
    answer->n_calls = (uint8_t)interpreter_count();
    interpreter_run();
    return 0;
}
