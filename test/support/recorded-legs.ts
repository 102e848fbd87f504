/** Builds artificial legs in the form of recorded funding, for tests of the scoring. */
import type { SettledLeg } from '../../research/received.ts';

/**
 * Returns a leg that settles every `interval` hours after `from`, up to and including `to`. Settlements at hours for
 * which `missing` is true are left out.
 */
export function recordedLeg(
	venue: string,
	interval: number,
	from: number,
	to: number,
	rateAt: (hour: number) => number,
	missing: (hour: number) => boolean = () => false,
): SettledLeg {
	const hours: number[] = [];
	for (let hour = from + interval; hour <= to; hour += interval) if (!missing(hour)) hours.push(hour);
	return {
		venue,
		base: 'X',
		hours: Int32Array.from(hours),
		rates: Float64Array.from(hours, rateAt),
		intervals: new Float64Array(hours.length).fill(interval),
	};
}
