/* noted.c - a section that is added to an object can be read again, wherever
 * the object had its section headers. */
#include "symbols/files/noted.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define NAMES "\0.shstrtab"

/* An object with one section, its names, and the headers at `headers`. */
static void write_object(int fd, size_t headers)
{
    const Elf64_Ehdr head = {
        .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                     ELFDATA2LSB, EV_CURRENT },
        .e_type = ET_REL,
        .e_machine = EM_X86_64,
        .e_version = EV_CURRENT,
        .e_shoff = headers,
        .e_ehsize = sizeof(head),
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = 2,
        .e_shstrndx = 1,
    };
    const Elf64_Shdr sections[2] = { [1] = { .sh_name = 1,
                                             .sh_type = SHT_STRTAB,
                                             .sh_offset = sizeof(head),
                                             .sh_size = sizeof(NAMES),
                                             .sh_addralign = 1 } };

    assert_int_equal(pwrite(fd, &head, sizeof(head), 0), sizeof(head));
    assert_int_equal(pwrite(fd, NAMES, sizeof(NAMES), sizeof(head)),
                     sizeof(NAMES));
    assert_int_equal(pwrite(fd, sections, sizeof(sections), (off_t)headers),
                     sizeof(sections));
}

/* Assemblers leave gaps, libelf closes them: behind the new section the headers
 * may come to lie where they were. */
static void a_noted_section_is_read_again(void **unused)
{
    static const char place[] = "queue.c:12";

    (void)unused;
    for (size_t headers = 80; headers < 160; headers += 8) {
        char path[] = "/tmp/noted.XXXXXX";
        const int fd = mkstemp(path);
        struct rdl_noted noted;

        write_object(fd, headers);
        close(fd);
        assert_int_equal(
            rdl_noted_write(path, RDL_NOTED_UNHOOKED, place, sizeof(place)), 0);
        noted = rdl_noted_read(path, RDL_NOTED_UNHOOKED);
        assert_int_equal(noted.n, 1);
        assert_string_equal(noted.first, place);
        rdl_noted_free(&noted);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_noted_section_is_read_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
