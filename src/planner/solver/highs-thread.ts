/** The program of the thread that solves linear programs with HiGHS, one after another. */

import { isMainThread, parentPort } from 'node:worker_threads';
import { messageOf } from '../../domain/message-of.ts';
import type { FromHighsThread, ToHighsThread } from './highs-messages.ts';
import { loadRunHighs } from './run-highs.ts';

if (isMainThread || parentPort === null)
	throw new Error('Invariant broken: HiGHS runs in a thread of its own.');
const port = parentPort;
const run = await loadRunHighs();

port.on('message', ({ program, timeLimitMs }: ToHighsThread) => {
	let answer: FromHighsThread;
	try {
		answer = run(program, timeLimitMs);
	} catch (error) {
		answer = { kind: 'failed', message: messageOf(error) };
	}
	port.postMessage(answer);
});
