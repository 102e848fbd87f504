/**
 * Checks the guards that compare both legs: prices, names and currencies that do not match, and an implausible
 * spread.
 */
import {
	abs,
	type Decimal,
	divDown,
	fromInteger,
	max,
	min,
	mulTrunc,
	ONE,
	parseDecimal,
	sub,
} from '../domain/decimal.ts';
import { approximately, published, TOLERANCE } from '../domain/estimate.ts';
import { HOUR_MS, HOURS_PER_YEAR, hourlyRate, type PredictedFunding } from '../domain/funding.ts';
import { midPrice } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { GUARD_TEXT, nameOf } from './guard-text.ts';
import {
	type GuardCode,
	type GuardContext,
	type GuardFinding,
	isStale,
	type LegInputs,
	NO_FINDINGS,
	warningBit,
} from './guards.ts';
import { legGuards, legGuardsHoldUntil } from './leg-guards.ts';

/**
 * Maximum ratio of two prices of one coin. One coin's index prices differ between exchanges by basis points only. (In
 * the crash of 2025-10-11, price gaps of 77 to 234 bp occurred in mark prices, but not in index prices.) Prices of
 * two coins with the same ticker differ by a large factor.
 */
const PRICE_RATIO_MAX = 1.02;
/** Maximum distance of two quote currencies from par, as the API specification defines it. */
const DEPEG_MAX = parseDecimal('0.005');
/**
 * If the price ratio is within 5 % of a power of ten, it is taken for a contract multiplier that one exchange omits.
 */
const MULTIPLE_TOLERANCE = parseDecimal('0.05');
const YEAR_HOURS = fromInteger(HOURS_PER_YEAR);

/** A leg's coin and its exchange's announcements. */
export type NamedLeg = {
	readonly instrument: Pick<LegInputs['instrument'], 'coin'>;
	readonly status: Pick<LegInputs['status'], 'notices'>;
};

type PricedLeg = Pick<LegInputs, 'ticker' | 'book'>;

type Message = (long: LegInputs, short: LegInputs, context: GuardContext) => Words;

/** Returns the guards that apply to both legs together; empty if there are none. */
export function pairGuards(
	long: LegInputs,
	short: LegInputs,
	context: GuardContext,
): readonly GuardFinding[] {
	let found: GuardFinding[] | undefined;
	const tooGoodApr = approximately(context.limits.tooGoodApr);
	if (isTooGoodAYear(hourlyOf(long.ticker?.funding), hourlyOf(short.ticker?.funding), tooGoodApr))
		found = noted(found, 'TOO_GOOD', tooGood, long, short, context);
	if (arePricesApart(long, short))
		found = noted(found, 'PRICE_MISMATCH', priceMismatch, long, short, context);
	if (namesDiffer(long, short)) found = noted(found, 'NAME_MISMATCH', nameMismatch, long, short, context);
	if (long.instrument.quote !== short.instrument.quote && isApart(rateBetween(long, short, context), context))
		found = noted(found, 'QUOTE_DEPEG', quoteDepeg, long, short, context);
	return found ?? NO_FINDINGS;
}

function noted(
	found: GuardFinding[] | undefined,
	code: GuardCode,
	sentence: Message,
	long: LegInputs,
	short: LegInputs,
	context: GuardContext,
): GuardFinding[] {
	const findings = found ?? [];
	findings.push({ code, message: () => sentence(long, short, context) });
	return findings;
}

/** Returns the warnings among `pairGuards` as bits of `warningBits`. All other guards in `pairGuards` are blocking. */
export function pairWarningBits(long: NamedLeg, short: NamedLeg): number {
	return namesDiffer(long, short) ? warningBit('NAME_MISMATCH') : 0;
}

/** Returns all guards that do not depend on the amount. */
export function inputGuards(
	long: LegInputs,
	short: LegInputs,
	context: GuardContext,
): readonly GuardFinding[] {
	return [...legGuards(long, context), ...legGuards(short, context), ...pairGuards(long, short, context)];
}

