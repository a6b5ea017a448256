/* instruction.c - lengths of x86-64 instructions (Intel SDM volume 2, chapter
 * 2 and the opcode maps of appendix A).
 *
 * A plain search for the bytes would find them inside constants and addresses
 * of other instructions; walking from one instruction to the next does not.
 * Where the walk meets what it cannot read (data between functions) it goes on
 * at the next byte, and finds its feet again within a few instructions. */
#include "symbols/instruction.h"

#include <stdbool.h>

/* What follows an opcode, one letter each:
 *   .  nothing            m  ModRM              b  8 bits of constant
 *   z  32 (66: 16) bits   B  ModRM and 8 bits   Z  ModRM and z
 *   v  like z, REX.W: 64  w  16 bits            o  an address of 64 bits
 *   e  24 bits (enter)    g  ModRM, 8 bits if its reg is 0 or 1 (test)
 *   G  the same with z    4  always 32 bits     x  no instruction */
static const char one_byte[] = "mmmmbzxxmmmmbzxxmmmmbzxxmmmmbzxx" /* 00 */
                               "mmmmbzxxmmmmbzxxmmmmbzxxmmmmbzxx" /* 20 */
                               "xxxxxxxxxxxxxxxx................" /* 40 */
                               "xxxmxxxxzZbB....bbbbbbbbbbbbbbbb" /* 60 */
                               "BZxBmmmmmmmmmmmm..........x....." /* 80 */
                               "oooo....bz......bbbbbbbbvvvvvvvv" /* a0 */
                               "BBw.xxBZe.w..bx.mmmmxxx.mmmmmmmm" /* c0 */
                               "bbbbbbbb44xb....x.xx..gG......mm" /* e0 */;
static const char after_0f[] = "mmmmx.....x.xm.Bmmmmmmmmmmmmmmmm" /* 00 */
                               "mmmmxxxxmmmmmmmm........xxxxxxxx" /* 20 */
                               "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm" /* 40 */
                               "mmmmmmmmmmmmmmmmBBBBmmm.mmmmmmmm" /* 60 */
                               "4444444444444444mmmmmmmmmmmmmmmm" /* 80 */
                               "...mBmmm...mBmmmmmmmmmmmmmBmmmmm" /* a0 */
                               "mmBmBBBm........mmmmmmmmmmmmmmmm" /* c0 */
                               "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm" /* e0 */;

#define LONGEST 15

struct reader {
    const uint8_t *code;
    size_t at, room;
    bool operand16, wide; /* prefix 66, REX.W */
    bool repeat;          /* prefix f3 */
    bool short_address;   /* prefix 67 */
};

/* 0 beyond the end; the length is checked at last. */
static uint8_t instruction_peek(const struct reader *r)
{
    return r->at < r->room ? r->code[r->at] : 0;
}

static uint8_t instruction_take(struct reader *r)
{
    uint8_t byte = instruction_peek(r);

    r->at++;
    return byte;
}

/* ModRM with what belongs to it. */
static uint8_t instruction_take_modrm(struct reader *r)
{
    uint8_t modrm = instruction_take(r);
    unsigned mod = modrm >> 6, rm = modrm & 7;
    unsigned base = rm;

    if (mod == 3)
        return modrm;
    if (rm == 4)
        base = instruction_take(r) & 7;
    if (mod == 1)
        r->at += 1;
    else if (mod == 2 || base == 5)
        r->at += 4;
    return modrm;
}

static void instruction_take_constant(struct reader *r, char form,
                                      uint8_t modrm)
{
    unsigned z = r->operand16 ? 2 : 4;

    switch (form) {
    case 'b':
    case 'B':
        r->at += 1;
        break;
    case 'z':
    case 'Z':
        r->at += z;
        break;
    case 'v':
        r->at += r->wide ? 8 : z;
        break;
    case 'w':
        r->at += 2;
        break;
    case 'o':
        r->at += r->short_address ? 4 : 8;
        break;
    case 'e':
        r->at += 3;
        break;
    case '4':
        r->at += 4;
        break;
    case 'g':
        r->at += (modrm >> 3 & 7) < 2 ? 1 : 0;
        break;
    case 'G':
        r->at += (modrm >> 3 & 7) < 2 ? z : 0;
        break;
    }
}

static bool instruction_has_modrm(char form)
{
    return form == 'm' || form == 'B' || form == 'Z' || form == 'g' ||
           form == 'G';
}

