/** Tests replays of callers with real processes of the program, on a few settled rates. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type * as z from 'zod';
import { writeReplayData } from '../../../test/support/replay-data.ts';
import {
	REPLAY_PARTS_FORM,
	replayColumnsSchema,
	replayPositionsSchema,
	replaySummarySchema,
	replaySweepSchema,
} from '../../api/rpc/replay-result-record.ts';
import { builtInPolicies } from '../../app/compose-replays.ts';
import type { LogFacts, Logger } from '../../ports/logger.ts';
import type { ReplayJob, ReplayRequest, ReplayState } from '../../ports/replays.ts';
import { systemClock } from '../../runtime/clock.ts';
import { systemRandom } from '../../runtime/random.ts';
import { textOf } from '../../sentences/sentence.ts';
import { type JobFiles, openJobFiles } from './job-files.ts';
import { openReplayJobs, type ReplayLimits, type RunningReplays } from './replay-jobs.ts';

const ANN = 'user_ann';
const BOB = 'user_bob';

const REQUEST: ReplayRequest = {
	data: 'short',
	policy: 'month-mean',
	set: {},
	sweep: {},
	grade: undefined,
	from: undefined,
	until: undefined,
	capitalUsd: 10_000,
	users: 'one',
	exchanges: undefined,
	coins: undefined,
	walkForward: undefined,
	feesBp: {},
	slippageBp: 2,
	impactBp: 1,
	publicationLagS: 5,
	cashRatePct: 4,
	without: [],
	compare: false,
	seed: 1,
};
/** Long enough that a test can act before it ends, however fast the machine is. */
const LONG: ReplayRequest = { ...REQUEST, data: 'long' };

const LIMITS: ReplayLimits = {
	concurrent: 1,
	queueMax: 2,
	memoryMb: 2_048,
	timeMsMax: 600_000,
	graceMs: 600_000,
	keptMax: 10,
	keptMb: 100,
};

type Bench = {
	readonly folder: string;
	readonly files: JobFiles;
	readonly log: { readonly facts: LogFacts; readonly message: string }[];
	readonly open: (limits?: Partial<ReplayLimits>) => RunningReplays;
};

/** Writes the data and opens replays on a data directory. Everything ends with the test. */
function bench(): Bench {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-replays-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const data = {
		short: writeReplayData(join(folder, 'short'), 33),
		long: writeReplayData(join(folder, 'long'), 2_000),
		broken: join(folder, 'broken'),
		gone: join(folder, 'gone'),
	};
	const policyFolder = join(folder, 'policies');
	mkdirSync(policyFolder);
	writeFileSync(join(policyFolder, 'idle.mjs'), 'export async function policy() {}\n');
	writeFileSync(join(policyFolder, 'stuck.mjs'), 'export async function policy() {\n\tfor (;;);\n}\n');
	mkdirSync(data.broken);
	writeFileSync(join(data.broken, 'settled.csv'), 'when,what\n1,2\n');
	const files = openJobFiles(join(folder, 'data'));
	const log: Bench['log'] = [];
	const note = (facts: LogFacts, message: string) => void log.push({ facts, message });
	const logger: Logger = { debug: note, info: note, warn: note, error: note };
	return {
		folder,
		files,
		log,
		open(limits = {}) {
			const replays = openReplayJobs({
				isEnabled: true,
				offered: { data, policyFolder, rules: [], builtIn: builtInPolicies, namesIn: async () => undefined },
				limits: { ...LIMITS, ...limits },
				files,
				partsForm: REPLAY_PARTS_FORM,
				env: { CARRYWIRE_SECRET: 'a secret of the service' },
				clock: systemClock,
				random: systemRandom,
				log: logger,
			});
			onTestFinished(replays.close);
			return replays;
		},
	};
}

/** Waits until a replay has the state. */
function reaches(
	replays: RunningReplays,
	{ replayId, userId }: ReplayJob,
	state: ReplayState,
): Promise<void> {
	return expect.poll(() => replays.find(userId, replayId).state, { interval: 20 }).toBe(state);
}

function plays(replays: RunningReplays, { replayId, userId }: ReplayJob): Promise<void> {
	return expect.poll(() => replays.find(userId, replayId).progress?.step, { interval: 20 }).toBe('policy');
}

/** Returns the ids of the processes of replays that this process has started (Linux). */
function jobProcesses(): readonly number[] {
	return processesWith('replay-job').filter((pid) => {
		const [, facts = ''] = readIfThere(`/proc/${pid}/stat`)?.split(') ') ?? [];
		return Number(facts.split(' ')[1]) === process.pid;
	});
}

