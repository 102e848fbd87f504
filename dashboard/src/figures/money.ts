/** How money, prices and quantities are written. Each has its unit beside it, here or in the head of its column. */
import { fixed, UNKNOWN } from './shares.ts';

const SIGNIFICANT_PRICE = 6;
const SIGNIFICANT_QUANTITY = 8;
const LARGE = [
	[1e9, 'B'],
	[1e6, 'M'],
	[1e3, 'k'],
] as const;

/** `1,234.56 USD`; below a cent as many decimals as it takes to see it. */
export function usd(value: number | null | undefined, signed = false): string {
	const text = usdFigure(value, signed);
	return text === UNKNOWN ? text : `${text} USD`;
}

/** The same without its unit, where the head of the column has it. */
export function usdFigure(value: number | null | undefined, signed = false): string {
	if (value === null || value === undefined) return UNKNOWN;
	const decimals = value !== 0 && Math.abs(value) < 0.01 ? 4 : 2;
	return fixed(value, decimals, signed);
}

/** Results and settlements: always with the hundredths of a cent, so that small parts are seen and a column stands still. */
export function usdExactFigure(value: number | null | undefined, signed = false): string {
	return value === null || value === undefined ? UNKNOWN : fixed(value, 4, signed);
}

/** The same with its unit. */
export function usdExact(value: number | null | undefined, signed = false): string {
	const text = usdExactFigure(value, signed);
	return text === UNKNOWN ? text : `${text} USD`;
}

/** For depth and volume, where three digits are enough: `1.20 M`. */
export function usdRound(value: number | null | undefined): string {
	if (value === null || value === undefined) return UNKNOWN;
	const [size, letter] = LARGE.find(([from]) => Math.abs(value) >= from) ?? [1, ''];
	const digits = value / size;
	return `${fixed(digits, letter === '' || Math.abs(digits) >= 100 ? 0 : Math.abs(digits) >= 10 ? 1 : 2)}${letter === '' ? '' : ` ${letter}`}`;
}

/** USD per coin, with six digits that mean something. */
export function price(value: number | null | undefined): string {
	if (value === null || value === undefined) return UNKNOWN;
	if (value === 0) return '0';
	const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
	return fixed(value, Math.min(12, Math.max(2, SIGNIFICANT_PRICE - whole)));
}

/** Coins, as exact as the exchange counts them. */
export function coins(value: number | null | undefined, signed = false): string {
	if (value === null || value === undefined) return UNKNOWN;
	const text = Math.abs(value).toLocaleString('en-US', { maximumSignificantDigits: SIGNIFICANT_QUANTITY });
	return value < 0 ? `−${text}` : signed && value > 0 ? `+${text}` : text;
}
