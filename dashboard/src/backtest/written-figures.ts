/** Formats the figures of results. */
import { momentText } from '../figures/moments.ts';
import { usd } from '../figures/money.ts';
import { fixed, percent, UNKNOWN } from '../figures/shares.ts';
import { instant } from '../live/clock.svelte.ts';
import type { FigureUnit } from './result-figures.ts';
import { LIST, RESULT } from './text.ts';

/** Formats a time of the market in UTC, because the days of a backtest are UTC days. */
export function utcText(at: string): string {
	return LIST.utc(momentText(at, { now: instant(), timeZone: 'UTC' }));
}

/** Formats a fraction as a percentage with two decimals. */
export function share(value: number | null, signed = false): string {
	return percent(value, { decimals: 2, signed });
}

/** Formats the 90 % interval of a yearly net. */
export function intervalText({
	low,
	high,
}: {
	readonly low: number | null;
	readonly high: number | null;
}): string {
	return low === null || high === null ? RESULT.noInterval : RESULT.interval(share(low), share(high));
}

/** Formats a figure by its unit. Differences are signed. */
export function figureText(value: number | null, unit: FigureUnit, signed = false): string {
	if (value === null) return UNKNOWN;
	if (unit === 'usd') return usd(value, signed);
	if (unit === 'fraction') return share(value, signed);
	return fixed(value, unit === 'ratio' ? 2 : 0, signed);
}
