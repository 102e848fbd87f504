/** Formats and reads the figures of threshold rules. */
import { numberText, typedNumber } from '../figures/typed-number.ts';
import { RULES } from './text.ts';

/** Formats a rule's figure with two decimals, or four below 0.1. The exact value belongs in the tooltip. */
export function figureText(figure: number): string {
	return numberText(Number(figure.toFixed(Math.abs(figure) < 0.1 ? 4 : 2)));
}

/** Returns the fault of a typed limit; undefined if it is a number. */
export function limitFault(typed: string): string | undefined {
	const { value, fault } = typedNumber(typed);
	return fault ?? (value === undefined ? RULES.notANumber : undefined);
}

/** Returns the fault of a typed distance; undefined if it is empty or a number of at least 0. */
export function distanceFault(typed: string): string | undefined {
	const { value, fault } = typedNumber(typed);
	return fault ?? (value !== undefined && value < 0 ? RULES.notNegative : undefined);
}

const MINUTES_MAX = 10_080;

/** Returns the fault of typed minutes; undefined if they are whole and at most a week. */
export function minutesFault(typed: string): string | undefined {
	const { value = Number.NaN, fault } = typedNumber(typed);
	return (
		fault ?? (Number.isInteger(value) && value >= 0 && value <= MINUTES_MAX ? undefined : RULES.notMinutes)
	);
}
