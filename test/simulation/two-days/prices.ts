/** Prices of the two days: small waves around a level of all coins, which the run moves. */
import { type Decimal, floorToStep, fromNumber } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { BookLevel, OrderBook } from '../../../src/domain/order-book.ts';
import type { Prices } from '../prices.ts';

const LEVELS = 8;
/** Notional of one level of a book, USD. */
const LEVEL_USD = 20_000;
const WAVE = { share: 0.004, periodMs: 5_700_000 };
const PREMIUM = { share: 0.0001, periodMs: 900_000 };

export type MovingPrices = Prices & {
	/** Multiplies the later prices of a coin, or of all coins with null. */
	readonly move: (factor: number, coin: string | null) => void;
};

/** Creates the prices of coins by their base prices. */
export function createPrices(now: () => number, basePrices: Readonly<Record<string, number>>): MovingPrices {
	const levels = new Map(Object.entries(basePrices));
	const middle = ({ coin, venue, tickSize }: Instrument, at: number): Decimal => {
		const wave = WAVE.share * Math.sin((at / WAVE.periodMs) * 2 * Math.PI + coin.length);
		const premium = PREMIUM.share * Math.sin((at / PREMIUM.periodMs) * 2 * Math.PI + venue.length);
		return floorToStep(fromNumber((levels.get(coin) ?? 1) * (1 + wave + premium)), tickSize);
	};
	return {
		move(factor, only) {
			for (const [coin, level] of levels)
				if (only === null || coin === only) levels.set(coin, level * factor);
		},
		book(instrument, at): OrderBook {
			const mid = middle(instrument, at);
			const size = floorToStep(fromNumber(LEVEL_USD / (Number(mid) / 1e18)), instrument.lotSize);
			const sideOf = (side: 1n | -1n): readonly BookLevel[] =>
				Array.from({ length: LEVELS }, (_, index) => [
					(mid + side * BigInt(index + 1) * instrument.tickSize) as Decimal,
					size,
				]);
			return { bids: sideOf(-1n), asks: sideOf(1n) };
		},
		mark: (instrument) => middle(instrument, now()),
	};
}
