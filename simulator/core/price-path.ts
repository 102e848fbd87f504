/**
 * Computes prices at any time: geometric noise around a level, one index per underlying for all exchanges, and small
 * premiums per exchange.
 */
import { noiseAt, type Stream, streamOf } from './seeded.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Octave = { readonly spacingMs: number; readonly weight: number };

/**
 * For spacings up to three weeks, the amplitude grows with the square root of the spacing, as in a random walk. Over
 * longer times the path returns to its level. The two fastest octaves are damped, so that prices do not jump between
 * two requests.
 */
const OCTAVES: readonly Octave[] = [
	{ spacingMs: SECOND, weight: 0.4 },
	{ spacingMs: 8 * SECOND, weight: 0.5 },
	{ spacingMs: MINUTE, weight: 1 },
	{ spacingMs: 8 * MINUTE, weight: 1 },
	{ spacingMs: HOUR, weight: 1 },
	{ spacingMs: 8 * HOUR, weight: 1 },
	{ spacingMs: 64 * HOUR, weight: 1 },
	{ spacingMs: 512 * HOUR, weight: 1 },
];

/** Standard deviation of the one-hour log return per unit of octave amplitude, measured with `OCTAVES`. */
const HOURLY_DEVIATION_PER_AMPLITUDE = 1.33;

/** Logarithm of the ratio of price to level, as a function of time. */
export type LogPath = (at: number) => number;

/** @param hourlyVolatility standard deviation of the log return over one hour, for example 0.005 */
export function seededLogPath(seed: number, name: string, hourlyVolatility: number): LogPath {
	const amplitude = hourlyVolatility / HOURLY_DEVIATION_PER_AMPLITUDE;
	const octaves = OCTAVES.map(({ spacingMs, weight }, order) => ({
		stream: streamOf(seed, `price/${name}/${order}`),
		spacingMs,
		amplitude: amplitude * weight * Math.sqrt(spacingMs / HOUR),
	}));
	return (at) => {
		let total = 0;
		for (const octave of octaves) total += octave.amplitude * noiseAt(octave.stream, at, octave.spacingMs);
		return total;
	};
}

/** A fraction of the price, near 0, as a function of time. */
export type PremiumPath = (at: number) => number;

/**
 * Creates the path of mark ÷ index - 1 on one exchange: a slow premium with mean 0.
 * @param deviationBp approximate standard deviation, basis points
 */
export function markPremium(seed: number, name: string, deviationBp: number): PremiumPath {
	const slow = streamOf(seed, `premium-slow/${name}`);
	const quick = streamOf(seed, `premium-quick/${name}`);
	return (at) => deviationBp * 1e-4 * (noiseAt(slow, at, 5 * HOUR) + 0.6 * noiseAt(quick, at, 20 * MINUTE));
}

/** Creates the path of mid quote ÷ mark - 1, a few tenths of a basis point that change within a minute. */
export function quotePremium(seed: number, name: string, deviationBp: number): PremiumPath {
	const stream: Stream = streamOf(seed, `quote/${name}`);
	return (at) => deviationBp * 1e-4 * noiseAt(stream, at, 15 * SECOND);
}
