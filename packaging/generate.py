#!/usr/bin/env python3
"""Man pages and shell completion, from the option tables of raddle itself.

    generate.py RADDLE OUT

writes OUT/man1/raddle*.1 and OUT/completion/{raddle.bash,_raddle,raddle.fish}.
The tables come from `raddle [COMMAND] --dump-options`, the names of strategies
and metrics from `raddle list`, and the prose of the man pages from man/*.md.
There each option of the table has a sentence, and no other has: --help has room
for a few words only.  Each page has the exit status of its own command.
"""
import json
import pathlib
import re
import subprocess
import sys

MAN = pathlib.Path(__file__).resolve().parent.parent / "man"

# Options whose values are words of a list: tests/cli/completion.sh tries each.
VALUES = {
    "engine": ["fiber", "kernel"],
    "isolation": ["rewind", "fork", "exec"],
    "track": ["auto", "copy", "scan", "protect"],
    "time-passes": ["idle", "any"],
    "until": ["saturation", "finding", "coverage=95%"],
    "races": ["report", "fail", "off"],
    "blocks": ["report", "fail", "off"],
    "associations": ["report", "fail", "off"],
    "end-signal": ["TERM", "INT", "HUP", "USR1"],
}
# Commands without a table: the compiler's options are the compiler's.
CC = {"prose": "cc", "arguments": "[--cc=COMPILER] COMPILER-OPTIONS...", "options": [
    {"name": "cc", "argument": "COMPILER", "letter": None, "group": 0,
     "expert": False,
     "doc": "gcc (default), clang or a path; first, or as RADDLE_CC"}]}
# Commands with the options of raddle test.
LIKE_TEST = ("prove", "regress")
# What every command but the compilers may end with besides.
EXITS = {"2": "It was called wrongly, or a file could not be read or written.",
         "99": "An error inside raddle."}


