/**
 * Handles unhedged legs at a venue that no longer responds. If emergency hedges are allowed, the hedger hedges them
 * on a third venue. Once the silent venue responds again, it closes the hedge together with its hedged leg.
 *
 * The hedger acts before the engine reduces at the last known price (`BLIND_REDUCE_AFTER_MS`). A reducing order at
 * the silent venue would have an unknown outcome, and the hedger hedges nothing while an order is unproven.
 */

import { max, sub, ZERO } from '../../domain/decimal.ts';
import type { HedgePlan } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { executionId, jobId } from '../../domain/ids.ts';
import type { Instrument, VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import { midPrice } from '../../domain/order-book.ts';
import { PHASE_TEXT } from '../../domain/stored-reason.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { SelfChecks } from '../../ports/self-check.ts';
import { shownNameOf } from '../../venues/facts.ts';
import {
	type HedgeCandidate,
	type HedgeLimits,
	type HedgeTerms,
	hedgePlan,
	hedgeTerms,
	hedgeTrade,
} from '../decide/emergency-hedge.ts';
import { instrumentUse } from '../decide/instrument-use.ts';
import { marginToCome } from '../decide/open-notional.ts';
import { otherLeg } from '../decide/order-terms.ts';
import { type UnhedgedLeg, unhedgedLeg } from '../decide/unhedged-leg.ts';
import type { AccountFees } from './account-fees.ts';
import type { ExecutionDriver } from './driver.ts';
import type { Halts } from './halts.ts';
import { onAccountsInUse } from './leg-accounts.ts';
import type { Opening, Openings } from './openings.ts';
import { HEDGES } from './text.ts';
import type { VenueSilence } from './venue-silence.ts';

/** Dependencies of the emergency hedger. */
export type EmergencyHedgerOptions = {
	readonly driver: Pick<ExecutionDriver, 'states' | 'statesOf' | 'state' | 'handOver' | 'submit'>;
	readonly market: Market;
	readonly accounts: TradingAccounts;
	readonly accountFees: AccountFees;
	readonly halts: Pick<Halts, 'covering'>;
	readonly selfChecks: Pick<SelfChecks, 'refusal'>;
	readonly openings: Openings;
	readonly silence: VenueSilence;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly limits: HedgeLimits & {
		readonly emergencyHedgeAfterMs: number;
		readonly accountAgeMsMax: number;
		readonly bookAgeMsMax: number;
		readonly bookStaleMs: number;
	};
};

const CHECK_PERIOD_MS = 250;
/** Delay before the next attempt if no venue was usable. */
const TRY_AGAIN_MS = 1_000;
/** Time for which the silent venue must have responded again before the hedge and the hedged leg are closed. */
const RETURNED_MS = 10_000;
/** Delay before a close request is repeated, in case the previous request could not be journaled. */
const ASK_AGAIN_MS = 30_000;
/** Time for which a decision to hedge is valid. After that the hedger decides again. */
const HOLDS_MS = 1_000;
const INTERVAL_HOURS_DEFAULT = 8;

type Done = { readonly hedgeId: string } | { readonly hedgeId?: undefined; readonly why: string };

type Hedger = EmergencyHedgerOptions & {
	/** Monotonic time of the next attempt, by execution. */
	readonly waitUntil: Map<string, number>;
	closed: boolean;
};

/** Starts to check for unhedged legs whose exchange does not respond. */
export function createEmergencyHedger(options: EmergencyHedgerOptions) {
	const { clock } = options;
	const hedger: Hedger = { ...options, waitUntil: new Map(), closed: false };
	const cancelCheck = clock.every(CHECK_PERIOD_MS, () => check(hedger));
	return {
		close(): void {
			hedger.closed = true;
			cancelCheck();
		},
	};
}

function check(hedger: Hedger): void {
	for (const state of hedger.driver.states()) {
		if (isEnded(state)) continue;
		if (state.plan.takenOver !== undefined) closeWhenBack(hedger, state);
		else if (isWanted(hedger, state)) void hedge(hedger, state);
	}
	for (const [id, until] of hedger.waitUntil)
		if (until < hedger.clock.monotonic()) hedger.waitUntil.delete(id);
}

function isWanted(hedger: Hedger, state: ExecutionState): boolean {
	const unhedged = unhedgedLeg(state);
	if (unhedged === undefined || hedger.waitUntil.has(state.plan.executionId)) return false;
	const { venue } = legPlan(state, unhedged.leg);
	return hedger.silence.silentMs(state.plan.userId, venue) >= hedger.limits.emergencyHedgeAfterMs;
}

/** Closes both legs together once the leg that was taken over can be closed again. */
function closeWhenBack(hedger: Hedger, state: ExecutionState): void {
	const { takenOver, userId, executionId: id } = state.plan;
	if (takenOver === undefined || state.phase !== 'running' || hedger.waitUntil.has(id)) return;
	const { venue } = legPlan(state, takenOver.leg);
	const isBack = hedger.silence.answeringMs(userId, venue) >= RETURNED_MS;
	if (!isBack || !(['long', 'short'] as const).every((leg) => currentMid(hedger, state, leg) !== undefined))
		return;
	hedger.waitUntil.set(id, hedger.clock.monotonic() + ASK_AGAIN_MS);
	hedger.driver.submit(id, {
		kind: 'closeRequested',
		reason: PHASE_TEXT.answersAgain({ exchange: shownNameOf(venue) }),
		remaining: ZERO,
		maxSlippageBps: hedger.limits.maxSlippageBpsDefault,
		firm: false,
	});
}

async function hedge(hedger: Hedger, state: ExecutionState): Promise<void> {
	const { executionId: id, userId, agentId } = state.plan;
	hedger.waitUntil.set(id, Number.POSITIVE_INFINITY);
	const opening = hedger.openings.begin(userId, agentId);
	let hedgeId: string | undefined;
	try {
		for (const { instrument } of candidates(hedger, state, opening)) {
			hedgeId = await hedgeOrLog(hedger, id, instrument, opening);
			if (hedgeId !== undefined || hedger.closed) break;
		}
	} finally {
		hedger.openings.end(opening, hedgeId);
		hedger.waitUntil.set(id, hedger.clock.monotonic() + TRY_AGAIN_MS);
	}
}

/** Returns the instruments of the coin at the user's other connected venues, cheapest first. */
function candidates(hedger: Hedger, state: ExecutionState, opening: Opening): readonly InstrumentInputs[] {
	const { userId, coin, legs } = state.plan;
	const { quote } = legs.long.instrument;
	const unhedged = unhedgedLeg(state);
	if (unhedged === undefined) return [];
	return hedger.accounts
		.connected(userId)
		.filter((venue) => venue !== legs.long.venue && venue !== legs.short.venue)
		.flatMap((venue) => hedger.market.inputs(venue))
		.filter(({ instrument }) => instrument.coin === coin && instrument.quote === quote)
		.map((inputs) => ({ inputs, terms: termsAt(hedger, state, unhedged, inputs, opening) }))
		.flatMap(({ inputs, terms }) => (typeof terms === 'string' ? [] : [{ inputs, terms }]))
		.sort((a, b) => Number(a.terms.cost - b.terms.cost))
		.map(({ inputs }) => inputs);
}

/**
 * Attempts the hedge at one instrument. Logs a failure, because a venue that refuses must not prevent the attempt at
 * the next one.
 */
async function hedgeOrLog(
	hedger: Hedger,
	giver: string,
	instrument: Instrument,
	opening: Opening,
): Promise<string | undefined> {
	const done = await hedgeAt(hedger, giver, instrument, opening).catch(
		(error: unknown): Done => ({ why: messageOf(error) }),
	);
	if (done.hedgeId !== undefined) return done.hedgeId;
	const { venue, symbol } = instrument;
	hedger.log.warn({ executionId: giver, venue, symbol }, HEDGES.noHedge(done.why));
	return undefined;
}

/**
 * Claims the instrument, sets leverage and margin mode, decides again on the latest data, and hands the leg over.
 * @throws VenueError if the venue refuses or does not respond
 */
async function hedgeAt(
	hedger: Hedger,
	giver: string,
	instrument: Instrument,
	opening: Opening,
): Promise<Done> {
	const { venue, symbol } = instrument;
	const first = decide(hedger, giver, instrument, opening);
	if (typeof first === 'string') return { why: first };
	const { userId, leverage, marginMode } = first;
	const trading = hedger.accounts.trading(userId, venue);
	if (trading === undefined) return { why: HEDGES.noAccount };
	await Promise.all([
		trading.prepare(symbol, leverage, marginMode),
		hedger.accountFees.of(userId, venue, symbol, trading),
	]);
	const plan = decide(hedger, giver, instrument, opening);
	if (typeof plan === 'string') return { why: plan };
	const decidedAt = hedger.clock.monotonic();
	hedger.openings.writing(opening, plan.executionId);
	const isStillWanted = (): boolean =>
		hedger.clock.monotonic() - decidedAt <= HOLDS_MS && isAllowed(hedger, plan, venue);
	if (!(await hedger.driver.handOver(plan, isStillWanted))) return { why: HEDGES.noHandover };
	const { executionId: hedgeId, takenOver, legs } = plan;
	hedger.log.error({ executionId: hedgeId, giver, venue }, HEDGES.hedged(legs[takenOver.leg].venue));
	return { hedgeId };
}

function isAllowed(hedger: Hedger, { userId, legs, takenOver }: HedgePlan, third: VenueName): boolean {
	const isSilent =
		hedger.silence.silentMs(userId, legs[takenOver.leg].venue) >= hedger.limits.emergencyHedgeAfterMs;
	return !hedger.closed && isSilent && hedger.halts.covering(userId, [third]).length === 0;
}

/** Returns the plan to hand over now, and claims its resources synchronously. Returns a reason if there is no plan. */
function decide(
	hedger: Hedger,
	giver: string,
	{ venue, symbol }: Instrument,
	opening: Opening,
): HedgePlan | string {
	const { random, openings } = hedger;
	const state = hedger.driver.state(giver);
	const inputs = hedger.market.get(venue, symbol);
	const unhedged = state === undefined ? undefined : unhedgedLeg(state);
	if (hedger.closed || state === undefined || inputs === undefined || unhedged === undefined)
		return HEDGES.noUnhedgedLeg;
	const terms = termsAt(hedger, state, unhedged, inputs, opening);
	if (typeof terms === 'string') return terms;
	const ids = { executionId: executionId(random.hex(12)), jobId: jobId(random.hex(12)) };
	const plan = onAccountsInUse(
		hedgePlan(state, unhedged.leg, terms, hedger.limits, ids, hedger.clock.now()),
		hedger.accounts,
	);
	const { amount, leverage } = plan;
	openings.claim(opening, { amount, leverage, trade: hedgeTrade(plan, terms), slice: ZERO });
	return plan;
}

function termsAt(
	hedger: Hedger,
	state: ExecutionState,
	unhedged: UnhedgedLeg,
	inputs: InstrumentInputs,
	opening: Opening,
): HedgeTerms | string {
	const { userId } = state.plan;
	const candidate = candidateOf(hedger, userId, inputs, opening);
	if (typeof candidate === 'string') return candidate;
	const kept = legPlan(state, unhedged.leg);
	const price =
		currentMid(hedger, state, otherLeg(unhedged.leg)) ?? legOrders(state, unhedged.leg).at(-1)?.decisionMid;
	return hedgeTerms(
		state,
		unhedged,
		candidate,
		{
			price: price ?? kept.decisionMid,
			liquidationPrice: hedger.silence.liquidationPrice(userId, kept.venue, kept.instrument.symbol),
		},
		hedger.limits,
	);
}

/**
 * Builds a candidate from the instrument's latest market data and the last read of the account at its venue. Returns
 * a reason if the instrument cannot be used.
 */
function candidateOf(
	hedger: Hedger,
	userId: string,
	{ instrument, book, bookReceivedAt, ticker, fees }: InstrumentInputs,
	opening: Opening,
): HedgeCandidate | string {
	const { venue, symbol } = instrument;
	if (hedger.market.status(venue).state !== 'fresh') return HEDGES.oldData;
	if (hedger.halts.covering(userId, [venue]).length > 0) return HEDGES.halted;
	if (hedger.accounts.isLeaving(userId, venue)) return HEDGES.leaving;
	if (hedger.selfChecks.refusal(userId, venue) !== undefined) return HEDGES.unchecked;
	if (ticker?.delistingAt !== undefined && ticker.delistingAt !== null) return HEDGES.delisted;
	const isYoung =
		bookReceivedAt !== undefined && isWithin(hedger.clock.now() - bookReceivedAt, hedger.limits.bookAgeMsMax);
	if (book === undefined || !isYoung) return HEDGES.oldBook;
	const account = hedger.silence.lastState(userId, venue);
	if (
		account === undefined ||
		hedger.clock.monotonic() - account.takenMonotonic > hedger.limits.accountAgeMsMax
	)
		return HEDGES.oldAccount;
	const others = hedger.openings.others(opening);
	const known = hedger.accountFees.known(userId, venue, symbol) ?? fees;
	const open = hedger.driver.statesOf(userId).filter((state) => !isEnded(state));
	const claimed = others.marginAt(venue);
	const unclaimed = open.filter(({ plan }) => !others.executionIds.has(plan.executionId));
	const toCome = marginToCome(venue, { before: unclaimed, now: unclaimed }, known.taker);
	return {
		instrument,
		book,
		intervalHours: (ticker?.funding?.intervalMs ?? INTERVAL_HOURS_DEFAULT * HOUR_MS) / HOUR_MS,
		fees: known,
		available: max(ZERO, sub(sub(account.balance.available, claimed), toCome)),
		use: instrumentUse(
			instrument,
			account.positions.find((position) => position.symbol === symbol)?.quantity ?? ZERO,
			{ before: open, now: open },
			others.sharersOf(instrument),
		),
	};
}

function currentMid(hedger: Hedger, state: ExecutionState, leg: 'long' | 'short') {
	const { venue, instrument } = legPlan(state, leg);
	const { book, bookReceivedAt } = hedger.market.get(venue, instrument.symbol) ?? {};
	if (book === undefined || bookReceivedAt === undefined) return undefined;
	return isWithin(hedger.clock.now() - bookReceivedAt, hedger.limits.bookStaleMs)
		? midPrice(book)
		: undefined;
}

/** An age is negative if a clock was set back. The real age is then unknown and counts as too old. */
function isWithin(ageMs: number, ageMsMax: number): boolean {
	return ageMs >= 0 && ageMs <= ageMsMax;
}
