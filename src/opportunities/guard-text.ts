/** Formats the messages of the guards: what is wrong with a leg, a pair or an amount, with the relevant figures. */
import { type Decimal, formatDecimal, formatFixed, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { coinsText, durationText, instantText, usdTexts } from '../domain/figure-text.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { Maintenance } from '../ports/venue-notices.ts';
import { shownNameOf } from '../venues/facts.ts';

type Named = Pick<Instrument, 'venue' | 'symbol'>;

const PERCENT = fromInteger(100);
const RATE_PLACES = 4;
const PRICE_PLACES = 2;
const MS_PER_S = 1_000;

/** Formats an instrument for a message, such as `Bybit SOLUSDT`. */
export function nameOf({ venue, symbol }: Named): string {
	return `${shownNameOf(venue)} ${symbol}`;
}

/** Messages about one leg. */
export const LEG_TEXT = {
	maintenanceRuns(venue: string, running: Maintenance | undefined): string {
		const until = running?.until ?? null;
		const end = until === null ? '' : ` until ${instantText(until)}`;
		return `${shownNameOf(venue)} reports that trading is stopped or restricted${end}: ${running?.title ?? 'no title'}.`;
	},
	maintenancePlanned: (venue: string, planned: Maintenance | undefined) =>
		`${shownNameOf(venue)} has announced maintenance${planned === undefined ? '' : ` from ${instantText(planned.from)}: ${planned.title}`}.`,
	/** @param suspended the suspended directions, at least one */
	transfersSuspended(
		venue: string,
		quote: string,
		suspended: readonly ('deposits' | 'withdrawals')[],
	): string {
		const way = suspended.map((what) => (what === 'deposits' ? 'in' : 'out')).join(' or ');
		return `${shownNameOf(venue)} has suspended ${suspended.join(' and ')} of ${quote} on every network. Margin cannot be moved ${way}.`;
	},
	/** @param problems the exchange's explanations, as sentences */
	notTradable: (leg: Named, problems: readonly string[]) =>
		[`${nameOf(leg)} is not trading.`, ...problems].join(' '),
	delisting: ({ venue, symbol }: Named, at: number | null) =>
		`${shownNameOf(venue)} will delist ${symbol}${at === null ? '' : ` on ${instantText(at)}`}. It then settles open positions at its own price, and the other leg is unhedged.`,
	tickerStale: (leg: Named, receivedAt: number | undefined, limitMs: number) =>
		stale(`ticker of ${nameOf(leg)}`, receivedAt, limitMs),
	bookStale: (leg: Named, receivedAt: number | undefined, limitMs: number) =>
		stale(`order book of ${nameOf(leg)}`, receivedAt, limitMs),
	bookMissing: (leg: Named) => `There is no current order book of ${nameOf(leg)}.`,
	bookEmpty: (leg: Named) => `The order book of ${nameOf(leg)} has no usable price on one side.`,
	bookCrossed(leg: Named, bid: Decimal | undefined, ask: Decimal | undefined): string {
		const prices =
			bid === undefined || ask === undefined ? '' : `: bid ${formatDecimal(bid)}, ask ${formatDecimal(ask)}`;
		return `The order book of ${nameOf(leg)} is crossed${prices}.`;
	},
	fundingMissing: (leg: Named, problems: readonly string[]) =>
		[`The predicted funding rate of ${nameOf(leg)} is unknown.`, ...problems].join(' '),
	clockPast({ venue, symbol }: Named, nextAt: number | undefined): string {
		const stated = nextAt === undefined ? 'no time' : instantText(nextAt);
		return `${shownNameOf(venue)} still publishes ${stated} as the next settlement of ${symbol}, although that time has passed.`;
	},
	/** @param inMs time until the settlement, negative after it; undefined if unknown */
	settlementNear(leg: Named, inMs: number | undefined, uncertaintyMs: number): string {
		const seconds = inMs === undefined ? Number.NaN : Math.ceil(Math.abs(inMs) / MS_PER_S);
		const when =
			inMs === undefined ? 'settles soon' : inMs > 0 ? `settles in ${seconds} s` : `settled ${seconds} s ago`;
		return `${nameOf(leg)} ${when}. A position opened within ${uncertaintyMs / MS_PER_S} s may not be counted; we assume that you pay and do not receive.`;
	},
	rateCapped(leg: Named, rate: Decimal | undefined, floor: Decimal | null, cap: Decimal | null): string {
		const bound = (value: Decimal | null) => (value === null ? 'none' : percentOf(value, RATE_PLACES));
		const is = rate === undefined ? ' is' : ` is ${percentOf(rate, RATE_PLACES)},`;
		return `The predicted funding rate of ${nameOf(leg)}${is} at its limit (minimum ${bound(floor)}, maximum ${bound(cap)}). After such a settlement, the exchange may settle every hour.`;
	},
	/** @param off distance as a fraction of the index price; undefined if unknown */
	markDiverged: (leg: Named, off: Decimal | undefined) =>
		`The mark price of ${nameOf(leg)} is ${off === undefined ? 'far' : percentOf(off, PRICE_PLACES)} off its index price (limit 2 %). Margin and liquidation follow the mark price.`,
} as const;

/** Messages about both legs together. */
export const PAIR_TEXT = {
	/** @param yearly headline APR as a fraction; undefined if unknown */
	headlineTooGood: (yearly: Decimal | undefined, limit: Decimal) =>
		`The headline APR is ${yearly === undefined ? 'out of proportion' : percentOf(yearly, 0)} ${tooGood(limit)}`,
	legTooGood: (leg: Named, yearly: Decimal, limit: Decimal) =>
		`The predicted funding rate of ${nameOf(leg)} alone is ${percentOf(yearly, 0)} a year ${tooGood(limit)}`,
	pricesApart: (legs: readonly Named[]) => `The prices of ${bothNames(legs)} are too far apart.`,
	/** @param multiple power of ten by which the prices differ, approximately */
	otherMultiple: (what: string, legs: readonly Named[], multiple: string) =>
		`The ${what} prices of ${bothNames(legs)} differ by a factor of about ${multiple}. They are probably the same coin with a contract multiplier that was not applied.`,
	/** @param apart fraction by which the higher price exceeds the lower one */
	twoCoins: (what: string, legs: readonly Named[], apart: Decimal, limit: Decimal) =>
		`The ${what} prices of ${bothNames(legs)} differ by ${percentOf(apart, PRICE_PLACES)} (limit ${percentOf(limit, PRICE_PLACES)}). The ticker probably stands for two different coins.`,
	/** @param names the coin's full name on each exchange */
	nameMismatch: (
		coin: string,
		names: readonly { readonly venue: string; readonly name: string | undefined }[],
	) =>
		`${names.map(({ venue, name }) => `${shownNameOf(venue)} ${name === undefined ? `has no name for ${coin}` : `calls ${coin} ${name}`}`).join(', ')}. The ticker may stand for two different coins.`,
	quoteUnknown: (long: string, short: string, reason: string) => `${quotedIn(long, short)}. ${reason}`,
	quoteStale: (long: string, short: string, at: number, limitMs: number) =>
		`${quotedIn(long, short)}. ${stale('rate between them', at, limitMs)}`,
	/** @param rate units of `long` per unit of `short` */
	quoteApart: (long: string, short: string, rate: Decimal, limit: Decimal) =>
		`${quotedIn(long, short)}, and 1 ${short} = ${formatFixed(rate, RATE_PLACES)} ${long}, more than ${percentOf(limit, 1)} from par.`,
} as const;

/** Messages about the amount. */
export const AMOUNT_TEXT = {
	tooSmall(amount: Decimal, minAmount: Decimal): string {
		const [given, least] = usdTexts(amount, minAmount);
		return `${given} is too small for this pair. Use at least ${least}.`;
	},
	thinBook: (leg: Named & Pick<Instrument, 'coin'>, coins: Decimal, when: 'entry' | 'exit') =>
		`The visible order book of ${nameOf(leg)} is too thin to fill ${coinsText(coins)} ${leg.coin} on ${when}. Lower the amount.`,
} as const;

/**
 * Gives the time at which the data was received instead of its age, so that the message stays true while time passes.
 */
function stale(what: string, receivedAt: number | undefined, limitMs: number): string {
	const last = receivedAt === undefined ? 'at an unknown time' : clockText(receivedAt);
	return `The ${what} is stale: last received ${last} (maximum age ${durationText(limitMs)}).`;
}

/** Formats a time with seconds, such as `30 Nov, 02:10:05 UTC`, because age limits are in seconds. */
function clockText(at: number): string {
	return instantText(at).replace(' UTC', `:${String(new Date(at).getUTCSeconds()).padStart(2, '0')} UTC`);
}

function tooGood(limit: Decimal): string {
	return `(limit ${percentOf(limit, 0)}). This is nearly always a data error, a delisting or a squeeze.`;
}

function quotedIn(long: string, short: string): string {
	return `The legs are quoted in ${long} and ${short}`;
}

function bothNames(legs: readonly Named[]): string {
	return legs.map(nameOf).join(' and ');
}

function percentOf(share: Decimal, places: number): string {
	return `${formatFixed(mulTrunc(share, PERCENT), places)} %`;
}
