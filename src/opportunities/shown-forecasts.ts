/** Converts a record's forecast to the ledger's format. */

import { type Decimal, fromInteger, toNumber } from '../domain/decimal.ts';
import { pairKey } from '../domain/ids.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { ENTRY_TIME_MS, type Opportunity } from '../domain/opportunity.ts';
import type { PairForecast } from '../ports/forecasts.ts';

/** A leg whose interval is shorter than this, in hours, counts as settling hourly. */
const HOURLY_BELOW = fromInteger(2);

/**
 * Returns a record's forecast; undefined if the record has none. @param executionId execution that was opened from
 * the record; undefined if the record was only shown
 */
export function forecastOf(
	record: Opportunity,
	forecastAt: number,
	executionId?: string,
): PairForecast | undefined {
	const { net } = record;
	if (
		net.expectedCarry === null ||
		net.carrySd === null ||
		net.reversalProbability === null ||
		net.model === null
	)
		return undefined;
	const long = { venue: record.longVenue, symbol: record.longSymbol };
	const short = { venue: record.shortVenue, symbol: record.shortSymbol };
	return {
		pairKey: pairKey(instrumentKey(long), instrumentKey(short)),
		longVenue: long.venue,
		longSymbol: long.symbol,
		shortVenue: short.venue,
		shortSymbol: short.symbol,
		forecastAt,
		entryAt: forecastAt + ENTRY_TIME_MS,
		horizonHours: toNumber(net.horizonHours),
		expectedCarry: net.expectedCarry,
		carrySd: net.carrySd,
		reversalProbability: net.reversalProbability,
		totalCost: net.cost.total,
		expectedNet: net.expectedNet,
		probabilityPositive: net.probabilityPositive,
		verdict: net.verdict,
		modelBasis: net.model.basis,
		// The record does not contain the headline scales; the scanner adds them from the forecast.
		headlineScales: null,
		isSameClock: isSameClock(record.longIntervalHours, record.shortIntervalHours),
		kind: executionId === undefined ? 'shown' : 'executed',
		executionId: executionId ?? null,
	};
}

/** True if both legs settle hourly or neither does; null if an interval is unknown. */
function isSameClock(long: Decimal | null, short: Decimal | null): boolean | null {
	return long === null || short === null ? null : long < HOURLY_BELOW === short < HOURLY_BELOW;
}
