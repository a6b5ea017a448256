/* spec_names.h - why a spec leaves functions out. */
#ifndef RDL_GEN_TABLE_SPEC_NAMES_H
#define RDL_GEN_TABLE_SPEC_NAMES_H

#define RDL_GEN_IGNORED "the spec says ignore"
#define RDL_GEN_OTHER_MAKER "the spec names other makers"
#define RDL_GEN_OTHER_ENDER "the spec names another ender"

#endif
