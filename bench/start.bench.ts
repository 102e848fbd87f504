/**
 * Measures the time from `npm start` to ready, including npm itself, and reports where the time goes. The baseline is
 * an empty program on the same Node. One case measures starts with a cache of compiled code; another measures the
 * very first start, before anything is compiled. Linux only, because it reads `/proc`.
 *
 * `--turns N` runs N rounds instead of ten.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { interleave, percentile } from './measure.ts';
import { npmStart, type StartSteps } from './npm-start.ts';
import { deliver, type Figure, summarize } from './report.ts';

const TURNS = 10;
const EMPTY = 'an empty Node program';
const LATER = 'npm start to ready';
const FIRST = 'npm start to ready, nothing compiled before';

const { values } = parseArgs({ options: { turns: { type: 'string' }, data: { type: 'string' } } });
const turns = Number(values.turns ?? TURNS);

/**
 * Current time of the bench's own clock, nanoseconds. The clock advances only by the measured time of each case, so
 * that stopping the service does not count.
 */
let measuredNs = 0n;

type Started = StartSteps & { readonly serviceMs: number; readonly simulatorsMs: number };

async function start(env: Readonly<Record<string, string>>): Promise<Started> {
	const service = await npmStart({ env });
	const [own, ...others] = service.processes();
	const { steps } = service;
	measuredNs += BigInt(Math.round(steps.ready * 1e6));
	await service.stop();
	const simulatorsMs = others.reduce((sum, { processorMs }) => sum + processorMs, 0);
	return { ...steps, serviceMs: own?.processorMs ?? 0, simulatorsMs };
}

async function startUncompiled(): Promise<void> {
	const cache = mkdtempSync(join(tmpdir(), 'carrywire-compiled-'));
	await start({ NODE_COMPILE_CACHE: cache });
	rmSync(cache, { recursive: true, force: true });
}

const later: Started[] = [];
const samples = await interleave(
	turns,
	{
		[EMPTY]: () => {
			const beganAt = process.hrtime.bigint();
			execFileSync(process.execPath, ['-e', '0']);
			measuredNs += process.hrtime.bigint() - beganAt;
		},
		[LATER]: async () => {
			later.push(await start({}));
		},
		[FIRST]: startUncompiled,
	},
	{ nowNs: () => measuredNs },
);

/** Returns the median of a figure over the starts that had a cache of compiled code. */
function median(read: (started: Started) => number): number {
	return percentile(later.map(read), 0.5);
}

const figures: readonly Figure[] = [
	{
		name: 'npm and the check of the built pages, before the program',
		value: median((s) => s.program),
		unit: 'ms',
	},
	{
		name: 'from there until the simulators listen',
		value: median((s) => s.simulators - s.program),
		unit: 'ms',
	},
	{
		name: 'from the program until the service listens: loading and composing',
		value: median((s) => s.listening - s.program),
		unit: 'ms',
	},
	{
		name: 'from listening until contracts and prices of all exchanges are there',
		value: median((s) => s.ready - s.listening),
		unit: 'ms',
	},
	{ name: 'processor time of the service until then', value: median((s) => s.serviceMs), unit: 'ms' },
	{ name: 'processor time of the simulators until then', value: median((s) => s.simulatorsMs), unit: 'ms' },
];
deliver({
	...summarize('The start of the service', 'Time from `npm start` to its line "is ready".', samples, EMPTY),
	figures,
});