/** Returns the ids of the processes in which policies run (Linux). */
function policyProcesses(): readonly number[] {
	return processesWith('policy-process').filter((pid) =>
		readIfThere(`/proc/${pid}/cmdline`)?.includes('carrywire-replays-'),
	);
}

function processesWith(word: string): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.filter((name) => readIfThere(`/proc/${name}/cmdline`)?.includes(word) === true)
		.map(Number);
}

/** A process may end while its files are read. */
function readIfThere(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}

function reasonOf(replays: RunningReplays, { replayId, userId }: ReplayJob): string | null {
	const { reason } = replays.find(userId, replayId);
	return reason === null ? null : textOf(reason);
}

describe('a replay', () => {
	test('ends with a result in the form of the API, without paths of this machine', async () => {
		const { open, folder, files } = bench();
		const replays = open();
		const job = await replays.start(ANN, { ...REQUEST, set: { enter: 0.08 } });
		expect(job).toMatchObject({ state: 'running', userId: ANN, ahead: null });
		await reaches(replays, job, 'complete');
		const read = (part: 'summary' | 'columns' | 'positions', page = 1) =>
			replays.read(ANN, job.replayId, part, page);
		const summary = replaySummarySchema.parse(await read('summary'));
		expect(summary).toMatchObject({ complete: true, settings: { data: ['short'], policy: 'month-mean' } });
		expect(summary.outcome.trades).toBeGreaterThan(0);
		expect(replayColumnsSchema.parse(await read('columns')).at.length).toBeGreaterThan(0);
		const { rows, pagination } = replayPositionsSchema.parse(await read('positions'));
		expect(rows.length).toBe(summary.outcome.trades);
		expect(pagination).toMatchObject({ current_page: 1, total_count: rows.length });
		const beyond: z.output<typeof replayPositionsSchema> = replayPositionsSchema.parse(
			await read('positions', 7),
		);
		expect(beyond).toMatchObject({ rows: [], pagination: { current_page: 7, has_next: false } });
		const report = await replays.report(ANN, job.replayId);
		expect(report).toMatch(/^<!doctype html>/);
		const stored = files.folderOf(job.replayId);
		for (const name of readdirSync(stored))
			expect([name, readFileSync(join(stored, name), 'utf8').includes(folder)]).toEqual([name, false]);
	});

	test('plays a file of the operator, which the result names without its path', async () => {
		const { open, folder } = bench();
		const replays = open();
		const job = await replays.start(ANN, { ...REQUEST, policy: 'idle.mjs' });
		await reaches(replays, job, 'complete');
		const summary = replaySummarySchema.parse(await replays.read(ANN, job.replayId, 'summary', 1));
		expect(summary).toMatchObject({ settings: { policy: 'idle.mjs' }, outcome: { trades: 0 } });
		expect(JSON.stringify(summary)).not.toContain(folder);
	});

	test('plays every combination of a sweep, and has its trials as a part', async () => {
		const replays = bench().open();
		const walkForward = { trainDays: 1, testDays: 1 };
		const sweep = { enter: [0.05, 0.08], step: [8] };
		const job = await replays.start(ANN, { ...REQUEST, sweep, walkForward });
		await reaches(replays, job, 'complete');
		const part = replaySweepSchema.parse(await replays.read(ANN, job.replayId, 'sweep', 1));
		expect(part.trials.map(({ set }) => set)).toEqual([
			{ enter: 0.05, step: 8 },
			{ enter: 0.08, step: 8 },
		]);
		expect(part).toMatchObject({ complete: true, settings: { walk_forward: { train_days: 1 } } });
		await expect(replays.read(ANN, job.replayId, 'summary', 1)).rejects.toMatchObject({
			code: 'REPLAY_NO_RESULT',
		});
	});

	test('refuses data with other columns with the sentence about them', async () => {
		const { open, folder } = bench();
		const replays = open();
		const job = await replays.start(ANN, { ...REQUEST, data: 'broken' });
		await reaches(replays, job, 'failed');
		expect(reasonOf(replays, job)).toContain('has the columns when, what');
		expect(reasonOf(replays, job)).not.toContain(folder);
		await expect(replays.report(ANN, job.replayId)).rejects.toMatchObject({ code: 'REPLAY_NO_RESULT' });
	});

	test('is refused for data that is gone, and for settings that the policy does not have', async () => {
		const replays = bench().open();
		await expect(replays.start(ANN, { ...REQUEST, data: 'gone' })).rejects.toMatchObject({
			code: 'REPLAY_DATA',
		});
		await expect(replays.start(ANN, { ...REQUEST, set: { entry: 1 } })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'set',
			message: expect.stringContaining('has no setting entry'),
		});
		await expect(replays.start(ANN, { ...REQUEST, sweep: { enter: [0.1, 1e9] } })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'sweep',
		});
		expect(replays.list(ANN)).toEqual([]);
	});
});

