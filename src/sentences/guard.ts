/**
 * Sentences about the guards: what is wrong with a leg, a pair or an amount. `leg` is an exchange and a symbol, such
 * as `Bybit SOLUSDT`. Rates, distances and limits are fractions; times are Unix milliseconds.
 */
import type { Figure, Words, Writer } from './sentence.ts';

const RATE_PLACES = 4;
const PRICE_PLACES = 2;
const MS_PER_S = 1_000;

/** Messages about a leg, a pair or an amount. */
export const guard = {
	/** @param title usually the exchange's own words */
	maintenanceRuns: (
		{ exchange, until, title }: { exchange: string; until: number | null; title: Words | null },
		write: Writer,
	) =>
		`${exchange} reports that trading is stopped or restricted${until === null ? '' : ` until ${write.instant(until)}`}: ${title === null ? 'no title' : write.words(title)}.`,
	/** @param planned start and title of the maintenance, usually in the exchange's own words */
	maintenancePlanned: (
		{ exchange, planned }: { exchange: string; planned: { from: number; title: Words } | null },
		write: Writer,
	) =>
		`${exchange} has announced maintenance${planned === null ? '' : ` from ${write.instant(planned.from)}: ${write.words(planned.title)}`}.`,
	/** @param suspended the suspended directions, at least one */
	transfersSuspended: ({
		exchange,
		quote,
		suspended,
	}: {
		exchange: string;
		quote: string;
		suspended: readonly ('deposits' | 'withdrawals')[];
	}) =>
		`${exchange} has suspended ${suspended.join(' and ')} of ${quote} on every network. Margin cannot be moved ${suspended.map((what) => (what === 'deposits' ? 'in' : 'out')).join(' or ')}.`,
	/** @param problems the exchange's explanations, as sentences */
	notTradable: ({ leg, problems }: { leg: string; problems: readonly Words[] }, write: Writer) =>
		[`${leg} is not trading.`, ...problems.map((problem) => write.words(problem))].join(' '),
	delisting: (
		{ exchange, symbol, at }: { exchange: string; symbol: string; at: number | null },
		write: Writer,
	) =>
		`${exchange} will delist ${symbol}${at === null ? '' : ` on ${write.instant(at)}`}. It then settles open positions at its own price, and the other leg is unhedged.`,
	tickerStale: ({ leg, ...data }: { leg: string } & Stale, write: Writer) =>
		stale(`ticker of ${leg}`, data, write),
	bookStale: ({ leg, ...data }: { leg: string } & Stale, write: Writer) =>
		stale(`order book of ${leg}`, data, write),
	bookMissing: ({ leg }: { leg: string }) => `There is no current order book of ${leg}.`,
	bookEmpty: ({ leg }: { leg: string }) => `The order book of ${leg} has no usable price on one side.`,
	bookCrossed: ({ leg, bid, ask }: { leg: string; bid: Figure | null; ask: Figure | null }, write: Writer) =>
		`The order book of ${leg} is crossed${bid === null || ask === null ? '' : `: bid ${write.number(bid)}, ask ${write.number(ask)}`}.`,
	/** @param problems the exchange's explanations, as sentences */
	fundingMissing: ({ leg, problems }: { leg: string; problems: readonly Words[] }, write: Writer) =>
		[
			`The predicted funding rate of ${leg} is unknown.`,
			...problems.map((problem) => write.words(problem)),
		].join(' '),
	clockPast: (
		{ exchange, symbol, nextAt }: { exchange: string; symbol: string; nextAt: number | null },
		write: Writer,
	) =>
		`${exchange} still publishes ${nextAt === null ? 'no time' : write.instant(nextAt)} as the next settlement of ${symbol}, although that time has passed.`,
	/** @param inSeconds seconds until the settlement, negative after it; null if unknown */
	settlementNear: (
		{ leg, inSeconds, uncertaintyMs }: { leg: string; inSeconds: number | null; uncertaintyMs: number },
		write: Writer,
	) =>
		`${leg} ${inSeconds === null ? 'settles soon' : inSeconds > 0 ? `settles in ${Math.abs(inSeconds)} s` : `settled ${Math.abs(inSeconds)} s ago`}. A position opened within ${write.number(uncertaintyMs / MS_PER_S)} s may not be counted; we assume that you pay and do not receive.`,
	rateCapped: (
		{ leg, rate, floor, cap }: { leg: string; rate: Figure | null; floor: Figure | null; cap: Figure | null },
		write: Writer,
	) => {
		const bound = (value: Figure | null) =>
			value === null ? 'none' : write.percentFixed(value, RATE_PLACES);
		const is = rate === null ? ' is' : ` is ${write.percentFixed(rate, RATE_PLACES)},`;
		return `The predicted funding rate of ${leg}${is} at its limit (minimum ${bound(floor)}, maximum ${bound(cap)}). After such a settlement, the exchange may settle every hour.`;
	},
	/** @param off distance as a fraction of the index price; null if unknown */
	markDiverged: ({ leg, off }: { leg: string; off: Figure | null }, write: Writer) =>
		`The mark price of ${leg} is ${off === null ? 'far' : write.percentFixed(off, PRICE_PLACES)} off its index price (limit 2 %). Margin and liquidation follow the mark price.`,

	/** @param yearly headline APR as a fraction; null if unknown */
	headlineTooGood: ({ yearly, limit }: { yearly: Figure | null; limit: Figure }, write: Writer) =>
		`The headline APR is ${yearly === null ? 'out of proportion' : write.percentFixed(yearly, 0)} ${tooGood(limit, write)}`,
	legTooGood: ({ leg, yearly, limit }: { leg: string; yearly: Figure; limit: Figure }, write: Writer) =>
		`The predicted funding rate of ${leg} alone is ${write.percentFixed(yearly, 0)} a year ${tooGood(limit, write)}`,
	pricesApart: ({ legs }: { legs: readonly string[] }) =>
		`The prices of ${legs.join(' and ')} are too far apart.`,
	/** @param multiple power of ten by which the prices differ, approximately */
	otherMultiple: ({ what, legs, multiple }: { what: Price; legs: readonly string[]; multiple: string }) =>
		`The ${what} prices of ${legs.join(' and ')} differ by a factor of about ${multiple}. They are probably the same coin with a contract multiplier that was not applied.`,
	/** @param apart fraction by which the higher price exceeds the lower one */
	twoCoins: (
		{ what, legs, apart, limit }: { what: Price; legs: readonly string[]; apart: Figure; limit: Figure },
		write: Writer,
	) =>
		`The ${what} prices of ${legs.join(' and ')} differ by ${write.percentFixed(apart, PRICE_PLACES)} (limit ${write.percentFixed(limit, PRICE_PLACES)}). The ticker probably stands for two different coins.`,
	/** @param names the coin's full name on each exchange; null if it has none */
	nameMismatch: ({
		coin,
		names,
	}: {
		coin: string;
		names: readonly { readonly exchange: string; readonly name: string | null }[];
	}) =>
		`${names.map(({ exchange, name }) => `${exchange} ${name === null ? `has no name for ${coin}` : `calls ${coin} ${name}`}`).join(', ')}. The ticker may stand for two different coins.`,
	quoteUnknown: ({ reason, ...quotes }: Quotes & { reason: Words }, write: Writer) =>
		`${quotedIn(quotes)}. ${write.words(reason)}`,
	quoteStale: ({ receivedAt, limitMs, ...quotes }: Quotes & Stale, write: Writer) =>
		`${quotedIn(quotes)}. ${stale('rate between them', { receivedAt, limitMs }, write)}`,
	/** @param rate units of `long` per unit of `short` */
	quoteApart: ({ rate, limit, ...quotes }: Quotes & { rate: Figure; limit: Figure }, write: Writer) =>
		`${quotedIn(quotes)}, and 1 ${quotes.short} = ${write.fixed(rate, RATE_PLACES)} ${quotes.long}, more than ${write.percentFixed(limit, 1)} from par.`,

	tooSmall: ({ amount, minAmount }: { amount: Figure; minAmount: Figure }, write: Writer) => {
		const [given, least] = write.usdPair(amount, minAmount);
		return `${given} is too small for this pair. Use at least ${least}.`;
	},
	thinBook: (
		{ leg, coins, coin, when }: { leg: string; coins: Figure; coin: string; when: 'entry' | 'exit' },
		write: Writer,
	) =>
		`The visible order book of ${leg} is too thin to fill ${write.coins(coins)} ${coin} on ${when}. Lower the amount.`,
};

type Price = 'index' | 'mark' | 'mid';

/** Quote currencies of the legs. */
type Quotes = { readonly long: string; readonly short: string };

/** Time at which data was received last, null if unknown, and its maximum age. */
type Stale = { readonly receivedAt: number | null; readonly limitMs: number };

/**
 * Gives the time at which the data was received instead of its age, so that the message stays true while time passes.
 */
function stale(what: string, { receivedAt, limitMs }: Stale, write: Writer): string {
	const last = receivedAt === null ? 'at an unknown time' : write.second(receivedAt);
	return `The ${what} is stale: last received ${last} (maximum age ${write.duration(limitMs)}).`;
}

function tooGood(limit: Figure, write: Writer): string {
	return `(limit ${write.percentFixed(limit, 0)}). This is nearly always a data error, a delisting or a squeeze.`;
}

function quotedIn({ long, short }: Quotes): string {
	return `The legs are quoted in ${long} and ${short}`;
}
