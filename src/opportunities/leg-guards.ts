/**
 * What stands against one leg, whatever the other is. Finding that nothing does costs a few comparisons and makes no object;
 * sentences are functions of the leg, called when a finding is shown.
 */
import {
	type Decimal,
	divTrunc,
	formatDecimal,
	formatFixed,
	fromInteger,
	mulTrunc,
	sub,
} from '../domain/decimal.ts';
import type { PredictedFunding } from '../domain/funding.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import { notFreshSentence } from '../ports/market.ts';
import type { Maintenance } from '../ports/venue-notices.ts';
import { isTradedAt, settlementTermsOf } from '../venues/facts.ts';
import {
	type GuardCode,
	type GuardContext,
	type GuardFinding,
	isStale,
	type LegInputs,
	NO_FINDINGS,
} from './guards.ts';

const DAY_MS = 24 * 3_600_000;
/** A mark further off its index than one part in so many: 2 %. Premiums that funding caps allow for stay below. */
const MARK_OFF_PART = 50n;
const PERCENT = fromInteger(100);
/** Announced maintenance is told of so long before it begins. */
const MAINTENANCE_NOTICE_MS = DAY_MS;
/** A delisting forbids a trade from so long before it on, whatever the horizon: liquidity leaves first. */
export const DELISTING_NOTICE_MS = DAY_MS;

type Sentence = (leg: LegInputs, context: GuardContext) => string;

/** True where both best prices of a book are there and apart. */
export function isUsable(book: LegInputs['book']): boolean {
	const bid = book?.bids[0];
	const ask = book?.asks[0];
	return bid !== undefined && ask !== undefined && bid[0] > 0n && bid[0] < ask[0];
}

/**
 * The order is that of the table of guards.
 * @param isBookUsable the answer of `isUsable` to its book, for callers that have kept it
 */
export function legGuards(
	leg: LegInputs,
	context: GuardContext,
	isBookUsable: boolean = isUsable(leg.book),
): readonly GuardFinding[] {
	const { ticker, status } = leg;
	const { now, limits } = context;
	let found: GuardFinding[] | undefined;
	const { notices } = status;
	if (!isTradedAt(leg.instrument.venue)) found = noted(found, 'DATA_ONLY', dataOnly, leg, context);
	if (status.state !== 'fresh') found = noted(found, 'VENUE_DOWN', venueDown, leg, context);
	if (notices !== null) {
		if (notices.maintenance.length > 0) found = maintenanceGuards(found, leg, context);
		const transfers = notices.transfers.get(leg.instrument.quote);
		if (transfers !== undefined && !(transfers.deposit && transfers.withdrawal))
			found = noted(found, 'TRANSFERS_SUSPENDED', transfersSuspended, leg, context);
	}
	if (isStale(leg.tickerReceivedAt, limits.tickerStaleMs, now) && ticker !== undefined)
		found = noted(found, 'QUOTE_STALE', tickerStale, leg, context);
	found = bookGuards(found, leg, context, isBookUsable);
	if (ticker === undefined) return noted(found, 'FUNDING_MISSING', fundingMissing, leg, context);
	if (!ticker.tradable) found = noted(found, 'NOT_TRADABLE', notTradable, leg, context);
	if (ticker.delistingAt !== null)
		found = isClosedInside(ticker.delistingAt, context)
			? noted(found, 'DELISTING', delisting, leg, context)
			: noted(found, 'DELISTING_ANNOUNCED', delisting, leg, context);
	if (isMarkOff(ticker.mark, ticker.index)) found = noted(found, 'MARK_DIVERGED', markDiverged, leg, context);
	if (ticker.funding === null) return noted(found, 'FUNDING_MISSING', fundingMissing, leg, context);
	const { funding, fundingCap, fundingFloor } = ticker;
	if (funding.nextSettlementAt <= now) found = noted(found, 'FUNDING_CLOCK_PAST', clockPast, leg, context);
	if (nearSettlement(funding, now, settlementTermsOf(leg.instrument.venue).uncertaintyMs) !== undefined)
		found = noted(found, 'SETTLEMENT_NEAR', settlementNear, leg, context);
	if (
		(fundingCap !== null && funding.predictedRate >= fundingCap) ||
		(fundingFloor !== null && funding.predictedRate <= fundingFloor)
	)
		found = noted(found, 'RATE_CAPPED', rateCapped, leg, context);
	return found ?? NO_FINDINGS;
}

function noted(
	found: GuardFinding[] | undefined,
	code: GuardCode,
	sentence: Sentence,
	leg: LegInputs,
	context: GuardContext,
): GuardFinding[] {
	const findings = found ?? [];
	findings.push({ code, message: () => sentence(leg, context) });
	return findings;
}