def ask(raddle, *arguments):
    return subprocess.run([raddle, *arguments], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def listed(raddle, what):
    return [line.split()[0] for line in ask(raddle, "list", what).splitlines()
            if line and not line[0].isspace()]


def read_tables(raddle):
    top = json.loads(ask(raddle, "--dump-options"))
    lists = [line[:-1] for line in ask(raddle, "list").splitlines()
             if re.fullmatch("[a-z]+:", line)]
    for command in top["commands"]:
        if command["name"] in ("cc", "c++"):
            command.update(CC, doc="As a drop-in for the compiler.")
        elif command["name"] == "list":
            command.update(arguments="[%s]" % "|".join(lists), options=[],
                           doc="Lists one of them, or all.")
        else:
            command.update(json.loads(ask(raddle, command["name"],
                                          "--dump-options")))
        command["options"].sort(key=lambda o: (o["group"], o["name"]))
        for option in command["options"]:
            option["values"] = VALUES.get(option["name"], [])
            if option["name"] == "strategy":
                option["values"] = listed(raddle, "strategies")
            elif option["name"] in ("metrics", "metric", "guide"):
                option["values"] = listed(raddle, "metrics")
        say_options(command)
    top["lists"] = lists
    return top


# --- Man pages ---------------------------------------------------------------

def roff(text):
    """Text as roff shows it, `code` in bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`",
                  lambda m: "\\fB%s\\fR" % (m[1] or m[2]), text)
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def page(name):
    """man/NAME.md in three parts: the prose, and what it says of each exit
    status and of each option."""
    text, _, options = (MAN / (name + ".md")).read_text().partition(
        "## Options\n")
    if name in LIKE_TEST:  # options of raddle test, unless it says otherwise
        options = (MAN / "test.md").read_text().partition("## Options\n")[2] + \
            "\n" + options
    text, _, exits = text.partition("## Exit status\n")
    return (text, *(
        {key: " ".join(words.split()) for key, words in re.findall(
            r"^`%s`: (.*?)\n(?=\n`|\Z)" % pattern, part.strip() + "\n",
            re.S | re.M)}
        for part, pattern in ((exits, "([0-9a-z]+)"),
                              (options, "--([a-z-]+)"))))


def say_options(command):
    """Each option of the command gets what its page says of it."""
    name = command.get("prose", command["name"])
    said = page(name)[2]
    names = {option["name"] for option in command["options"]}
    if name in LIKE_TEST:  # it has some of the options of raddle test
        said = {option: said[option] for option in names & said.keys()}
    if names != said.keys():
        sys.exit("man/%s.md: options that it does not explain, or that are none: "
                 "%s" % (name, " ".join(sorted(names ^ said.keys()))))
    for option in command["options"]:
        option["said"] = said[option["name"]]


def man_exits(name):
    """The section of the page man/NAME.md."""
    exits = page(name)[1]
    if "0" not in exits:
        sys.exit("man/%s.md: no exit status 0" % name)
    if name != "cc":
        exits = {**EXITS, **exits}
    yield ".SH EXIT STATUS"
    for status in sorted(exits, key=lambda s: (not s.isdigit(), s.zfill(3))):
        yield ".TP\n\\fB%s\\fR\n%s" % (status, roff(exits[status]))


def prose(name):
    """man/NAME.md: paragraphs, `## Headings`, indented code, - items."""
    out, code, gap = [], False, False
    for line in page(name)[0].splitlines():
        is_code = line.startswith("    ")
        if code and not is_code:
            out.append(".EE\n.RE")
            code = False
        if not line.strip():
            gap = True
            continue
        if line.startswith("## "):
            out.append(".SH %s" % roff(line[3:]).upper())
        elif is_code:
            if not code:
                if not (out and out[-1].startswith(".SH")):
                    out.append(".PP")
                out.append(".RS 4\n.EX")
            code = True
            out.append(roff(line[4:]))
        elif line.startswith("- "):
            out.append(".IP \\(bu 2\n" + roff(line[2:]))
        else:
            if gap and out and not out[-1].startswith(".SH"):
                out.append(".PP")
            out.append(roff(line.strip()))
        gap = False
    return out + ([".EE\n.RE"] if code else [])


def option_heading(option):
    name = "\\fB\\-\\-%s\\fR" % roff(option["name"])
    if option["letter"]:
        name = "\\fB\\-%s\\fR, %s" % (option["letter"], name)
    if option["argument"]:
        name += "=\\fI%s\\fR" % roff(option["argument"])
    return name


def man_options(command):
    for title, expert in ("Options", False), ("Further options", True):
        options = [o for o in command["options"] if o["expert"] == expert]
        if not options:
            continue
        yield ".SH " + title.upper()
        for option in options:
            yield ".TP\n" + option_heading(option)
            yield roff(option["said"])
            if option["values"] and option["name"] in ("strategy", "metrics"):
                yield "(" + roff(", ".join(option["values"])) + ")"


def man_page(top, name, summary, synopsis, body):
    return "\n".join([
        ".TH %s 1 \"\" \"raddle %s\" \"raddle\"" % (roff(name.upper()),
                                                   top["version"]),
        ".SH NAME", "%s \\- %s" % (roff(name), roff(summary)),
        ".SH SYNOPSIS", *synopsis, *body, ""])


def man_pages(top):
    for command in top["commands"]:
        name = "raddle-" + command["name"]
        source = command.get("prose", command["name"])
        described = prose(source)
        # Behind the description, as in other pages.
        at = next((i for i, line in enumerate(described) if line.startswith(".SH")),
                  len(described))
        others = ", ".join("\\fBraddle\\-%s\\fR(1)" % roff(c["name"])
                           for c in top["commands"] if c is not command)
        yield name, man_page(
            top, name, command["summary"],
            ["\\fBraddle %s\\fR [\\fIOPTION\\fR...] %s" % (
                roff(command["name"]), roff(command["arguments"] or ""))],
            [".SH DESCRIPTION", roff(" ".join(command["doc"].split())),
             *([".PP"] if at > 0 else []), *described[:at], *man_options(command),
             *described[at:], *man_exits(source),
             ".SH SEE ALSO", "\\fBraddle\\fR(1), " + others])
    lines = [line for c in top["commands"]
             for line in (".TP\n\\fBraddle\\-%s\\fR(1)" % roff(c["name"]),
                          roff(c["summary"]))]
    yield "raddle", man_page(
        top, "raddle", "tests programs with threads",
        ["\\fBraddle\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]", ".br",
         "\\fBraddle\\fR \\fIPROGRAM\\fR [\\fIARGUMENT\\fR...]"],
        [".SH DESCRIPTION", *prose("raddle"), ".SH COMMANDS", *lines,
         *man_exits("raddle")])


# --- Completion --------------------------------------------------------------

def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def words(option):
    return ["--" + option["name"]] + (
        ["-" + option["letter"]] if option["letter"] else [])


def kind(option):
    """How the argument is completed: words, file, directory or nothing."""
    if option["values"]:
        return "words"
    return {"FILE": "file", "DIR": "directory", "CMD": "file",
            "COMPILER": "file"}.get(option["argument"], "nothing")


BASH = """# bash completion of raddle; made by packaging/generate.py
# Names of files are left to readline, which knows about blanks and quotes; but
# those beside the names of commands.
_raddle() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} options="" name
    # With = among COMP_WORDBREAKS, --name=value is three words.
    if [ "$cur" = = ]; then
        cur=
    elif [ "$prev" = = ]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W %(commands)s -- "$cur"))
        while IFS= read -r name; do
            COMPREPLY+=("$name")
        done < <(compgen -f -- "$cur")
        return
    fi
    case $command in
