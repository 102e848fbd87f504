/** Builds the listings of a world that replays recorded funding and prices, shifted in time. */
import { type Decimal, max, parseDecimal } from '../../src/domain/decimal.ts';
import { usualPrice, usualSize } from './coins.ts';
import { instrumentOf, venueBase } from './contract-terms.ts';
import type { ExchangeModule } from './exchange-module.ts';
import {
	type FundingPath,
	limitsOf,
	notASettlement,
	type RateLimits,
	runningEstimateUnits,
} from './funding-path.ts';
import { decimalOfUnits, RATE_PLACES } from './generated-decimal.ts';
import {
	DAYS_BEHIND_MIN,
	type RecordedCandles,
	type RecordedCoin,
	type RecordedFunding,
	type RecordedHistory,
} from './history.ts';
import { hourlyVolatilityOf, type RecordedPrice, recordedPrice } from './history-price.ts';
import { markPremium, seededLogPath } from './price-path.ts';
import { streamOf, uniformAt } from './seeded.ts';
import { repeatedSeries } from './settlement-clock.ts';
import { WorldError } from './world-error.ts';
import type { WorldRecord } from './world-file.ts';
import { HOURLY_VOLATILITY, type Listing, listing, MARK_DEVIATION_BP } from './world-listing.ts';

const DAY_MS = 86_400_000;
/**
 * Days at the end of a series that are repeated forever after it. Whole days are divisible by every interval, so
 * settlement hours stay the same.
 */
const REPEATED_DAYS = 30;
const REPEATED_MS = REPEATED_DAYS * DAY_MS;
/** Days of history wanted before the first start. The minimum is `DAYS_BEHIND_MIN`. */
const DAYS_BEHIND_WANTED = 60;
/** Days of history wanted after the first start. */
const DAYS_AHEAD_WANTED = 60;

/**
 * Returns the history time whose settlement the world replays as its first settlement after the first start. The seed
 * chooses among busy settlements: those with at least half as many coins as the busiest. They have 60 days of history
 * on both sides, or at least 36 days before if the history is shorter.
 */
export function firstPlayedInstant(history: RecordedHistory, seed: number): number {
	const settling = new Map<number, number>();
	for (const { funding } of history.coins) {
		for (const venue of history.sharing) {
			for (const instant of funding.get(venue)?.instants ?? [])
				settling.set(instant, (settling.get(instant) ?? 0) + 1);
		}
	}
	const days = (history.to - history.from) / DAY_MS;
	const isRoomy = days >= DAYS_BEHIND_WANTED + DAYS_AHEAD_WANTED + 1;
	const behind = isRoomy ? DAYS_BEHIND_WANTED : DAYS_BEHIND_MIN;
	const ahead = Math.min(DAYS_AHEAD_WANTED, Math.max(0, days - DAYS_BEHIND_MIN - 1));
	// The range begins half a day later than required, which covers the minutes between the first start and the
	// settlement.
	const earliest = history.from + behind * DAY_MS + DAY_MS / 2;
	const latest = history.to - ahead * DAY_MS;
	const candidates = [...settling.keys()]
		.filter((at) => at >= earliest && at <= latest)
		.sort((a, b) => a - b);
	const most = candidates.reduce((top, at) => Math.max(top, settling.get(at) ?? 0), 0);
	const busy = candidates.filter((at) => (settling.get(at) ?? 0) >= most / 2);
	const chosen = busy[Math.floor(uniformAt(streamOf(seed, 'history-start'), 0) * busy.length)];
	return chosen ?? latest;
}

/** Returns the listings of every exchange. @throws WorldError if no exchange supplies the common prices */
export function historyListings(
	record: WorldRecord,
	history: RecordedHistory,
	exchanges: readonly ExchangeModule[],
	shiftMs: number,
): Listing[] {
	return history.coins.flatMap((coin) => coinListings(record, history, coin, exchanges, shiftMs));
}

function coinListings(
	record: WorldRecord,
	history: RecordedHistory,
	coin: RecordedCoin,
	exchanges: readonly ExchangeModule[],
	shiftMs: number,
): readonly Listing[] {
	const { seed } = record;
	const size = usualSize(coin.base);
	const { common: commonPrice, marked } = pricesOf(exchanges);
	const marks = coin.funding.get(commonPrice.name) ?? NOTHING_RECORDED;
	const volatility = hourlyVolatilityOf(marks, HOURLY_VOLATILITY[size]);
	const noise = seededLogPath(seed, coin.base, volatility);
	const common = recordedPrice(coin.candles.get(commonPrice.name), marks, noise);
	const candlesOnly = (candles: RecordedCandles | undefined) => recordedPrice(candles, undefined, noise);
	const others = history.sharing.filter((venue) => venue !== commonPrice.name);
	const elsewhere = others.map((venue) => candlesOnly(coin.candles.get(venue)));
	const premiumOf = ({ name }: ExchangeModule) =>
		markPremium(seed, `${name}/${coin.base}`, MARK_DEVIATION_BP[size]);
	// The common prices are the mark prices of `marked`, so the index is the common price without the premium of that
	// exchange.
	const premium = premiumOf(marked);
	const level = usualPrice(coin.base);
	const commonAt = (past: number): number =>
		common(past) ?? firstOf(elsewhere, past) ?? level * Math.exp(noise(past));
	const ends = history.sharing.map((venue) => coin.funding.get(venue)?.instants.at(-1) ?? 0);
	const pricesEnd = Math.max(...ends);
	const past = (at: number): number => pastOf(at - shiftMs, pricesEnd);
	const index = (at: number): number => commonAt(past(at)) / (1 + premium(past(at)));
	const markOf = (exchange: ExchangeModule): ((at: number) => number) => {
		if (exchange === marked) return (at) => commonAt(past(at));
		const own = premiumOf(exchange);
		const away = (at: number): number => index(at) * (1 + own(past(at)));
		if (exchange.history.mark !== 'recorded') return away;
		const recorded = candlesOnly(coin.candles.get(exchange.name));
		return (at) => recorded(past(at)) ?? away(at);
	};
	const [, multiplier] = /^(10{3,})(?=\D)/.exec(coin.base) ?? [];
	return exchanges.flatMap((exchange) => {
		const recorded = coin.funding.get(exchange.history.plays);
		if (recorded === undefined) return [];
		const instrument = instrumentOf(exchange, {
			base: venueBase(exchange.terms, coin.base),
			underlying: multiplier === undefined ? coin.base : coin.base.slice(multiplier.length),
			priceMultiplier: Number(multiplier ?? 1),
			price: commonAt(pricesEnd),
			size,
			listedAt: (recorded.instants[0] ?? history.from) + shiftMs,
			fundingCap: largestSeen(recorded),
		});
		const name = `${exchange.name}/${instrument.symbol}`;
		const funding = recordedFunding(seed, name, recorded, shiftMs, limitsOf(instrument));
		const { marketShare } = exchange.terms;
		return listing(seed, instrument, { size, marketShare }, funding, { index, mark: markOf(exchange) });
	});
}

