/** Formats money, prices and quantities. The unit is beside the figure or in its column heading. */
import { exactText } from './exact.ts';
import { writeNumber } from './reader-format.ts';
import { fixed, UNKNOWN } from './shares.ts';
import { text } from './text.ts';

const SIGNIFICANT_PRICE = 6;
const SIGNIFICANT_QUANTITY = 8;
const LARGE = [
	[1e9, text.large.billions],
	[1e6, text.large.millions],
	[1e3, text.large.thousands],
] as const;

/** Formats USD: `1,234.56 USD`. Amounts below one cent get four decimals. */
export function usd(value: number | null | undefined, signed = false): string {
	return withUnit(usdFigure(value, signed));
}

/** Formats USD without the unit, for a column whose heading names it: `1,234.56`. */
export function usdFigure(value: number | null | undefined, signed = false): string {
	if (value === null || value === undefined) return UNKNOWN;
	const decimals = value !== 0 && Math.abs(value) < 0.01 ? 4 : 2;
	return fixed(value, decimals, signed);
}

/**
 * Formats results and settlements with four decimals, so that small amounts are visible and a column stays aligned.
 */
export function usdExactFigure(value: number | null | undefined, signed = false): string {
	return value === null || value === undefined ? UNKNOWN : fixed(value, 4, signed);
}

/** Formats results and settlements with their unit: `1,234.5600 USD`. */
export function usdExact(value: number | null | undefined, signed = false): string {
	return withUnit(usdExactFigure(value, signed));
}

/** Formats an unrounded USD amount for a tooltip; undefined if the amount is unknown, so that there is no tooltip. */
export function exactUsd(value: number | null | undefined): string | undefined {
	return exactText(value, 'USD');
}

function withUnit(figure: string): string {
	return figure === UNKNOWN ? figure : `${figure} USD`;
}

/** Formats a depth or volume: `1.20 M`. From 1,000 up, the figure has three significant digits; below, no decimals. */
export function usdRound(value: number | null | undefined): string {
	if (value === null || value === undefined) return UNKNOWN;
	const [size, letter] = LARGE.find(([from]) => Math.abs(value) >= from) ?? [1, ''];
	const digits = value / size;
	return `${fixed(digits, letter === '' || Math.abs(digits) >= 100 ? 0 : Math.abs(digits) >= 10 ? 1 : 2)}${letter === '' ? '' : ` ${letter}`}`;
}

/** Formats USD per coin with six significant digits, but at least two and at most twelve decimals. */
export function price(value: number | null | undefined): string {
	if (value === null || value === undefined) return UNKNOWN;
	if (value === 0) return '0';
	const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
	return fixed(value, Math.min(12, Math.max(2, SIGNIFICANT_PRICE - whole)));
}

/** Formats a quantity in coins with at most eight significant digits, which covers the exchanges' lot sizes. */
export function coins(value: number | null | undefined, signed = false): string {
	if (value === null || value === undefined) return UNKNOWN;
	const text = writeNumber(Math.abs(value), { maximumSignificantDigits: SIGNIFICANT_QUANTITY });
	return value < 0 ? `−${text}` : signed && value > 0 ? `+${text}` : text;
}
