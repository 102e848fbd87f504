/**
 * Compares what the venues say of every account with the journal, whenever an account has been read, and tells the
 * executions what others did to their legs.
 *
 * A difference counts when two reads that began with nothing of ours under way show the same. What is missing is taken
 * from the legs with the fills that explain it, and the engine cuts the other leg; what is there beyond the legs is
 * somebody's trade by hand: nothing is opened while it stands. A position that an exchange may show only because it lags
 * behind our own fills is no difference yet, unless the exchange itself has taken from it.
 */

import { add, type Decimal, formatDecimal, sub, sum, ZERO } from '../../domain/decimal.ts';
import type { Fill } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import { oppositeSide, type Side } from '../../domain/order-book.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ReconciliationMeter } from '../../ports/metrics.ts';
import type { PositionReport, VenueTrading } from '../../ports/venue.ts';
import {
	type Attention,
	attentionOf,
	settingsReason,
	unlistedReason,
	unmanagedReason,
} from '../decide/attention.ts';
import { LEGS } from '../decide/order-terms.ts';
import { createOwnMoves } from '../decide/own-moves.ts';
import {
	compare,
	explain,
	type HeldLeg,
	isQuiet,
	legsAt,
	mayBeTakenSince,
	splitTaken,
	type Taken,
} from '../decide/reconcile.ts';
import type { Quote } from '../decide/surroundings.ts';
import type { Agreements } from './agreements.ts';
import type { ExecutionDriver } from './driver.ts';

/** The parts that comparing accounts with the journal needs. */
export type ReconcilerOptions = {
	readonly driver: Pick<ExecutionDriver, 'onInstrument' | 'statesOf' | 'submit'>;
	/** Takes each agreement of journal and venue. */
	readonly agreements: Agreements;
	readonly tradingFor: (userId: string, venue: VenueName) => VenueTrading | undefined;
	readonly quoteOf: (venue: VenueName, symbol: string) => Quote | undefined;
	/** Whether the venue lists the contract now. */
	readonly isListed: (venue: VenueName, symbol: string) => boolean;
	/** Asks for the account to be read again soon; its reading comes back through `consider`. */
	readonly readAgain: (userId: string, venue: VenueName, delayMs: number) => void;
	readonly meter: ReconciliationMeter;
	readonly clock: Clock;
	readonly log: Logger;
};

/** What an account held when it was read. */
export type AccountReading = {
	readonly positions: readonly PositionReport[];
	/** When the read began, by the wall clock and by the one that only grows. */
	readonly begunAt: number;
	readonly begunMonotonic: number;
};

/** A difference is proven by a second read, so much later. */
const SECOND_READ_MS = 300;
const AGAIN_MS_MAX = 3_000;
/**
 * A position that became smaller without a fill that says why is believed after this. Venues list liquidations within
 * seconds; a list that lags behind our fills, or comes empty for a while, must not have the other leg cut.
 */
const EXPLAIN_WITHIN_MS = 20_000;
/** A position beyond the legs needs a person after this. */
const UNMANAGED_PROOF_MS = 5_000;
/** A venue that has settled what it takes off its list says so within seconds; what it does not is no settlement. */
const UNLISTED_PROOF_MS = 5_000;
/**
 * Fills of others are looked for from so far before the account last agreed for certain. An order's fill that is older than this when
 * the difference is first seen may be our own, of an execution that has left memory: it explains only what stays away.
 */
const FILL_READ_BACK_MS = 60_000;
/**
 * Fills are read from this much earlier still. A position that lags agrees for seconds after something was taken, and the venue
 * stamps fills by its own clock, which may be this far from ours.
 */
const READ_EARLIER_MS = 60_000;
/** What others did needs no person any more once the account has agreed with the journal for so long. */
const CALM_MS = 600_000;

/**
 * A difference that nothing explains yet is looked at again ever later: what explains it is asked for within the same limits
 * of the venue.
 */
function againIn(sinceMs: number): number {
	return Math.min(AGAIN_MS_MAX, Math.max(SECOND_READ_MS, sinceMs / 2));
}

/**
 * A difference, as quiet readings show it. How long it has stood is a matter of the monotonic clock: the wall clock may be set
 * forward while a venue has not yet listed the fills that explain it.
 */
type Difference = {
	readonly missing: Decimal;
	readonly unmanaged: Decimal;
	/** Begin of the first reading that showed it with nothing of ours booked since, by the wall clock. */
	readonly since: number;
	/** The same by the monotonic clock. */
	readonly quietSince: number;
	/** Begin of the first reading that showed it, whatever was booked since: refusals of orders are booked too, and change nothing. */
	readonly standsSince: number;
};