describe('a replay that is canceled', () => {
	test('keeps the result so far', async () => {
		const replays = bench().open();
		const job = await replays.start(ANN, LONG);
		await plays(replays, job);
		expect(replays.cancel(ANN, job.replayId).state).toBe('running');
		await reaches(replays, job, 'partial');
		expect(reasonOf(replays, job)).toBe('You canceled the replay.');
		const summary = replaySummarySchema.parse(await replays.read(ANN, job.replayId, 'summary', 1));
		expect(summary.complete).toBe(false);
		expect(summary.played_until < summary.settings.until).toBe(true);
	});

	test('has no result before its first step', async () => {
		const { open, files } = bench();
		const replays = open();
		const job = await replays.start(ANN, LONG);
		replays.cancel(ANN, job.replayId);
		await reaches(replays, job, 'canceled');
		expect(reasonOf(replays, job)).toBe('You canceled the replay.');
		expect(readdirSync(files.folderOf(job.replayId)).sort()).toEqual(['order.json', 'state.json']);
	});

	test('is killed without a result when it does not end in the grace time', async () => {
		const replays = bench().open({ graceMs: 0 });
		const job = await replays.start(ANN, LONG);
		await plays(replays, job);
		replays.cancel(ANN, job.replayId);
		await reaches(replays, job, 'canceled');
		await expect(replays.read(ANN, job.replayId, 'summary', 1)).rejects.toMatchObject({
			code: 'REPLAY_NO_RESULT',
		});
	});

	test('is killed if its policy never returns', async () => {
		const replays = bench().open({ graceMs: 200 });
		const job = await replays.start(ANN, { ...REQUEST, policy: 'stuck.mjs' });
		await expect.poll(() => policyProcesses().length, { interval: 20 }).toBeGreaterThan(0);
		replays.cancel(ANN, job.replayId);
		await reaches(replays, job, 'canceled');
		await expect.poll(policyProcesses, { interval: 20 }).toEqual([]);
	});

	test('never starts if it waits, and stays as it is if it has ended', async () => {
		const replays = bench().open();
		const first = await replays.start(ANN, LONG);
		const second = await replays.start(ANN, REQUEST);
		expect(second).toMatchObject({ state: 'queued', ahead: 1 });
		expect(replays.cancel(ANN, second.replayId)).toMatchObject({ state: 'canceled', startedAt: null });
		expect(replays.cancel(ANN, second.replayId).state).toBe('canceled');
		expect(replays.find(ANN, first.replayId).state).toBe('running');
	});
});

describe('limits', () => {
	test('end a replay that takes too long, with the result so far', async () => {
		const replays = bench().open({ timeMsMax: 2_000 });
		const job = await replays.start(ANN, LONG);
		await expect.poll(() => replays.find(ANN, job.replayId).state, { interval: 50 }).not.toBe('running');
		expect(replays.find(ANN, job.replayId).reason).toMatchObject({ id: 'replay.time_limit' });
	});

	test('end a replay that needs too much memory', async () => {
		const replays = bench().open({ memoryMb: 64 });
		const job = await replays.start(ANN, LONG);
		await reaches(replays, job, 'failed');
		expect(reasonOf(replays, job)).toMatch(/^The replay needed more than 64 MB of memory/);
	});

	test('refuse more waiting replays of a user than permitted, and none of another user', async () => {
		const replays = bench().open();
		const running = await replays.start(ANN, LONG);
		const waiting = [await replays.start(ANN, LONG), await replays.start(ANN, LONG)];
		await expect(replays.start(ANN, LONG)).rejects.toMatchObject({
			code: 'REPLAY_QUEUE_FULL',
			facts: { limit: 2 },
		});
		const bobs = await replays.start(BOB, LONG);
		// Users take turns, so Bob's first replay comes before Ann's second and third one.
		expect(replays.find(BOB, bobs.replayId).ahead).toBe(1);
		expect(waiting.map(({ replayId }) => replays.find(ANN, replayId).ahead)).toEqual([2, 3]);
		expect(replays.find(ANN, running.replayId).state).toBe('running');
	});

	test('remove the oldest results of a user beyond the number that is kept', async () => {
		const { open, files } = bench();
		const replays = open({ keptMax: 1, concurrent: 2 });
		const first = await replays.start(ANN, { ...REQUEST, data: 'broken' });
		const bobs = await replays.start(BOB, { ...REQUEST, data: 'broken' });
		await reaches(replays, first, 'failed');
		await reaches(replays, bobs, 'failed');
		const second = await replays.start(ANN, { ...REQUEST, data: 'broken' });
		await reaches(replays, second, 'failed');
		expect(replays.list(ANN).map(({ replayId }) => replayId)).toEqual([second.replayId]);
		expect(existsSync(files.folderOf(first.replayId))).toBe(false);
		expect(replays.list(BOB).map(({ replayId }) => replayId)).toEqual([bobs.replayId]);
	});
});

