/** Computes the expected and the past carry of two legs in the direction of a position. Pure functions. */
import { forecastDirection, monthMeanPerYear } from '../domain/carry.ts';
import { carrySd } from '../domain/carry-curve.ts';
import { CARRY_HORIZONS_HOURS } from '../domain/carry-model.ts';
import { expectedCarry } from '../domain/expected-carry.ts';
import { HOUR_MS, MONTH_HOURS } from '../domain/funding.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { DEFAULT_TERMS, ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { InstrumentName, OpportunityBook } from '../ports/opportunities.ts';
import { blockingGuards } from './guards.ts';
import { unknownCarry } from './net.ts';
import { pairGuards } from './pair-guards.ts';
import { guardContext, readPair, sharedRows } from './pair-reading.ts';
import type { RecordInputs } from './record.ts';
import { FORECAST_TEXT } from './text.ts';

/** Index of the 720 hours among the horizons of a forecast. */
const MONTH_INDEX = CARRY_HORIZONS_HOURS.indexOf(MONTH_HOURS);
const NOT_LISTED = { unknown: FORECAST_TEXT.notListed() };

/** Returns the inputs with the given instrument as the long leg. */
export function inDirection(inputs: RecordInputs, long: InstrumentName): RecordInputs {
	if (instrumentKey(inputs.long.instrument) === instrumentKey(long)) return inputs;
	const { long: a, short: b, passed } = inputs;
	return {
		...inputs,
		long: b,
		short: a,
		firstIsLong: !inputs.firstIsLong,
		passed: { long: passed.short, short: passed.long },
	};
}

/** Returns the expected carry until the end of a horizon; undefined inputs are a pair that is not listed. */
export function carryOver(
	held: RecordInputs | undefined,
	horizonMs: number,
): ReturnType<OpportunityBook['expectedCarry']> {
	if (held === undefined) return NOT_LISTED;
	const carry = readPair(held, sharedRows(held)).carry();
	if (carry === undefined) return unknownCarry(held);
	return { carry: expectedCarry(carry, held.now + ENTRY_TIME_MS, horizonMs) };
}

/** Returns the outlook over a month and a horizon; undefined inputs are a pair that is not listed. */
export function outlookOf(
	held: RecordInputs | undefined,
	horizonHours: number = MONTH_HOURS,
): ReturnType<OpportunityBook['outlook']> {
	if (held === undefined) return NOT_LISTED;
	const pair = readPair(held, sharedRows(held));
	const { directionCarry } = pair.at(DEFAULT_TERMS);
	if (pair.expectation === undefined || Number.isNaN(directionCarry)) return unknownCarry(held);
	const { forecast } = pair.expectation;
	const carry = pair.carry();
	const isMonth = horizonHours === MONTH_HOURS || carry === undefined;
	return {
		expectedMonth: directionCarry,
		monthSd: forecast.sd[MONTH_INDEX] as number,
		expected: isMonth
			? directionCarry
			: expectedCarry(carry, held.now + ENTRY_TIME_MS, horizonHours * HOUR_MS),
		sd: carrySd(forecast, horizonHours),
		monthMean: monthMeanPerYear(forecast, forecastDirection(held.firstIsLong)),
		forbiddenBy: blockingGuards({
			guards: pairGuards(held.long, held.short, guardContext(held, DEFAULT_TERMS)).map(({ code }) => code),
		}),
	};
}
