/**
 * Measures how long the service's event loop is blocked, with the full universe and 2,000 input changes a second. It
 * runs ten minutes with calls at default terms, then ten with calls at custom terms. A bare node:http process with
 * the same timer gets the same number of calls at the same times. `--seconds N` shortens each phase during
 * development; do not publish its figures.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SORT_KEYS } from '../src/ports/opportunities.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import type { LoopServerOrder } from './event-loop-server.ts';
import { closeAgents, post } from './http-load.ts';
import { BLOCK_MS_MIN, type LoopFigures } from './loop-watch.ts';
import { ratio } from './measure.ts';
import { deliver, type Figure, rowsOf } from './report.ts';
import { serviceFlags } from './service-flags.ts';

const SECONDS = 600;
const WARMUP_MS = 5_000;
const UPDATES_PER_SECOND = 2_000;
const CONNECTIONS = 16;
const LONGEST_SHOWN = 5;
const OWN = { amount: 2_500, horizon_hours: 72 };

/**
 * Each phase sends its requests in rotation, `perSecond` a second, and skips one while `openMax` calls are open.
 * Custom terms are called less often because the service ranks every pair row again for each call, which takes about
 * 0.1 s.
 */
const PHASES = [
	{
		name: 'default terms',
		perSecond: 200,
		openMax: CONNECTIONS,
		asked: SORT_KEYS.map((sortby) => ({ sortby })),
	},
	{
		name: 'own terms',
		perSecond: 4,
		openMax: 2,
		asked: [
			OWN,
			{ ...OWN, sortby: 'net_apr' },
			{ ...OWN, sortby: 'risk_score' },
			{ ...OWN, tradable_only: true },
		],
	},
] as const;
type Phase = (typeof PHASES)[number];

const { values } = parseArgs({ options: { seconds: { type: 'string' }, data: { type: 'string' } } });
const seconds = values.seconds === undefined ? SECONDS : Number(values.seconds);

const call = (params: object): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_opportunities', params });

/** Starts a server with the V8 flags that `npm start` sets. */
function start(way: LoopServerOrder['way'], input = ''): Promise<ChildServer> {
	const order: LoopServerOrder = { way, updatesPerSecond: UPDATES_PER_SECOND };
	return startChildServer('event-loop-server.ts', [JSON.stringify(order)], input, serviceFlags());
}

async function figuresOf({ child }: ChildServer): Promise<LoopFigures> {
	const answered = once(child, 'message');
	child.send('figures');
	return (await answered)[0] as LoopFigures;
}

async function timed(port: number, params: object): Promise<number> {
	const begunAt = performance.now();
	await post({ path: '/jsonrpc/', port, body: call(params), requests: 1, connections: CONNECTIONS });
	return (performance.now() - begunAt) * 1e6;
}

/** Calls both servers at the same times. Returns the duration of each call and the number of skipped calls. */
async function ask(
	{ perSecond, openMax, asked }: Phase,
	ms: number,
): Promise<Record<'service' | 'bare', readonly number[]> & { readonly leftOut: number }> {
	const pending: Promise<readonly [number, number] | undefined>[] = [];
	let open = 0;
	let leftOut = 0;
	const startedAt = performance.now();
	for (let count = 0; ; count += 1) {
		const dueMs = startedAt + (count * 1_000) / perSecond - performance.now();
		if (dueMs > 0) await wait(dueMs);
		if (performance.now() - startedAt >= ms) break;
		if (open >= openMax) {
			leftOut += 1;
			continue;
		}
		const params = asked[count % asked.length] ?? {};
		const both = Promise.all([timed(service.port, params), timed(bare.port, params)]);
		open += 1;
		// Failed calls count as skipped: some calls time out when the machine is busy with other work.
		pending.push(both.catch(() => undefined).finally(() => (open -= 1)));
	}
	const both = (await Promise.all(pending)).filter((each) => each !== undefined);
	leftOut += pending.length - both.length;
	return { service: both.map(([first]) => first), bare: both.map(([, second]) => second), leftOut };
}

function written(phase: Phase, ours: LoopFigures, bares: LoopFigures): Figure[] {
	const { name } = phase;
	const counts = Object.entries(ours.blockCounts).map(
		([cause, count]): Figure => ({
			name: `${name}: blocks over ${BLOCK_MS_MIN} ms: ${cause}`,
			value: count,
			unit: 'blocks',
		}),
	);
	const longest = ours.blocks.slice(0, LONGEST_SHOWN).map(
		({ ms, cause, gcMs, processorMs }, index): Figure => ({
			name: `${name}: block ${index + 1}, ${cause} (collections ${gcMs.toFixed(1)}, processor ${processorMs.toFixed(1)} ms)`,
			value: ms,
			unit: 'ms',
		}),
	);
	return [
		{ name: `${name}: event loop delay, p99.9`, value: ours.delayP999Ms, unit: 'ms' },
		{ name: `${name}: event loop delay, p99.9 of the bare process`, value: bares.delayP999Ms, unit: 'ms' },
		{ name: `${name}: longest`, value: ours.delayMaxMs, unit: 'ms' },
		{ name: `${name}: longest of the bare process`, value: bares.delayMaxMs, unit: 'ms' },
		{
			name: `${name}: longest above the bare process's`,
			value: ours.delayMaxMs - bares.delayMaxMs,
			unit: 'ms',
		},
		{ name: `${name}: in collections`, value: ours.gcMs / seconds, unit: 'ms per second' },
		{ name: `${name}: processor time`, value: ours.processorShare * 1_000, unit: 'ms per second' },
		...counts,
		...longest,
	];
}

const service = await start('service');
const first = await post({
	path: '/jsonrpc/',
	port: service.port,
	body: call({}),
	requests: 1,
	connections: 1,
});
const bare = await start('bare', first);
try {
	const samples: Record<string, readonly number[]> = {};
	const ratios = [];
	const figures: Figure[] = [];
	for (const phase of PHASES) {
		await ask(phase, WARMUP_MS);
		await Promise.all([figuresOf(service), figuresOf(bare)]);
		const answered = await ask(phase, seconds * 1_000);
		const [ours, bares] = await Promise.all([figuresOf(service), figuresOf(bare)]);
		const names = { service: `${phase.name}, a call`, bare: `${phase.name}, a call to the bare process` };
		samples[names.service] = answered.service;
		samples[names.bare] = answered.bare;
		ratios.push({ slower: names.service, faster: names.bare, ...ratio(answered.service, answered.bare) });
		figures.push(...written(phase, ours, bares), {
			name: `${phase.name}: calls left out or not answered in time`,
			value: answered.leftOut / seconds,
			unit: 'per second',
		});
	}
	const round = [
		`${seconds} s each: 10 venues with 500 coins, ${UPDATES_PER_SECOND.toLocaleString('en-US')} changes a second;`,
		...PHASES.map(({ name, perSecond }) => `${perSecond} calls a second at ${name};`),
		'the bare process answers the same bytes as often. Both run with the memory flags of npm start. A block is what a timer of 2 ms is late.',
	].join(' ');
	deliver({ title: 'Blocks of the event loop', round, rows: rowsOf(samples), ratios, figures });
} finally {
	for (const { child } of [service, bare]) child.kill();
	closeAgents();
}
process.exit(0);
