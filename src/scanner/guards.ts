/** What stands against an opportunity: one table of codes, and how each is found. */
import {
	type Decimal,
	divDown,
	formatFixed,
	fromInteger,
	max,
	min,
	mulDown,
	ONE,
	parseDecimal,
	sub,
} from '../domain/decimal.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import { midPrice } from '../domain/order-book.ts';
import type { InstrumentInputs, VenueDataStatus } from '../ports/market.ts';

type GuardRow = {
	readonly meaning: string;
	/** True when the opportunity must not be traded while it stands; false when it only has to be known. */
	readonly blocking: boolean;
};

export const GUARDS = {
	VENUE_DOWN: { blocking: true, meaning: 'The market data of a venue is stale or down, or it is disabled.' },
	NOT_TRADABLE: { blocking: true, meaning: 'A venue does not trade the instrument at this moment.' },
	QUOTE_STALE: { blocking: true, meaning: 'An input is older than its limit.' },
	BOOK_MISSING: { blocking: true, meaning: 'No usable book of a leg is known.' },
	FUNDING_MISSING: { blocking: true, meaning: 'The running estimate of a leg is not known.' },
	FUNDING_CLOCK_PAST: {
		blocking: false,
		meaning: 'The coming settlement that a venue states has passed; its next estimate is not there yet.',
	},
	PRICE_MISMATCH: {
		blocking: true,
		meaning: 'The prices are so far apart that one ticker names two coins.',
	},
	QUOTE_DEPEG: {
		blocking: true,
		meaning: 'The legs have different quote currencies and no rate between them is at hand.',
	},
	THIN_BOOK: {
		blocking: true,
		meaning: 'A visible book does not hold the leg, for the entry or for the exit.',
	},
	BELOW_MIN_NOTIONAL: {
		blocking: true,
		meaning: 'A leg is below a minimum quantity or notional of its venue.',
	},
} as const satisfies Readonly<Record<string, GuardRow>>;

export type GuardCode = keyof typeof GUARDS;

/** One guard that stands, with the sentence about this case. */
export type GuardFinding = { readonly code: GuardCode; readonly message: string };

export type AgeLimits = {
	/** A ticker received longer ago is stale, milliseconds. */
	readonly tickerStaleMs: number;
	/** The same for a book. */
	readonly bookStaleMs: number;
};

/** The inputs of one leg at one instant. */
export type LegInputs = InstrumentInputs & { readonly status: VenueDataStatus };

/**
 * One coin's index prices differ between venues by basis points (price gaps of 77 to 234 bp were seen on marks in the
 * crash of 2025-10-11, not on indices); two coins of one ticker differ by factors.
 */
const PRICE_RATIO_MAX = parseDecimal('1.02');
const PERCENT = fromInteger(100);

/** Those of a record's guards that forbid a trade. A code that this table does not know forbids it. */
export function blockingGuards(record: Pick<Opportunity, 'guards'>): readonly string[] {
	return record.guards.filter((code) => !Object.hasOwn(GUARDS, code) || GUARDS[code as GuardCode].blocking);
}

/** Guards that follow from the inputs, whatever the amount. */
export function inputGuards(
	long: LegInputs,
	short: LegInputs,
	now: number,
	limits: AgeLimits,
): readonly GuardFinding[] {
	const findings = [long, short].flatMap((leg) => legGuards(leg, now, limits));
	const mismatch = priceMismatch(long, short);
	if (mismatch !== undefined) findings.push(mismatch);
	const quotes = [long.instrument.quote, short.instrument.quote];
	if (quotes[0] !== quotes[1])
		findings.push({
			code: 'QUOTE_DEPEG',
			message: `The legs are quoted in ${quotes.join(' and ')}, and no rate between the two is at hand.`,
		});
	return findings;
}