static void instruction_take_prefixes(struct reader *r)
{
    for (;; r->at++) {
        uint8_t byte = instruction_peek(r);

        if (byte == 0x66)
            r->operand16 = true;
        else if (byte == 0x67)
            r->short_address = true;
        else if (byte == 0xf3)
            r->repeat = true;
        else if (byte != 0xf2 && byte != 0xf0 && byte != 0x2e && byte != 0x36 &&
                 byte != 0x3e && byte != 0x26 && byte != 0x64 && byte != 0x65)
            break;
    }
    if ((instruction_peek(r) & 0xf0) == 0x40)
        r->wide = (instruction_take(r) & 8) != 0;
}

/* VEX and EVEX: a prefix that names the map, then opcode and ModRM. */
static bool instruction_take_vector(struct reader *r, uint8_t first)
{
    unsigned map = 1;
    uint8_t opcode;

    if (first == 0xc5) {
        instruction_take(r);
    } else {
        map = instruction_take(r) & (first == 0xc4 ? 0x1f : 7);
        r->at += first == 0xc4 ? 1 : 2;
    }
    opcode = instruction_take(r);
    if (map == 1 && opcode == 0x77)
        return true; /* vzeroupper */
    if (map < 1 || map > 6)
        return false;
    instruction_take_modrm(r);
    if (map == 3 || (map == 1 && after_0f[opcode] == 'B'))
        r->at += 1;
    return true;
}

static enum rdl_instruction instruction_kind_0f(const struct reader *r,
                                                uint8_t opcode, uint8_t modrm)
{
    if (opcode == 0x05)
        return RDL_INS_SYSCALL;
    if (opcode == 0x31 || (opcode == 0x01 && modrm == 0xf9))
        return RDL_INS_RDTSC;
    /* f3 makes them rdpid and senduipi. */
    if (opcode == 0xc7 && modrm >= 0xf0 && !r->repeat)
        return RDL_INS_RDRAND;
    return RDL_INS_OTHER;
}

static bool instruction_take_0f(struct reader *r, enum rdl_instruction *kind)
{
    uint8_t opcode = instruction_take(r), modrm = 0;
    char form;

    if (opcode == 0x38 || opcode == 0x3a) {
        instruction_take(r);
        instruction_take_modrm(r);
        r->at += opcode == 0x3a ? 1 : 0;
        return true;
    }
    form = after_0f[opcode];
    if (instruction_has_modrm(form))
        modrm = instruction_take_modrm(r);
    instruction_take_constant(r, form, modrm);
    *kind = instruction_kind_0f(r, opcode, modrm);
    return form != 'x';
}

size_t rdl_instruction_decode(const uint8_t *code, size_t room,
                              enum rdl_instruction *kind)
{
    struct reader r = { .code = code, .room = room < LONGEST ? room : LONGEST };
    uint8_t opcode, modrm = 0;
    bool valid;
    char form;

    *kind = RDL_INS_OTHER;
    instruction_take_prefixes(&r);
    opcode = instruction_take(&r);
    if (opcode == 0x0f) {
        valid = instruction_take_0f(&r, kind);
    } else if (opcode == 0xc4 || opcode == 0xc5 || opcode == 0x62) {
        valid = instruction_take_vector(&r, opcode);
    } else {
        form = one_byte[opcode];
        valid = form != 'x';
        if (opcode == 0xcd && instruction_peek(&r) == 0x80)
            *kind = RDL_INS_INT80;
        if (instruction_has_modrm(form))
            modrm = instruction_take_modrm(&r);
        instruction_take_constant(&r, form, modrm);
    }
    if (valid && r.at <= r.room)
        return r.at;
    *kind = RDL_INS_OTHER;
    return 0;
}

void rdl_instruction_scan(const uint8_t *code, size_t size,
                          void (*found)(void *data, enum rdl_instruction kind,
                                        size_t offset),
                          void *data)
{
    for (size_t at = 0; at < size;) {
        enum rdl_instruction kind;
        size_t n = rdl_instruction_decode(code + at, size - at, &kind);

        if (kind != RDL_INS_OTHER)
            found(data, kind, at);
        at += n > 0 ? n : 1;
    }
}

const char *rdl_instruction_name(enum rdl_instruction i)
{
    static const char *const names[RDL_N_INS] = {
        [RDL_INS_OTHER] = "other",    [RDL_INS_RDTSC] = "rdtsc",
        [RDL_INS_RDRAND] = "rdrand",  [RDL_INS_SYSCALL] = "syscall",
        [RDL_INS_INT80] = "int 0x80",
    };

    return names[i];
}
