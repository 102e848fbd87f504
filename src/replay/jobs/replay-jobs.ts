/**
 * Runs the replays of callers: a queue for all users, a process for each replay, and the stored results. A user sees
 * only their own.
 */
import { pageBeyond } from '../../api/rpc/replay-result-parts.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ReplayJob, ReplayPart, ReplayProgress, ReplayRequest, Replays } from '../../ports/replays.ts';
import {
	FORM_FILE,
	type JobFiles,
	partFile,
	REPORT_FILE,
	type StoredOrder,
	type StoredState,
} from './job-files.ts';
import { type JobEnd, type JobLimits, type JobProcess, startJobProcess } from './job-process.ts';
import { choicesOf, type Offered, type Sources, sourcesOf } from './job-sources.ts';
import { REPLAY_LOG, REPLAY_TEXT } from './text.ts';
import { timeLeftS } from './time-left.ts';

const BYTES_PER_MB = 1_000_000;

/** Limits on all replays. */
export type ReplayLimits = JobLimits & {
	readonly concurrent: number;
	/** Largest number of waiting replays per user. */
	readonly queueMax: number;
	/** Largest number of stored replays per user. */
	readonly keptMax: number;
	readonly keptMb: number;
};

/** Dependencies of the replays. */
export type ReplayJobParts = {
	readonly isEnabled: boolean;
	readonly offered: Offered;
	readonly limits: ReplayLimits;
	readonly files: JobFiles;
	/** Version of the parts of results that this program reads. */
	readonly partsForm: number;
	/** Variables of the service, of which a replay's process gets only those that Node needs. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Replays that run until they are closed. */
export type RunningReplays = Replays & {
	/** Kills the running processes, and marks their replays and the waiting ones as failed. */
	readonly close: () => Promise<void>;
};

type Job = StoredOrder & {
	state: StoredState;
	/** Paths of a replay that waits or runs. */
	sources: Sources | undefined;
	process: JobProcess | undefined;
	progress: ReplayProgress | null;
	bytes: number;
};

type Jobs = ReplayJobParts & {
	/** Replays by id, oldest first. */
	readonly byId: Map<string, Job>;
	isClosed: boolean;
};

/** Opens the stored replays. Those that had not ended when the service ended are shown as failed. */
export function openReplayJobs(parts: ReplayJobParts): RunningReplays {
	const jobs: Jobs = { ...parts, byId: storedJobs(parts), isClosed: false };
	prune(jobs);
	return {
		isEnabled: parts.isEnabled,
		queueMax: parts.limits.queueMax,
		choices: () => choicesOf(parts.offered),
		start: (userId, request) => start(jobs, userId, request),
		list: (userId) =>
			[...jobs.byId.values()]
				.filter((job) => job.userId === userId)
				.map((job) => view(jobs, job))
				.reverse(),
		find: (userId, replayId) => view(jobs, jobOf(jobs, userId, replayId)),
		cancel(userId, replayId) {
			const job = jobOf(jobs, userId, replayId);
			cancel(jobs, job);
			return view(jobs, job);
		},
		read: async (userId, replayId, part, page) => readPart(jobs, jobOf(jobs, userId, replayId), part, page),
		report: async (userId, replayId) => readResult(jobs, jobOf(jobs, userId, replayId), REPORT_FILE),
		close: () => close(jobs),
	};
}

function storedJobs({ files, clock, log }: ReplayJobParts): Map<string, Job> {
	const stored = files.list((folder, error) => log.warn({ folder, error }, REPLAY_LOG.unreadable));
	const sorted = [...stored].sort((a, b) => a.order.createdAt - b.order.createdAt);
	return new Map(
		sorted.map(({ order, state: found }) => {
			const hasEnded = found.state !== 'queued' && found.state !== 'running';
			const state: StoredState = hasEnded
				? found
				: { ...found, state: 'failed', reason: REPLAY_TEXT.serviceEnded(), endedAt: clock.now() };
			if (!hasEnded) store({ files, log }, order.replayId, state);
			const bytes = files.bytesOf(order.replayId);
			return [
				order.replayId,
				{ ...order, state, sources: undefined, process: undefined, progress: null, bytes },
			];
		}),
	);
}

async function start(jobs: Jobs, userId: string, request: ReplayRequest): Promise<ReplayJob> {
	const { limits, offered, random, clock, files } = jobs;
	if (!jobs.isEnabled) throw new CarrywireError('REPLAY_OFF', REPLAY_TEXT.off());
	const sources = await sourcesOf(offered, request);
	const waiting = [...jobs.byId.values()].filter((job) => job.userId === userId && isWaiting(job));
	if (waiting.length >= limits.queueMax || jobs.isClosed)
		throw new CarrywireError('REPLAY_QUEUE_FULL', REPLAY_TEXT.queueFull({ limit: limits.queueMax }), {
			facts: { limit: limits.queueMax },
		});
	const job: Job = {
		replayId: `replay_${random.hex(12)}`,
		userId,
		createdAt: clock.now(),
		request,
		state: { state: 'queued', reason: null, startedAt: null, endedAt: null },
		sources,
		process: undefined,
		progress: null,
		bytes: 0,
	};
	const { replayId, createdAt } = job;
	files.create({ replayId, userId, createdAt, request });
	setState(jobs, job, job.state);
	jobs.byId.set(replayId, job);
	startNext(jobs);
	return view(jobs, job);
}

/** Starts waiting replays up to the limit. Users take turns: the one with the fewest running replays is next. */
function startNext(jobs: Jobs): void {
	while (!jobs.isClosed && runningOf(jobs).length < jobs.limits.concurrent) {
		const [next] = queue(jobs);
		if (next === undefined) return;
		run(jobs, next);
	}
}

/** Returns the waiting replays in the order in which they will start. */
function queue(jobs: Jobs): readonly Job[] {
	const taken = new Map<string, number>();
	for (const { userId } of runningOf(jobs)) taken.set(userId, (taken.get(userId) ?? 0) + 1);
	const turns = [...jobs.byId.values()].filter(isWaiting).map((job) => {
		const turn = taken.get(job.userId) ?? 0;
		taken.set(job.userId, turn + 1);
		return { job, turn };
	});
	return turns.sort((a, b) => a.turn - b.turn || a.job.createdAt - b.job.createdAt).map(({ job }) => job);
}

function run(jobs: Jobs, job: Job): void {
	const { limits, env, clock, files } = jobs;
	const { sources, request } = job;
	if (sources === undefined) throw new Error('Invariant broken: a waiting replay has its paths.');
	const startedAt = clock.now();
	const begun = clock.monotonic();
	setState(jobs, job, { ...job.state, state: 'running', startedAt });
	job.progress = { step: 'reading', done: 0, at: null, rate: null, leftS: null };
	const isFile = sources.policy !== request.policy;
	job.process = startJobProcess({
		work: { ...request, data: [sources.data], policy: sources.policy },
		folder: files.folderOf(job.replayId),
		names: [
			[sources.data, request.data] as const,
			...(isFile ? [[sources.policy, request.policy] as const] : []),
		],
		limits,
		env,
		clock,
		onProgress({ step, done, at, rate }) {
			const leftS = timeLeftS(done, clock.monotonic() - begun);
			job.progress = { step, done, at, rate, leftS };
		},
	});
	void job.process.ended.then((end) => finish(jobs, job, end));
}

function finish(jobs: Jobs, job: Job, end: JobEnd): void {
	const { replayId } = job;
	if ('fault' in end && end.fault !== null) jobs.log.error({ replayId, fault: end.fault }, REPLAY_LOG.failed);
	job.process = undefined;
	job.sources = undefined;
	job.progress = null;
	job.bytes = jobs.files.bytesOf(replayId);
	const { state, reason } = end;
	const isStopped = jobs.isClosed && (state === 'failed' || state === 'canceled');
	setState(jobs, job, {
		...job.state,
		...(isStopped ? { state: 'failed', reason: REPLAY_TEXT.serviceEnded() } : { state, reason }),
		endedAt: jobs.clock.now(),
	});
	prune(jobs);
	startNext(jobs);
}

function cancel(jobs: Jobs, job: Job): void {
	if (isWaiting(job)) {
		job.sources = undefined;
		const endedAt = jobs.clock.now();
		setState(jobs, job, { ...job.state, state: 'canceled', reason: REPLAY_TEXT.canceled(), endedAt });
	} else job.process?.cancel();
}

async function close(jobs: Jobs): Promise<void> {
	jobs.isClosed = true;
	const endedAt = jobs.clock.now();
	for (const job of [...jobs.byId.values()].filter(isWaiting))
		setState(jobs, job, { ...job.state, state: 'failed', reason: REPLAY_TEXT.serviceEnded(), endedAt });
	await Promise.all(runningOf(jobs).map((job) => job.process?.kill()));
}

/** Removes the oldest ended replays beyond the limits. The newest stays, however large it is. */
function prune(jobs: Jobs): void {
	const { keptMax, keptMb } = jobs.limits;
	const ended = [...jobs.byId.values()].filter((job) => job.state.endedAt !== null).reverse();
	const counts = new Map<string, number>();
	let bytes = 0;
	for (const [at, job] of ended.entries()) {
		const count = (counts.get(job.userId) ?? 0) + 1;
		bytes += job.bytes;
		counts.set(job.userId, count);
		if (count <= keptMax && (bytes <= keptMb * BYTES_PER_MB || at === 0)) continue;
		bytes -= job.bytes;
		counts.set(job.userId, count - 1);
		jobs.byId.delete(job.replayId);
		try {
			jobs.files.remove(job.replayId);
		} catch (error) {
			jobs.log.warn({ replayId: job.replayId, error }, REPLAY_LOG.notRemoved);
		}
	}
}

function setState(jobs: Pick<Jobs, 'files' | 'log'>, job: Job, state: StoredState): void {
	job.state = state;
	store(jobs, job.replayId, state);
}

/** Stores a state. A full disk must not end the service, so a failure is logged; the state in memory counts. */
function store({ files, log }: Pick<Jobs, 'files' | 'log'>, replayId: string, state: StoredState): void {
	try {
		files.setState(replayId, state);
	} catch (error) {
		log.error({ replayId, error }, REPLAY_LOG.notWritten);
	}
}

async function readPart(jobs: Jobs, job: Job, part: ReplayPart, page: number): Promise<unknown> {
	const form: unknown = JSON.parse(await readResult(jobs, job, FORM_FILE));
	if (form !== jobs.partsForm) throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.otherVersion());
	const text = await jobs.files.read(job.replayId, partFile(part, page));
	if (text !== undefined) return JSON.parse(text);
	const first = part === 'positions' ? await jobs.files.read(job.replayId, partFile(part, 1)) : undefined;
	if (first !== undefined) return pageBeyond(JSON.parse(first), page);
	throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.noPart({ part }));
}

