/** What stands between two legs: prices, names and currencies that do not belong together, and a spread beyond belief. */
import {
	abs,
	type Decimal,
	divDown,
	formatFixed,
	fromInteger,
	max,
	min,
	mulDown,
	mulTrunc,
	ONE,
	parseDecimal,
	sub,
} from '../domain/decimal.ts';
import { approximately, published, TOLERANCE } from '../domain/estimate.ts';
import { HOUR_MS, HOURS_PER_YEAR, hourlyRate, type PredictedFunding } from '../domain/funding.ts';
import { midPrice } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
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
 * One coin's index prices differ between venues by basis points (price gaps of 77 to 234 bp were seen on marks in the
 * crash of 2025-10-11, not on indices); two coins of one ticker differ by factors.
 */
const PRICE_RATIO_MAX = 1.02;
/** How far a quote currency may be from par with the other, as the wire contract has it. */
const DEPEG_MAX = parseDecimal('0.005');
/** A ratio within 5 % of ten, a hundred, … is a multiple that one side does not count. */
const MULTIPLE_TOLERANCE = parseDecimal('0.05');
const PERCENT = fromInteger(100);
const YEAR_HOURS = fromInteger(HOURS_PER_YEAR);

/** The coin of a leg, and the notices of its exchange. */
export type NamedLeg = {
	readonly instrument: Pick<LegInputs['instrument'], 'coin'>;
	readonly status: Pick<LegInputs['status'], 'notices'>;
};

type PricedLeg = Pick<LegInputs, 'ticker' | 'book'>;

type Sentence = (long: LegInputs, short: LegInputs, context: GuardContext) => string;

/** Guards that both legs raise together: prices, names and currencies that do not match. Empty when none does. */
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
	sentence: Sentence,
	long: LegInputs,
	short: LegInputs,
	context: GuardContext,
): GuardFinding[] {
	const findings = found ?? [];
	findings.push({ code, message: () => sentence(long, short, context) });
	return findings;
}

/** Those of `pairGuards` that only have to be known, as bits of `warningBits`: the others forbid the trade. */
export function pairWarningBits(long: NamedLeg, short: NamedLeg): number {
	return namesDiffer(long, short) ? warningBit('NAME_MISMATCH') : 0;
}

/** Guards that follow from the inputs, whatever the amount. */
export function inputGuards(
	long: LegInputs,
	short: LegInputs,
	context: GuardContext,
): readonly GuardFinding[] {
	return [...legGuards(long, context), ...legGuards(short, context), ...pairGuards(long, short, context)];
}

/** The first instant after `now` at which time alone changes what `inputGuards` finds; infinity when it never does. */
export function guardsHoldUntil(long: LegInputs, short: LegInputs, context: GuardContext): number {
	const legs = Math.min(legGuardsHoldUntil(long, context), legGuardsHoldUntil(short, context));
	if (long.instrument.quote === short.instrument.quote) return legs;
	const rate = rateBetween(long, short, context);
	if (rate.rate === null) return legs;
	const stale = rate.at + context.limits.tickerStaleMs + 1;
	return stale > context.now ? Math.min(legs, stale) : legs;
}

type Known = PredictedFunding | null | undefined;

/** NaN while it is not known. */
function hourlyOf(funding: Known): number {
	return funding === null || funding === undefined
		? Number.NaN
		: approximately(funding.predictedRate) / (funding.intervalMs / HOUR_MS);
}

/**
 * The headline, or what one leg alone pays, above the limit a year. In a squeeze both legs pay out of all proportion, and
 * a moderate difference of the two says nothing of the next hours.
 * @param first and `second` rates per hour; nothing is too good while one is not known (NaN)
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

/** The guard PRICE_MISMATCH: what stands so far apart is not one coin, and a position in both is no hedge. */
export function arePricesApart(long: PricedLeg, short: PricedLeg): boolean {
	const compared = comparablePrices(long, short);
	return (
		compared !== undefined &&
		arePricesFar(approximately(compared.long), approximately(compared.short)) === true
	);
}

/** Like with like, where both legs have it: index, then mark, then the books' mids. */
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

/** True where two prices are too far apart for one coin; undefined where one is not known. */
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

