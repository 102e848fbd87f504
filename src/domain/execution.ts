/**
 * An execution's state: a fold over its journal (`execution-fold.ts`), and nothing else.
 *
 * Invariants:
 * 1. Held quantity of a leg = opening fills + quantity taken over − closing fills − quantity taken by others; never
 * negative.
 * 2. An order leaves `unknown` only by proof: accepted, ended, rejected, or proven absent.
 * 3. A trade id is counted once.
 */
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
	OrderIntent,
	ReductionCause,
} from './event.ts';
import type { LegRole } from './ids.ts';
import { oppositeSide, type Side } from './order-book.ts';

/** State of an order. `absent`: proven never to have reached the venue; `unknown`: outcome not proven. */
export type OrderStatus =
	| 'submitting'
	| 'accepted'
	| 'unknown'
	| 'filled'
	| 'canceled'
	| 'expired'
	| 'rejected'
	| 'absent';

/** An order with all known facts. Times are milliseconds, quantities coins. */
export type OrderState = OrderIntent & {
	readonly status: OrderStatus;
	readonly intendedAt: number;
	/** Start of the unknown outcome; undefined while the outcome is known. */
	readonly unknownSince: number | undefined;
	/** Time of the cancel request; undefined while the order may rest. */
	readonly cancelAskedAt: number | undefined;
	readonly rejection: string | undefined;
	/** Rejection code: the venue's own, or one of ours (`NOT_TRADABLE` in `ports/venue.ts`). */
	readonly rejectionCode: string | undefined;
	/** The rejection is temporary; the order itself was valid. */
	readonly passing: boolean;
	readonly fills: readonly Fill[];
	readonly filledQuantity: Decimal;
};

/** Phase of an execution. `unbalanced` and `unwinding` are shown as opening or closing with that reason. */
export type Phase =
	| 'queued'
	| 'opening'
	| 'unbalanced'
	| 'unwinding'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed';

/** An execution as its journal describes it. Times are milliseconds, `held` is coins per leg. */
export type ExecutionState = {
	readonly plan: ExecutionPlan;
	readonly phase: Phase;
	/** Why it ended or is in its phase; null if there is no reason. */
	readonly reason: string | null;
	/** Set while a person is needed. */
	readonly attention: string | null;
	readonly attentionKind: AttentionKind | null;
	readonly orders: readonly OrderState[];
	readonly held: { readonly long: Decimal; readonly short: Decimal };
	/** Reductions by liquidation, ADL, delisting or manual trades, and handovers. */
	readonly reductions: readonly LegReduction[];
	readonly funding: readonly FundingRecord[];
	/** The present exit rules. */
	readonly exit: ExitPlan;
	/** Why the opening ended; null while more may open. */
	readonly openingEnded: string | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly openedAt: number | undefined;
	readonly closedAt: number | undefined;
	/** Time since which the held quantities differ; undefined while they are equal. */
	readonly imbalancedSince: number | undefined;
	/** The same, if a manual trade made them differ. */
	readonly handApartSince: number | undefined;
	readonly close:
		| (CloseTerms & {
				readonly requestedAt: number;
				/** Number of orders when the close was requested. */
				readonly ordersBefore: number;
		  })
		| undefined;
	/** Number of folded events: the next stream_seq. */
	readonly eventCount: number;
};

const IN_FLIGHT: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['submitting', 'accepted', 'unknown']);

/** True until the venue has proven the order's outcome. */
export function isInFlight(order: OrderState): boolean {
	return IN_FLIGHT.has(order.status);
}

/** True once the execution is closed or has failed: both are final. */
export function isEnded(state: ExecutionState): boolean {
	return state.phase === 'closed' || state.phase === 'failed';
}

/** The plan of one leg. */
export function legPlan(state: ExecutionState, leg: LegRole): LegPlan {
	return leg === 'long' ? state.plan.legs.long : state.plan.legs.short;
}

/** Our orders on one leg, oldest first. */
export function legOrders(state: ExecutionState, leg: LegRole): readonly OrderState[] {
	return state.orders.filter((order) => order.leg === leg);
}

/** A fill of a leg with the mid price that its slippage is measured from. */
export type LegFill = { readonly side: Side; readonly decisionMid: Decimal; readonly fill: Fill };

/** All changes of a leg's quantity: trades at its venue and handovers between executions. */
export function legFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const traded = tradedFills(state, leg);
	const taken = takenOverFill(state, leg, traded);
	const given = reducingFills(state, leg, (cause) => cause === 'handover');
	return taken.length + given.length === 0 ? traded : byTime([...taken, ...traded, ...given]);
}

/** Every fill of a leg at its venue, by our orders and by others; fills of others are valued at their own price. */
export function tradedFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const ours = legOrders(state, leg).flatMap(({ side, decisionMid, fills }) =>
		fills.map((fill) => ({ side, decisionMid, fill })),
	);
	const taken = reducingFills(state, leg, (cause) => cause !== 'handover');
	return taken.length === 0 ? ours : byTime([...ours, ...taken]);
}

/**
 * The quantity that the leg took over. Our clock, which may be ahead of the venue's, stamps it; so it counts no later
 * than the first trade at the venue.
 */
function takenOverFill(state: ExecutionState, leg: LegRole, traded: readonly LegFill[]): readonly LegFill[] {
	const { takenOver } = state.plan;
	if (takenOver?.leg !== leg) return [];
	const { fill } = takenOver;
	const filledAt = Math.min(fill.filledAt, ...traded.map((known) => known.fill.filledAt));
	return [{ side: legPlan(state, leg).openSide, decisionMid: fill.price, fill: { ...fill, filledAt } }];
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
