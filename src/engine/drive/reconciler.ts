/**
 * Compares every account read with the journal, and reports to the executions the changes that our orders did not
 * cause.
 *
 * A difference between account and journal counts once two reads, with none of our orders in flight, show the same
 * difference. Missing coins are deducted from the legs with the fills that explain them, and the engine reduces the
 * other leg. Coins beyond the legs come from a manual trade, and the service opens nothing while they remain. An
 * exchange may lag behind our fills. A difference that such a lag can explain does not count, unless the exchange
 * lists a forced fill such as a liquidation.
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
import { textOf } from '../../sentences/sentence.ts';
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
import { CLEARED } from './text.ts';

/** Dependencies of the reconciler. */
export type ReconcilerOptions = {
	readonly driver: Pick<ExecutionDriver, 'onInstrument' | 'statesOf' | 'submit'>;
	/** Receives each match between journal and venue. */
	readonly agreements: Agreements;
	readonly tradingFor: (userId: string, venue: VenueName) => VenueTrading | undefined;
	readonly quoteOf: (venue: VenueName, symbol: string) => Quote | undefined;
	/** True if the venue lists the contract now. */
	readonly isListed: (venue: VenueName, symbol: string) => boolean;
	/** Requests another read of the account soon; its result comes back through `consider`. */
	readonly readAgain: (userId: string, venue: VenueName, delayMs: number) => void;
	readonly meter: ReconciliationMeter;
	readonly clock: Clock;
	readonly log: Logger;
};

/** Positions of an account from one read. */
export type AccountReading = {
	readonly positions: readonly PositionReport[];
	/** Start of the read on the wall clock. */
	readonly begunAt: number;
	/** Start of the read on the monotonic clock. */
	readonly begunMonotonic: number;
};

/** Minimum time between the two reads that must both show a difference. */
const SECOND_READ_MS = 300;
const AGAIN_MS_MAX = 3_000;
/**
 * Time after which a smaller position is accepted without a fill that explains it. Venues list liquidations within
 * seconds. A position list that lags behind our fills, or is empty for a while, must not cause a reduction of the
 * other leg.
 */
const EXPLAIN_WITHIN_MS = 20_000;
/** Time after which a position beyond the legs needs manual attention. */
const UNMANAGED_PROOF_MS = 5_000;
/**
 * A position in an unlisted contract needs manual attention after this time. Delisted contracts settle within
 * seconds.
 */
const UNLISTED_PROOF_MS = 5_000;
/**
 * The search for fills that are not ours starts this long before the account's last certain match. An order fill may
 * be our own, from an execution that has left memory. If it precedes the first sighting of the difference by more
 * than this, it explains the difference only after `EXPLAIN_WITHIN_MS`.
 */
const FILL_READ_BACK_MS = 60_000;
/**
 * The search starts this much earlier still. A lagging position list may match the journal for seconds after a
 * reduction, and the venue's clock may differ from ours by this much.
 */
const READ_EARLIER_MS = 60_000;
/**
 * Time for which the account must match the journal before the attention flag of a manual trade or an unexplained
 * change is cleared.
 */
const CALM_MS = 600_000;

/** Returns the delay before the next check of an unexplained difference, ms. It grows, because of rate limits. */
function againIn(sinceMs: number): number {
	return Math.min(AGAIN_MS_MAX, Math.max(SECOND_READ_MS, sinceMs / 2));
}

/**
 * A difference between account and journal, in reads that none of our orders can have affected. Its duration is
 * measured on the monotonic clock, because the wall clock may jump before a venue has listed the explaining fills.
 */
type Difference = {
	readonly missing: Decimal;
	readonly unmanaged: Decimal;
	/** Wall-clock start of the first read that showed the difference, with none of our events booked since. */
	readonly since: number;
	/** Monotonic start of the same read as `since`. */
	readonly quietSince: number;
	/**
	 * Monotonic start of the first read that showed the difference, whatever was booked since. A refused order is
	 * booked too, but does not change the position.
	 */
	readonly firstSeenAt: number;
};

/** State that is kept about one instrument of an account between reads. */
type Watch = {
	/** Wall-clock start of the last match that cannot have lagged. The search for later reductions starts from it. */
	provenAt: number;
	/** Monotonic start of the first of the consecutive matches up to now; undefined after a difference. */
	agreedSince: number | undefined;
	/** Difference in the last read that none of our orders can have affected; undefined if that read matched. */
	seen: Difference | undefined;
	explaining: boolean;
};

type Reconciler = ReconcilerOptions & {
	readonly ownMoves: ReturnType<typeof createOwnMoves>;
	readonly watches: Map<string, Watch>;
};

/** Creates a reconciler, which receives reads through `consider`. */
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