/** Letters and digits alone: venues write "Shiba Inu", "SHIBA INU" and "shiba-inu". */
function plain(name: string): string {
	return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** One currency is always at par with itself. */
const PAR: QuoteRate = { rate: ONE, at: Number.POSITIVE_INFINITY };

/** Units of the long leg's quote currency for one of the short leg's. */
export function rateBetween(
	long: LegInputs,
	short: LegInputs,
	{ quoteRate }: Pick<GuardContext, 'quoteRate'>,
): QuoteRate {
	const [from, to] = [short.instrument.quote, long.instrument.quote];
	return from === to ? PAR : quoteRate(from, to);
}

/** True while the rate between two currencies is unknown, stale or away from par: the guard QUOTE_DEPEG. */
export function isApart(found: QuoteRate, { now, limits }: Pick<GuardContext, 'now' | 'limits'>): boolean {
	return (
		found.rate === null ||
		isStale(found.at, limits.tickerStaleMs, now) ||
		abs(sub(found.rate, ONE)) > DEPEG_MAX
	);
}

function tooGood(long: LegInputs, short: LegInputs, { limits }: GuardContext): string {
	const a = long.ticker?.funding ?? null;
	const b = short.ticker?.funding ?? null;
	const limit = `limit ${percentOf(limits.tooGoodApr, 0)}: nearly always a data error, a delisting or a squeeze.`;
	if (a === null || b === null) return `The headline APR is out of proportion, ${limit}`;
	const most = approximately(limits.tooGoodApr);
	if (isAYearAbove(hourlyOf(b) - hourlyOf(a), most))
		return `The headline APR is ${percentOf(sub(yearly(b), yearly(a)), 0)}, ${limit}`;
	const isLong = isAYearAbove(hourlyOf(a), most);
	const { venue, symbol } = (isLong ? long : short).instrument;
	return `The running estimate of ${venue} ${symbol} alone is ${percentOf(yearly(isLong ? a : b), 0)} a year, ${limit}`;
}

function yearly({ predictedRate, intervalMs }: PredictedFunding): Decimal {
	return mulTrunc(hourlyRate(predictedRate, intervalMs), YEAR_HOURS);
}

function priceMismatch(long: LegInputs, short: LegInputs): string {
	const compared = comparablePrices(long, short);
	if (compared === undefined) return `The prices of ${namesOf(long, short)} are too far apart.`;
	const ratio = divDown(max(compared.long, compared.short), min(compared.long, compared.short));
	const multiple = multipleNear(ratio);
	if (multiple !== undefined)
		return `The ${compared.what} prices of ${namesOf(long, short)} are a factor of about ${multiple} apart: probably the same coin in other multiples, one of which is not counted.`;
	const apart = (value: Decimal) => percentOf(sub(value, ONE), 2);
	return `The ${compared.what} prices of ${namesOf(long, short)} are ${apart(ratio)} apart, limit ${apart(published(PRICE_RATIO_MAX))}: probably one ticker for two coins.`;
}

/** The power of ten that a ratio is near, from 10 to 10^9. */
function multipleNear(ratio: Decimal): string | undefined {
	for (let power = 10; power <= 1e9; power *= 10) {
		const off = sub(divDown(ratio, fromInteger(power)), ONE);
		if (abs(off) <= MULTIPLE_TOLERANCE) return String(power);
	}
	return undefined;
}

function nameMismatch(long: LegInputs, short: LegInputs): string {
	const named = [long, short].map(({ instrument, status }) => {
		const name = status.notices?.coinNames.get(instrument.coin) ?? 'nothing';
		return `${instrument.venue} calls ${instrument.coin} ${name}`;
	});
	return `${named.join(', ')}: it may be one ticker for two coins.`;
}

function quoteDepeg(long: LegInputs, short: LegInputs, context: GuardContext): string {
	const found = rateBetween(long, short, context);
	const quotes = `The legs are quoted in ${long.instrument.quote} and ${short.instrument.quote}`;
	if (found.rate === null) return `${quotes}. ${found.reason}`;
	if (isStale(found.at, context.limits.tickerStaleMs, context.now))
		return `${quotes}, and their rate is stale: it was received at ${new Date(found.at).toISOString()}, and the limit of its age is ${context.limits.tickerStaleMs} ms.`;
	return `${quotes}, and one ${short.instrument.quote} is ${formatFixed(found.rate, 4)} ${long.instrument.quote}: more than ${percentOf(DEPEG_MAX, 1)} from par.`;
}

function percentOf(share: Decimal, places: number): string {
	return `${formatFixed(mulDown(share, PERCENT), places)} %`;
}

function namesOf(long: LegInputs, short: LegInputs): string {
	return [long, short].map(({ instrument }) => `${instrument.venue} ${instrument.symbol}`).join(' and ');
}
