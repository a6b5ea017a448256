/* elf_symbol.h - looks names up in the loaded objects, as dlsym does.
 *
 * dlsym allocates where it fails, and the target's malloc may not be ready: the
 * runtime starts before the target's constructors.  These functions only read
 * the tables that the loader has mapped.  They take no lock: call them before
 * the target can load or unload objects, or for objects that stay. */
#ifndef RDL_RUNTIME_MACHINE_ELF_SYMBOL_H
#define RDL_RUNTIME_MACHINE_ELF_SYMBOL_H

/* As dlsym and, with a version, dlvsym do; NULL: there is none.
 * default: in all objects, in the order of the loader; next: in those behind
 * the one that has this code. */
void *rdl_elf_symbol_default(const char *name);
void *rdl_elf_symbol_next(const char *name, const char *version);
/* In the object of this base name ("libgcc_s.so.1") only. */
void *rdl_elf_symbol_in(const char *object, const char *name);

#endif
