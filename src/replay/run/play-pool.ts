/** Performs several plays of an order, in this thread or in threads of their own. The outcome is the same. */

import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { DataError, type DataFault } from '../data/dataset.ts';
import { shareColumns } from '../data/shared-columns.ts';
import { PolicyError, type PolicyFault } from '../policies/policy.ts';
import { ReplayStopped } from '../service/replay-time.ts';
import { pacedProgress } from './paced-progress.ts';
import type { FromPlayThread, PlayThreadData, ToPlayThread } from './play-messages.ts';
import { type PlayedTask, type PlayGround, type PlayTask, playTask } from './play-task.ts';

/** Reports and questions of the plays of an order. */
export type PoolHooks = {
	/** Called a few times a second with a play's progress. */
	readonly onProgress: (task: PlayTask, share: number, at: number) => void;
	readonly isCanceled: () => boolean;
	readonly log: Logger;
	/** The machine's clock. */
	readonly machine: Clock;
};

const THREAD = join(import.meta.dirname, `play-thread${extname(import.meta.filename)}`);
/** Time between two checks whether the order was canceled, ms of the machine. */
const CANCEL_CHECK_MS = 100;

/**
 * Performs the plays and yields each with its task, in the order of their completion. A canceled order leaves out the
 * plays whose span has not begun. The caller may stop early.
 * @param workers number of threads; 1 uses the thread of the caller
 * @throws PolicyError, DataError
 */
export async function* performPlays(
	ground: PlayGround,
	tasks: readonly PlayTask[],
	workers: number,
	hooks: PoolHooks,
): AsyncGenerator<{ readonly task: PlayTask; readonly played: PlayedTask }> {
	const count = Math.min(workers, tasks.length);
	if (count <= 1) yield* performHere(ground, tasks, hooks);
	else yield* performInThreads(ground, tasks, count, hooks);
}

async function* performHere(
	ground: PlayGround,
	tasks: readonly PlayTask[],
	{ onProgress, isCanceled, log, machine }: PoolHooks,
): ReturnType<typeof performPlays> {
	for (const task of tasks) {
		if (isCanceled()) return;
		const onLeap = pacedProgress(machine, (share, at) => onProgress(task, share, at));
		const played = await playTask(ground, task, { onLeap, isCanceled, log, machine }).catch(unplayed);
		if (played !== undefined) yield { task, played };
	}
}

async function* performInThreads(
	{ order, dataset }: PlayGround,
	tasks: readonly PlayTask[],
	count: number,
	hooks: PoolHooks,
): ReturnType<typeof performPlays> {
	const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	const data: PlayThreadData = { order, dataset: shareColumns(dataset), canceled };
	const waiting = [...tasks];
	const threads = Array.from({ length: count }, () => new Worker(THREAD, { workerData: data, env: {} }));
	const stopWatch = hooks.machine.every(CANCEL_CHECK_MS, () => {
		if (hooks.isCanceled()) Atomics.store(canceled, 0, 1);
	});
	type Done = { readonly thread: Worker; readonly task: PlayTask; readonly played: PlayedTask | undefined };
	const running = new Map<Worker, Promise<Done>>();
	const start = (thread: Worker): void => {
		const task = waiting.shift();
		if (task === undefined || hooks.isCanceled()) running.delete(thread);
		else
			running.set(
				thread,
				performIn(thread, task, hooks)
					.catch(unplayed)
					.then((played) => ({ thread, task, played })),
			);
	};
	try {
		for (const thread of threads) start(thread);
		while (running.size > 0) {
			const { thread, task, played } = await Promise.race(running.values());
			if (played !== undefined) yield { task, played };
			start(thread);
		}
	} finally {
		stopWatch();
		await Promise.all(threads.map((thread) => thread.terminate()));
	}
}

/** Returns undefined for a play that was stopped before its span began. @throws any other error */
function unplayed(error: unknown): undefined {
	if (!(error instanceof ReplayStopped)) throw error;
}

/** Performs one play in a thread. @throws PolicyError, DataError, ReplayStopped, or Error if the thread ends */
function performIn(thread: Worker, task: PlayTask, { onProgress, log }: PoolHooks): Promise<PlayedTask> {
	return new Promise((resolve, reject) => {
		const onMessage = (message: FromPlayThread): void => {
			if (message.kind === 'progress') onProgress(task, message.share, message.at);
			else if (message.kind === 'log') log[message.level](JSON.parse(message.facts), message.message);
			else if (message.kind === 'played') finish(() => resolve(message.played));
			else finish(() => reject(errorOf(message)));
		};
		const onError = (error: unknown): void => finish(() => reject(error));
		const onExit = (code: number): void =>
			finish(() => reject(new Error(`The thread of the play ${task.name} ended with code ${code}.`)));
		const finish = (end: () => void): void => {
			thread.off('message', onMessage).off('error', onError).off('exit', onExit);
			end();
		};
		thread.on('message', onMessage).on('error', onError).on('exit', onExit);
		thread.postMessage({ kind: 'play', task } satisfies ToPlayThread);
	});
}

function errorOf({ name, fault, message }: FromPlayThread & { readonly kind: 'failed' }): Error {
	if (name === 'PolicyError') return new PolicyError(fault as PolicyFault, message);
	if (name === 'DataError') return new DataError(fault as DataFault, message);
	return name === 'ReplayStopped' ? new ReplayStopped() : new Error(message);
}
