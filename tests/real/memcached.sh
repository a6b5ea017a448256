# memcached, as Debian built it, serves a client's set and get under raddle, on
# both engines; what the client sent is in the schedule, and a replay needs no
# client: nor does it listen, so the port may be taken.
set -eu
. "$(dirname "$0")/common.inc"
need memcached
need python3
cd "$TMP"
cat >client.py <<'P'
import socket, sys, time
for attempt in range(600):
    try:
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.01)
f = s.makefile("rb")
s.sendall(b"set greeting 0 0 5\r\nhello\r\n")
assert f.readline() == b"STORED\r\n"
s.sendall(b"get greeting\r\nget nothing\r\n")
assert [f.readline() for i in range(4)] == [
    b"VALUE greeting 0 5\r\n", b"hello\r\n", b"END\r\n", b"END\r\n"]
open("served", "a").write("yes\n")
P
port=$((20000 + $$ % 12000))
server="memcached -l 127.0.0.1 -p $port -U 0 -t 3 -u root"
peer="python3 $TMP/client.py $port"
for engine in fiber kernel; do
    rm -f served
    "$RADDLE" test --quiet --engine $engine --executions 3 --timeout 30s \
        --peer "$peer" --end-signal TERM --out out -- $server
    test "$(wc -l <served)" = 3
done

# A status that it does not end with makes a finding, hence a schedule.
"$RADDLE" test --quiet --executions 1 --timeout 30s --expect-exit 42 \
    --peer "$peer" --end-signal TERM --out out -- $server && exit 1
schedule=$(ls out/exit-status-*.schedule)
grep -q '^input .*get greeting' "$schedule"
nc -l -p $port 127.0.0.1 >/dev/null 2>&1 &
taken=$!
for engine in fiber kernel; do
    "$RADDLE" replay --quiet --engine $engine --times 5 "$schedule" >replay &&
        exit 1
    grep -q 'reproduced 5 of 5' replay
done
kill $taken 2>/dev/null || true