/** What is known of one instrument of an account between readings. */
type Watch = {
	/** Begin of the last reading that agreed and cannot have lagged: what others took since is looked for from here on. */
	provenAt: number;
	/** Begin of the first of the readings that have agreed since, by the monotonic clock. */
	agreedSince: number | undefined;
	/** The difference of the last quiet reading. */
	seen: Difference | undefined;
	explaining: boolean;
};

type Reconciler = ReconcilerOptions & {
	readonly ownMoves: ReturnType<typeof createOwnMoves>;
	readonly watches: Map<string, Watch>;
};

/** Makes a reconciler; readings come to it through `consider`. */
export function createReconciler(options: ReconcilerOptions) {
	const { clock } = options;
	const reconciler: Reconciler = { ...options, ownMoves: createOwnMoves(clock), watches: new Map() };
	return {
		consider: (userId: string, venue: VenueName, reading: AccountReading) =>
			consider(reconciler, userId, venue, reading),
		noteFills: (state: ExecutionState, leg: LegRole, side: Side, fills: readonly Fill[]) =>
			noteFills(reconciler, state, leg, side, fills),
		forget: (userId: string, venue: VenueName, symbol: string) => forget(reconciler, userId, venue, symbol),
	};
}

/** Fills of ours are booked on a leg. */
function noteFills(
	reconciler: Reconciler,
	state: ExecutionState,
	leg: LegRole,
	side: Side,
	fills: readonly Fill[],
): void {
	const { venue, instrument, openSide } = legPlan(state, leg);
	const place = { userId: state.plan.userId, venue, symbol: instrument.symbol };
	const after = sum(legsHeld(reconciler, place).map((held) => held.state.held[held.leg]));
	const moved = sum(fills.map(({ quantity }) => quantity));
	reconciler.ownMoves.note(keyOf(place), side === openSide ? sub(after, moved) : add(after, moved), after);
}

/** One reading of an account: every instrument on which the user has an execution is compared. */
function consider(reconciler: Reconciler, userId: string, venue: VenueName, reading: AccountReading): void {
	for (const [symbol, legs] of legsAt(reconciler.driver.statesOf(userId), venue))
		considerInstrument(reconciler, { userId, venue, symbol }, legs, reading);
}

function considerInstrument(
	reconciler: Reconciler,
	place: Place,
	legs: readonly HeldLeg[],
	reading: AccountReading,
): void {
	const now = reconciler.clock.now();
	if (!isQuiet(legs, reading.begunAt, now)) return;
	const watch = watchOf(reconciler, place, legs);
	const position = reading.positions.find((candidate) => candidate.symbol === place.symbol);
	const { missing, unmanaged, shown } = compare(legs, position?.quantity ?? ZERO);
	const agreesNow = missing === 0n && unmanaged === 0n;
	reconciler.meter.compared(place.venue, agreesNow);
	if (agreesNow) {
		agrees(reconciler, place, legs, watch, reading, position);
		return;
	}
	watch.agreedSince = undefined;
	const { seen } = watch;
	const isSame = seen !== undefined && seen.missing === missing && seen.unmanaged === unmanaged;
	// A booking after the first sight may be the very thing that was seen.
	if (!isSame || !isQuiet(legs, seen.since, now)) {
		const { begunAt: since, begunMonotonic: quietSince } = reading;
		const standsOn = isSame && quietSince - seen.quietSince <= EXPLAIN_WITHIN_MS;
		const standsSince = standsOn ? seen.standsSince : quietSince;
		watch.seen = { missing, unmanaged, since, quietSince, standsSince };
		reconciler.readAgain(place.userId, place.venue, SECOND_READ_MS);
		return;
	}
	const provenMs = reading.begunMonotonic - seen.quietSince;
	if (provenMs < SECOND_READ_MS) return;
	const mayBeLate = reconciler.ownMoves.mayBeLate(keyOf(place), shown, reading.begunMonotonic);
	if (unmanaged !== 0n && !mayBeLate && provenMs >= UNMANAGED_PROOF_MS) {
		reconciler.meter.unmanagedFound(place.venue);
		tellAll(reconciler, legs, { of: 'hand', reason: unmanagedReason(place, unmanaged) });
	}
	const isUnlisted = missing > 0n && !reconciler.isListed(place.venue, place.symbol);
	if (isUnlisted && provenMs >= UNLISTED_PROOF_MS)
		tellAll(reconciler, legs, {
			of: 'unexplained',
			reason: unlistedReason(place, missing, reading.positions),
		});
	if (missing > 0n && !watch.explaining) void take(reconciler, place, watch, seen, mayBeLate);
}

