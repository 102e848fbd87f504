/** Shortens the service's check messages, because the table already shows the name, the value and the limit. */
import { text } from './text.ts';

export type CheckLine = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: string;
};

const SIGNIFICANT = 6;

/**
 * Returns the part in parentheses from `collar_long: was 0.1, limit 2 (% …).` A message in another format is returned
 * whole, without the name.
 */
export function checkMeaning({ check, message }: CheckLine): string {
	const sentence = message.startsWith(`${check}: `) ? message.slice(check.length + 2) : message;
	const [, inside] = /^was .*, limit .*? \((.*)\)\.$/.exec(sentence) ?? [];
	return capital((inside ?? sentence).replace(/^ms /, 'milliseconds '));
}

/** Spells the name of a check: `Collar, long leg` for `collar_long`. */
export function checkName(check: string): string {
	const [, name = check, leg] = /^(.*?)(?:_(long|short))?$/.exec(check) ?? [];
	const spelled = capital(name.replaceAll('_', ' '));
	return leg === undefined ? spelled : text.checks.leg(spelled, leg);
}

/** Formats a number with grouped thousands and six significant digits. Other text stays unchanged. */
export function checkFigure(written: string): string {
	return /^-?\d+(?:\.\d+)?$/.test(written)
		? Number(written).toLocaleString('en-US', {
				maximumSignificantDigits: Math.max(SIGNIFICANT, wholeDigits(written)),
			})
		: written;
}

function wholeDigits(written: string): number {
	return written.replace('-', '').split('.')[0]?.length ?? 0;
}

function capital(sentence: string): string {
	return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
