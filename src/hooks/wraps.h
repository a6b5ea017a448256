/* wraps.h - the memory and string functions of libc whose calls from
 * instrumented code are accesses: WRAP(name).
 *
 * `raddle cc` leads the calls of `name` in each object that it compiles to
 * rdl_wrap_<name> (cc/object.c), an entry of the archive like those of
 * list.h.  Weighed against the alternatives: interposing `name` in
 * libraddle.so would catch libc's and every library's own calls; the linker's
 * --wrap those of static libraries that nobody instrumented (libgcc's
 * unwinder among them); a header or -D changes what the user's sources mean;
 * -fno-builtin turns every memcpy(&x, p, 4) into a call.  Another
 * symbol in the object leaves the compiler all its knowledge and costs one
 * jump.  What a compiler
 * expands inline stays its own: short fixed sizes become loads and stores that
 * are hooked as such, but gcc above -O0 also expands copies and fills of fixed
 * size up to 256 bytes without any hook. */
/* One entry a line. */
/* clang-format off */
WRAP(memcpy)
WRAP(memmove)
WRAP(mempcpy)
WRAP(memset)
WRAP(memcmp)
WRAP(bcmp)
WRAP(memchr)
WRAP(memrchr)
WRAP(memmem)
WRAP(bcopy)
WRAP(bzero)
WRAP(strlen)
WRAP(strnlen)
WRAP(strcpy)
WRAP(stpcpy)
WRAP(strncpy)
WRAP(stpncpy)
WRAP(strcat)
WRAP(strncat)
WRAP(strcmp)
WRAP(strncmp)
WRAP(strcasecmp)
WRAP(strncasecmp)
WRAP(strchr)
WRAP(strrchr)
WRAP(strchrnul)
WRAP(strstr)
WRAP(strspn)
WRAP(strcspn)
WRAP(strpbrk)
WRAP(strdup)
WRAP(strndup)
/* What the same calls become under _FORTIFY_SOURCE. */
WRAP(__memcpy_chk)
WRAP(__memmove_chk)
WRAP(__mempcpy_chk)
WRAP(__memset_chk)
WRAP(__strcpy_chk)
WRAP(__stpcpy_chk)
WRAP(__strncpy_chk)
WRAP(__stpncpy_chk)
WRAP(__strcat_chk)
WRAP(__strncat_chk)
