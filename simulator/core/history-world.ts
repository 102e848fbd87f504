/** The listings of a world that replays recorded funding and prices, moved in time. */
import { type Decimal, max, parseDecimal } from '../../src/domain/decimal.ts';
import { usualPrice, usualSize } from './coins.ts';
import { instrumentOf, venueBase } from './contract-terms.ts';
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
	RECORDED_VENUE,
	type RecordedCoin,
	type RecordedFunding,
	type RecordedHistory,
	type RecordedVenue,
} from './history.ts';
import { hourlyVolatilityOf, recordedPrice } from './history-price.ts';
import { markPremium, seededLogPath } from './price-path.ts';
import { streamOf, uniformAt } from './seeded.ts';
import { repeatedSeries } from './settlement-clock.ts';
import type { ExchangeName } from './types.ts';
import { EXCHANGE_NAMES } from './venue-terms.ts';
import type { WorldRecord } from './world-file.ts';
import { HOURLY_VOLATILITY, type Listing, listing, MARK_DEVIATION_BP } from './world-listing.ts';

const DAY_MS = 86_400_000;
/** What goes on for ever after a series' end. Whole days that every interval divides keep the clock. */
const REPEATED_DAYS = 30;
const REPEATED_MS = REPEATED_DAYS * DAY_MS;
/** Wanted on both sides of the first start; the side behind has its own least number. */
const DAYS_BEHIND_WANTED = 60;
const DAYS_AHEAD_WANTED = 60;

/**
 * The history instant that the first settlement after the first start plays: one at which most coins settle, chosen
 * by the seed among those with 60 days on both sides, or with at least 36 behind where there is less.
 */
export function firstPlayedInstant(history: RecordedHistory, seed: number): number {
	const settling = new Map<number, number>();
	for (const { funding } of history.coins) {
		for (const { instants } of [funding.binance, funding.bybit]) {
			for (const instant of instants) settling.set(instant, (settling.get(instant) ?? 0) + 1);
		}
	}
	const days = (history.to - history.from) / DAY_MS;
	const isRoomy = days >= DAYS_BEHIND_WANTED + DAYS_AHEAD_WANTED + 1;
	const behind = isRoomy ? DAYS_BEHIND_WANTED : DAYS_BEHIND_MIN;
	const ahead = Math.min(DAYS_AHEAD_WANTED, Math.max(0, days - DAYS_BEHIND_MIN - 1));
	// A day more than wanted behind, because settlement and first start are minutes apart.
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

export function historyListings(record: WorldRecord, history: RecordedHistory, shiftMs: number): Listing[] {
	return history.coins.flatMap((coin) => coinListings(record, history, coin, shiftMs));
}

function coinListings(
	record: WorldRecord,
	history: RecordedHistory,
	coin: RecordedCoin,
	shiftMs: number,
): readonly Listing[] {
	const { seed } = record;
	const size = usualSize(coin.base);
	const marks = coin.funding.binance;
	const volatility = hourlyVolatilityOf(marks, HOURLY_VOLATILITY[size]);
	const noise = seededLogPath(seed, coin.base, volatility);
	const common = recordedPrice(coin.candles.binance, marks, noise);
	const bybitOnly = recordedPrice(coin.candles.bybit, undefined, noise);
	const premiumOf = (exchange: ExchangeName) =>
		markPremium(seed, `${exchange}/${coin.base}`, MARK_DEVIATION_BP[size]);
	// Binance's prices are marks of KuCoin's face too, and the index is what they are without its premium.
	const premium = premiumOf('kucoin');
	const level = usualPrice(coin.base);
	const commonAt = (past: number): number => common(past) ?? bybitOnly(past) ?? level * Math.exp(noise(past));
	const ends = [coin.funding.binance, coin.funding.bybit].map(({ instants }) => instants.at(-1) ?? 0);
	const pricesEnd = Math.max(...ends);
	const past = (at: number): number => pastOf(at - shiftMs, pricesEnd);
	const index = (at: number): number => commonAt(past(at)) / (1 + premium(past(at)));
	const markOf = (exchange: ExchangeName): ((at: number) => number) => {
		if (exchange === 'kucoin') return (at) => commonAt(past(at));
		const own = premiumOf(exchange);
		const away = (at: number): number => index(at) * (1 + own(past(at)));
		return exchange === 'bybit' ? (at) => bybitOnly(past(at)) ?? away(at) : away;
	};
	const [, multiplier] = /^(10{3,})(?=\D)/.exec(coin.base) ?? [];
	return EXCHANGE_NAMES.flatMap((exchange) => {
		const recorded = coin.funding[RECORDED_VENUE[exchange]];
		if (recorded === undefined) return [];
		const instrument = instrumentOf({
			exchange,
			base: venueBase(exchange, coin.base),
			underlying: multiplier === undefined ? coin.base : coin.base.slice(multiplier.length),
			priceMultiplier: Number(multiplier ?? 1),
			price: commonAt(pricesEnd),
			size,
			listedAt: (recorded.instants[0] ?? history.from) + shiftMs,
			fundingCap: largestSeen(recorded),
		});
		const funding = recordedFunding(
			seed,
			`${exchange}/${instrument.symbol}`,
			recorded,
			shiftMs,
			limitsOf(instrument),
		);
		return listing(seed, instrument, size, funding, { index, mark: markOf(exchange) });
	});
}

/** Time of the price at history time `at`: after the end it runs back and forth, so that no price jumps. */
function pastOf(at: number, end: number): number {
	if (at <= end) return at;
	const turn = (at - end) % (2 * REPEATED_MS);
	return turn < REPEATED_MS ? end - turn : end - 2 * REPEATED_MS + turn;
}

/** Usual cap, or the largest rate of the series where that is above it. */
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
				// After a change of interval the old rate counts for the new length.
				lastUnits: (unitsOf(position) * intervalMs) / intervalOf(position),
				comingUnits: unitsOf(position + 1),
				intervalMs,
			};
			return decimalOfUnits(runningEstimateUnits(stream, period, limits, at), RATE_PLACES);
		},
	};
}

const SHOWN_NAMES: Partial<Readonly<Record<ExchangeName, string>>> = { kucoin: 'KuCoin', okx: 'OKX' };

const SERIES_NAMES: Readonly<Record<RecordedVenue, { readonly venue: string; readonly quote: string }>> = {
	binance: { venue: 'Binance USD-M', quote: 'USDT' },
	bybit: { venue: 'Bybit', quote: 'USDT' },
	hyperliquid: { venue: 'Hyperliquid', quote: 'USDC' },
};

/** What a face tells of the series it plays. */
export function historySentence(exchange: ExchangeName, history: RecordedHistory, playedAt: number): string {
	const recorded = RECORDED_VENUE[exchange];
	const { venue, quote } = SERIES_NAMES[recorded];
	const count = history.coins.filter(({ funding }) => funding[recorded] !== undefined).length;
	const own = exchange === recorded ? '' : ` (no recorded series of ${SHOWN_NAMES[exchange]} itself)`;
	const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
	const minute = `${new Date(playedAt).toISOString().slice(0, 16)}Z`;
	return `Plays ${venue}'s settled funding of ${count} ${quote} perpetuals from ${day(history.earliest)} to ${day(history.latest)}${own}; the first start stood at ${minute} of it, and after its end each series repeats its last ${REPEATED_DAYS} days.`;
}
