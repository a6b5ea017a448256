# --sarif: valid, by the standard's own schema (scripts/sarif.sh; where it could
# not be fetched, that is the last line of a test that is skipped in the end),
# by a schema of what we write (sarif.schema.json) and by the object model that
# was generated from the standard's (Debian's python3-sarif-python-om: which
# properties an object has, and which it must have); one thread flow for each
# thread, steps in order; fingerprints that do not depend on the schedule.
here=$(cd "$(dirname "$0")" && pwd)
standard=$here/../../build/sarif/sarif-2.1.0.json
. "$here/common.inc"
deadlock_program
clean_program
cat >check.py <<'P'
import json, os, sys
import attr, jsonschema, sarif_om as om
log = json.load(open(sys.argv[1]))
jsonschema.validate(log, json.load(open(sys.argv[2])))
if os.path.exists(sys.argv[3]):
    formats = jsonschema.FormatChecker()
    assert {"uri", "uri-reference"} <= set(formats.checkers)
    schema = json.load(open(sys.argv[3]))
    jsonschema.Draft4Validator(schema, format_checker=formats).validate(log)
    assert log["$schema"].endswith("sarif-schema-2.1.0.json"), log["$schema"]

# Class of each property that holds an object, or a list of them.
inner = {
    "runs": om.Run, "tool": om.Tool, "driver": om.ToolComponent,
    "rules": om.ReportingDescriptor, "shortDescription":
    om.MultiformatMessageString, "defaultConfiguration":
    om.ReportingConfiguration, "invocations": om.Invocation,
    "toolExecutionNotifications": om.Notification, "descriptor":
    om.ReportingDescriptorReference, "message": om.Message, "results":
    om.Result, "locations": om.Location, "location": om.Location,
    "physicalLocation": om.PhysicalLocation, "artifactLocation":
    om.ArtifactLocation, "region": om.Region, "logicalLocations":
    om.LogicalLocation, "codeFlows": om.CodeFlow, "threadFlows": om.ThreadFlow,
}
def check(object, kind, at):
    names = {a.metadata["schema_property_name"]: a for a in attr.fields(kind)}
    unknown = set(object) - set(names)
    assert not unknown, f"{at}: unknown to SARIF: {unknown}"
    for name, a in names.items():
        assert name in object or a.default is not attr.NOTHING, f"{at}: no {name}"
    for name, value in object.items():
        if name not in inner:
            continue
        each = om.ThreadFlowLocation if kind is om.ThreadFlow and \
            name == "locations" else inner[name]
        for v in value if isinstance(value, list) else [value]:
            check(v, each, at + "/" + name)
check(log, om.SarifLog, "")

for result in log["runs"][0]["results"]:
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for flow in result["codeFlows"]:
        ids = [t["id"] for t in flow["threadFlows"]]
        assert len(ids) == len(set(ids)), "a thread has two flows"
        orders = [[l["executionOrder"] for l in t["locations"]]
                  for t in flow["threadFlows"]]
        assert all(o == sorted(o) for o in orders), orders
        all_orders = sum(orders, [])
        assert len(all_orders) == len(set(all_orders)), "two steps at once"
P
check() { /usr/bin/python3 check.py "$1" "$here/sarif.schema.json" "$standard" || fail "$1 is not valid"; }

expect 1 "$RADDLE" test --fresh --sarif log ./deadlock
check log
result='r["runs"][0]["results"][0]'
equal "$(field log "$result['ruleId']")" deadlock
equal "$(field log "'\nlock-order deadlock: ' in $result['message']['text']")" True
equal "$(field log "[t['id'] for t in $result['codeFlows'][0]['threadFlows']]")" \
    "['thread 0', 'thread 1', 'thread 2']"
equal "$(field log "r['runs'][0]['invocations'][0]['exitCode']")" 1
where="$result['locations'][0]['physicalLocation']"
equal "$(field log "$where['artifactLocation']['uri'].split('/')[-1]")" deadlock.c
equal "$(field log "$where['region']['startLine'] in (8, 16)")" True
# Below the root, by its name; what is not below it, by an absolute one.
equal "$(GITHUB_WORKSPACE=$PWD "$RADDLE" test --fresh -q --sarif log ./deadlock >/dev/null
    field log "$where['artifactLocation']")" "{'uri': 'deadlock.c', 'uriBaseId': 'SRCROOT'}"
GITHUB_WORKSPACE=/nowhere "$RADDLE" test --fresh -q --sarif log ./deadlock >/dev/null || true
check log
equal "$(field log "$where['artifactLocation']['uri'].startswith('file:///')")" True

# Other schedules, the same fingerprint.
for seed in 3 4; do
    expect 1 "$RADDLE" test --fresh --seed $seed --sarif log.$seed ./deadlock
done
equal "$(field log.3 "$result['fingerprints']")" "$(field log.4 "$result['fingerprints']")"

# Of a statement that fails at several places either may come first: with one
# fingerprint, also after the program was built anew; another line, another.
columns_program
statement() { field log.$1 "$result['partialFingerprints']['raddleStatement/v1']"; }
for seed in 1 2 3 4 5 6 7 8 9 10; do
    "$RADDLE" cc -O$((seed % 2)) -g -pthread columns.c -o columns
    expect 1 "$RADDLE" test -j1 -s random --no-shrink --fresh --seed $seed --sarif log.$seed ./columns
    check log.$seed
    field log.$seed "$result['locations'][0]['physicalLocation']['region']['startColumn']" >>places
    equal "$(statement $seed)" "$(statement 1)"
done
[ "$(sort -u places | wc -l)" -gt 1 ] || fail "only one place failed: $(cat places)"
sed -i 1i/**/ columns.c
"$RADDLE" cc -g -pthread columns.c -o columns
expect 1 "$RADDLE" test -j1 --fresh --sarif log.11 ./columns
[ "$(statement 11)" != "$(statement 1)" ] || fail "another line, the same fingerprint"

# Names with what a URI escapes.
mkdir -p 'o dd/ü%'
cp deadlock.c 'o dd/ü%/d#.c'
gcc -g -pthread 'o dd/ü%/d#.c' -o odd
expect 1 "$RADDLE" test --fresh --sarif log ./odd
check log
equal "$(field log "$where['artifactLocation']['uri'].split('/')[-1]")" 'd%23.c'

# Clean; and nothing verified is no success.
expect 0 "$RADDLE" test --fresh -n 20 --sarif log ./clean
check log
equal "$(field log "r['runs'][0]['results']")" "[]"
equal "$(field log "r['runs'][0]['invocations'][0]['executionSuccessful']")" True
expect 3 "$RADDLE" test --fresh -n 20 --sarif log /bin/true
check log
equal "$(field log "r['runs'][0]['invocations'][0]['executionSuccessful']")" False

expect 2 "$RADDLE" test --sarif /nowhere/log ./clean
says "cannot write --sarif /nowhere/log"

[ -e "$standard" ] || {
    echo "all but the standard's schema, which scripts/sarif.sh build/sarif fetches"
    exit 77
}
