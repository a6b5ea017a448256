/* dump_options.c - see dump_options.h. */
#include "cli/dump_options.h"

#include "cli/cli.h"
#include "report/formats/json.h"

static json_t *dump_option(const struct argp_option *o)
{
    char letter[2] = { (char)o->key, '\0' };
    json_t *option = json_pack(
        "{so so so si sb}", "name", rdl_json_text(o->name), "argument",
        rdl_json_text(o->arg), "doc", rdl_json_text(o->doc), "group", o->group,
        "expert", (o->flags & OPTION_HIDDEN) != 0);

    json_object_set_new(option, "letter",
                        o->key > ' ' && o->key < 127 ? json_string(letter)
                                                     : json_null());
    return option;
}

static void dump_table(const struct argp *argp, json_t *options)
{
    for (const struct argp_child *c = argp->children;
         c != NULL && c->argp != NULL; c++)
        dump_table(c->argp, options);
    for (const struct argp_option *o = argp->options;
         o != NULL && (o->name != NULL || o->doc != NULL || o->key != 0); o++) {
        /* Options without a text are for the tests. */
        if (o->name != NULL && o->doc != NULL)
            json_array_append_new(options, dump_option(o));
    }
}

void rdl_dump_options(const struct argp *argp)
{
    json_t *options = json_array();

    dump_table(argp, options);
    rdl_json_write(stdout,
                   json_pack("{so so so}", "arguments",
                             rdl_json_text(argp->args_doc), "doc",
                             rdl_json_text(argp->doc), "options", options));
}

void rdl_dump_commands(void)
{
    json_t *commands = json_pack("[]");

#define COMMAND(id, text, about)                                               \
    json_array_append_new(                                                     \
        commands, json_pack("{ss ss}", "name", text, "summary", about));
#include "cli/commands.h"
#undef COMMAND
    rdl_json_write(stdout, json_pack("{ss so}", "version", RDL_VERSION,
                                     "commands", commands));
}