%(cases)s
    esac
    case $cur in
    -*) COMPREPLY=($(compgen -W "$options --help" -- "$cur")) ;;
    *) compopt -o default 2>/dev/null ;;
    esac
}
complete -o filenames -F _raddle raddle
"""


def bash_case(command, lists):
    lines = ["    %s)" % command["name"]]
    if command["name"] == "list":
        return "\n".join(lines + [
            "        COMPREPLY=($(compgen -W %s -- \"$cur\"))" %
            quoted(" ".join(lists)), "        return", "        ;;"])
    lines.append("        case $prev in")
    for option in command["options"]:
        if not option["argument"]:
            continue
        reply = {
            "words": ["COMPREPLY=($(compgen -W %s -- \"$cur\"))" %
                      quoted(" ".join(option["values"]))],
            "file": ["compopt -o default 2>/dev/null"],
            "directory": ["compopt -o dirnames 2>/dev/null"],
            "nothing": [],
        }[kind(option)]
        lines.append("        %s)" % "|".join(words(option)))
        lines += ["            " + line for line in reply + ["return", ";;"]]
    lines += ["        esac", "        options=%s" % quoted(" ".join(
        w for o in command["options"] for w in words(o))), "        ;;"]
    return "\n".join(lines)


def bash(top):
    return BASH % {
        "commands": quoted(" ".join(c["name"] for c in top["commands"])),
        "cases": "\n".join(bash_case(c, top["lists"]) for c in top["commands"]),
    }


ZSH = """#compdef raddle
# zsh completion of raddle; made by packaging/generate.py
_raddle() {
    local curcontext=$curcontext state line
    local -a commands
    commands=(
%(commands)s
    )
    _arguments -C '1: :->command' '*:: :->arguments'
    case $state in
    command)
        _describe command commands
        _files
        ;;
    arguments)
        case $line[1] in
%(cases)s
        *) _files ;;
        esac
        ;;
    esac
}
_raddle "$@"
"""


def zsh_option(option):
    def plain(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", text)
    action = {"words": "(%s)" % " ".join(option["values"]), "file": "_files",
              "directory": "_files -/", "nothing": ""}[kind(option)]
    text = "[%s]" % plain(option["doc"])
    argument = ":%s:%s" % (plain(option["argument"]), action) \
        if option["argument"] else ""
    name, *letter = words(option)
    yield quoted("*" + name + ("=" if option["argument"] else "") + text +
                 argument)
    for each in letter:
        yield quoted("*" + each + text + argument)


def zsh_case(command, lists):
    rest = quoted("1: :(%s)" % " ".join(lists)) if command["name"] == "list" \
        else "'*:file:_files'"
    options = [w for o in command["options"] for w in zsh_option(o)]
    return "        %s)\n            _arguments -S %s\n            ;;" % (
        quoted(command["name"]), " \\\n                ".join(options + [rest]))


def zsh(top):
    return ZSH % {
        "commands": "\n".join("        " + quoted(
            c["name"] + ":" + c["summary"]) for c in top["commands"]),
        "cases": "\n".join(zsh_case(c, top["lists"]) for c in top["commands"]),
    }


def fish(top):
    yield "# fish completion of raddle; made by packaging/generate.py"
    for command in top["commands"]:
        yield "complete -c raddle -n __fish_use_subcommand -a %s -d %s" % (
            quoted(command["name"]), quoted(command["summary"]))
        seen = "-n %s" % quoted("__fish_seen_subcommand_from " +
                                command["name"])
        for option in command["options"]:
            line = "complete -c raddle %s -l %s" % (seen, option["name"])
            if option["letter"]:
                line += " -s " + option["letter"]
            if option["argument"]:
                line += {"words": " -x -a " + quoted(" ".join(
                    option["values"])), "file": " -r -F", "directory":
                    " -x -a '(__fish_complete_directories)'",
                    "nothing": " -x"}[kind(option)]
            yield line + " -d " + quoted(option["doc"])
        if command["name"] == "list":
            yield "complete -c raddle %s -f -a %s" % (
                seen, quoted(" ".join(top["lists"])))


def main():
    raddle, out = sys.argv[1], pathlib.Path(sys.argv[2])
    top = read_tables(raddle)
    for folder in "man1", "completion":
        (out / folder).mkdir(parents=True, exist_ok=True)
    for name, text in man_pages(top):
        (out / "man1" / (name + ".1")).write_text(text)
    (out / "completion" / "raddle.bash").write_text(bash(top))
    (out / "completion" / "_raddle").write_text(zsh(top))
    (out / "completion" / "raddle.fish").write_text(
        "\n".join(fish(top)) + "\n")


main()
