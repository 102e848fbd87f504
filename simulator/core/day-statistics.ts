/** Computes an instrument's 24-hour high and low from samples of its price, and its price 24 hours ago. */
import type { Decimal } from '../../src/domain/decimal.ts';

const DAY_MS = 86_400_000;
const SAMPLE_MS = 900_000;

export type DayStatistics = (at: number) => {
	readonly price24hAgo: Decimal;
	readonly high: Decimal;
	readonly low: Decimal;
};

/** @param priceAt returns the traded price at a given time, rounded to the tick */
export function createDayStatistics(priceAt: (at: number) => Decimal): DayStatistics {
	const samples = new Map<number, Decimal>();
	return (at) => {
		const last = Math.floor(at / SAMPLE_MS);
		const first = Math.ceil((at - DAY_MS) / SAMPLE_MS);
		for (const place of samples.keys()) if (place < first) samples.delete(place);
		let high = priceAt(at);
		let low = high;
		for (let place = first; place <= last; place += 1) {
			let sample = samples.get(place);
			if (sample === undefined) {
				sample = priceAt(place * SAMPLE_MS);
				samples.set(place, sample);
			}
			if (sample > high) high = sample;
			if (sample < low) low = sample;
		}
		return { price24hAgo: priceAt(at - DAY_MS), high, low };
	};
}