function bookGuards(
	found: GuardFinding[] | undefined,
	leg: LegInputs,
	context: GuardContext,
	isBookUsable: boolean,
): GuardFinding[] | undefined {
	const { book } = leg;
	if (book === undefined) return noted(found, 'BOOK_MISSING', bookMissing, leg, context);
	let findings = found;
	if (!isBookUsable) {
		const bid = book.bids[0];
		findings =
			bid === undefined || book.asks[0] === undefined || bid[0] <= 0n
				? noted(findings, 'BOOK_MISSING', bookEmpty, leg, context)
				: noted(findings, 'BOOK_CROSSED', bookCrossed, leg, context);
	}
	return isStale(leg.bookReceivedAt, context.limits.bookStaleMs, context.now)
		? noted(findings, 'QUOTE_STALE', bookStale, leg, context)
		: findings;
}

function maintenanceGuards(
	found: GuardFinding[] | undefined,
	leg: LegInputs,
	context: GuardContext,
): GuardFinding[] | undefined {
	const running = runningMaintenance(leg, context.now);
	if (running !== undefined) return noted(found, 'VENUE_MAINTENANCE', maintenanceRuns, leg, context);
	return plannedMaintenance(leg, context.now) === undefined
		? found
		: noted(found, 'MAINTENANCE_PLANNED', maintenancePlanned, leg, context);
}

function runningMaintenance(leg: LegInputs, now: number): Maintenance | undefined {
	return leg.status.notices?.maintenance.find(
		({ from, until }) => from <= now && (until === null || now < until),
	);
}

function plannedMaintenance(leg: LegInputs, now: number): Maintenance | undefined {
	return leg.status.notices?.maintenance.find(
		({ from }) => now < from && from - now <= MAINTENANCE_NOTICE_MS,
	);
}

function isClosedInside(at: number, { now, horizonMs }: GuardContext): boolean {
	return at - now <= Math.max(horizonMs, DELISTING_NOTICE_MS);
}

function isMarkOff(mark: Decimal | null, index: Decimal | null): boolean {
	if (mark === null || index === null || mark === index) return false;
	const off = mark > index ? mark - index : index - mark;
	return off * MARK_OFF_PART > index;
}

/** The settlement, the coming or the one before it, within whose uncertainty an entry now would fall. */
function nearSettlement(funding: PredictedFunding, now: number, uncertaintyMs: number): number | undefined {
	const { nextSettlementAt: next, intervalMs } = funding;
	const entryAt = now + ENTRY_TIME_MS;
	if (Math.abs(next - entryAt) <= uncertaintyMs) return next;
	return Math.abs(next - intervalMs - entryAt) <= uncertaintyMs ? next - intervalMs : undefined;
}

/** The first instant after `now` at which time alone changes what `legGuards` finds; infinity when it never does. */
export function legGuardsHoldUntil(leg: LegInputs, context: GuardContext): number {
	return Math.min(bookGuardsHoldUntil(leg, context.limits, context.now), otherGuardsHoldUntil(leg, context));
}

/** The same of what is found for the age of its book. */
export function bookGuardsHoldUntil(
	{ book, bookReceivedAt }: Pick<LegInputs, 'book' | 'bookReceivedAt'>,
	{ bookStaleMs }: Pick<GuardContext['limits'], 'bookStaleMs'>,
	now: number,
): number {
	if (book === undefined || bookReceivedAt === undefined) return Number.POSITIVE_INFINITY;
	const staleAt = bookReceivedAt + bookStaleMs + 1;
	return staleAt > now ? staleAt : Number.POSITIVE_INFINITY;
}

/** The same of all else. */
export function otherGuardsHoldUntil(leg: LegInputs, context: GuardContext): number {
	const { now, limits } = context;
	const { ticker, tickerReceivedAt } = leg;
	let until = Number.POSITIVE_INFINITY;
	const turns = (at: number): void => {
		if (at > now && at < until) until = at;
	};
	if (ticker !== undefined && tickerReceivedAt !== undefined)
		turns(tickerReceivedAt + limits.tickerStaleMs + 1);
	for (const { from, until: end } of leg.status.notices?.maintenance ?? []) {
		turns(from - MAINTENANCE_NOTICE_MS);
		turns(from);
		if (end !== null) turns(end);
	}
	const delistingAt = ticker?.delistingAt ?? null;
	if (delistingAt !== null) turns(delistingAt - Math.max(context.horizonMs, DELISTING_NOTICE_MS));
	const funding = ticker?.funding ?? null;
	if (funding === null) return until;
	turns(funding.nextSettlementAt);
	const uncertaintyMs = settlementTermsOf(leg.instrument.venue).uncertaintyMs;
	for (const at of [funding.nextSettlementAt, funding.nextSettlementAt - funding.intervalMs]) {
		turns(at - uncertaintyMs - ENTRY_TIME_MS);
		turns(at + uncertaintyMs - ENTRY_TIME_MS + 1);
	}
	return until;
}

function dataOnly({ instrument }: LegInputs): string {
	return `${instrument.venue} is read for its prices and funding only: the service does not trade there.`;
}

function venueDown({ status }: LegInputs): string {
	return notFreshSentence(status);
}

function maintenanceRuns(leg: LegInputs, { now }: GuardContext): string {
	const running = runningMaintenance(leg, now);
	const until = running?.until ?? null;
	return `${leg.instrument.venue} says that trading is stopped or restricted: ${running?.title ?? 'no title'}${until === null ? '' : `, until ${instant(until)}`}.`;
}