test('the process has the lowest priority and none of the service’s variables', async () => {
	const replays = bench().open();
	const job = await replays.start(ANN, LONG);
	await plays(replays, job);
	const [pid] = jobProcesses();
	expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
	expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('CARRYWIRE_SECRET');
	await replays.close();
	expect(jobProcesses()).toEqual([]);
});

test('a user neither sees nor cancels nor reads the replay of another user', async () => {
	const replays = bench().open();
	const { replayId } = await replays.start(ANN, LONG);
	const unknown = expect.objectContaining({ code: 'UNKNOWN_REPLAY', field: 'replay_id' });
	expect(replays.list(BOB)).toEqual([]);
	expect(() => replays.find(BOB, replayId)).toThrow(unknown);
	expect(() => replays.cancel(BOB, replayId)).toThrow(unknown);
	await expect(replays.read(BOB, replayId, 'summary', 1)).rejects.toThrow(unknown);
	await expect(replays.report(BOB, replayId)).rejects.toThrow(unknown);
	expect(replays.find(ANN, replayId).state).toBe('running');
});

describe('after a restart of the service', () => {
	test('results are still there, and replays that had not ended are failed', async () => {
		const { open } = bench();
		const before = open();
		const done = await before.start(ANN, REQUEST);
		await reaches(before, done, 'complete');
		const running = await before.start(ANN, LONG);
		const waiting = await before.start(ANN, LONG);
		await plays(before, running);
		await before.close();
		const after = open();
		expect(after.list(ANN).map(({ replayId, state }) => [replayId, state])).toEqual([
			[waiting.replayId, 'failed'],
			[running.replayId, 'failed'],
			[done.replayId, 'complete'],
		]);
		for (const job of [running, waiting])
			expect(reasonOf(after, job)).toBe(
				'The service stopped while the replay ran or waited. Start it again.',
			);
		expect(await after.report(ANN, done.replayId)).toMatch(/^<!doctype html>/);
		expect(after.list(BOB)).toEqual([]);
	});

	test('a replay of a service that was killed is failed', async () => {
		const { open, files } = bench();
		files.create({ replayId: `replay_${'a'.repeat(24)}`, userId: ANN, createdAt: 1, request: REQUEST });
		files.setState(`replay_${'a'.repeat(24)}`, {
			state: 'running',
			reason: null,
			startedAt: 2,
			endedAt: null,
		});
		expect(open().list(ANN)).toMatchObject([{ state: 'failed', reason: { id: 'replay.service_ended' } }]);
	});

	test('a folder that cannot be read is ignored and logged', async () => {
		const { open, files, log } = bench();
		const folder = files.folderOf(`replay_${'b'.repeat(24)}`);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'order.json'), '{"half');
		expect(open().list(ANN)).toEqual([]);
		expect(log.map(({ facts }) => facts.folder)).toEqual([folder]);
	});

	test('parts of another version are refused, and the report is still served', async () => {
		const { open, files } = bench();
		const before = open();
		const job = await before.start(ANN, REQUEST);
		await reaches(before, job, 'complete');
		writeFileSync(join(files.folderOf(job.replayId), 'form.json'), '99');
		await expect(before.read(ANN, job.replayId, 'summary', 1)).rejects.toMatchObject({
			code: 'REPLAY_NO_RESULT',
			message: expect.stringContaining('Another version'),
		});
		expect(await before.report(ANN, job.replayId)).toContain('</html>');
	});
});
