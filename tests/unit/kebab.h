/* kebab.h - the rule for names that users type: the kebab-case of the file. */
#ifndef TESTS_KEBAB_H
#define TESTS_KEBAB_H

/* `name` is `id`, the name of a file without ".c", with '-' for '_'. */
static inline void check_kebab(const char *name, const char *id)
{
    size_t i = 0;

    while (id[i] != '\0' && name[i] == (id[i] == '_' ? '-' : id[i]))
        i++;
    if (id[i] != '\0' || name[i] != '\0')
        fail_msg("%s.c has the name \"%s\"", id, name);
}

#endif