function maintenancePlanned(leg: LegInputs, { now }: GuardContext): string {
	const planned = plannedMaintenance(leg, now);
	return `${leg.instrument.venue} has announced maintenance${planned === undefined ? '' : ` from ${instant(planned.from)}: ${planned.title}`}.`;
}

function transfersSuspended({ instrument, status }: LegInputs): string {
	const { quote, venue } = instrument;
	const state = status.notices?.transfers.get(quote);
	const what = [...(state?.deposit ? [] : ['deposits']), ...(state?.withdrawal ? [] : ['withdrawals'])];
	return `${venue} has suspended ${what.join(' and ')} of ${quote} on every network: margin cannot be moved there or from there.`;
}

function notTradable(leg: LegInputs): string {
	return withProblems(`${nameOf(leg)} is not trading.`, leg);
}

function delisting(leg: LegInputs): string {
	const at = leg.ticker?.delistingAt ?? null;
	return `${leg.instrument.venue} closes ${leg.instrument.symbol}${at === null ? '' : ` at ${instant(at)}`}: whatever is held then is settled at the venue's price, and the other leg is left alone.`;
}

function tickerStale(leg: LegInputs, { limits }: GuardContext): string {
	return staleSentence(`ticker of ${nameOf(leg)}`, leg.tickerReceivedAt, limits.tickerStaleMs);
}

function bookStale(leg: LegInputs, { limits }: GuardContext): string {
	return staleSentence(`book of ${nameOf(leg)}`, leg.bookReceivedAt, limits.bookStaleMs);
}

/** Says when it was received and not its age, so that the sentence stays true while time passes. */
function staleSentence(what: string, receivedAt: number | undefined, staleMs: number): string {
	const was = receivedAt === undefined ? 'at an unknown time' : `at ${instant(receivedAt)}`;
	return `The ${what} is stale: it was received ${was}, and the limit of its age is ${staleMs} ms.`;
}

function bookMissing(leg: LegInputs): string {
	return `No current book of ${nameOf(leg)} is known.`;
}

function bookEmpty(leg: LegInputs): string {
	return `The book of ${nameOf(leg)} has no usable price on a side.`;
}

function bookCrossed(leg: LegInputs): string {
	const bid = leg.book?.bids[0]?.[0];
	const ask = leg.book?.asks[0]?.[0];
	const prices =
		bid === undefined || ask === undefined
			? ''
			: `: ${formatDecimal(bid)} is bid and ${formatDecimal(ask)} asked`;
	return `The book of ${nameOf(leg)} is crossed${prices}.`;
}

function fundingMissing(leg: LegInputs): string {
	return withProblems(`The running estimate of ${nameOf(leg)} is not known.`, leg);
}

function clockPast(leg: LegInputs): string {
	const next = leg.ticker?.funding?.nextSettlementAt;
	return `The coming settlement of ${nameOf(leg)} is stated as ${next === undefined ? 'nothing' : instant(next)}, which has passed.`;
}

function settlementNear(leg: LegInputs, { now }: GuardContext): string {
	const { venue } = leg.instrument;
	const uncertaintyMs = settlementTermsOf(venue).uncertaintyMs;
	const funding = leg.ticker?.funding ?? null;
	const at = funding === null ? undefined : nearSettlement(funding, now, uncertaintyMs);
	const sides =
		funding !== null && funding.predictedRate < 0n
			? 'a short leg would pay, which is expected, and a long leg receive, which is not'
			: 'a long leg would pay, which is expected, and a short leg receive, which is not';
	return `${nameOf(leg)} settles at ${at === undefined ? 'an unknown time' : instant(at)}, and ${venue} may or may not count a position that is opened within ${uncertaintyMs / 1_000} s of it: ${sides}.`;
}

function rateCapped(leg: LegInputs): string {
	const { ticker } = leg;
	const rate = ticker?.funding?.predictedRate;
	const bounds = [ticker?.fundingFloor ?? null, ticker?.fundingCap ?? null].map((bound) =>
		bound === null ? 'none' : percentOf(bound, 4),
	);
	return `The running estimate of ${nameOf(leg)} is ${rate === undefined ? 'unknown' : percentOf(rate, 4)}, at its bound (floor ${bounds[0]}, cap ${bounds[1]}): after such a print a venue may settle every hour.`;
}

function markDiverged(leg: LegInputs): string {
	const { mark, index } = leg.ticker ?? { mark: null, index: null };
	const off = mark === null || index === null || index === 0n ? undefined : divTrunc(sub(mark, index), index);
	return `The mark of ${nameOf(leg)} is ${off === undefined ? 'far' : percentOf(off, 2)} off its index, limit 2 %: margin and liquidation follow the mark.`;
}

function percentOf(share: Decimal, places: number): string {
	return `${formatFixed(mulTrunc(share, PERCENT), places)} %`;
}

function nameOf({ instrument }: LegInputs): string {
	return `${instrument.venue} ${instrument.symbol}`;
}

function withProblems(sentence: string, leg: LegInputs): string {
	return [sentence, ...(leg.ticker?.problems ?? [])].join(' ');
}

function instant(at: number): string {
	return new Date(at).toISOString();
}
