/**
 * Runs the deterministic simulation from the command line: `npm run sim`.
 *
 *   --seed N                    replays one seed with its log
 *   --seed N --crash "append durable:3"  the same with a single crash at that place
 *   --seed N --every-crash      runs the seed once for every crash point
 *   --seeds 1..100000 --workers 2 [--state FILE]  runs many; the same command resumes while the source is unchanged
 *   --fresh                     starts over instead of resuming
 *   --until TEXT                ends with the first violation that matches this regular expression
 *
 * The exit code is 1 after any violation. Every violation names the command that replays it.
 */

import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/domain/message-of.ts';
import { runEveryCrash } from './crash-points.ts';
import { loadProgress, runManySeeds } from './many-seeds.ts';
import { runSeed } from './run-seed.ts';
import { CRASH_PLACES, type CrashPoint, POT_CRASH_PLACES } from './scenario.ts';
import { reportLines } from './statistics.ts';

const REPORT_EVERY_MS = 10_000;
const SHOWN_VIOLATIONS_MAX = 50;
const USAGE =
	'--seed N [--every-crash | --crash "PLACE:HIT"] or --seeds FROM..TO [--workers N] [--state FILE] [--fresh] [--until TEXT] is needed';

const values = options();

const until = values.until === undefined ? undefined : new RegExp(values.until);
let shown = 0;
const say = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

function options() {
	try {
		return parseArgs({
			options: {
				seed: { type: 'string' },
				seeds: { type: 'string' },
				crash: { type: 'string' },
				'every-crash': { type: 'boolean', default: false },
				workers: { type: 'string', default: '2' },
				state: { type: 'string' },
				fresh: { type: 'boolean', default: false },
				until: { type: 'string' },
			},
		}).values;
	} catch (error) {
		return refuse(`${messageOf(error)}; ${USAGE}`);
	}
}

if (values.seeds !== undefined) await manySeeds(values.seeds);
else if (values.seed !== undefined && values['every-crash'])
	await everyCrash(wholeNumber('seed', values.seed));
else if (values.seed !== undefined) await oneSeed(wholeNumber('seed', values.seed));
else refuse(USAGE);

async function oneSeed(seed: number): Promise<void> {
	const crashes = values.crash === undefined ? undefined : [crashPoint(values.crash)];
	const result = await runSeed({ seed, crashes, log: say });
	for (const { mode, phase, unhedgedMs, orders } of result.executions)
		say(`execution: ${mode} ${phase}, ${orders} orders, one leg without the other for ${unhedgedMs} ms`);
	for (const sentence of result.violations) say(`VIOLATION ${sentence}`);
	say(`seed ${seed}: ${result.violations.length} violations`);
	if (result.violations.length > 0) process.exitCode = 1;
}

async function everyCrash(seed: number): Promise<void> {
	const count = await runEveryCrash(seed, ({ place, hit }, { violations }) => {
		for (const sentence of violations) {
			say(`VIOLATION ${sentence}\n  npm run sim -- --seed ${seed} --crash "${place}:${hit}"`);
			process.exitCode = 1;
		}
	});
	say(`seed ${seed}: ${count} crash points`);
}

async function manySeeds(text: string): Promise<void> {
	const [from = '', to = ''] = text.split('..');
	const range = { from: wholeNumber('seeds', from), to: wholeNumber('seeds', to) };
	const file = values.state ?? join(tmpdir(), `carrywire-sim-${range.from}-${range.to}.json`);
	if (values.fresh) rmSync(file, { force: true });
	const progress = loadProgress(range, file);
	const seedsBefore = progress.statistics.seeds;
	if (seedsBefore > 0) say(`${seedsBefore} seeds are done already (${file})`);
	const startedAt = performance.now();
	let reportedAt = startedAt;
	const seconds = (): number => (performance.now() - startedAt) / 1_000;
	await runManySeeds(progress, {
		workers: wholeNumber('workers', values.workers),
		file,
		onChunk({ statistics }) {
			for (const { seed, sentence } of statistics.violations) showViolation(seed, sentence);
			if (statistics.violations.some(({ sentence }) => until?.test(sentence) === true)) return 'stop';
			if (performance.now() - reportedAt < REPORT_EVERY_MS) return 'go on';
			reportedAt = performance.now();
			const { seeds } = progress.statistics;
			say(`… ${seeds} seeds, ${((seeds - seedsBefore) / seconds()).toFixed(0)} per second`);
			return 'go on';
		},
	});
	const { statistics } = progress;
	for (const line of reportLines(statistics, seconds(), statistics.seeds - seedsBefore)) say(line);
	if (statistics.violations.length > 0) process.exitCode = 1;
}

function showViolation(seed: number, sentence: string): void {
	shown += 1;
	if (shown <= SHOWN_VIOLATIONS_MAX || until?.test(sentence) === true)
		say(`VIOLATION seed ${seed}: ${sentence}\n  npm run sim -- --seed ${seed}`);
}

function crashPoint(text: string): CrashPoint {
	const [name = '', hit = ''] = text.split(':');
	const places = [...CRASH_PLACES, ...POT_CRASH_PLACES];
	const place = places.find((candidate) => candidate === name);
	if (place === undefined) return refuse(`--crash names one of ${places.join(', ')}, was ${name}`);
	return { place, hit: wholeNumber('crash', hit) };
}

function wholeNumber(option: string, text: string): number {
	const number = Number(text);
	if (Number.isSafeInteger(number) && number >= 1) return number;
	return refuse(`--${option} takes whole numbers from 1, was ${text}`);
}

function refuse(sentence: string): never {
	process.stderr.write(`${sentence}\n`);
	process.exit(2);
}
