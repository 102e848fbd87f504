/** Carries out an order on a recording, through files and with everything real. */

import { rmSync } from 'node:fs';
import type { Clock } from '../../src/ports/clock.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { ReplayResult } from '../../src/replay/report/result.ts';
import { DEFAULT_ORDER, type OrderProgress, type ReplayOrder } from '../../src/replay/run/order.ts';
import { runReplay } from '../../src/replay/run/run-order.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Recording, writeRecording } from './drawn-recording.ts';

/** Hooks of an order that a test watches or cancels. */
export type OrderHooks = {
	readonly onProgress?: (progress: OrderProgress) => void;
	readonly isCanceled?: () => boolean;
	readonly machine?: Clock;
	/** Errors in the log that the test expects. */
	readonly expectsErrors?: readonly string[];
};

/** Carries out an order on a recording. It runs no comparisons by default. @throws Error for an unexpected error in the log */
export async function runOnRecording(
	recording: Recording,
	order: Partial<ReplayOrder> & Pick<ReplayOrder, 'policy'>,
	{
		onProgress = () => {},
		isCanceled = () => false,
		machine = systemClock,
		expectsErrors = [],
	}: OrderHooks = {},
): Promise<ReplayResult> {
	const folder = writeRecording(recording);
	const errors: string[] = [];
	try {
		const result = await runReplay(
			{ ...DEFAULT_ORDER, compare: false, data: [folder], ...order },
			{
				onProgress,
				isCanceled,
				machine,
				log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
			},
		);
		if (errors.join() !== expectsErrors.join()) throw new Error(errors.join('\n'));
		return result;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
