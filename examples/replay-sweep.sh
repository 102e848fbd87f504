#!/bin/sh
# Compares settings of a policy on recorded data, and writes one report for each policy.
#
#     examples/replay-sweep.sh recordings reports
#
# Each --sweep lists values of one setting; two of them are combined. Settings are chosen on the training windows of
# the walk-forward (90 days) and judged on the test windows after them (30 days). The report states how many settings
# were tried, and what remains of the best result after that: the more you try, the more you find by chance.
set -eu

data=${1:?"Name the folder of the recorded data."}
reports=${2:?"Name the folder for the reports."}
# Set CARRYWIRE to run another command, such as "node bin/carrywire.js" in a clone.
carrywire=${CARRYWIRE:-npx carrywire}
here=$(dirname "$0")
mkdir -p "$reports"

# The 30-day rule: when to enter, and how far the mean may turn before it leaves. 4 x 3 settings.
$carrywire replay --data "$data" --policy month-mean-hysteresis \
	--sweep enter=0.03,0.05,0.08,0.12 --sweep leave=0,-0.03,-0.06 \
	--capital 10000 --walk-forward 90d/30d \
	--report "$reports/month-mean-hysteresis.html" --json

# The same question for a policy of your own.
$carrywire replay --data "$data" --policy "$here/replay-policy.ts" \
	--sweep above=0.05,0.08,0.12 --sweep weeks=2,3,4 --set positions=10 \
	--capital 10000 --walk-forward 90d/30d \
	--report "$reports/replay-policy.html" --json
