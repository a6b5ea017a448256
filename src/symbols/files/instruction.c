/* instruction.c - see instruction.h.
 *
 * A plain search for the bytes of an instruction would find them inside
 * constants and addresses of other instructions; a walk from one instruction to
 * the next does not.  If the walk meets data between functions it continues at
 * the next byte, and is in step again within a few instructions.
 *
 * For the same reason a walk need not begin at the start of the code: the scan
 * searches for the bytes, and walks only the last RUN_UP bytes before each hit.
 * A walk over all the code of a large library would take five times as long. */
#include "symbols/files/instruction.h"

#include <Zydis/Zydis.h>
#include <stdbool.h>

#define RUN_UP 512 /* bytes, some hundred instructions */

/* Minimal mode decodes no operands: the mnemonic and the raw constants are
 * enough. */
static void instruction_decoder(ZydisDecoder *d)
{
    ZydisDecoderInit(d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisDecoderEnableMode(d, ZYDIS_DECODER_MODE_MINIMAL, ZYAN_TRUE);
}

static enum rdl_instruction_kind
instruction_kind(const ZydisDecodedInstruction *i)
{
    switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDTSCP:
        return RDL_INS_RDTSC;
    case ZYDIS_MNEMONIC_RDRAND:
    case ZYDIS_MNEMONIC_RDSEED:
        return RDL_INS_RDRAND;
    case ZYDIS_MNEMONIC_SYSCALL:
        return RDL_INS_SYSCALL;
    case ZYDIS_MNEMONIC_INT:
        return i->raw.imm[0].value.u == 0x80 ? RDL_INS_INT80 : RDL_INS_OTHER;
    default:
        return RDL_INS_OTHER;
    }
}

static enum rdl_instruction_flow
instruction_flow(const ZydisDecodedInstruction *i)
{
    switch (i->meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
        /* xend and xabort are in this category too, without a target. */
        return i->raw.imm[0].is_relative ? RDL_FLOW_BRANCH : RDL_FLOW_NEXT;
    case ZYDIS_CATEGORY_UNCOND_BR:
        return i->raw.imm[0].is_relative ? RDL_FLOW_JUMP : RDL_FLOW_INDIRECT;
    case ZYDIS_CATEGORY_RET:
        return RDL_FLOW_RETURN;
    default:
        break;
    }
    switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
        return RDL_FLOW_STOP;
    default:
        return RDL_FLOW_NEXT;
    }
}

size_t rdl_instruction_decode(const uint8_t *code, size_t room,
                              struct rdl_instruction *out)
{
    ZydisDecodedInstruction i;
    ZydisDecoder decoder;

    *out = (struct rdl_instruction){ .length = 0 };
    instruction_decoder(&decoder);
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeInstruction(&decoder, NULL, code, room, &i)))
        return 0;
    out->length = i.length;
    out->kind = instruction_kind(&i);
    out->flow = instruction_flow(&i);
    if (out->flow == RDL_FLOW_BRANCH || out->flow == RDL_FLOW_JUMP)
        out->target = i.length + i.raw.imm[0].value.s;
    return out->length;
}

/* Can an instruction that is not OTHER have its opcode at this offset? */
static bool instruction_may_be_at(const uint8_t *code, size_t size, size_t at)
{
    const size_t room = size - at;

    if (room < 2)
        return false;
    if (code[at] == 0xcd)
        return code[at + 1] == 0x80;
    if (code[at] != 0x0f)
        return false;
    switch (code[at + 1]) {
    case 0x05: /* syscall */
    case 0x31: /* rdtsc */
        return true;
    case 0x01: /* rdtscp */
        return room > 2 && code[at + 2] == 0xf9;
    case 0xc7: /* rdrand, rdseed */
        return room > 2 && code[at + 2] >= 0xf0;
    default:
        return false;
    }
}

void rdl_instruction_scan(const uint8_t *code, size_t size,
                          void (*found)(void *data,
                                        enum rdl_instruction_kind kind,
                                        size_t offset),
                          void *data)
{
    ZydisDecodedInstruction i;
    ZydisDecoder decoder;
    size_t at = 0; /* of the walk; everything before it is reported */

    instruction_decoder(&decoder);
    for (size_t hit = 0; hit < size; hit++) {
        if (hit < at || !instruction_may_be_at(code, size, hit))
            continue;
        if (hit - at > RUN_UP)
            at = hit - RUN_UP;
        while (at <= hit) {
            enum rdl_instruction_kind kind;

            if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
                    &decoder, NULL, code + at, size - at, &i))) {
                at++;
                continue;
            }
            kind = instruction_kind(&i);
            if (kind != RDL_INS_OTHER)
                found(data, kind, at);
            at += i.length;
        }
    }
}

const char *rdl_instruction_name(enum rdl_instruction_kind kind)
{
    static const char *const names[RDL_N_INS] = {
        [RDL_INS_OTHER] = "other",    [RDL_INS_RDTSC] = "rdtsc",
        [RDL_INS_RDRAND] = "rdrand",  [RDL_INS_SYSCALL] = "syscall",
        [RDL_INS_INT80] = "int 0x80",
    };

    return names[kind];
}