async function readResult(jobs: Jobs, job: Job, name: string): Promise<string> {
	const { state } = job.state;
	if (state === 'queued' || state === 'running')
		throw new CarrywireError('REPLAY_NOT_DONE', REPLAY_TEXT.notDone());
	if (state !== 'complete' && state !== 'partial')
		throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.noResult());
	const text = await jobs.files.read(job.replayId, name);
	if (text === undefined) throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.gone());
	return text;
}

function jobOf({ byId }: Jobs, userId: string, replayId: string): Job {
	const job = byId.get(replayId);
	if (job?.userId === userId) return job;
	throw new CarrywireError('UNKNOWN_REPLAY', REPLAY_TEXT.unknown({ was: replayId.slice(0, 64) }), {
		field: 'replay_id',
	});
}

function view(jobs: Jobs, job: Job): ReplayJob {
	const { replayId, userId, request, createdAt, progress } = job;
	const at = isWaiting(job) ? queue(jobs).indexOf(job) : -1;
	return {
		replayId,
		userId,
		request,
		createdAt,
		...job.state,
		ahead: at < 0 ? null : at + runningOf(jobs).length,
		progress: job.state.state === 'running' ? progress : null,
	};
}

function isWaiting(job: Job): boolean {
	return job.state.state === 'queued';
}

function runningOf({ byId }: Jobs): readonly Job[] {
	return [...byId.values()].filter((job) => job.state.state === 'running');
}
