/**
 * Computes the price at any instant from hourly candles and mark prices, with seeded interpolation between recorded
 * points.
 */
import type { RecordedCandles } from './history.ts';
import type { LogPath } from './price-path.ts';
import { lastAtOrBefore } from './settlement-clock.ts';

const HOUR_MS = 3_600_000;

/** Returns the price at a history instant; undefined if there are no records around it. */
export type RecordedPrice = (at: number) => number | undefined;

/**
 * Stretches of time as parallel arrays, one stretch per index. From the time of a stretch to that of the next, the
 * price moves from `open` to `close` and stays within `low` and `high`.
 */
type Stretches = {
	readonly times: Float64Array;
	readonly open: Float64Array;
	readonly close: Float64Array;
	readonly low: Float64Array;
	readonly high: Float64Array;
};

/** Recorded mark prices; values that are not positive numbers are ignored. */
export type RecordedMarks = { readonly instants: Float64Array; readonly marks: Float64Array };

/**
 * Returns prices from the candles, and from the mark prices where there are no candles. Between recorded points, the
 * price follows `noise`, adjusted to meet these points.
 * @param marks undefined to return prices only within the candles' own hours
 */
export function recordedPrice(
	candles: RecordedCandles | undefined,
	marks: RecordedMarks | undefined,
	noise: LogPath,
): RecordedPrice {
	const stretches = stretchesOf(candles, marks);
	const { times } = stretches;
	const count = times.length;
	return (at) => {
		const place = lastAtOrBefore(times, at);
		const first = stretches.open[Math.max(0, place)];
		if (first === undefined) return undefined;
		if (place < 0 || place === count - 1) return marks === undefined ? undefined : first;
		const low = stretches.low[place] ?? 0;
		if (low === 0 && marks === undefined) return undefined;
		const from = times[place] ?? at;
		const to = times[place + 1] ?? at;
		const share = (at - from) / (to - from);
		const last = stretches.close[place] ?? first;
		const pinned = noise(at) - (1 - share) * noise(from) - share * noise(to);
		const price = first * (last / first) ** share * Math.exp(pinned);
		return low === 0 ? price : Math.min(stretches.high[place] ?? price, Math.max(low, price));
	};
}

type Point = {
	readonly at: number;
	readonly open: number;
	/** Price at the end of the stretch; 0 means the next point's opening price. */
	readonly close: number;
	readonly low: number;
	readonly high: number;
};

function stretchesOf(candles: RecordedCandles | undefined, marks: RecordedMarks | undefined): Stretches {
	const points: Point[] = [];
	const candleCount = candles?.openTimes.length ?? 0;
	const isCovered = (at: number): boolean => {
		if (candles === undefined) return false;
		const place = lastAtOrBefore(candles.openTimes, at);
		return place >= 0 && at <= (candles.openTimes[place] ?? 0) + HOUR_MS;
	};
	for (let place = 0; candles !== undefined && place < candleCount; place += 1) {
		const at = candles.openTimes[place] ?? 0;
		const close = candles.close[place] ?? 0;
		const open = candles.open[place] ?? 0;
		points.push({ at, open, close, low: candles.low[place] ?? 0, high: candles.high[place] ?? 0 });
		const nextAt = candles.openTimes[place + 1];
		// After the last candle in an unbroken run, the price continues from its close.
		if (nextAt === undefined || nextAt > at + HOUR_MS) {
			points.push({ at: at + HOUR_MS, open: close, close: 0, low: 0, high: 0 });
		}
	}
	for (let place = 0; marks !== undefined && place < marks.instants.length; place += 1) {
		const at = marks.instants[place] ?? 0;
		const mark = marks.marks[place] ?? 0;
		if (mark > 0 && !isCovered(at)) points.push({ at, open: mark, close: 0, low: 0, high: 0 });
	}
	points.sort((a, b) => a.at - b.at);
	return {
		times: Float64Array.from(points, (point) => point.at),
		open: Float64Array.from(points, (point) => point.open),
		close: Float64Array.from(points, (point, place) =>
			point.close > 0 ? point.close : (points[place + 1]?.open ?? point.open),
		),
		low: Float64Array.from(points, (point) => point.low),
		high: Float64Array.from(points, (point) => point.high),
	};
}

/**
 * Returns the standard deviation of the hourly log return of recorded mark prices, or `usual` if they cover less than
 * 100 hours.
 */
export function hourlyVolatilityOf(marks: RecordedMarks, usual: number): number {
	let squares = 0;
	let hours = 0;
	let last: { at: number; mark: number } | undefined;
	for (let place = 0; place < marks.instants.length; place += 1) {
		const at = marks.instants[place] ?? 0;
		const mark = marks.marks[place] ?? 0;
		if (!(mark > 0)) continue;
		if (last !== undefined) {
			squares += Math.log(mark / last.mark) ** 2;
			hours += (at - last.at) / HOUR_MS;
		}
		last = { at, mark };
	}
	return hours < 100 ? usual : Math.sqrt(squares / hours);
}
