/**
 * Checks the guards that depend only on a single leg. A leg without findings costs a few comparisons and allocates
 * nothing. Messages are built from the leg only when a finding is shown.
 */

import { type Decimal, divTrunc, sub } from '../domain/decimal.ts';
import type { PredictedFunding } from '../domain/funding.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import { notFreshSentence } from '../ports/market.ts';
import type { Maintenance } from '../ports/venue-notices.ts';
import type { Words } from '../sentences/sentence.ts';
import { settlementTermsOf, shownNameOf } from '../venues/facts.ts';
import { GUARD_TEXT, nameOf } from './guard-text.ts';
import {
	type GuardCode,
	type GuardContext,
	type GuardFinding,
	isStale,
	type LegInputs,
	NO_FINDINGS,
} from './guards.ts';

const MS_PER_S = 1_000;
const DAY_MS = 24 * 3_600_000;
/**
 * MARK_DIVERGED applies if the mark price differs from the index price by more than 1/50 = 2 %. Premiums within the
 * usual funding caps are smaller.
 */
const MARK_OFF_PART = 50n;
/** Time before announced maintenance during which the warning applies, ms. */
const MAINTENANCE_NOTICE_MS = DAY_MS;
/**
 * Time before a delisting during which a trade is forbidden at any horizon, ms, because liquidity disappears before
 * the delisting.
 */
export const DELISTING_NOTICE_MS = DAY_MS;

type Message = (leg: LegInputs, context: GuardContext) => Words;

/** True if a book has both best prices and is not crossed. */
export function isUsable(book: LegInputs['book']): boolean {
	const bid = book?.bids[0];
	const ask = book?.asks[0];
	return bid !== undefined && ask !== undefined && bid[0] > 0n && bid[0] < ask[0];
}

/**
 * Returns the guards that apply to a leg, in the order of `GUARDS`. @param isBookUsable cached result of `isUsable`
 * for the leg's book
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
	if (!status.isTraded) found = noted(found, 'DATA_ONLY', dataOnly, leg, context);
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
	sentence: Message,
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

/**
 * Returns the time, ms, of the next or last settlement if it is uncertain whether the exchange counts an entry made
 * now for it; otherwise undefined.
 */
function nearSettlement(funding: PredictedFunding, now: number, uncertaintyMs: number): number | undefined {
	const { nextSettlementAt: next, intervalMs } = funding;
	const entryAt = now + ENTRY_TIME_MS;
	if (Math.abs(next - entryAt) <= uncertaintyMs) return next;
	return Math.abs(next - intervalMs - entryAt) <= uncertaintyMs ? next - intervalMs : undefined;
}

/**
 * Returns the first time after `now`, ms, at which time alone changes the findings of `legGuards`; infinity if there
 * is none.
 */
export function legGuardsHoldUntil(leg: LegInputs, context: GuardContext): number {
	return Math.min(bookGuardsHoldUntil(leg, context.limits, context.now), otherGuardsHoldUntil(leg, context));
}

/** Works like `legGuardsHoldUntil`, but only for the age of the book. */
export function bookGuardsHoldUntil(
	{ book, bookReceivedAt }: Pick<LegInputs, 'book' | 'bookReceivedAt'>,
	{ bookStaleMs }: Pick<GuardContext['limits'], 'bookStaleMs'>,
	now: number,
): number {
	if (book === undefined || bookReceivedAt === undefined) return Number.POSITIVE_INFINITY;
	const staleAt = bookReceivedAt + bookStaleMs + 1;
	return staleAt > now ? staleAt : Number.POSITIVE_INFINITY;
}

/** Works like `legGuardsHoldUntil`, except that it ignores the age of the book. */
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

function dataOnly({ instrument }: LegInputs): Words {
	return MARKET_TEXT.dataOnly({ exchange: shownNameOf(instrument.venue) });
}

function venueDown({ status }: LegInputs): Words {
	return notFreshSentence(shownNameOf(status.venue), status);
}

function maintenanceRuns(leg: LegInputs, { now }: GuardContext): Words {
	const running = runningMaintenance(leg, now);
	return GUARD_TEXT.maintenanceRuns({
		exchange: shownNameOf(leg.instrument.venue),
		until: running?.until ?? null,
		title: running?.title ?? null,
	});
}