/**
 * Returns the first time after `now`, ms, at which time alone changes the findings of `inputGuards`; infinity if
 * there is none.
 */
export function guardsHoldUntil(long: LegInputs, short: LegInputs, context: GuardContext): number {
	const legs = Math.min(legGuardsHoldUntil(long, context), legGuardsHoldUntil(short, context));
	if (long.instrument.quote === short.instrument.quote) return legs;
	const rate = rateBetween(long, short, context);
	if (rate.rate === null) return legs;
	const stale = rate.at + context.limits.tickerStaleMs + 1;
	return stale > context.now ? Math.min(legs, stale) : legs;
}

type Known = PredictedFunding | null | undefined;

/** Returns the predicted rate per hour; NaN while unknown. */
function hourlyOf(funding: Known): number {
	return funding === null || funding === undefined
		? Number.NaN
		: approximately(funding.predictedRate) / (funding.intervalMs / HOUR_MS);
}

/**
 * True if the headline, or one leg's rate, exceeds the yearly limit. In a squeeze both legs have extreme rates, and a
 * moderate difference between them predicts nothing. False if a rate is NaN. @param first and `second` are the legs'
 * rates per hour
 */
export function isTooGoodAYear(first: number, second: number, limit: number): boolean {
	return (
		isAYearAbove(first - second, limit) ||
		(isAYearAbove(first, limit) && !Number.isNaN(second)) ||
		(isAYearAbove(second, limit) && !Number.isNaN(first))
	);
}

function isAYearAbove(perHour: number, limit: number): boolean {
	return Math.abs(perHour) * HOURS_PER_YEAR > limit * TOLERANCE;
}

/**
 * True if the PRICE_MISMATCH guard applies. Prices this far apart do not belong to one coin, so the legs do not hedge
 * each other.
 */
export function arePricesApart(long: PricedLeg, short: PricedLeg): boolean {
	const compared = comparablePrices(long, short);
	return (
		compared !== undefined &&
		arePricesFar(approximately(compared.long), approximately(compared.short)) === true
	);
}

/** Returns the prices of the first type that both legs have: index, mark, or the book's mid price. */
function comparablePrices(
	long: PricedLeg,
	short: PricedLeg,
): { readonly what: 'index' | 'mark' | 'mid'; readonly long: Decimal; readonly short: Decimal } | undefined {
	const a = long.ticker;
	const b = short.ticker;
	if (isPrice(a?.index) && isPrice(b?.index)) return { what: 'index', long: a.index, short: b.index };
	if (isPrice(a?.mark) && isPrice(b?.mark)) return { what: 'mark', long: a.mark, short: b.mark };
	const longMid = long.book === undefined ? undefined : midPrice(long.book);
	const shortMid = short.book === undefined ? undefined : midPrice(short.book);
	if (isPrice(longMid) && isPrice(shortMid)) return { what: 'mid', long: longMid, short: shortMid };
	return undefined;
}

/** True if two prices are too far apart for one coin; undefined if either is unknown. */
export function arePricesFar(a: number, b: number): boolean | undefined {
	if (!(a > 0 && b > 0)) return undefined;
	return Math.max(a, b) > Math.min(a, b) * (PRICE_RATIO_MAX * TOLERANCE);
}

function isPrice(value: Decimal | null | undefined): value is Decimal {
	return value !== null && value !== undefined && value > 0n;
}

function namesDiffer(long: NamedLeg, short: NamedLeg): boolean {
	const a = long.status.notices?.coinNames.get(long.instrument.coin);
	const b = short.status.notices?.coinNames.get(short.instrument.coin);
	return a !== undefined && b !== undefined && a !== b && plain(a) !== plain(b);
}

