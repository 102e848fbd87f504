/** Defines the flags and help of `carrywire replay`. Its code is loaded when it runs. */
import { type CliCommand, option } from './command.ts';

const COSTS = 'Costs and prices';
const SWEEP = 'Sweeps';
const RESULT = 'Result';

/** Names of the built-in policies, for completions. The policies themselves are loaded only when a replay runs. */
const POLICIES = [
	'verdict',
	'planner',
	'month-mean-hysteresis',
	'month-mean',
	'top-headline',
	'hold',
	'holdings',
];

/** The command `replay`. */
export const REPLAY_COMMAND: CliCommand = {
	name: 'replay',
	group: 'operate',
	summary: 'Test a policy on recorded data with the service’s own rules.',
	about:
		'Runs the service on recorded data instead of the present: with the same rules, costs and checks, paper accounts, and a policy that trades through the public client. Shows the net after all costs beside other uses of the same capital, and how far to trust it. Trades nothing and needs no running service. Ctrl-C ends the replay with the result so far, marked as partial; there is none before the first step. A second Ctrl-C ends it at once. The process runs with lower priority.',
	forms: [
		'--data DIR… --policy NAME|FILE [--set NAME=VALUE]… [flags]',
		'--data DIR… --policy NAME|FILE --sweep NAME=V1,V2,… [--walk-forward 90d/30d] [flags]',
	],
	flags: {
		data: option('DIR', 'Folder or file of data, such as carrywire record export writes. May be repeated.', {
			isRepeatable: true,
		}),
		grade: option(
			'A|B|C',
			'Use the data as this grade: A books, B hourly prices, C settled rates alone (default: the best that the data have).',
			{ choices: ['A', 'B', 'C'] },
		),
		from: option(
			'TIME',
			'Start, in UTC: a date or a time, such as 2025-11-21 or 2025-11-21T08:00Z (default: of the data).',
		),
		until: option('TIME', 'End (exclusive), in UTC (default: of the data).'),
		policy: option(
			'NAME|FILE',
			`A built-in policy (${POLICIES.join(', ')}), or a file (.ts, .mts, .js, .mjs) that exports the function policy.`,
			{ choices: POLICIES },
		),
		set: option('NAME=VALUE', 'A setting of the policy. May be repeated.', { isRepeatable: true }),
		capital: option('USD', 'Capital of each paper user (default 10000).'),
		exchanges: option(
			'LIST',
			'Exchanges that may be traded, separated by commas (default: all of the data).',
		),
		coins: option('LIST', 'Coins that may be traded, separated by commas (default: all).'),
		users: option(
			'one|pairs',
			'one (the default): one paper user trades everything; pairs: each pair of contracts has a paper user of its own.',
			{ choices: ['one', 'pairs'] },
		),
		without: option('RULE', 'Switch off a rule of the service, to measure its effect. May be repeated.', {
			isRepeatable: true,
		}),
		'no-compare': {
			meaning: 'Skip the comparisons and the same policy one step later. Saves most of the time.',
		},
		seed: option(
			'NUMBER',
			'Seed of the randomness (default 1). Equal data, settings and seeds give equal results.',
		),
		workers: option(
			'NUMBER',
			'Threads that play trials and comparisons at the same time (default 1). The result does not depend on it.',
		),
		fees: option(
			'LIST',
			'Taker and maker fees in basis points by exchange, such as binance=5/2,bybit=5.5/2 (default: the exchanges’ own).',
			{ under: COSTS },
		),
		slippage: option(
			'BP',
			'Distance of bid and ask from the price, basis points (default 2). Above 10, the service refuses openings that set no higher max_slippage_bps.',
			{
				under: COSTS,
			},
		),
		impact: option(
			'BP',
			'Further distance per hundredth of the last hour’s volume, basis points (default 1).',
			{
				under: COSTS,
			},
		),
		lag: option('SECONDS', 'Time from a settlement until its rate is known (default 5).', { under: COSTS }),
		price: option('USD', 'Constant price of a coin at grade C, which has no prices (default 100).', {
			under: COSTS,
		}),
		'idle-rate': option(
			'PCT',
			'Interest on unused capital, percent per year (default 0, as exchanges pay).',
			{
				under: COSTS,
			},
		),
		'cash-rate': option('PCT', 'Interest of the comparison cash, percent per year (default 4).', {
			under: COSTS,
		}),
		sweep: option(
			'NAME=V1,V2',
			'Values to try for a setting. May be repeated; every combination is one trial. The result states how many were tried.',
			{ isRepeatable: true, under: SWEEP },
		),
		'walk-forward': option(
			'TRAIN/TEST',
			'Windows in days, such as 90d/30d: the setting is chosen on the first and tested on the second.',
			{ under: SWEEP },
		),
		report: option(
			'FILE',
			'Write the report as one HTML file. An existing report is replaced, no other file.',
			{
				under: RESULT,
			},
		),
		csv: option('DIR', 'Write positions, events, days, funding and others as CSV files to this directory.', {
			under: RESULT,
		}),
		json: { meaning: 'Print the result as JSON.', under: RESULT },
		keep: option(
			'DIR',
			'Keep the journal and every store of the replay in this new or empty directory. A sweep keeps its finished trials there; the same sweep then continues where it stopped.',
			{
				under: RESULT,
			},
		),
	},
	examples: [
		'carrywire replay --data history --policy month-mean --report report.html',
		'carrywire replay --data history --policy month-mean --set enter=0.08 --coins BTC,ETH --from 2025-11-01',
		'carrywire replay --data history --policy month-mean --sweep enter=0.03,0.05,0.08 --walk-forward 90d/30d',
		'carrywire replay --data history --policy ./my-policy.ts --json',
	],
	load: async () => (await import('./commands/replay.ts')).replay,
};
