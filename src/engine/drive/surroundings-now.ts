/** Builds the engine's current view of the world from the parts of the execution service. */
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Words } from '../../sentences/sentence.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { Quote, Surroundings, Trades } from '../decide/surroundings.ts';
import { orderWaitMs, type TradingFor } from './order-places.ts';

/** Maximum age of a position read that counts as current; an older position may have changed since. */
const AGREED_AGE_MS_MAX = 500;

/** Sources of the engine's view. */
export type WorldView = {
	/** Time at which this process began to read the venues, milliseconds. */
	readonly beganAt: number;
	/** Returns the top of the instrument's current book; undefined if no book is current. */
	readonly quoteOf: (venue: string, symbol: string) => Quote | undefined;
	/** Returns the time of the instrument's next settlement; undefined when unknown. */
	readonly nextSettlementOf: (venue: string, symbol: string) => number | undefined;
	/** Returns the milliseconds between the instrument's settlements; undefined when unknown. */
	readonly intervalMsOf: (venue: string, symbol: string) => number | undefined;
	/** Returns the expected net of the execution's unopened part; undefined when unknown. */
	readonly remainingNetOf: (state: ExecutionState) => Decimal | undefined;
	/**
	 * Returns the start of the last position read that matched the holdings of the user's executions; undefined
	 * before the first one.
	 */
	readonly agreedAt: (userId: string, venue: string, symbol: string) => number | undefined;
	/**
	 * Returns why nothing more of the execution may be opened (a kill switch or a stopped agent); null when openings
	 * are allowed.
	 */
	readonly openingHalted: (state: ExecutionState) => Words | null;
	/**
	 * True while the next slice must wait, because an account of the execution has not passed its self-check or has a
	 * silent stream.
	 */
	readonly openingWaits: (state: ExecutionState) => boolean;
	/**
	 * Returns why the user must act before an account of the execution can trade normally; null if nothing is known.
	 */
	readonly accountHalted: (state: ExecutionState) => Words | null;
	readonly tradingFor: TradingFor;
	/** True if the user's order may rest on the instrument. Arms the exchange's dead-man switch if necessary. */
	readonly mayRest: (userId: string, venue: string, symbol: string) => boolean;
	/** True if an unhedged leg may be reduced without an order book. */
	readonly mayReduceBlind: (state: ExecutionState, leg: LegRole) => boolean;
	/**
	 * Returns whether the venue accepts orders on the instrument, according to its last report. The report is
	 * refetched if it says no.
	 */
	readonly tradesOf: (venue: string, symbol: string) => Trades;
	/** Requests a fresh book of an instrument without a price; the implementation logs failures. */
	readonly refreshPrice: (venue: string, symbol: string) => void;
};

/**
 * Builds everything that the engine checks in addition to the execution itself, as of now. A missing book is requested
 * if `needsBooks`; a running execution normally needs none.
 */
export function surroundingsNow(
	state: ExecutionState,
	world: WorldView,
	now: number,
	isAlone: (leg: LegRole) => boolean,
	unhedgedAllowance: () => Decimal,
	needsBooks: boolean = state.phase !== 'running',
): Surroundings {
	const quotes = new OfLegs((leg) => world.quoteOf(...nameOf(state, leg)));
	if (!isEnded(state) && needsBooks)
		for (const leg of LEGS) if (quotes[leg] === undefined) world.refreshPrice(...nameOf(state, leg));
	return {
		quotes,
		nextSettlement: new OfLegs((leg) => world.nextSettlementOf(...nameOf(state, leg))),
		intervalMs: new OfLegs((leg) => world.intervalMsOf(...nameOf(state, leg))),
		isAlone: new OfLegs(isAlone),
		isAgreed: new OfLegs((leg) => isAgreed(state, leg, world, now)),
		isSeen: new OfLegs((leg) => seenAt(state, leg, world) !== undefined),
		agreedAt: new OfLegs((leg) => world.agreedAt(state.plan.userId, ...nameOf(state, leg))),
		beganAt: world.beganAt,
		trades: (leg) => world.tradesOf(...nameOf(state, leg)),
		remainingNet: () => world.remainingNetOf(state),
		unhedgedAllowance: () => (world.openingWaits(state) ? ZERO : unhedgedAllowance()),
		orderWaitMs: (urgency) => orderWaitMs(state, urgency, world.tradingFor),
		mayRest: (leg) => world.mayRest(state.plan.userId, ...nameOf(state, leg)),
		openingHalted: () => world.openingHalted(state),
		accountHalted: () => world.accountHalted(state),
		mayReduceBlind: (leg) => world.mayReduceBlind(state, leg),
	};
}

/**
 * True if a position read after the leg's last order matched the executions' holdings, so that the position includes
 * the order's effect. The read must also be recent, because a manual trade may happen at any time.
 */
function isAgreed(state: ExecutionState, leg: LegRole, world: WorldView, now: number): boolean {
	const at = seenAt(state, leg, world);
	return at !== undefined && Math.abs(now - at) <= AGREED_AGE_MS_MAX;
}

/**
 * Returns the start of the last position read that matched the executions' holdings; undefined if it was before the
 * leg's last order.
 */
function seenAt(state: ExecutionState, leg: LegRole, world: WorldView): number | undefined {
	const at = world.agreedAt(state.plan.userId, ...nameOf(state, leg));
	return at !== undefined && at > (legOrders(state, leg).at(-1)?.intendedAt ?? state.createdAt)
		? at
		: undefined;
}

/**
 * Computes each leg's value on first use. A decision on a running execution needs none of the values, and the service
 * creates thousands of these objects when it starts.
 */
class OfLegs<T> implements Readonly<Record<LegRole, T>> {
	readonly #of: (leg: LegRole) => T;
	readonly #known: { [leg in LegRole]?: { readonly value: T } } = {};

	constructor(of: (leg: LegRole) => T) {
		this.#of = of;
	}

	get long(): T {
		return this.#at('long');
	}

	get short(): T {
		return this.#at('short');
	}

	#at(leg: LegRole): T {
		this.#known[leg] ??= { value: this.#of(leg) };
		return this.#known[leg].value;
	}
}

function nameOf(state: ExecutionState, leg: LegRole): readonly [venue: string, symbol: string] {
	const { venue, instrument } = legPlan(state, leg);
	return [venue, instrument.symbol];
}
