/**
 * Creates a random market on a few coins at three venues, with every type of input, invalid data and change that a
 * scanner can meet. The same seed always gives the same market.
 */
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { PredictedFunding, SettledRate } from '../../src/domain/funding.ts';
import { type Instrument, instrumentKey } from '../../src/domain/instrument.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import {
	createHandDrivenMarket,
	HOUR_MS,
	instrumentOf,
	NOTHING_NOTICED,
	tickerOf,
	unknownRate,
} from './hand-driven-market.ts';
import { createHeldHistory } from './held-history.ts';

const VENUES = ['bybit', 'kucoin', 'okx'] as const;
const BASE_PRICES: Readonly<Record<string, number>> = { AAA: 100, BBB: 43_210.5, CCC: 0.0123, DDD: 7.77 };
const RATES = [
	'0',
	'0.0001',
	'-0.0001',
	'0.00005',
	'0.000049',
	'0.00011',
	'0.0003',
	'-0.0004',
	'0.001',
	'0.0025',
];
const WILD_RATES = ['0.01', '-0.01', '0.03', '-1', '1'];
const LOTS = ['0.001', '0.01', '0.1', '0.3', '0.7', '1'];

export type RandomMarket = ReturnType<typeof createRandomMarket>;

/** @param furtherCoins number of coins in addition to the four that every market has */
export function createRandomMarket(seed: number, startAt: number, furtherCoins = 0) {
	const random = seededRandom(seed);
	const market = createHandDrivenMarket(VENUES);
	const clock = createVirtualClock(startAt);
	const history = createHeldHistory();
	const instruments: Instrument[] = [];
	/** True for markets in which trades pay: order books are deep, and funding keeps its sign. */
	const isCalm = random.chance(0.3);
	const listed = new Set<string>();

	const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;

	const prices: Record<string, number> = { ...BASE_PRICES };
	for (let coin = 0; coin < furtherCoins; coin += 1)
		prices[`C${coin}`] = Number((0.01 * 1.07 ** random.below(200)).toPrecision(6));
	for (const [coin, price] of Object.entries(prices)) {
		for (const venue of VENUES) instruments.push(withTerms(instrumentOf(venue, coin), price));
		if (random.chance(0.5))
			instruments.push(
				withTerms(instrumentOf('bybit', coin, { symbol: `${coin}PERP`, quote: 'USDC' }), price),
			);
	}
	for (const instrument of instruments) {
		if (random.chance(0.8)) putHistory(instrument);
		if (random.chance(0.9)) list(instrument);
	}

	function withTerms(instrument: Instrument, price: number): Instrument {
		const lot = parseDecimal(pick(LOTS));
		const scaled = (price < 1 ? lot * 1_000n : price > 10_000 ? lot / 1_000n : lot) as Decimal;
		return {
			...instrument,
			lotSize: scaled,
			quantityMin: scaled,
			notionalMin: fromInteger(pick([0, 5, 480])),
		};
	}

	function list(instrument: Instrument): void {
		market.list(instrument);
		listed.add(instrumentKey(instrument));
		for (const give of [tick, giveBook]) if (random.chance(0.9)) give(instrument);
	}

	/** Adds up to forty days of settlements, with rates around a random one for the instrument. */
	function putHistory(instrument: Instrument): void {
		const hours = pick([1, 4, 8]);
		const last = Math.floor(clock.now() / (hours * HOUR_MS)) * hours;
		const steady = instrument.venue === 'bybit' ? 0 : 0.001;
		const center = isCalm ? steady : Number(pick(RATES)) / pick([1, 4]);
		const count = Math.floor(((isCalm ? 40 : pick([1, 10, 40, 40])) * 24) / hours);
		const rates: SettledRate[] = [];
		for (let index = 0; index < count; index += 1)
			rates.push({
				settledAt: (last - index * hours) * HOUR_MS,
				rate: parseDecimal((center + (random.unit() - 0.5) * 0.0001).toFixed(7)),
			});
		store(instrument, rates);
	}

	function fundingNow(): PredictedFunding | null {
		if (random.chance(0.05)) return null;
		const intervalMs = pick([1, 2, 4, 8, 8, 8]) * HOUR_MS;
		const now = clock.now();
		const coming = (Math.floor(now / intervalMs) + 1) * intervalMs;
		const isPast = random.chance(0.15) && coming - intervalMs > now - 60_000;
		const nextSettlementAt = isPast ? coming - intervalMs : random.chance(0.03) ? now + 24 * HOUR_MS : coming;
		return {
			predictedRate: parseDecimal(pick(random.chance(0.1) ? WILD_RATES : RATES)),
			intervalMs,
			nextSettlementAt,
		};
	}

	function tick(instrument: Instrument): void {
		const price = prices[instrument.coin] as number;
		const index = random.chance(0.85)
			? parseDecimal(String(price))
			: pick([null, parseDecimal((price * 1.02).toFixed(8)), fromInteger(3)]);
		const hasBounds = random.chance(0.4);
		market.put(instrument, {
			ticker: tickerOf(instrument.symbol, String(price), fundingNow(), {
				index,
				mark: random.chance(0.9)
					? parseDecimal(String(price))
					: pick([null, parseDecimal((price * 1.03).toFixed(8))]),
				volume24h: random.chance(0.9)
					? parseDecimal(pick(['0', '90000', '90000.0000001', '5000000', String(random.below(1e9) / 100)]))
					: null,
				openInterest: random.chance(0.9) ? fromInteger(pick([0, 200_000, 9_000_000])) : null,
				fundingCap: hasBounds ? parseDecimal(pick(['0.0003', '0.01'])) : null,
				fundingFloor: hasBounds ? parseDecimal('-0.0004') : null,
				tradable: random.chance(0.95),
				delistingAt: random.chance(0.9)
					? null
					: clock.now() + pick([1, 24, 25, 168, 300, 2_000]) * HOUR_MS + pick([0, 1, 1_500]),
			}),
			tickerReceivedAt: clock.now(),
		});
	}

	function giveBook(instrument: Instrument): void {
		market.put(
			instrument,
			random.chance(0.06) ? { book: undefined } : { book: bookNow(instrument), bookReceivedAt: clock.now() },
		);
	}

	/**
	 * Returns a random order book. The size of its levels is a multiple of the lot, so that the book can end exactly
	 * at a leg's size.
	 */
	function bookNow({ coin, lotSize }: Instrument): OrderBook {
		const base = prices[coin] as number;
		const mid = base * (1 + (random.below(21) - 10) * 1e-4);
		const usd = isCalm ? 4_000 : pick([30, 120, 500, 500, 4_000]);
		const lots = Math.max(1, Math.round(usd / base / (Number(lotSize) / 1e18)));
		const side = (sign: 1 | -1) =>
			Array.from({ length: pick([0, 1, 3, 5, 5, 5]) }, (_, level) => {
				const price = mid * (1 + sign * (level + 0.5) * (isCalm ? 1e-5 : pick([1e-5, 1e-4, 1e-4, 6e-4])));
				return [price, lots * (1 + random.below(3))] as const;
			})
				.sort(([a], [b]) => sign * (a - b))
				.map(
					([price, count]) => [parseDecimal(price.toFixed(8)), (lotSize * BigInt(count)) as Decimal] as const,
				);
		const crossed = random.chance(0.03);
		return { bids: side(crossed ? 1 : -1), asks: side(crossed ? -1 : 1) };
	}

	/** Sets the receipt time of all data of listed instruments to now, as if it had just arrived. */
	function receiveAll(): void {
		for (const { instrument, ticker, book } of market.inputs())
			market.put(instrument, {
				...(ticker === undefined ? {} : { tickerReceivedAt: clock.now() }),
				...(book === undefined ? {} : { bookReceivedAt: clock.now() }),
			});
	}

	function changeStatus(): void {
		const venue = pick(VENUES);
		const kind = random.below(4);
		if (kind === 0) market.setStatus(venue, { state: 'down', reason: 'No answer.' });
		else if (kind === 1) {
			const from = clock.now() + pick([-5_000, 700, 3_000]);
			const maintenance = [{ from, until: from + 9_000, title: 'Upgrade' }];
			market.setStatus(venue, { notices: { ...NOTHING_NOTICED, maintenance } });
		} else if (kind === 2) {
			const notices = { ...NOTHING_NOTICED, coinNames: new Map([['AAA', `Name ${random.below(2)}`]]) };
			market.setStatus(venue, { notices: random.chance(0.3) ? null : notices });
		} else market.setStatus(venue, { state: 'fresh', reason: null, notices: NOTHING_NOTICED });
	}

	function changeQuotes(): void {
		const [from, to] = pick([
			['USDT', 'USDC'],
			['USDC', 'USDT'],
		] as const);
		market.setQuoteRate(
			from,
			to,
			random.chance(0.2)
				? unknownRate(from, to)
				: {
						rate: parseDecimal(pick(['1', '0.9997', '1.0004', '0.995', '1.005', '0.9949'])),
						at: clock.now() - pick([0, 0, 4_900]),
					},
		);
	}

	/**
	 * Adds a settlement at the current hour. In a quarter of the cases, the added settlement is instead eight hours
	 * older than the oldest stored one.
	 */
	function settle(instrument: Instrument): void {
		const { venue, symbol } = instrument;
		const hour = Math.floor(clock.now() / HOUR_MS);
		const from = history.rates(venue, symbol)[0]?.settledAt;
		const back = random.chance(0.25) && from !== undefined ? Math.floor(from / HOUR_MS) - 8 : hour;
		store(instrument, [
			{
				settledAt: back * HOUR_MS + pick([0, 0, 1_000]),
				rate: parseDecimal(pick(RATES)),
			},
		]);
	}

	/** Adds rates of settlements that are not stored yet, because a stored rate never changes. */
	function store({ venue, symbol }: Instrument, rates: readonly SettledRate[]): void {
		const isNew = ({ settledAt }: SettledRate) =>
			history.rates(venue, symbol).every((known) => known.settledAt !== settledAt);
		history.put(venue, symbol, rates.filter(isNew));
	}

	function change(): void {
		const instrument = pick(instruments);
		const isListed = listed.has(instrumentKey(instrument));
		const draw = random.below(100);
		if (draw >= 97 || (!isListed && draw < 20)) {
			list(withTerms(instrument, prices[instrument.coin] as number));
			return;
		}
		if (!isListed) return;
		const known = market.get(instrument.venue, instrument.symbol)?.instrument ?? instrument;
		if (draw < 35) tick(known);
		else if (draw < 65) giveBook(known);
		else if (draw < 72) settle(known);
		else if (draw < 78) changeStatus();
		else if (draw < 84) changeQuotes();
		else if (draw < 88) market.put(known, { instrument: withTerms(known, prices[known.coin] as number) });
		else if (draw < 91) {
			market.delist(known);
			listed.delete(instrumentKey(known));
		} else if (draw < 94) putHistory(known);
		else receiveAll();
	}

	/** Advances time and fires the timers that come due. */
	async function pass(ms: number): Promise<void> {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	}

	return { market, clock, history, random, pick, change, receiveAll, pass };
}
