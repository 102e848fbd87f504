/** The program of a thread that performs plays of an order, one after another. */

import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { NumberText } from '../../domain/exact-json.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Logger } from '../../ports/logger.ts';
import { systemClock } from '../../runtime/clock.ts';
import { DataError } from '../data/dataset.ts';
import { PolicyError } from '../policies/policy.ts';
import { planOrder } from './order-plan.ts';
import { pacedProgress } from './paced-progress.ts';
import type { FromPlayThread, PlayThreadData, ToPlayThread } from './play-messages.ts';
import { type PlayTask, playTask } from './play-task.ts';

if (isMainThread || parentPort === null)
	throw new Error('Invariant broken: plays run in threads of their own.');
const port = parentPort;
const { order, dataset, canceled } = workerData as PlayThreadData;
const plan = planOrder(order, dataset);

const log: Logger = {
	debug() {},
	info() {},
	warn: (facts, message) => tell({ kind: 'log', level: 'warn', facts: textOfFacts(facts), message }),
	error: (facts, message) => tell({ kind: 'log', level: 'error', facts: textOfFacts(facts), message }),
};

port.on('message', ({ task }: ToPlayThread) => void perform(task));

async function perform(task: PlayTask): Promise<void> {
	try {
		const played = await playTask({ order, dataset, plan }, task, {
			onLeap: pacedProgress(systemClock, (share, at) => tell({ kind: 'progress', share, at })),
			isCanceled: () => Atomics.load(canceled, 0) === 1,
			log,
			machine: systemClock,
		});
		tell({ kind: 'played', played });
	} catch (error) {
		const isOurs = error instanceof PolicyError || error instanceof DataError;
		tell({
			kind: 'failed',
			name: error instanceof Error ? error.name : 'Error',
			fault: isOurs ? error.fault : null,
			message: messageOf(error),
		});
	}
}

function tell(message: FromPlayThread): void {
	port.postMessage(message);
}

/** Writes facts as JSON; an error becomes its message, and a decimal its text. */
function textOfFacts(facts: object): string {
	return JSON.stringify(facts, (_key, value: unknown) => {
		if (value instanceof Error) return value.message;
		return typeof value === 'bigint' || value instanceof NumberText ? String(value) : value;
	});
}