/** Keeps only letters and digits, because exchanges write "Shiba Inu", "SHIBA INU" and "shiba-inu". */
function plain(name: string): string {
	return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Exchange rate of a currency to itself. It never becomes stale. */
const PAR: QuoteRate = { rate: ONE, at: Number.POSITIVE_INFINITY };

/** Returns the units of the long leg's quote currency per unit of the short leg's. */
export function rateBetween(
	long: LegInputs,
	short: LegInputs,
	{ quoteRate }: Pick<GuardContext, 'quoteRate'>,
): QuoteRate {
	const [from, to] = [short.instrument.quote, long.instrument.quote];
	return from === to ? PAR : quoteRate(from, to);
}

/** True if the QUOTE_DEPEG guard applies: the rate between two currencies is unknown, stale or off par. */
export function isApart(found: QuoteRate, { now, limits }: Pick<GuardContext, 'now' | 'limits'>): boolean {
	return (
		found.rate === null ||
		isStale(found.at, limits.tickerStaleMs, now) ||
		abs(sub(found.rate, ONE)) > DEPEG_MAX
	);
}

function tooGood(long: LegInputs, short: LegInputs, { limits }: GuardContext): Words {
	const a = long.ticker?.funding ?? null;
	const b = short.ticker?.funding ?? null;
	const limit = limits.tooGoodApr;
	if (a === null || b === null) return GUARD_TEXT.headlineTooGood({ yearly: null, limit });
	const most = approximately(limit);
	if (isAYearAbove(hourlyOf(b) - hourlyOf(a), most))
		return GUARD_TEXT.headlineTooGood({ yearly: sub(yearly(b), yearly(a)), limit });
	const [leg, funding] = isAYearAbove(hourlyOf(a), most) ? [long, a] : [short, b];
	return GUARD_TEXT.legTooGood({ leg: nameOf(leg.instrument), yearly: yearly(funding), limit });
}

function yearly({ predictedRate, intervalMs }: PredictedFunding): Decimal {
	return mulTrunc(hourlyRate(predictedRate, intervalMs), YEAR_HOURS);
}

function priceMismatch(long: LegInputs, short: LegInputs): Words {
	const compared = comparablePrices(long, short);
	const legs = [long, short].map(({ instrument }) => nameOf(instrument));
	if (compared === undefined) return GUARD_TEXT.pricesApart({ legs });
	const { what } = compared;
	const ratio = divDown(max(compared.long, compared.short), min(compared.long, compared.short));
	const multiple = multipleNear(ratio);
	if (multiple !== undefined) return GUARD_TEXT.otherMultiple({ what, legs, multiple });
	const limit = sub(published(PRICE_RATIO_MAX), ONE);
	return GUARD_TEXT.twoCoins({ what, legs, apart: sub(ratio, ONE), limit });
}

/** Returns the power of ten, from 10 to 10^9, that is near a ratio; undefined if there is none. */
function multipleNear(ratio: Decimal): string | undefined {
	for (let power = 10; power <= 1e9; power *= 10) {
		const off = sub(divDown(ratio, fromInteger(power)), ONE);
		if (abs(off) <= MULTIPLE_TOLERANCE) return String(power);
	}
	return undefined;
}

function nameMismatch(long: LegInputs, short: LegInputs): Words {
	const { coin } = long.instrument;
	const names = [long, short].map(({ instrument: { venue }, status }) => ({
		exchange: shownNameOf(venue),
		name: status.notices?.coinNames.get(coin) ?? null,
	}));
	return GUARD_TEXT.nameMismatch({ coin, names });
}

function quoteDepeg(long: LegInputs, short: LegInputs, context: GuardContext): Words {
	const found = rateBetween(long, short, context);
	const quotes = { long: long.instrument.quote, short: short.instrument.quote };
	const limitMs = context.limits.tickerStaleMs;
	if (found.rate === null) return GUARD_TEXT.quoteUnknown({ ...quotes, reason: found.reason });
	return isStale(found.at, limitMs, context.now)
		? GUARD_TEXT.quoteStale({ ...quotes, receivedAt: found.at, limitMs })
		: GUARD_TEXT.quoteApart({ ...quotes, rate: found.rate, limit: DEPEG_MAX });
}
