/* demangle.h - names of C++ functions as people write them. */
#ifndef RDL_UTIL_DEMANGLE_H
#define RDL_UTIL_DEMANGLE_H

/* "bank::push(int)" for "_ZN4bank4pushEi"; NULL if it is not such a name, or
 * libstdc++ is not there to ask.  The caller frees it. */
char *rdl_demangle(const char *name);

/* Without types: "std::operator<<" for a function that writes to a stream, the
 * name itself if it is not of C++.  The caller frees it. */
char *rdl_demangle_short(const char *name);

/* Shortens types of the standard library in place, as people write them:
 * "vector<std::string>" for "vector<std::__cxx11::basic_string<char, ...> >",
 * without allocators. */
void rdl_demangle_plain(char *text);

#endif
