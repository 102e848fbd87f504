/**
 * Manages dead-man switches: an exchange cancels our resting orders if this service dies. A switch is armed before an
 * order rests, renewed while one rests, and disarmed afterwards.
 *
 * An order waits for its switch while the exchange gives no usable response. If the exchange refuses the switch, or
 * has none, the order rests without it. The response to the opening says so.
 */
import { type ExecutionState, isInFlight, legPlan } from '../../domain/execution.ts';
import { isProbeOrderId } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { VENUE_SWITCH_TEXT } from '../../domain/venue-text.ts';
import type { Clock } from '../../ports/clock.ts';
import {
	type DeadManSwitch,
	type IsOurs,
	noSwitch,
	SWITCH_PERIOD_MS,
	type SwitchAnswer,
} from '../../ports/dead-man-switch.ts';
import type { Logger } from '../../ports/logger.ts';
import { textOf } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { TradingFor } from './order-places.ts';

/** Dead-man switches at the exchanges, armed while one of our orders rests. */
export type DeadManSwitches = {
	/** False while the switch is being armed for an order that is about to rest. The caller checks again soon. */
	readonly mayRest: (userId: string, venue: VenueName, symbol: string) => boolean;
	/**
	 * Returns whether a switch can be armed at the venue, from a recent response of the exchange or a new one. Never
	 * throws.
	 */
	readonly check: (userId: string, venue: VenueName, symbol: string) => Promise<SwitchAnswer>;
	/** Notes that an execution was loaded or has changed. */
	readonly note: (state: ExecutionState) => void;
	/** Forgets the account's switches after the user switched accounts at the venue. */
	readonly forget: (userId: string, venue: VenueName) => void;
	/**
	 * Stops renewing. Resolves once the exchanges have disarmed the idle switches or failed to respond, because a
	 * switch may fire if its connection ends before that. A switch with a resting order stays armed.
	 */
	readonly close: () => Promise<void>;
};

/** Interval between renewals. Three renewals fit into the period after which the switch fires. */
const RENEW_MS = SWITCH_PERIOD_MS * 0.3;
/** An order that `mayRest` has approved is sent within this time, or not at all. */
const LEAVES_WITHIN_MS = 5_000;
/** A switch older than this is renewed before another order rests under it. */
const FRESH_MS = SWITCH_PERIOD_MS / 2;
/** Maximum wait for an exchange's response. */
const ANSWER_MS_MAX = 5_000;
const RETRY_MS = 1_000;
/** Time after which a refused switch is requested again. */
const REFUSED_MS = 60_000;
const CHECKED_MS = 60_000;

/** One switch, which covers our orders on one contract, or all our orders at the exchange. */
type Guard = {
	readonly userId: string;
	readonly venue: VenueName;
	/** Contract that is named in the switch's requests. */
	readonly symbol: string;
	readonly isOfContract: boolean;
	/** Monotonic time at which the switch was last armed or, if a request got no response, may have been armed. */
	armedAt: number | undefined;
	/** True if the exchange has confirmed that the switch has been armed since `armedAt`. */
	isProven: boolean;
	refusedAt: number | undefined;
	/** Time of the last request to arm the switch, on the monotonic clock. */
	askedAt: number;
	/** Monotonic time until which an approved order may be in flight. */
	awaitedUntil: number;
	busy: boolean;
	/** True once the user has switched accounts at the venue, so that a late response triggers no further request. */
	isForgotten: boolean;
	cancelTurn: (() => void) | undefined;
};

