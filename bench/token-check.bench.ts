/**
 * Measures the cost of a token check for each type of token, with few and with many tokens in the store. The token is
 * either cached, because it was checked within the last half minute, or must be looked up. Each check is compared
 * with the minimum possible check, and with the request that it precedes.
 */
import { hashSecret } from '../src/identity/secrets.ts';
import { startChildServer } from './child-server.ts';
import { closeAgents, type Load, post } from './http-load.ts';
import { type Case, interleave, type PreparedCase, ratio } from './measure.ts';
import { deliver, rowsOf } from './report.ts';
import { KINDS, type Kind, openTokenChecks } from './token-checks.ts';

const ROUNDS = 60;
const CHECKED = 20;
const STORED = [20, 20_000] as const;
const REQUESTS = 10;
const CONNECTIONS = 2;

const BARE = 'bare: one hash, one map lookup';
const ONE = 'portfolio_live, 1 execution';
const MANY = 'portfolio_live, 200 executions';
const NAMES: Readonly<Record<Kind, string>> = {
	copied: 'copied token',
	access: 'access token',
	agent: 'token of an agent',
	bound: 'bound token with its proof',
};
const nameOf = (kind: Kind, isKept: boolean, stored: number): string =>
	`${NAMES[kind]}, ${isKept ? 'known' : 'looked up'}, ${stored.toLocaleString('en-US')} stored`;
const noteName = (stored: number): string =>
	`last use of a copied token written, ${stored.toLocaleString('en-US')} stored`;

/** Number of checks, requests or writes per round, by case. */
const workOf = new Map<string, number>([
	[BARE, CHECKED],
	[ONE, REQUESTS],
	[MANY, REQUESTS],
]);
const cases: Record<string, Case | PreparedCase> = {};

const known = new Map(
	Array.from({ length: CHECKED }, (_, index) => [hashSecret(`token ${index}`), index] as const),
);
cases[BARE] = () => {
	for (let index = 0; index < CHECKED; index += 1)
		if (known.get(hashSecret(`token ${index}`)) !== index) throw new Error('The map forgot a token.');
};

const children = [
	await startChildServer('portfolio-server.ts', ['1']),
	await startChildServer('portfolio-server.ts'),
];
try {
	for (const [index, name] of [ONE, MANY].entries()) {
		const load: Load = {
			port: children[index]?.port ?? 0,
			path: '/jsonrpc/',
			body: '{"jsonrpc":"2.0","id":1,"method":"portfolio_live","params":{}}',
			token: 'cw_bench',
			requests: REQUESTS,
			connections: CONNECTIONS,
		};
		cases[name] = () => post(load);
	}
	for (const stored of STORED) {
		const { checks, noteUse } = await openTokenChecks(stored, CHECKED);
		for (const kind of KINDS)
			for (const isKept of [true, false]) {
				const name = nameOf(kind, isKept, stored);
				cases[name] = isKept ? checks[kind].kept : checks[kind].lookedUp;
				workOf.set(name, CHECKED);
			}
		cases[noteName(stored)] = noteUse;
		workOf.set(noteName(stored), 1);
	}
	const samples = await interleave(ROUNDS, cases);
	const each = Object.fromEntries(
		Object.entries(samples).map(([name, durations]) => [
			name,
			durations.map((ns) => ns / (workOf.get(name) ?? 1)),
		]),
	);
	const checked = STORED.flatMap((stored) =>
		KINDS.flatMap((kind) => [true, false].map((isKept) => nameOf(kind, isKept, stored))),
	);
	const of = (name: string): readonly number[] => each[name] ?? [];
	deliver({
		title: 'The check of a token',
		round: `Per check, per request and per write. One round: ${CHECKED} checks of each kind, other tokens each round; ${REQUESTS} requests over ${CONNECTIONS} kept connections to a service of which every token is good. A token is known for 30 s after it was looked up. Shares are medians of the shares in each round.`,
		rows: rowsOf(each),
		ratios: checked.map((name) => ({ slower: name, faster: BARE, ...ratio(of(name), of(BARE)) })),
		figures: checked.map((name) => ({
			name: `${name}: share of ${ONE}`,
			value: ratio(of(name), of(ONE)).median * 100,
			unit: '%' as const,
		})),
	});
} finally {
	for (const { child } of children) child.kill();
	closeAgents();
}
process.exit(0);
