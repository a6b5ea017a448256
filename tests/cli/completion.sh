# Shell completion: bash and fish are asked, zsh's is parsed; every option is
# there, and every value that is offered is taken.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
clean_program
"$root/packaging/generate.py" "$RADDLE" gen
cd gen/completion
# ask WORDS...: what bash offers for the last of them.
ask() {
    bash -c 'source ./raddle.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _raddle 2>/dev/null; printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort | tr '\n' ' '
}
is() { [ "$1" = "$2" ] || { echo "'$1' is not '$2'"; exit 1; }; }
is "$(ask raddle te)" "test "
is "$(ask raddle test --expect-e)" "--expect-exit "
is "$(ask raddle test --strategy rou)" "round-robin "
is "$(ask raddle test -s rou)" "round-robin "
is "$(ask raddle test --strategy = rou)" "round-robin "
is "$(ask raddle replay --gdb-)" "--gdb-command "
is "$(ask raddle list det)" "detectors "
is "$(ask raddle test --seed 1)" " "
is "$(ask raddle ./_rad)" "./_raddle "

# typed TEXT: the words that a bash on a terminal makes of it; ~ is a tab.
mkdir typed "typed/my dir"
touch "typed/my file" "typed/my dir/x" typed/plain
typed() {
    python3 - "$PWD/raddle.bash" "$1" <<'P'
import os, pty, re, sys, time
script, text = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    os.chdir("typed")
    os.execvp("env", ["env", "PS1=", "TERM=dumb", "bash", "--norc", "--noprofile", "-i"])
def until(what):
    got = b""
    while not re.search(what, got):
        got += os.read(fd, 4096)
    return got
os.write(fd, ("bind 'set enable-bracketed-paste off'; raddle() { printf '<%s>' \"$@\";"
              " echo '<''end>'; }; . " + script + "; echo rea''dy\n").encode())
until(rb"ready\r?\n")
for part in re.findall("[^~]+|~", text):
    os.write(fd, b"\t" if part == "~" else part.encode())
    time.sleep(0.3)
os.write(fd, b"\n")
print(re.findall(rb"((?:<[^<>\r\n]*>)+)<end>", until(b"<end>\r?\n"))[-1].decode())
os.write(fd, b"exit\n")
P
}
is "$(typed 'raddle te~')" "<test>"
is "$(typed 'raddle test --sarif my\ f~')" "<test><--sarif><my file>"
is "$(typed 'raddle test --sarif "my f~')" "<test><--sarif><my file>"
is "$(typed 'raddle test --sarif=my\ f~')" "<test><--sarif=my file>"
is "$(typed 'raddle test --out my~')" "<test><--out><my dir/>"
is "$(typed 'raddle show my\ f~')" "<show><my file>"
is "$(typed 'raddle my\ f~')" "<my file>"
is "$(typed 'raddle list det~')" "<list><detectors>"

fish -n raddle.fish
offered() { fish -c "source ./raddle.fish; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
is "$(offered 'raddle tes')" "test "
is "$(offered 'raddle test --expect-e')" "--expect-exit "
is "$(offered 'raddle test --strategy=rou')" "--strategy=round-robin "
is "$(offered 'raddle list de')" "detectors "

zsh -n _raddle
cat >load.zsh <<'Z'
autoload -Uz compinit && compinit -D
fpath=(. $fpath)
autoload -Uz _raddle
_arguments() { print -l -- "$@" >>asked; line=(test); state=arguments; }
_files() { : }
_raddle test
Z
zsh -f load.zsh
grep -qF -- '*--strategy=[' asked || { cat asked; exit 1; }

# Each option of each command, in each shell.
for command in test replay doctor coverage estimate report; do
    for option in $("$RADDLE" $command --dump-options |
        python3 -c 'import json, sys
for o in json.load(sys.stdin)["options"]: print(o["name"])'); do
        grep -qw -- "--$option" raddle.bash && grep -qw -- "--$option" _raddle &&
            grep -qw -- "-l $option" raddle.fish || { echo "no --$option"; exit 1; }
    done
done
cd ../..
for pair in $(python3 - "$root/packaging/generate.py" <<'P'
import re, sys
text = open(sys.argv[1]).read()
values = eval(re.search(r"^VALUES = (\{.*?^\})", text, re.S | re.M)[1])
print(*(f"--{name}={value}" for name in values for value in values[name]))
P
); do
    expect 0 "$RADDLE" test --fresh -n 200 --time 20s "$pair" ./clean
done