/** Records our own fills that were booked on a leg. */
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

/** Compares one account read with the journal, for every instrument on which the user has an execution. */
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
	// A fill booked after the first of the two reads may be the very change that the reads show.
	if (!isSame || !isQuiet(legs, seen.since, now)) {
		const { begunAt: since, begunMonotonic: quietSince } = reading;
		const persists = isSame && quietSince - seen.quietSince <= EXPLAIN_WITHIN_MS;
		const firstSeenAt = persists ? seen.firstSeenAt : quietSince;
		watch.seen = { missing, unmanaged, since, quietSince, firstSeenAt };
		reconciler.readAgain(place.userId, place.venue, SECOND_READ_MS);
		return;
	}
	const provenMs = reading.begunMonotonic - seen.quietSince;
	if (provenMs < SECOND_READ_MS) return;
	const mayBeLate = reconciler.ownMoves.mayBeLate(keyOf(place), shown, reading.begunMonotonic);
	if (unmanaged !== 0n && !mayBeLate && provenMs >= UNMANAGED_PROOF_MS) {
		reconciler.meter.unmanagedFound(place.venue);
		raiseAll(reconciler, legs, { of: 'hand', reason: unmanagedReason(place, unmanaged) });
	}
	const isUnlisted = missing > 0n && !reconciler.isListed(place.venue, place.symbol);
	if (isUnlisted && provenMs >= UNLISTED_PROOF_MS)
		raiseAll(reconciler, legs, {
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
				reason: CLEARED.calm,
			});
}

/** True if both accounts have matched for long enough; a match on one says nothing about the other. */
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

/** Compares the venue's leverage and margin mode of a position with the plan. */
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
			reconciler.log.error({ executionId }, textOf(reason));
		} else if (state.attentionKind === 'settings')
			reconciler.driver.submit(executionId, {
				kind: 'attentionPassed',
				of: 'settings',
				reason: CLEARED.settings,
			});
	}
}

/** Finds the fills that explain missing coins, and assigns each execution its part. */
async function take(
	reconciler: Reconciler,
	place: Place,
	watch: Watch,
	{ missing, since, firstSeenAt }: Difference,
	mayBeLate: boolean,
): Promise<void> {
	watch.explaining = true;
	const lastedMs = (): number => reconciler.clock.monotonic() - firstSeenAt;
	try {
		const oldest = Math.min(...legsHeld(reconciler, place).map(({ state }) => mayBeTakenSince(state)));
		const from = Math.min(Math.max(watch.provenAt, oldest), since) - FILL_READ_BACK_MS - READ_EARLIER_MS;
		const trading = reconciler.tradingFor(place.userId, place.venue);
		const fills =
			(await trading?.accountFills(place.symbol, from, reconciler.clock.now() + FILL_READ_BACK_MS)) ?? [];
		const everyone = legsOn(reconciler.driver.onInstrument(place.userId, place.venue, place.symbol), place);
		const legs = legsHeld(reconciler, place);
		// Both account reads must still be valid. An account that changed while the fills were read is compared
		// again.
		const stillMissing =
			legs.length > 0 && isQuiet(legs, since, reconciler.clock.now()) && watch.seen?.missing === missing;
		if (!stillMissing) return;
		const isOverdue = !mayBeLate && lastedMs() >= EXPLAIN_WITHIN_MS;
		const beyondDoubt = fills.filter(
			({ cause, filledAt }) => cause !== 'order' || (!mayBeLate && filledAt >= since - FILL_READ_BACK_MS),
		);
		const explained = explain(legs, everyone, isOverdue ? fills : beyondDoubt, missing);
		// A delisted contract may have a new name, under which the position may still exist.
		const isBelieved = isOverdue && reconciler.isListed(place.venue, place.symbol);
		if (explained === undefined && !isBelieved) {
			reconciler.readAgain(place.userId, place.venue, againIn(lastedMs()));
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
			'fills from outside this service could not be read; retrying',
		);
		reconciler.readAgain(place.userId, place.venue, againIn(lastedMs()));
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
		'a leg shrank without an order from this service',
	);
	for (const { held, fills } of splitTaken(legs, taken)) {
		if (isExplained)
			reconciler.driver.submit(held.state.plan.executionId, {
				kind: 'attentionPassed',
				of: 'unexplained',
				reason: CLEARED.explained,
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

function raiseAll(reconciler: Reconciler, legs: readonly HeldLeg[], attention: Attention): void {
	for (const { state } of legs) {
		if (state.attention !== null) continue;
		reconciler.log.error({ executionId: state.plan.executionId }, textOf(attention.reason));
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

/** Forgets an instrument without open executions. */
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