function legGuards(leg: LegInputs, now: number, limits: AgeLimits): GuardFinding[] {
	const { ticker, book, status } = leg;
	const name = `${leg.instrument.venue} ${leg.instrument.symbol}`;
	const findings: GuardFinding[] = [];
	const find = (code: GuardCode, message: string) => findings.push({ code, message });
	if (status.state !== 'fresh')
		find(
			'VENUE_DOWN',
			`The market data of ${status.venue} is ${status.state}: ${status.reason ?? 'no reason given'}.`,
		);
	if (ticker?.tradable === false) find('NOT_TRADABLE', withProblems(`${name} is not trading.`, leg));
	if (ticker === undefined || ticker.funding === null)
		find('FUNDING_MISSING', withProblems(`The running estimate of ${name} is not known.`, leg));
	else if (ticker.funding.nextSettlementAt <= now)
		find(
			'FUNDING_CLOCK_PAST',
			`The coming settlement of ${name} is stated as ${instant(ticker.funding.nextSettlementAt)}, which has passed.`,
		);
	if (ticker !== undefined && isStale(leg.tickerReceivedAt, limits.tickerStaleMs, now))
		find('QUOTE_STALE', staleSentence(`ticker of ${name}`, leg.tickerReceivedAt, limits.tickerStaleMs));
	if (book === undefined) find('BOOK_MISSING', `No current book of ${name} is known.`);
	else if (midPrice(book) === undefined)
		find('BOOK_MISSING', `The book of ${name} is empty on a side, or crossed.`);
	if (book !== undefined && isStale(leg.bookReceivedAt, limits.bookStaleMs, now))
		find('QUOTE_STALE', staleSentence(`book of ${name}`, leg.bookReceivedAt, limits.bookStaleMs));
	return findings;
}

/** An input whose age is not known is stale; at its limit it still holds. */
export function isStale(receivedAt: number | undefined, staleMs: number, now: number): boolean {
	return receivedAt === undefined || now - receivedAt > staleMs;
}

/** Says when it was received and not its age, so that the sentence stays true while time passes. */
function staleSentence(what: string, receivedAt: number | undefined, staleMs: number): string {
	const was = receivedAt === undefined ? 'at an unknown time' : `at ${instant(receivedAt)}`;
	return `The ${what} is stale: it was received ${was}, and the limit of its age is ${staleMs} ms.`;
}

/** When the inputs that are there were received, and until when each of them holds. */
export function receipts(
	leg: LegInputs,
	limits: AgeLimits,
): readonly { readonly at: number; readonly staleAfter: number }[] {
	const { ticker, tickerReceivedAt, book, bookReceivedAt } = leg;
	const kept = [];
	if (ticker !== undefined && tickerReceivedAt !== undefined)
		kept.push({ at: tickerReceivedAt, staleAfter: tickerReceivedAt + limits.tickerStaleMs });
	if (book !== undefined && bookReceivedAt !== undefined)
		kept.push({ at: bookReceivedAt, staleAfter: bookReceivedAt + limits.bookStaleMs });
	return kept;
}

/** The first instant after `now` at which time alone changes what `inputGuards` finds; infinity when it never does. */
export function guardsHoldUntil(long: LegInputs, short: LegInputs, now: number, limits: AgeLimits): number {
	let until = Number.POSITIVE_INFINITY;
	for (const leg of [long, short]) {
		const changes = receipts(leg, limits).map(({ staleAfter }) => staleAfter + 1);
		const settlement = leg.ticker?.funding?.nextSettlementAt;
		if (settlement !== undefined) changes.push(settlement);
		for (const at of changes) if (at > now && at < until) until = at;
	}
	return until;
}

function withProblems(sentence: string, leg: LegInputs): string {
	return [sentence, ...(leg.ticker?.problems ?? [])].join(' ');
}

/** Compares like with like where both legs have it: index, then mark, then the books' mids. */
function priceMismatch(long: LegInputs, short: LegInputs): GuardFinding | undefined {
	const mid = (leg: LegInputs) => (leg.book === undefined ? undefined : midPrice(leg.book));
	const candidates: readonly (readonly [string, Decimal | null | undefined, Decimal | null | undefined])[] = [
		['index', long.ticker?.index, short.ticker?.index],
		['mark', long.ticker?.mark, short.ticker?.mark],
		['mid', mid(long), mid(short)],
	];
	for (const [what, a, b] of candidates) {
		if (!isPrice(a) || !isPrice(b)) continue;
		const ratio = divDown(max(a, b), min(a, b));
		if (ratio <= PRICE_RATIO_MAX) return undefined;
		const percent = (value: Decimal) => formatFixed(mulDown(sub(value, ONE), PERCENT), 2);
		const names = [long, short].map(({ instrument }) => `${instrument.venue} ${instrument.symbol}`);
		return {
			code: 'PRICE_MISMATCH',
			message: `The ${what} prices of ${names.join(' and ')} are ${percent(ratio)} % apart, limit ${percent(PRICE_RATIO_MAX)} %: probably one ticker for two coins.`,
		};
	}
	return undefined;
}

function isPrice(value: Decimal | null | undefined): value is Decimal {
	return value !== null && value !== undefined && value > 0n;
}

function instant(at: number): string {
	return new Date(at).toISOString();
}
