/**
 * Runs one replay for the service that started this process, and tells it the progress. The service sends the order
 * over Node's channel between processes; the result goes into files.
 */
import { messageOf } from '../src/domain/message-of.ts';
import type { Clock } from '../src/ports/clock.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { FromReplayJob, ToReplayJob } from '../src/replay/jobs/job-messages.ts';
import { withNames } from '../src/replay/jobs/names.ts';
import { DEFAULT_ORDER, type ReplayOrder } from '../src/replay/run/order.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { isReplayRefusal } from './replay-refusal.ts';

/** Shortest time between two reports of progress, ms. */
const PROGRESS_MS = 250;
/** Time between two readings of the memory in use, ms. */
const MEMORY_MS = 100;
const BYTES_PER_MB = 1_048_576;

type Start = Extract<ToReplayJob, { readonly kind: 'start' }>;

/** Runs the replay that the service sends. Resolves to the exit code; ends the process if the service has ended. */
export async function runReplayJob({ clock }: { readonly clock: Clock }): Promise<number> {
	if (process.send === undefined) {
		process.stderr.write('carrywire: Only a service starts this command. See carrywire replay --help.\n');
		return EXIT_CODES.USAGE;
	}
	// Without the service, nobody would cancel this replay or read its result.
	process.once('disconnect', () => process.exit(EXIT_CODES.FAILURE));
	const job = await receiveStart();
	const last = await carryOut(job, clock);
	await tell(last);
	return last.kind === 'done' ? EXIT_CODES.OK : EXIT_CODES.FAILURE;
}

type Received = { readonly start: Start; readonly isCanceled: () => boolean };

function receiveStart(): Promise<Received> {
	let canceled = false;
	return new Promise((resolve) => {
		process.on('message', (message: ToReplayJob) => {
			if (message.kind === 'cancel') canceled = true;
			else resolve({ start: message, isCanceled: () => canceled });
		});
	});
}

async function carryOut({ start, isCanceled }: Received, clock: Clock): Promise<FromReplayJob> {
	const { work, folder, names, memoryMb } = start;
	const memory = watchMemory(memoryMb, clock);
	try {
		const [{ runOrder }, { writeResult }] = await Promise.all([
			import('../src/replay/run/run-order.ts'),
			import('../src/replay/jobs/write-result.ts'),
		]);
		const order: ReplayOrder = { ...DEFAULT_ORDER, ...work };
		const result = await runOrder(order, {
			onProgress: throttled(clock),
			isCanceled: () => isCanceled() || memory.isExceeded(),
			log: SILENT_LOGGER,
			machine: clock,
		});
		if (memory.isExceeded()) return { kind: 'memory' };
		writeResult(folder, result, names);
		const reason = 'statusReason' in result ? result.statusReason : null;
		return { kind: 'done', isComplete: result.status === 'complete', reason };
	} catch (error) {
		if (memory.isExceeded()) return { kind: 'memory' };
		if (isReplayRefusal(error)) return { kind: 'refused', message: withNames(messageOf(error), names) };
		return {
			kind: 'failed',
			message: error instanceof Error ? (error.stack ?? error.message) : String(error),
		};
	}
}

/** Reads the memory of the whole process, because the limit of Node does not count the columns of the data. */
function watchMemory(limitMb: number, clock: Clock): { readonly isExceeded: () => boolean } {
	let exceeded = false;
	let readAt = Number.NEGATIVE_INFINITY;
	return {
		isExceeded() {
			const now = clock.monotonic();
			if (exceeded || now - readAt < MEMORY_MS) return exceeded;
			readAt = now;
			exceeded = process.memoryUsage.rss() > limitMb * BYTES_PER_MB;
			return exceeded;
		},
	};
}

function throttled(
	clock: Clock,
): (progress: Omit<Extract<FromReplayJob, { kind: 'progress' }>, 'kind'>) => void {
	let sentAt = Number.NEGATIVE_INFINITY;
	let step: string | undefined;
	return (progress) => {
		const now = clock.monotonic();
		if (progress.step === step && now - sentAt < PROGRESS_MS) return;
		step = progress.step;
		sentAt = now;
		process.send?.({ kind: 'progress', ...progress } satisfies FromReplayJob);
	};
}

function tell(message: FromReplayJob): Promise<void> {
	return new Promise((resolve) => {
		if (process.send === undefined || !process.connected) return resolve();
		process.send(message, undefined, undefined, () => resolve());
	});
}
