/** Solves linear programs with HiGHS in one worker thread, which starts with the first program. */

import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import {
	type LinearProgram,
	type LinearSolution,
	type PlanSolver,
	PlanSolverError,
} from '../../ports/plan-solver.ts';
import type { FromHighsThread, ToHighsThread } from './highs-messages.ts';

const THREAD = join(import.meta.dirname, `highs-thread${extname(import.meta.filename)}`);
/** Time limit of one program, ms. A program of 1,500 legs takes well under a second. */
const TIME_LIMIT_MS = 10_000;
/** Additional time for the thread to start and to answer, ms. Then the thread is ended. */
const ANSWER_MS = 5_000;

/** Settings of the solver. */
export type HighsSolverOptions = {
	/** The machine's clock. */
	readonly clock: Clock;
	/** Time limit of one program, ms. */
	readonly timeLimitMs?: number;
};

/**
 * Creates a solver. Its thread does not keep the process alive while it waits. If the thread ends, the next program
 * starts another one.
 */
export function createHighsSolver({ clock, timeLimitMs = TIME_LIMIT_MS }: HighsSolverOptions): PlanSolver {
	let thread: Worker | undefined;
	let isClosed = false;
	let queue: Promise<unknown> = Promise.resolve();

	function start(): Worker {
		const started = new Worker(THREAD, { env: {} });
		const forget = (): void => {
			if (thread === started) thread = undefined;
		};
		started.on('error', forget).on('exit', forget);
		return started;
	}

	async function solve(program: LinearProgram): Promise<LinearSolution> {
		if (isClosed) throw new PlanSolverError('closed', 'The plan solver is closed.');
		thread ??= start();
		thread.ref();
		const used = thread;
		try {
			const answer = await answerOf(used, { program, timeLimitMs }, clock);
			if (answer.kind === 'silent') {
				// The next program must not reach a thread that is about to end.
				thread = undefined;
				void used.terminate();
			}
			return solutionOf(answer, timeLimitMs);
		} catch (error) {
			if (isClosed) throw new PlanSolverError('closed', 'The plan solver was closed.');
			throw error;
		} finally {
			used.unref();
		}
	}

	return {
		solve(program) {
			const solution = queue.then(() => solve(program));
			queue = solution.catch(() => {});
			return solution;
		},
		async close() {
			isClosed = true;
			await thread?.terminate();
			await queue;
		},
	};
}

type Answer = FromHighsThread | { readonly kind: 'silent' };

/** Waits for the thread's answer; `silent` if none comes in time. @throws PlanSolverError if the thread ends */
function answerOf(thread: Worker, order: ToHighsThread, clock: Clock): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const fail = (message: string): void => finish(() => reject(new PlanSolverError('failed', message)));
		const onMessage = (answer: FromHighsThread): void => finish(() => resolve(answer));
		const onError = (error: unknown): void => fail(`The plan solver failed: ${messageOf(error)}`);
		const onExit = (code: number): void => fail(`The plan solver's thread ended with code ${code}.`);
		const cancel = clock.after(order.timeLimitMs + ANSWER_MS, () =>
			finish(() => resolve({ kind: 'silent' })),
		);
		const finish = (end: () => void): void => {
			cancel();
			thread.off('message', onMessage).off('error', onError).off('exit', onExit);
			end();
		};
		thread.on('message', onMessage).on('error', onError).on('exit', onExit);
		thread.postMessage(order);
	});
}

/** @throws PlanSolverError for an answer without a solution */
function solutionOf(answer: Answer, timeLimitMs: number): LinearSolution {
	if (answer.kind === 'optimal') {
		const { columns, rowPrices } = answer;
		return { status: 'optimal', columns, rowPrices };
	}
	if (answer.kind === 'infeasible') return { status: 'infeasible' };
	if (answer.kind === 'failed') throw new PlanSolverError('failed', answer.message);
	if (answer.kind === 'unbounded')
		throw new PlanSolverError('unbounded', 'The plan has no limit on its size.');
	throw new PlanSolverError('time_limit', `The plan took longer than ${timeLimitMs / 1_000} s.`);
}
