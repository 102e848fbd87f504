/**
 * Measures how many seeds of the deterministic simulation one core runs per second, over seeds 1 to 3,000. The
 * minimum for a seed is measured in the same rounds: as many empty timers on the virtual clock. A profile shows where
 * a seed's time goes.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { sep } from 'node:path';
import { createVirtualClock } from '../src/runtime/virtual-clock.ts';
import { runSeed } from '../test/simulation/run-seed.ts';
import { interleave } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';

const FIRST_RANGE = 3_000;
/**
 * Number of rounds, each with one seed. They run after the first range of seeds, when the code is already compiled.
 */
const ROUNDS = 200;
/** Number of seeds run under the profiler, after the rounds. */
const PROFILED = 300;
const SAMPLE_US = 200;
const ROOT = `file://${import.meta.dirname.slice(0, -'bench'.length).replaceAll(sep, '/')}`;

/** Path prefixes, relative to the repository root. A file belongs to the first part whose prefix matches. */
const PARTS: readonly (readonly [start: string, name: string])[] = [
	['test/simulation/oracle.ts', 'the checks'],
	['test/simulation/cap-judge.ts', 'the checks'],
	['test/simulation/roll-judge.ts', 'the checks'],
	['test/simulation/true-positions.ts', 'the checks'],
	['test/simulation/gate.ts', 'the checks'],
	['test/simulation/final-checks.ts', 'the checks'],
	['test/simulation/prices.ts', 'the exchanges: prices'],
	['test/support/virtual-clock.ts', 'virtual time'],
	['test/', 'the exchanges, the disk and the callers'],
	['src/engine/decide/', 'the service: decisions'],
	['src/engine/drive/', 'the service: driving, reads of accounts, watches'],
	['src/engine/', 'the service: orders and the gate'],
	['src/domain/', 'the service: domain, decimals, folds'],
	['src/', 'the service: the rest'],
];
const GARBAGE = 'garbage collection';
const NODE = 'Node and asynchronous calls';

async function processorSeconds(work: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

let seed = 0;
let timers = 0;
/** Runs the next seed. It fails if the seed breaks a rule, because figures from a broken simulation are worthless. */
async function nextSeed(): Promise<void> {
	seed += 1;
	const result = await runSeed({ seed });
	if (result.violations.length > 0) throw new Error(`Seed ${seed}: ${result.violations.join(' ')}`);
	timers += result.timers;
}

async function seedsUntil(last: number): Promise<void> {
	while (seed < last) await nextSeed();
}

/** Runs two repeating timers until they have fired as often as a seed's timers do on average. */
async function timersAlone(): Promise<void> {
	const clock = createVirtualClock(0);
	for (const periodMs of [100, 250]) clock.every(periodMs, () => {});
	const most = timers / seed;
	await clock.advanceUntil(Number.MAX_SAFE_INTEGER, () => clock.fired() >= most);
}

async function profiled(work: () => Promise<void>): Promise<Profiler.Profile> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
	await session.post('Profiler.start');
	await work();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	return profile;
}

function partOf({ url, functionName }: Profiler.ProfileNode['callFrame']): string {
	if (functionName === '(garbage collector)') return GARBAGE;
	const path = url.startsWith(ROOT) ? url.slice(ROOT.length) : '';
	return PARTS.find(([start]) => path.startsWith(start))?.[1] ?? NODE;
}

/**
 * Computes each part's share of the sampled time, %, largest first. A sample counts for the file of its innermost
 * function.
 */
function shares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly Figure[] {
	const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
	const total = new Map<string, number>();
	for (const [index, id] of samples.entries()) {
		const part = parts.get(id) ?? NODE;
		total.set(part, (total.get(part) ?? 0) + (timeDeltas[index] ?? 0));
	}
	const all = [...total.values()].reduce((sum, time) => sum + time, 0);
	return [...total]
		.sort(([, a], [, b]) => b - a)
		.map(([name, time]) => ({ name, value: (100 * time) / all, unit: '%' }));
}

const seconds = await processorSeconds(() => seedsUntil(FIRST_RANGE));
const perSecond = FIRST_RANGE / seconds;
const timersPerSeed = Math.round(timers / seed);
const samples = await interleave(ROUNDS, { 'a seed': nextSeed, 'its timers alone': timersAlone });
const profile = await profiled(() => seedsUntil(seed + PROFILED));
const round = `One round: one seed, with ${timersPerSeed} timers in the mean. The shares are of the processor's time of ${PROFILED} more seeds.`;
deliver({
	...summarize('Simulation', round, samples, 'its timers alone'),
	figures: [
		{ name: `seeds 1 to ${FIRST_RANGE}, one core`, value: perSecond, unit: 'per second' },
		...shares(profile),
	],
});
