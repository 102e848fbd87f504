/** Params of a method from flags. What a value may be is for the service to say, in its own sentence. */
import type { MethodName, MethodParams } from '../client/methods.ts';
import { type Flag, UsageError, type Values } from './command.ts';
import { textOf } from './given.ts';

/** How the text of a flag is sent; of `list`, what stands between commas. */
export type Kind = 'number' | 'text' | 'switch' | 'list';
export type ParamFlag = Flag & { readonly kind: Kind };
/** By the name of the flag: `horizon-hours` is `horizon_hours`. */
export type ParamFlags = Readonly<Record<string, ParamFlag>>;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A double holds so many for certain. */
const DIGITS_MAX = 15;

/** Those that were given. @throws UsageError for a number of more digits than can be sent exactly */
export function paramsOf<M extends MethodName>(
	command: string,
	flags: ParamFlags,
	values: Values,
): Partial<MethodParams<M>> {
	const given = Object.entries(flags).flatMap(([flag, { kind }]) => {
		const value = values[flag];
		if (value === undefined) return [];
		const text = textOf(value);
		return [[flag.replaceAll('-', '_'), text === undefined ? value : sent(command, flag, kind, text)]];
	});
	return Object.fromEntries(given);
}

function sent(command: string, flag: string, kind: Kind, text: string): unknown {
	switch (kind) {
		case 'number':
			return numberOf(command, `--${flag}`, text);
		case 'list':
			return text.split(',').map((part) => part.trim());
		case 'text':
		case 'switch':
			return text;
	}
}

/** The number; what is none stays text, which the service refuses with its own sentence. */
export function numberOf(command: string, what: string, text: string): number | string {
	if (!JSON_NUMBER.test(text)) return text;
	const digits = text
		.replace(/[eE].*$/, '')
		.replace(/[-.]/g, '')
		.replace(/^0+/, '').length;
	if (digits <= DIGITS_MAX) return Number(text);
	throw new UsageError(
		command,
		`${what} may have at most ${DIGITS_MAX} digits, which is what can be sent exactly; it had ${digits}.`,
	);
}

/** The one word that a command takes. @throws UsageError */
export function oneWord(command: string, name: string, words: readonly string[]): string {
	const [word, ...more] = words;
	if (word === undefined) throw new UsageError(command, `${command} needs ${name}.`);
	if (more.length > 0)
		throw new UsageError(command, `${command} takes no further word; was ${JSON.stringify(more[0])}.`);
	return word;
}