const NOTHING_RECORDED = { instants: new Float64Array(), marks: new Float64Array() };

function firstOf(prices: readonly RecordedPrice[], at: number): number | undefined {
	for (const price of prices) {
		const found = price(at);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Returns the exchange that recorded the common prices, and the exchange that has them as its mark prices. */
function pricesOf(exchanges: readonly ExchangeModule[]): {
	readonly common: ExchangeModule;
	readonly marked: ExchangeModule;
} {
	const common = exchanges.find(({ history }) => history.recorded?.hasCommonPrice === true);
	const marked = exchanges.find(({ history }) => history.mark === 'common price');
	if (common === undefined || marked === undefined)
		throw new WorldError('A history has the common price of one exchange, and one whose mark it is.');
	return { common, marked };
}

/**
 * Returns the history time whose price is played at history time `at`. After `end`, the last 30 days are played
 * backward and forward in turn, so that prices do not jump.
 */
function pastOf(at: number, end: number): number {
	if (at <= end) return at;
	const turn = (at - end) % (2 * REPEATED_MS);
	return turn < REPEATED_MS ? end - turn : end - 2 * REPEATED_MS + turn;
}

/** Returns a funding cap of 0.5 %, or the highest absolute rate in the series if that is higher. */
function largestSeen(recorded: RecordedFunding): Decimal {
	const seen = recorded.units.reduce((top, units) => Math.max(top, Math.abs(units)), 0);
	return max(parseDecimal('0.005'), decimalOfUnits(seen, RATE_PLACES));
}

function recordedFunding(
	seed: number,
	name: string,
	recorded: RecordedFunding,
	shiftMs: number,
	limits: RateLimits,
): FundingPath {
	const series = repeatedSeries(
		recorded.instants.map((at) => at + shiftMs),
		recorded.intervals,
		REPEATED_MS,
	);
	const { clock } = series;
	const stream = streamOf(seed, `estimate/${name}`);
	const unitsOf = (position: number): number => recorded.units[series.rowOf(position)] ?? 0;
	const intervalOf = (position: number): number => recorded.intervals[series.rowOf(position)] ?? DAY_MS / 3;
	return {
		clock,
		settledRate: (settlementAt) => {
			const position = series.positionAt(settlementAt);
			if (position < 0 || series.timeOf(position) !== settlementAt) {
				throw notASettlement(name, settlementAt, clock);
			}
			return decimalOfUnits(unitsOf(position), RATE_PLACES);
		},
		predictedRate: (at) => {
			const position = series.positionAt(at);
			const intervalMs = intervalOf(position + 1);
			const period = {
				from: series.timeOf(position),
				to: series.timeOf(position + 1),
				// After a change of the interval, the last rate is scaled to the new length.
				lastUnits: (unitsOf(position) * intervalMs) / intervalOf(position),
				comingUnits: unitsOf(position + 1),
				intervalMs,
			};
			return decimalOfUnits(runningEstimateUnits(stream, period, limits, at), RATE_PLACES);
		},
	};
}

/** Returns a description of the series that an exchange plays. @throws WorldError if no exchange has recorded it */
export function historySentence(
	{ name, shownName, history: { plays } }: ExchangeModule,
	exchanges: readonly ExchangeModule[],
	history: RecordedHistory,
	playedAt: number,
): string {
	const recorded = exchanges.find((each) => each.name === plays)?.history.recorded;
	if (recorded === undefined) throw new WorldError(`${name} plays ${plays}, of which nothing is recorded.`);
	const { title, quote } = recorded;
	const count = history.coins.filter(({ funding }) => funding.has(plays)).length;
	const own = name === plays ? '' : ` (no recorded series of ${shownName} itself)`;
	const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
	const minute = `${new Date(playedAt).toISOString().slice(0, 16)}Z`;
	return `Plays ${title}'s settled funding of ${count} ${quote} perpetuals from ${day(history.earliest)} to ${day(history.latest)}${own}; the first start played ${minute}, and after its end each series repeats its last ${REPEATED_DAYS} days.`;
}
