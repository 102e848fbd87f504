/** What the engine sees of the world at this moment, put together from what the room knows. */
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { Quote, Surroundings, Trades } from '../decide/surroundings.ts';
import { orderWaitMs, type TradingFor } from './order-places.ts';

/** A position that was seen longer ago may be another by now. */
const AGREED_AGE_MS_MAX = 500;

/** The sources from which the engine reads the world. */
export type WorldView = {
	/** When this process began to look at the venues, milliseconds. */
	readonly beganAt: number;
	/** Top of the instrument's present book, undefined when none is current. */
	readonly quoteOf: (venue: string, symbol: string) => Quote | undefined;
	/** The instrument's coming settlement, undefined when it is not known. */
	readonly nextSettlementOf: (venue: string, symbol: string) => number | undefined;
	/** Expected net of what the execution has not opened yet; undefined when unknown. */
	readonly remainingNetOf: (state: ExecutionState) => Decimal | undefined;
	/** When the venue's position was last seen to be that of the user's executions; undefined before the first time. */
	readonly agreedAt: (userId: string, venue: string, symbol: string) => number | undefined;
	/** Why nothing more of the execution may be opened, by a kill switch or because its agent was stopped; null while it may. */
	readonly openingHalted: (state: ExecutionState) => string | null;
	/** True while an account of the execution has not passed its self-check: no slice is begun. */
	readonly openingWaits: (state: ExecutionState) => boolean;
	readonly tradingFor: TradingFor;
	/** Whether an order of the user's may rest on the instrument; arms the exchange's dead-man switch where it may not yet. */
	readonly mayRest: (userId: string, venue: string, symbol: string) => boolean;
	/** Whether a leg that stands alone may be cut without a book. */
	readonly mayCutBlind: (state: ExecutionState, leg: LegRole) => boolean;
	/** Whether the venue takes orders on the instrument, by what it last said. Asks for that anew where it does not. */
	readonly tradesOf: (venue: string, symbol: string) => Trades;
	/** Asks for a fresh book of an instrument whose price is missing; failures are the caller's to log. */
	readonly refreshPrice: (venue: string, symbol: string) => void;
};

/** All that the engine looks at beside the execution itself, as it is now. */
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
		mayCutBlind: (leg) => world.mayCutBlind(state, leg),
	};
}

/** Seen since the leg's last order, so that what that did is in it, and a moment ago: a hand may trade at any time. */
function isAgreed(state: ExecutionState, leg: LegRole, world: WorldView, now: number): boolean {
	const at = seenAt(state, leg, world);
	return at !== undefined && Math.abs(now - at) <= AGREED_AGE_MS_MAX;
}

/** When the venue's position was last seen to be ours; undefined where that was before the leg's last order. */
function seenAt(state: ExecutionState, leg: LegRole, world: WorldView): number | undefined {
	const at = world.agreedAt(state.plan.userId, ...nameOf(state, leg));
	return at !== undefined && at > (legOrders(state, leg).at(-1)?.intendedAt ?? state.createdAt)
		? at
		: undefined;
}

/** Found when it is first asked for: a decision on an execution that runs asks for nothing, and a start makes thousands of these. */
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
