/** What an execution has booked of settlements, what it lacks, and its share of a payment. Pure. */
import { ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isInFlight, legOrders } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import { legTimeline } from '../domain/leg-timeline.ts';
import { holdersAt, sharesOf } from '../domain/settlement-shares.ts';
import type { FundingPaymentReport } from '../ports/venue.ts';
import type { FundingShare } from './engine.ts';

export type HeldState = { readonly state: ExecutionState; readonly leg: LegRole };

/** Venues stamp with jitter: a record this near to an instant is that of the instant. */
export const STAMP_JITTER_MS = 1_000;
/** Behind the last booked record a missing one is looked for this long: a long-held leg is not read from its start each time. */
const LOOK_BACK_MS = 24 * HOUR_MS;

/** An order that may have filled by `until` without our knowing. */
export function mayStillFill(state: ExecutionState, leg: LegRole, until: number): boolean {
	return legOrders(state, leg).some((order) => isInFlight(order) && order.intendedAt <= until);
}

/** The payment as each execution books it: its own amount and quantity. */
export function split(
	states: readonly HeldState[],
	payment: FundingPaymentReport,
	uncertaintyMs: number,
): { readonly shares: ReadonlyMap<string, FundingShare>; readonly isLess: boolean } {
	const legs = states.map(({ state, leg }) => ({
		id: state.plan.executionId,
		leg,
		timeline: legTimeline(state, leg),
	}));
	const { holders, isLess } = holdersAt(legs, payment.settledAt, payment.quantity, uncertaintyMs);
	const { shares } = sharesOf(payment.amount, payment.quantity, holders);
	return {
		shares: new Map(
			holders.map(({ id, quantity }) => [id, { ...payment, amount: shares.get(id) ?? ZERO, quantity }]),
		),
		isLess,
	};
}

type BookedRecords = {
	readonly ids: ReadonlySet<string>;
	readonly byInstant: ReadonlyMap<number, string>;
	readonly latest: number;
};

/** States are never changed, so what follows from one is kept as long as it is. */
const bookedByState: Record<LegRole, WeakMap<ExecutionState, BookedRecords>> = {
	long: new WeakMap(),
	short: new WeakMap(),
};

export function bookedRecords(state: ExecutionState, leg: LegRole): BookedRecords {
	const known = bookedByState[leg].get(state);
	if (known !== undefined) return known;
	const ids = new Set<string>();
	const byInstant = new Map<number, string>();
	let latest = Number.NEGATIVE_INFINITY;
	for (const record of state.funding) {
		if (record.leg !== leg) continue;
		ids.add(record.recordId);
		byInstant.set(record.settledAt, record.recordId);
		latest = Math.max(latest, record.settledAt);
	}
	const records = { ids, byInstant, latest };
	bookedByState[leg].set(state, records);
	return records;
}

export function hasBooked(state: ExecutionState, leg: LegRole, instant: number): boolean {
	return state.funding.some(
		(record) => record.leg === leg && Math.abs(record.settledAt - instant) <= STAMP_JITTER_MS,
	);
}

export function readFrom(state: ExecutionState, leg: LegRole, heldFrom: number): number {
	return Math.max(heldFrom, bookedRecords(state, leg).latest - LOOK_BACK_MS);
}