function maintenancePlanned(leg: LegInputs, { now }: GuardContext): Words {
	const planned = plannedMaintenance(leg, now);
	return GUARD_TEXT.maintenancePlanned({
		exchange: shownNameOf(leg.instrument.venue),
		planned: planned === undefined ? null : { from: planned.from, title: planned.title },
	});
}

function transfersSuspended({ instrument: { quote, venue }, status }: LegInputs): Words {
	const state = status.notices?.transfers.get(quote);
	const suspended = [
		...(state?.deposit ? [] : (['deposits'] as const)),
		...(state?.withdrawal ? [] : (['withdrawals'] as const)),
	];
	return GUARD_TEXT.transfersSuspended({ exchange: shownNameOf(venue), quote, suspended });
}

function notTradable({ instrument, ticker }: LegInputs): Words {
	return GUARD_TEXT.notTradable({ leg: nameOf(instrument), problems: ticker?.problems ?? [] });
}

function delisting({ instrument: { venue, symbol }, ticker }: LegInputs): Words {
	return GUARD_TEXT.delisting({ exchange: shownNameOf(venue), symbol, at: ticker?.delistingAt ?? null });
}

function tickerStale({ instrument, tickerReceivedAt }: LegInputs, { limits }: GuardContext): Words {
	return GUARD_TEXT.tickerStale({
		leg: nameOf(instrument),
		receivedAt: tickerReceivedAt ?? null,
		limitMs: limits.tickerStaleMs,
	});
}

function bookStale({ instrument, bookReceivedAt }: LegInputs, { limits }: GuardContext): Words {
	return GUARD_TEXT.bookStale({
		leg: nameOf(instrument),
		receivedAt: bookReceivedAt ?? null,
		limitMs: limits.bookStaleMs,
	});
}

function bookMissing({ instrument }: LegInputs): Words {
	return GUARD_TEXT.bookMissing({ leg: nameOf(instrument) });
}

function bookEmpty({ instrument }: LegInputs): Words {
	return GUARD_TEXT.bookEmpty({ leg: nameOf(instrument) });
}

function bookCrossed({ instrument, book }: LegInputs): Words {
	const [bid, ask] = [book?.bids[0]?.[0] ?? null, book?.asks[0]?.[0] ?? null];
	return GUARD_TEXT.bookCrossed({ leg: nameOf(instrument), bid, ask });
}

function fundingMissing({ instrument, ticker }: LegInputs): Words {
	return GUARD_TEXT.fundingMissing({ leg: nameOf(instrument), problems: ticker?.problems ?? [] });
}

function clockPast({ instrument: { venue, symbol }, ticker }: LegInputs): Words {
	const nextAt = ticker?.funding?.nextSettlementAt ?? null;
	return GUARD_TEXT.clockPast({ exchange: shownNameOf(venue), symbol, nextAt });
}

function settlementNear({ instrument, ticker }: LegInputs, { now }: GuardContext): Words {
	const { uncertaintyMs } = settlementTermsOf(instrument.venue);
	const funding = ticker?.funding ?? null;
	const at = funding === null ? undefined : nearSettlement(funding, now, uncertaintyMs);
	const inSeconds = at === undefined ? null : wholeSeconds(at - now);
	return GUARD_TEXT.settlementNear({ leg: nameOf(instrument), inSeconds, uncertaintyMs });
}

/** Rounds away from zero, so that the facts change no more often than the sentence. */
function wholeSeconds(ms: number): number {
	return ms > 0 ? Math.ceil(ms / MS_PER_S) : 0 - Math.ceil(-ms / MS_PER_S);
}

function rateCapped({ instrument, ticker }: LegInputs): Words {
	return GUARD_TEXT.rateCapped({
		leg: nameOf(instrument),
		rate: ticker?.funding?.predictedRate ?? null,
		floor: ticker?.fundingFloor ?? null,
		cap: ticker?.fundingCap ?? null,
	});
}

function markDiverged({ instrument, ticker }: LegInputs): Words {
	const { mark, index } = ticker ?? { mark: null, index: null };
	const off = mark === null || index === null || index === 0n ? null : divTrunc(sub(mark, index), index);
	return GUARD_TEXT.markDiverged({ leg: nameOf(instrument), off });
}
