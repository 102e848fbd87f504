/**
 * Updates an execution to the current order terms of its venues. The plan keeps the original tick and lot sizes, but
 * once a venue has changed them, it refuses every order that uses the old ones. Pure functions.
 */
import type { ExecutionState } from '../../domain/execution.ts';
import { commonLot, type Instrument } from '../../domain/instrument.ts';

/**
 * Returns the execution with current order terms; the same object if nothing has changed. `instrumentOf` returns the
 * venue's current listing; undefined if the venue does not list the instrument.
 */
export function atPresentTerms(
	state: ExecutionState,
	instrumentOf: (venue: string, symbol: string) => Instrument | undefined,
): ExecutionState {
	const { plan } = state;
	const { long, short } = plan.legs;
	const now = {
		long: presentOf(long.instrument, instrumentOf),
		short: presentOf(short.instrument, instrumentOf),
	};
	if (now.long === long.instrument && now.short === short.instrument) return state;
	return {
		...state,
		plan: {
			...plan,
			commonLot: commonLot(now.long, now.short),
			legs: { long: { ...long, instrument: now.long }, short: { ...short, instrument: now.short } },
		},
	};
}

function presentOf(
	planned: Instrument,
	instrumentOf: (venue: string, symbol: string) => Instrument | undefined,
): Instrument {
	const listed = instrumentOf(planned.venue, planned.symbol);
	return listed === undefined || hasSameSteps(listed, planned) ? planned : listed;
}

function hasSameSteps(a: Instrument, b: Instrument): boolean {
	return (
		a.tickSize === b.tickSize &&
		a.lotSize === b.lotSize &&
		a.quantityMin === b.quantityMin &&
		a.quantityMax === b.quantityMax &&
		a.notionalMin === b.notionalMin
	);
}
