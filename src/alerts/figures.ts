/** Figures of alerts: as numbers of the wire in `facts`, and as words in sentences. */
import { type Decimal, formatDecimal, roundPlaces } from '../domain/decimal.ts';
import { decimalNumberText } from '../domain/exact-json.ts';

/** As every answer of the service writes it: at most 15 significant digits. */
export function figure(value: Decimal): number {
	return Number(decimalNumberText(value));
}

/** A figure for people; null where it is not known. */
export function figureOrNull(value: Decimal | null): number | null {
	return value === null ? null : figure(value);
}

/** `12.34 USD`, to the cent. */
export function usd(value: Decimal): string {
	return `${formatDecimal(roundPlaces(value, 2))} USD`;
}

/** `7.5 %`, of a percentage, to two places. */
export function percent(value: Decimal): string {
	return `${formatDecimal(roundPlaces(value, 2))} %`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** `12 s`, `5 min`, `3 h`: whole ones of the unit that says most. */
export function duration(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}
