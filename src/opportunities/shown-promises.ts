/** What a record promises about the carry of its pair, as the ledger keeps it. */

import { type Decimal, fromInteger, toNumber } from '../domain/decimal.ts';
import { slotKey } from '../domain/ids.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { ENTRY_TIME_MS, type Opportunity } from '../domain/opportunity.ts';
import type { CarryPromise } from '../ports/promises.ts';

/** A leg that settles more often than this is hourly, hours. */
const HOURLY_BELOW = fromInteger(2);

/**
 * Undefined while nothing is expected, which promises nothing.
 * @param executionId of the execution that was made on it; undefined where it was only shown.
 */
export function promiseOf(
	record: Opportunity,
	promisedAt: number,
	executionId?: string,
): CarryPromise | undefined {
	const { net } = record;
	if (
		net.expected_carry === null ||
		net.carry_sd === null ||
		net.reversal_probability === null ||
		net.model === null
	)
		return undefined;
	const long = { venue: record.long_venue, symbol: record.long_symbol };
	const short = { venue: record.short_venue, symbol: record.short_symbol };
	return {
		slotKey: slotKey(instrumentKey(long), instrumentKey(short)),
		longVenue: long.venue,
		longSymbol: long.symbol,
		shortVenue: short.venue,
		shortSymbol: short.symbol,
		promisedAt,
		entryAt: promisedAt + ENTRY_TIME_MS,
		horizonHours: toNumber(net.horizon_hours),
		expectedCarry: net.expected_carry,
		carrySd: net.carry_sd,
		reversalProbability: net.reversal_probability,
		totalCost: net.cost.total,
		expectedNet: net.expected_net,
		probabilityPositive: net.probability_positive,
		verdict: net.verdict,
		modelBasis: net.model.basis,
		// No record has it: the scanner adds it from the forecast.
		headlineScales: null,
		isSameClock: isSameClock(record.long_interval_hours, record.short_interval_hours),
		kind: executionId === undefined ? 'shown' : 'executed',
		executionId: executionId ?? null,
	};
}

/** Whether both legs settle hourly or neither does; null where an interval is not known. */
function isSameClock(long: Decimal | null, short: Decimal | null): boolean | null {
	return long === null || short === null ? null : long < HOURLY_BELOW === short < HOURLY_BELOW;
}
