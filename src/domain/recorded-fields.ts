/**
 * Encodes the changed values of an observation against the values before. Both sides keep the same list of texts. A
 * value is written as:
 *
 * | text | meaning |
 * |---|---|
 * | `=` | unchanged |
 * | `c45` | the first characters of the text before, here 2 (`a` is 0, `b` is 1, up to `z`), and then `45` |
 *
 * Unchanged values at the end of the list are omitted. Pure functions.
 */
import { RecordingFault } from './recording.ts';

const UNCHANGED = '=';
const FIRST_LETTER = 97;
const SHARED_MAX = 25;

/** Encodes the values of `after` that differ from `before`; undefined if none differs. The lists are equally long. */
export function changedFields(before: readonly string[], after: readonly string[]): string | undefined {
	let end = after.length;
	while (end > 0 && after[end - 1] === before[end - 1]) end -= 1;
	if (end === 0) return undefined;
	let line = '';
	for (let index = 0; index < end; index += 1) {
		const text = after[index] ?? '';
		const known = before[index] ?? '';
		line += index === 0 ? '' : ' ';
		if (text === known) {
			line += UNCHANGED;
			continue;
		}
		const shared = sharedLength(known, text);
		line += String.fromCharCode(FIRST_LETTER + shared) + text.slice(shared);
	}
	return line;
}

function sharedLength(a: string, b: string): number {
	const limit = Math.min(a.length, b.length, SHARED_MAX);
	let length = 0;
	while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
	return length;
}

/**
 * Applies encoded changes to `texts` in place, and returns the indexes of the changed values.
 * @throws RecordingFault if the changes do not fit
 */
export function applyFields(texts: string[], changes: readonly string[]): readonly number[] {
	if (changes.length > texts.length) throw new RecordingFault('The line has too many values.');
	const changed: number[] = [];
	for (const [index, change] of changes.entries()) {
		if (change === UNCHANGED) continue;
		const shared = change.charCodeAt(0) - FIRST_LETTER;
		const before = texts[index] ?? '';
		if (!(shared >= 0 && shared <= Math.min(SHARED_MAX, before.length)))
			throw new RecordingFault(
				`The value ${JSON.stringify(change)} does not follow ${JSON.stringify(before)}.`,
			);
		texts[index] = before.slice(0, shared) + change.slice(1);
		changed.push(index);
	}
	return changed;
}
