/** Formats the names and figures of the risk checks for their table. */
import { writeNumber } from '../figures/reader-format.ts';
import { text } from './text.ts';

export type CheckLine = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: string;
	/** Parts of the message, for `said`. */
	readonly sentence?: unknown;
};

const SIGNIFICANT = 6;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spells the name of a check: `Collar, long leg` for `collar_long`. */
export function checkName(check: string): string {
	const [, name = check, leg] = /^(.*?)(?:_(long|short))?$/.exec(check) ?? [];
	const names: Readonly<Record<string, string>> = text.checks.names;
	const spelled = names[name] ?? capital(name.replaceAll('_', ' '));
	return leg === undefined ? spelled : text.checks.leg(spelled, leg);
}

/**
 * Formats a number with grouped thousands and at most six significant digits; digits before the decimal point are
 * never rounded. Codes become words. Other text, such as a list of exchanges, stays unchanged.
 */
export function checkFigure(written: string): string {
	const words: Readonly<Record<string, string>> = text.checks.words;
	return NUMBER.test(written)
		? writeNumber(Number(written), {
				maximumSignificantDigits: Math.max(SIGNIFICANT, wholeDigits(written)),
			})
		: (words[written] ?? written);
}

/** Returns a number with all its digits, for a tooltip; undefined for other text. */
export function exactCheckFigure(written: string): string | undefined {
	return NUMBER.test(written) ? written : undefined;
}

function wholeDigits(written: string): number {
	return written.replace('-', '').split('.')[0]?.length ?? 0;
}

function capital(sentence: string): string {
	return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