type DeadManSwitchesOptions = {
	readonly tradingFor: TradingFor;
	/** Returns the user's executions in memory. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	readonly clock: Clock;
	readonly log: Logger;
};

type Switches = DeadManSwitchesOptions & {
	readonly guards: Map<string, Guard>;
	closed: boolean;
};

/** Creates the switches, all disarmed. A switch is armed only when an order is about to rest. */
export function createDeadManSwitches(options: DeadManSwitchesOptions): DeadManSwitches {
	const { clock, tradingFor } = options;
	const switches: Switches = { ...options, guards: new Map(), closed: false };
	/** Recent responses and pending requests of `check`, shared by simultaneous callers. */
	const checked = new Map<string, { readonly answer: Promise<SwitchAnswer>; readonly at: number }>();
	return {
		mayRest: (userId, venue, symbol) => mayRest(switches, userId, venue, symbol),
		async check(userId, venue, symbol) {
			const deadMan = tradingFor(userId, venue)?.deadMan;
			if (deadMan === undefined) return noSwitch(shownNameOf(venue));
			const key = [userId, venue, deadMan.reach === 'contract' ? symbol : ''].join(' ');
			const known = checked.get(key);
			if (known !== undefined && isWithin(known.at, CHECKED_MS, clock.monotonic())) return known.answer;
			const answer = answered<SwitchAnswer>(switches, deadMan.check(symbol, oursOf(switches, userId)), {
				kind: 'unknown',
				said: VENUE_SWITCH_TEXT.noAnswerAt({ exchange: shownNameOf(venue) }),
			});
			checked.set(key, { answer, at: clock.monotonic() });
			if ((await answer).kind === 'unknown' && checked.get(key)?.answer === answer) checked.delete(key);
			return answer;
		},
		note: (state) => note(switches, state),
		forget(userId, venue) {
			const isThere = (key: string): boolean => key.startsWith(`${userId} ${venue} `);
			for (const [key, guard] of switches.guards)
				if (isThere(key)) {
					guard.cancelTurn?.();
					guard.isForgotten = true;
					switches.guards.delete(key);
				}
			for (const key of checked.keys()) if (isThere(key)) checked.delete(key);
		},
		async close() {
			switches.closed = true;
			for (const guard of switches.guards.values()) guard.cancelTurn?.();
			const idle = [...switches.guards.values()].filter(
				(guard) => guard.armedAt !== undefined && !guard.busy && !hasResting(switches, guard),
			);
			await Promise.all(idle.map((given) => disarmAtLast(switches, given)));
		},
	};
}

function guardOf(
	switches: Switches,
	userId: string,
	venue: VenueName,
	symbol: string,
	{ reach }: DeadManSwitch,
): Guard {
	const isOfContract = reach === 'contract';
	const key = [userId, venue, isOfContract ? symbol : ''].join(' ');
	const known = switches.guards.get(key);
	if (known !== undefined) return known;
	const guard: Guard = {
		...{ userId, venue, symbol, isOfContract },
		...{ armedAt: undefined, isProven: false, refusedAt: undefined },
		...{ askedAt: Number.NEGATIVE_INFINITY, awaitedUntil: Number.NEGATIVE_INFINITY },
		...{ busy: false, isForgotten: false, cancelTurn: undefined },
	};
	switches.guards.set(key, guard);
	return guard;
}

function mayRest(switches: Switches, userId: string, venue: VenueName, symbol: string): boolean {
	const deadMan = switches.tradingFor(userId, venue)?.deadMan;
	if (deadMan === undefined) return true;
	const guard = guardOf(switches, userId, venue, symbol, deadMan);
	const now = switches.clock.monotonic();
	guard.awaitedUntil = now + LEAVES_WITHIN_MS;
	if (isWithin(guard.refusedAt, REFUSED_MS, now)) return true;
	if (guard.isProven && isWithin(guard.armedAt, FRESH_MS, now)) return true;
	turnIn(switches, guard, Math.max(0, guard.askedAt + RETRY_MS - now));
	return false;
}

/** True if one of our post-only orders that the switch covers is in flight or known to be resting. */
function hasResting(switches: Switches, { userId, venue, symbol, isOfContract }: Guard): boolean {
	return switches.statesOf(userId).some((state) =>
		state.orders.some((order) => {
			if (order.timeInForce !== 'postOnly' || !isInFlight(order)) return false;
			const leg = legPlan(state, order.leg);
			return leg.venue === venue && (!isOfContract || leg.instrument.symbol === symbol);
		}),
	);
}

/** Checks order ids against the journal, because someone else's order may have an id of the same form. */
function oursOf(switches: Switches, userId: string): IsOurs {
	return (id) =>
		isProbeOrderId(id) ||
		switches.statesOf(userId).some(({ orders }) => orders.some(({ clientOrderId }) => clientOrderId === id));
}

function isWanted(switches: Switches, guard: Guard): boolean {
	return switches.clock.monotonic() < guard.awaitedUntil || hasResting(switches, guard);
}

function turnIn(switches: Switches, guard: Guard, delayMs: number): void {
	if (guard.busy || switches.closed || guard.isForgotten) return;
	guard.cancelTurn?.();
	guard.cancelTurn = switches.clock.after(delayMs, () => void turn(switches, guard));
}

/** Sends one request to the exchange, and schedules the next one. */
async function turn(switches: Switches, guard: Guard): Promise<void> {
	const deadMan = switches.tradingFor(guard.userId, guard.venue)?.deadMan;
	if (guard.busy || switches.closed) return;
	guard.busy = true;
	const nextMs = deadMan === undefined ? undefined : await asked(switches, guard, deadMan);
	guard.busy = false;
	if (nextMs !== undefined) turnIn(switches, guard, nextMs);
}

/** Arms or disarms the switch. Returns the delay until the next request; undefined if nothing more is to be done. */
function asked(switches: Switches, guard: Guard, deadMan: DeadManSwitch): Promise<number | undefined> {
	return isWanted(switches, guard) ? arm(switches, guard, deadMan) : disarm(switches, guard, deadMan);
}

async function arm(switches: Switches, guard: Guard, deadMan: DeadManSwitch): Promise<number> {
	const { userId, venue, symbol } = guard;
	const begun = switches.clock.monotonic();
	guard.askedAt = begun;
	const { kind, said } = await answered(switches, deadMan.arm(symbol, oursOf(switches, userId)), {
		kind: 'unknown',
		said: VENUE_SWITCH_TEXT.noAnswer(),
	});
	if (kind === 'no') {
		// Someone else's order was placed after the switch was armed. The switch would cancel that order too, so it
		// is disarmed.
		if (guard.armedAt !== undefined) await answered(switches, deadMan.disarm(symbol), false);
		if (guard.refusedAt === undefined)
			switches.log.warn(
				{ userId, venue, symbol, said: textOf(said) },
				'an order rests without a dead-man switch',
			);
		Object.assign(guard, { armedAt: undefined, isProven: false, refusedAt: begun });
		return REFUSED_MS;
	}
	guard.refusedAt = undefined;
	if (kind === 'yes') {
		Object.assign(guard, { armedAt: begun, isProven: true });
		return RENEW_MS;
	}
	switches.log.warn(
		{ userId, venue, symbol, said: textOf(said) },
		'an exchange did not answer a request about its dead-man switch; retrying',
	);
	// The request without a response may have armed the switch, so it is disarmed later in any case.
	guard.armedAt ??= begun;
	return RETRY_MS;
}

async function disarm(switches: Switches, guard: Guard, deadMan: DeadManSwitch): Promise<number | undefined> {
	if (guard.armedAt === undefined) return undefined;
	// From here on, no order may rest under this switch.
	guard.isProven = false;
	const isOff = await answered(switches, deadMan.disarm(guard.symbol), false);
	if (isOff) guard.armedAt = undefined;
	if (isWanted(switches, guard)) return 0;
	return isOff || !isWithin(guard.armedAt, 2 * SWITCH_PERIOD_MS, switches.clock.monotonic())
		? undefined
		: RETRY_MS;
}

function answered<T>(switches: Switches, answer: Promise<T>, otherwise: T): Promise<T> {
	return new Promise((resolve) => {
		const cancel = switches.clock.after(ANSWER_MS_MAX, () => resolve(otherwise));
		void answer.then((value) => {
			cancel();
			resolve(value);
		});
	});
}

async function disarmAtLast(switches: Switches, { userId, venue, symbol }: Guard): Promise<void> {
	const deadMan = switches.tradingFor(userId, venue)?.deadMan;
	if (deadMan !== undefined) await answered(switches, deadMan.disarm(symbol), false);
}

function note(switches: Switches, state: ExecutionState): void {
	const { userId } = state.plan;
	for (const leg of LEGS) {
		const { venue, instrument } = legPlan(state, leg);
		const orders = state.orders.filter((order) => order.leg === leg && order.timeInForce === 'postOnly');
		const deadMan = orders.length === 0 ? undefined : switches.tradingFor(userId, venue)?.deadMan;
		if (deadMan === undefined) continue;
		const guard = guardOf(switches, userId, venue, instrument.symbol, deadMan);
		const rests = orders.some(isInFlight);
		// The resting order is from an earlier process, which has armed the switch.
		if (rests && guard.armedAt === undefined && guard.refusedAt === undefined && !guard.busy) {
			guard.armedAt = switches.clock.monotonic();
			turnIn(switches, guard, 0);
		}
		if (!rests && guard.armedAt !== undefined && !hasResting(switches, guard))
			turnIn(switches, guard, Math.max(0, guard.awaitedUntil - switches.clock.monotonic()));
	}
}

function isWithin(since: number | undefined, ms: number, now: number): boolean {
	return since !== undefined && now - since < ms;
}
