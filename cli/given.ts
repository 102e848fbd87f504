/** Questions to a command line that was taken apart, which several commands ask. */
import { parseScopes, SCOPES, type Scope } from '../src/identity/scopes.ts';
import { UsageError, type Values } from './command.ts';

/** The value of a flag; undefined for a switch or a flag that was not given. */
export function textOf(value: string | boolean | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** @throws UsageError for the first of `flags` that was given: `what` does not take it */
export function refuseFlags(command: string, what: string, values: Values, flags: readonly string[]): void {
	const flag = flags.find((name) => values[name] !== undefined);
	if (flag !== undefined) throw new UsageError(command, `${what} takes no --${flag}.`);
}

/** @throws UsageError for the first flag that was given and is none of `taken` */
export function refuseOthers(command: string, what: string, values: Values, taken: readonly string[]): void {
	refuseFlags(
		command,
		what,
		values,
		Object.keys(values).filter((flag) => !taken.includes(flag)),
	);
}

/** @throws UsageError when a word is left over */
export function noWords(command: string, words: readonly string[]): void {
	if (words.length > 0)
		throw new UsageError(command, `${command} takes no further argument; was ${JSON.stringify(words[0])}.`);
}

/** @throws UsageError when it was not given */
export function requiredWord(command: string, name: string, word: string | undefined): string {
	if (word === undefined) throw new UsageError(command, `${command} needs ${name}.`);
	return word;
}

/** @throws UsageError */
export function scopesOf(command: string, list: string): readonly Scope[] {
	const scopes = parseScopes(list);
	if (scopes !== undefined) return scopes;
	throw new UsageError(
		command,
		`--scope must be one or more of ${SCOPES.join(', ')}, separated by spaces; was ${JSON.stringify(list)}.`,
	);
}
