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
	/** Multiplies all later prices. */
	readonly move: (factor: number) => void;
};

/** Creates the prices of coins by their base prices. */
export function createPrices(now: () => number, basePrices: Readonly<Record<string, number>>): MovingPrices {
	let level = 1;
	const middle = ({ coin, venue, tickSize }: Instrument, at: number): Decimal => {
		const wave = WAVE.share * Math.sin((at / WAVE.periodMs) * 2 * Math.PI + coin.length);
		const premium = PREMIUM.share * Math.sin((at / PREMIUM.periodMs) * 2 * Math.PI + venue.length);
		return floorToStep(fromNumber((basePrices[coin] ?? 1) * level * (1 + wave + premium)), tickSize);
	};
	return {
		move(factor) {
			level *= factor;
		},
		book(instrument, at): OrderBook {
			const mid = middle(instrument, at);
			const size = floorToStep(fromNumber(LEVEL_USD / (Number(mid) / 1e18)), instrument.lotSize);
			const levels = (side: 1n | -1n): readonly BookLevel[] =>
				Array.from({ length: LEVELS }, (_, index) => [
					(mid + side * BigInt(index + 1) * instrument.tickSize) as Decimal,
					size,
				]);
			return { bids: levels(-1n), asks: levels(1n) };
		},
		mark: (instrument) => middle(instrument, now()),
	};
}