function agrees(
	reconciler: Reconciler,
	place: Place,
	legs: readonly HeldLeg[],
	watch: Watch,
	reading: AccountReading,
	position: PositionReport | undefined,
): void {
	reconciler.agreements.note(keyOf(place), reading.begunAt, reading.begunMonotonic);
	if (!reconciler.ownMoves.mayLag(keyOf(place), reading.begunMonotonic)) watch.provenAt = reading.begunAt;
	watch.seen = undefined;
	watch.agreedSince ??= reading.begunMonotonic;
	checkSettings(reconciler, legs, position);
	if (reading.begunMonotonic - watch.agreedSince < CALM_MS) return;
	for (const { state } of legs)
		if (
			(state.attentionKind === 'hand' || state.attentionKind === 'unexplained') &&
			isCalm(reconciler, state, reading)
		)
			reconciler.driver.submit(state.plan.executionId, {
				kind: 'attentionPassed',
				of: state.attentionKind,
				reason: 'The account has agreed with the journal for ten minutes.',
			});
}

/** Whether both of its accounts have agreed for so long: one that does says nothing of the other. */
function isCalm(
	reconciler: Reconciler,
	{ plan }: ExecutionState,
	{ begunMonotonic }: AccountReading,
): boolean {
	return LEGS.every((leg) => {
		const { venue, instrument } = plan.legs[leg];
		const watch = reconciler.watches.get(keyOf({ userId: plan.userId, venue, symbol: instrument.symbol }));
		if (watch === undefined) return true;
		return watch.agreedSince !== undefined && begunMonotonic - watch.agreedSince >= CALM_MS;
	});
}

/** Leverage and margin mode of what is held, by the venue's own word, against the plan. */
function checkSettings(
	reconciler: Reconciler,
	legs: readonly HeldLeg[],
	position: PositionReport | undefined,
): void {
	for (const { state, leg } of legs) {
		if (state.held[leg] === 0n || position === undefined) continue;
		const reason = settingsReason(state, leg, position);
		const { executionId } = state.plan;
		if (reason !== undefined) {
			if (state.attention !== null) continue;
			reconciler.driver.submit(executionId, { kind: 'attention', of: 'settings', reason });
			reconciler.log.error({ executionId }, reason);
		} else if (state.attentionKind === 'settings')
			reconciler.driver.submit(executionId, {
				kind: 'attentionPassed',
				of: 'settings',
				reason: 'Leverage and margin mode are as planned.',
			});
	}
}

/** Finds the fills behind what is missing, and gives every execution its part. */
async function take(
	reconciler: Reconciler,
	place: Place,
	watch: Watch,
	{ missing, since, standsSince }: Difference,
	mayBeLate: boolean,
): Promise<void> {
	watch.explaining = true;
	const stoodMs = (): number => reconciler.clock.monotonic() - standsSince;
	try {
		const oldest = Math.min(...legsHeld(reconciler, place).map(({ state }) => mayBeTakenSince(state)));
		const from = Math.min(Math.max(watch.provenAt, oldest), since) - FILL_READ_BACK_MS - READ_EARLIER_MS;
		const trading = reconciler.tradingFor(place.userId, place.venue);
		const fills =
			(await trading?.accountFills(place.symbol, from, reconciler.clock.now() + FILL_READ_BACK_MS)) ?? [];
		const everyone = legsOn(reconciler.driver.onInstrument(place.userId, place.venue, place.symbol), place);
		const legs = legsHeld(reconciler, place);
		// Both reads must still hold: an account that moved meanwhile is compared anew.
		const stillMissing =
			legs.length > 0 && isQuiet(legs, since, reconciler.clock.now()) && watch.seen?.missing === missing;
		if (!stillMissing) return;
		const isOverdue = !mayBeLate && stoodMs() >= EXPLAIN_WITHIN_MS;
		const beyondDoubt = fills.filter(
			({ cause, filledAt }) => cause !== 'order' || (!mayBeLate && filledAt >= since - FILL_READ_BACK_MS),
		);
		const explained = explain(legs, everyone, isOverdue ? fills : beyondDoubt, missing);
		// A contract that is gone may have another name: what is not seen under the old one is not gone for that.
		const isBelieved = isOverdue && reconciler.isListed(place.venue, place.symbol);
		if (explained === undefined && !isBelieved) {
			reconciler.readAgain(place.userId, place.venue, againIn(stoodMs()));
			return;
		}
		deliver(
			reconciler,
			place,
			legs,
			explained ?? unexplained(reconciler, place, legs, missing, reconciler.clock.now()),
			explained !== undefined,
		);
		watch.seen = undefined;
	} catch (error) {
		reconciler.log.warn(
			{ ...place, error: messageOf(error) },
			'fills of others could not be read; they are asked for again',
		);
		reconciler.readAgain(place.userId, place.venue, againIn(stoodMs()));
	} finally {
		watch.explaining = false;
	}
}

