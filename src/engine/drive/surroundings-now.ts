/** The engine's current view of the world, from the parts of the execution service. */
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { Quote, Surroundings, Trades } from '../decide/surroundings.ts';
import { orderWaitMs, type TradingFor } from './order-places.ts';

/** A position seen longer ago may have changed. */
const AGREED_AGE_MS_MAX = 500;

/** The sources of the engine's view. */
export type WorldView = {
	/** When this process began to read the venues, milliseconds. */
	readonly beganAt: number;
	/** Top of the instrument's present book; undefined when none is current. */
	readonly quoteOf: (venue: string, symbol: string) => Quote | undefined;
	/** The instrument's next settlement; undefined when unknown. */
	readonly nextSettlementOf: (venue: string, symbol: string) => number | undefined;
	/** Expected net of the execution's unopened part; undefined when unknown. */
	readonly remainingNetOf: (state: ExecutionState) => Decimal | undefined;
	/** Start of the last read that matched the user's executions; undefined before the first one. */
	readonly agreedAt: (userId: string, venue: string, symbol: string) => number | undefined;
	/**
	 * Why nothing more of the execution may be opened: a kill switch, or a stopped agent. Null when openings are allowed.
	 */
	readonly openingHalted: (state: ExecutionState) => string | null;
	/** True while an account of the execution has not passed its self-check: no slice begins. */
	readonly openingWaits: (state: ExecutionState) => boolean;
	readonly tradingFor: TradingFor;
	/** Whether an order of the user may rest on the instrument; arms the exchange's dead-man switch when necessary. */
	readonly mayRest: (userId: string, venue: string, symbol: string) => boolean;
	/** Whether an unhedged leg may be reduced without a book. */
	readonly mayReduceBlind: (state: ExecutionState, leg: LegRole) => boolean;
	/** Whether the venue accepts orders on the instrument, by its last report. Refetches the report when it does not. */
	readonly tradesOf: (venue: string, symbol: string) => Trades;
	/** Requests a fresh book of an instrument without a price; the implementation logs failures. */
	readonly refreshPrice: (venue: string, symbol: string) => void;
};

/** Everything that the engine checks besides the execution itself, as of now. */
export function surroundingsNow(
	state: ExecutionState,
	world: WorldView,
	now: number,
	isAlone: (leg: LegRole) => boolean,
	unhedgedAllowance: () => Decimal,
): Surroundings {
	const quotes = new OfLegs((leg) => world.quoteOf(...nameOf(state, leg)));
	if (!isEnded(state) && state.phase !== 'running')
		for (const leg of LEGS) if (quotes[leg] === undefined) world.refreshPrice(...nameOf(state, leg));
	return {
		quotes,
		nextSettlement: new OfLegs((leg) => world.nextSettlementOf(...nameOf(state, leg))),
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
		mayReduceBlind: (leg) => world.mayReduceBlind(state, leg),
	};
}

/**
 * Seen since the leg's last order, so that its effect is included, and recently: a manual trade may happen at any time.
 */
function isAgreed(state: ExecutionState, leg: LegRole, world: WorldView, now: number): boolean {
	const at = seenAt(state, leg, world);
	return at !== undefined && Math.abs(now - at) <= AGREED_AGE_MS_MAX;
}

/** Last sight of the venue's position as ours; undefined when that was before the leg's last order. */
function seenAt(state: ExecutionState, leg: LegRole, world: WorldView): number | undefined {
	const at = world.agreedAt(state.plan.userId, ...nameOf(state, leg));
	return at !== undefined && at > (legOrders(state, leg).at(-1)?.intendedAt ?? state.createdAt)
		? at
		: undefined;
}

/** Evaluated on first use: a decision on a running execution needs none of them, and a start creates thousands. */
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
