/**
 * Defines an execution's state, which is nothing but a fold over its journal (`execution-fold.ts`).
 *
 * Invariants:
 * 1. A leg's held quantity = opening fills + quantity taken over − closing fills − reductions by others − quantity
 *    handed over; it is never negative.
 * 2. An order leaves `unknown` only when its outcome is proven: accepted, ended, rejected, or proven absent.
 * 3. A trade id is counted once.
 */

import type { Words } from '../sentences/sentence.ts';
import type { Decimal } from './decimal.ts';
import type {
	AttentionKind,
	CloseTerms,
	ExecutionPlan,
	ExitPlan,
	Fill,
	FundingRecord,
	LegPlan,
	LegReduction,
	LegTaken,
	OrderIntent,
	ReductionCause,
} from './event.ts';
import type { LegRole } from './ids.ts';
import { oppositeSide, type Side } from './order-book.ts';

/** Status of an order. `absent`: proven never to have reached the venue; `unknown`: the outcome is not known yet. */
export type OrderStatus =
	| 'submitting'
	| 'accepted'
	| 'unknown'
	| 'filled'
	| 'canceled'
	| 'expired'
	| 'rejected'
	| 'absent';

/** An order with everything known about it. Times are in milliseconds, quantities in coins. */
export type OrderState = OrderIntent & {
	readonly status: OrderStatus;
	readonly intendedAt: number;
	/** Time since which the outcome has been unknown; undefined while it is known. */
	readonly unknownSince: number | undefined;
	/** Time of the cancel request; undefined if there was none. */
	readonly cancelAskedAt: number | undefined;
	readonly rejection: string | undefined;
	/** Rejection code from the venue, or one of our own (`NOT_TRADABLE` in `ports/venue.ts`). */
	readonly rejectionCode: string | undefined;
	/** True if the rejection is temporary, because the order itself was valid. */
	readonly passing: boolean;
	readonly fills: readonly Fill[];
	readonly filledQuantity: Decimal;
};

/**
 * Phase of an execution. Callers see `unbalanced` and `unwinding` as the status `opening` or `closing`, with the
 * phase as the reason.
 */
export type Phase =
	| 'queued'
	| 'opening'
	| 'unbalanced'
	| 'unwinding'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed';

/** An execution as its journal describes it. Times are in milliseconds; `held` is coins per leg. */
export type ExecutionState = {
	readonly plan: ExecutionPlan;
	readonly phase: Phase;
	/** Reason for the current phase or for the end; null if there is none. */
	readonly reason: Words | null;
	/** Reason why the user must act; null if nobody needs to. */
	readonly attention: Words | null;
	readonly attentionKind: AttentionKind | null;
	readonly orders: readonly OrderState[];
	readonly held: { readonly long: Decimal; readonly short: Decimal };
	/** Reductions by liquidation, ADL, delisting or manual trades, and handovers to other executions. */
	readonly reductions: readonly LegReduction[];
	/** Parts of the staying leg that this roll took over, oldest first. */
	readonly taken: readonly LegTaken[];
	readonly funding: readonly FundingRecord[];
	/** The current exit rules. */
	readonly exit: ExitPlan;
	/** Why opening stopped; null while more may open. */
	readonly openingEnded: Words | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly openedAt: number | undefined;
	readonly closedAt: number | undefined;
	/** Time since which the held quantities differ; undefined while they are equal. */
	readonly imbalancedSince: number | undefined;
	/** Time since which the held quantities differ because of a manual trade; undefined otherwise. */
	readonly handApartSince: number | undefined;
	readonly close:
		| (CloseTerms & {
				readonly requestedAt: number;
				/** Number of the execution's orders when the close was requested. */
				readonly ordersBefore: number;
		  })
		| undefined;
	/** Number of folded events, which is the next stream_seq. */
	readonly eventCount: number;
};

const IN_FLIGHT: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['submitting', 'accepted', 'unknown']);

/** Returns true until the order's final outcome is known. */
export function isInFlight(order: OrderState): boolean {
	return IN_FLIGHT.has(order.status);
}

/** Returns true once the execution is closed or has failed. Both are final. */
export function isEnded(state: ExecutionState): boolean {
	return state.phase === 'closed' || state.phase === 'failed';
}

/** Returns the plan of one leg. */
export function legPlan(state: ExecutionState, leg: LegRole): LegPlan {
	return leg === 'long' ? state.plan.legs.long : state.plan.legs.short;
}

/** Returns the leg that holds more; the short one if both hold the same. */
export function heavierLeg({ held }: ExecutionState): LegRole {
	return held.long > held.short ? 'long' : 'short';
}

/** Returns our orders on one leg, oldest first. */
export function legOrders(state: ExecutionState, leg: LegRole): readonly OrderState[] {
	return state.orders.filter((order) => order.leg === leg);
}

/** A fill of a leg, with the mid price that is the reference for its slippage. */
export type LegFill = { readonly side: Side; readonly decisionMid: Decimal; readonly fill: Fill };

/** Returns all changes in a leg's quantity: trades at its venue and handovers between executions. */
export function legFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const traded = tradedFills(state, leg);
	const taken = takenOverFills(state, leg, traded);
	const given = reducingFills(state, leg, (cause) => cause === 'handover');
	return taken.length + given.length === 0 ? traded : byTime([...taken, ...traded, ...given]);
}

/**
 * Returns every fill of a leg at its venue, from our orders and from others. The reference price of others' fills is
 * their own price.
 */
export function tradedFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const ours = legOrders(state, leg).flatMap(({ side, decisionMid, fills }) =>
		fills.map((fill) => ({ side, decisionMid, fill })),
	);
	const taken = reducingFills(state, leg, (cause) => cause !== 'handover');
	return taken.length === 0 ? ours : byTime([...ours, ...taken]);
}

/** Returns every quantity that the execution took over from another one, oldest first. */
export function takenOver({ plan, taken }: ExecutionState): readonly LegTaken[] {
	return plan.takenOver === undefined ? taken : [plan.takenOver, ...taken];
}

/**
 * Returns the fills that represent the quantities that the leg took over. The time of an emergency hedge's quantity may
 * come from our clock, which may be ahead of the venue's. It is therefore capped at the time of the first trade at the
 * venue. The parts of a roll have the venue's own times, which stay.
 */
function takenOverFills(
	{ plan, taken }: ExecutionState,
	leg: LegRole,
	traded: readonly LegFill[],
): readonly LegFill[] {
	const side = plan.legs[leg].openSide;
	const firstAt = Math.min(...traded.map((known) => known.fill.filledAt));
	const fillOf = ({ fill }: LegTaken, filledAt: number): LegFill => ({
		side,
		decisionMid: fill.price,
		fill: { ...fill, filledAt },
	});
	const parts = taken.filter((part) => part.leg === leg).map((part) => fillOf(part, part.fill.filledAt));
	const whole = plan.takenOver;
	if (whole?.leg !== leg) return parts;
	return [fillOf(whole, Math.min(whole.fill.filledAt, firstAt)), ...parts];
}

function reducingFills(
	state: ExecutionState,
	leg: LegRole,
	counts: (cause: ReductionCause) => boolean,
): readonly LegFill[] {
	const side = oppositeSide(legPlan(state, leg).openSide);
	return state.reductions
		.filter((reduction) => reduction.leg === leg && counts(reduction.cause))
		.flatMap(({ fills }) => fills.map((fill) => ({ side, decisionMid: fill.price, fill })));
}

function byTime(fills: LegFill[]): readonly LegFill[] {
	return fills.sort((a, b) => a.fill.filledAt - b.fill.filledAt);
}