function legsHeld(reconciler: Reconciler, place: Place): readonly HeldLeg[] {
	return legsOn(reconciler.driver.onInstrument(place.userId, place.venue, place.symbol), place).filter(
		({ state, leg }) => !isEnded(state) && state.held[leg] > 0n,
	);
}

function deliver(
	reconciler: Reconciler,
	place: Place,
	legs: readonly HeldLeg[],
	taken: Taken,
	isExplained: boolean,
): void {
	const quantity = formatDecimal(
		taken.fills.reduce((total, fill) => (total + fill.quantity) as Decimal, ZERO),
	);
	reconciler.log.error(
		{ ...place, cause: taken.cause, quantity },
		'a leg became smaller without an order of ours',
	);
	for (const { held, fills } of splitTaken(legs, taken)) {
		if (isExplained)
			reconciler.driver.submit(held.state.plan.executionId, {
				kind: 'attentionPassed',
				of: 'unexplained',
				reason: 'The venue’s fills say what became of the position.',
			});
		reconciler.driver.submit(held.state.plan.executionId, {
			kind: 'legReduced',
			leg: held.leg,
			cause: taken.cause,
			fills,
			heldBefore: held.state.held[held.leg],
			attention: attentionOf(place, taken, isExplained),
		});
	}
}

function unexplained(
	reconciler: Reconciler,
	place: Place,
	legs: readonly HeldLeg[],
	missing: Decimal,
	now: number,
): Taken {
	const [first] = legs as [HeldLeg];
	const plan = legPlan(first.state, first.leg);
	const quote = reconciler.quoteOf(place.venue, place.symbol);
	const price = quote?.mid ?? legOrders(first.state, first.leg).at(-1)?.decisionMid ?? plan.decisionMid;
	const side = oppositeSide(plan.openSide);
	return {
		cause: 'hand',
		fills: [
			{
				tradeId: `unexplained-${place.venue}-${place.symbol}-${side}-${now}`,
				quantity: missing,
				price,
				fee: ZERO,
				feeAsset: plan.instrument.quote,
				feeQuantity: ZERO,
				filledAt: now,
			},
		],
	};
}

function tellAll(reconciler: Reconciler, legs: readonly HeldLeg[], attention: Attention): void {
	for (const { state } of legs) {
		if (state.attention !== null) continue;
		reconciler.log.error({ executionId: state.plan.executionId }, attention.reason);
		reconciler.driver.submit(state.plan.executionId, { kind: 'attention', ...attention });
	}
}

function watchOf(reconciler: Reconciler, place: Place, legs: readonly HeldLeg[]): Watch {
	const key = keyOf(place);
	const known = reconciler.watches.get(key);
	if (known !== undefined) return known;
	const since = Math.min(...legs.map(({ state }) => state.createdAt));
	const watch: Watch = {
		provenAt: since,
		agreedSince: undefined,
		seen: undefined,
		explaining: false,
	};
	reconciler.watches.set(key, watch);
	reconciler.agreements.note(key, since, Number.NEGATIVE_INFINITY);
	return watch;
}

/** Forgets what nobody holds any more. */
function forget(reconciler: Reconciler, userId: string, venue: VenueName, symbol: string): void {
	if (reconciler.driver.onInstrument(userId, venue, symbol).every(isEnded))
		for (const kept of [reconciler.watches, reconciler.agreements, reconciler.ownMoves])
			kept.delete(keyOf({ userId, venue, symbol }));
}

type Place = { readonly userId: string; readonly venue: VenueName; readonly symbol: string };

function legsOn(states: readonly ExecutionState[], place: Place): readonly HeldLeg[] {
	return states.flatMap((state) =>
		LEGS.filter((leg) => {
			const plan = legPlan(state, leg);
			return plan.venue === place.venue && plan.instrument.symbol === place.symbol;
		}).map((leg) => ({ state, leg })),
	);
}

function keyOf({ userId, venue, symbol }: Place): string {
	return `${userId} ${venue} ${symbol}`;
}
