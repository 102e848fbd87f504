/**
 * Keeps the public trades of one instrument. They are users' trades as they happen and, between them, background
 * prints that depend only on time and consume no liquidity.
 */
import { type Decimal, floorToStep, fromNumber, max, mulDown } from '../../src/domain/decimal.ts';
import { type Stream, streamOf, uniformAt } from './seeded.ts';
import type { Instrument, PublicTrade, Side } from './types.ts';

/** Length of the interval with one background print, milliseconds. */
const BUCKET_MS = 3_000;

/** Maximum number of background prints generated after a long pause. */
const CATCH_UP_BUCKETS_MAX = 60;

const KEPT_MAX = 500;
/** Number of trades by which the tape may exceed `KEPT_MAX` before the oldest are dropped together. */
const SPARE_MAX = 50;

/** Returns the best background quote and its size at a given time. */
export type TopQuote = (side: Side, at: number) => { readonly price: Decimal; readonly quantity: Decimal };

export type TradeTape = {
	/** Adds the background prints up to `at` and returns the new ones, oldest first. */
	moveTo(at: number): readonly PublicTrade[];
	add(trade: PublicTrade): void;
	/** Returns the latest trades, newest first. */
	recent(limit: number): readonly PublicTrade[];
	last(): PublicTrade | undefined;
};

export function createTradeTape(instrument: Instrument, top: TopQuote): TradeTape {
	const { symbol } = instrument;
	const stream = streamOf(0, `tape/${instrument.exchange}/${symbol}`);
	/** Kept trades, oldest first. */
	let trades: PublicTrade[] = [];
	let doneBucket: number | undefined;

	const append = (trade: PublicTrade): void => {
		trades.push(trade);
		if (trades.length > KEPT_MAX + SPARE_MAX) trades = trades.slice(-KEPT_MAX);
	};
	return {
		moveTo(at) {
			const fresh: PublicTrade[] = [];
			const currentBucket = Math.floor(at / BUCKET_MS);
			const first = Math.max((doneBucket ?? 0) + 1, currentBucket - CATCH_UP_BUCKETS_MAX);
			for (let bucket = first; bucket <= currentBucket; bucket += 1) {
				const tradedAt = instantOf(stream, bucket);
				if (tradedAt > at) break;
				doneBucket = bucket;
				const trade = printOf(instrument, stream, bucket, top);
				fresh.push(trade);
				append(trade);
			}
			return fresh;
		},
		add: append,
		recent: (limit) => trades.slice(-Math.max(1, Math.min(limit, KEPT_MAX))).reverse(),
		last: () => trades[trades.length - 1],
	};
}

function instantOf(stream: Stream, bucket: number): number {
	return Math.floor((bucket + uniformAt(stream, bucket)) * BUCKET_MS);
}

function printOf(instrument: Instrument, stream: Stream, bucket: number, top: TopQuote): PublicTrade {
	const at = instantOf(stream, bucket);
	const side: Side = uniformAt(stream, -bucket) < 0.5 ? 'buy' : 'sell';
	// A buyer trades at the ask, a seller at the bid.
	const { price, quantity } = top(side === 'buy' ? 'sell' : 'buy', at);
	const share = fromNumber(Math.round(uniformAt(stream, bucket + 0x2000_0000) * 3_000) / 10_000);
	return {
		id: String(bucket),
		symbol: instrument.symbol,
		side,
		price,
		quantity: max(instrument.lotSize, floorToStep(mulDown(quantity, share), instrument.lotSize)),
		at,
	};
}
