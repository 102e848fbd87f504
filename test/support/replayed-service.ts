/** Opens the replayed service on a dataset, with one user, and calls its methods as that user's program would. */

import { parseDecimal } from '../../src/domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { openPlay } from '../../src/replay/run/play.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { openMemoryDatabase } from './memory-database.ts';

const ZERO = parseDecimal('0');
/** Time after a full hour at which every read of that hour's data has run, ms. */
const READ_MS = 65_000;

/** Assumptions of a replay in a test, unless the test says otherwise. */
export const USUAL_ASSUMPTIONS = {
	publicationLagMs: 5_000,
	price: parseDecimal('100'),
	halfSpread: parseDecimal('0.0002'),
	impact: ZERO,
	feesOf: () => ({ taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') }),
};

/** Opens a play with `users` paper users. It collects the service's errors. */
export async function openTestPlay(
	dataset: Dataset,
	from: number,
	{ until = from + 30 * DAY_MS, users = 1 } = {},
) {
	const errors: string[] = [];
	const database = openMemoryDatabase();
	const opened = await openPlay(
		{
			dataset,
			assumed: USUAL_ASSUMPTIONS,
			from,
			until,
			users,
			depositUsd: parseDecimal('100000'),
			usesForecasts: false,
			isKept: false,
			rulesOff: new Set(),
		},
		{
			database,
			random: seededRandom(1),
			log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
			version: '0',
			onLeap: async () => true,
		},
	);
	return {
		...opened,
		errors: errors as readonly string[],
		async close(): Promise<void> {
			await opened.time.during(opened.replayed.close());
			database.close();
		},
	};
}

/** Opens the replayed service with one user who calls methods one after another. */
export async function openReplayed(dataset: Dataset, startAt: number) {
	const { clock, time, seats, errors, close } = await openTestPlay(dataset, startAt);
	return {
		errors,
		now: clock.now,
		/** Moves past the next full hour, when everything recorded until then is known. */
		nextHour: () => time.moveTo((Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS + READ_MS),
		/** Lets orders in motion come to rest. */
		calm: time.calm,
		/** Returns a method's response. */
		async call(method: string, params: object) {
			const [seat] = seats;
			return JSON.parse((await time.during(seat?.call(method, params) ?? Promise.resolve(''))) || 'null');
		},
		close,
	};
}
