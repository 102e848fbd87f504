/** Recognizes reasons that the journal keeps as text, so that pages can write them in another language. */
import { reason } from '../sentences/reason.ts';
import type { Words } from '../sentences/sentence.ts';
import { spoken } from './english.ts';

const FIXED: ReadonlyMap<string, Words> = new Map(
	Object.values(spoken('reason', reason)).map((write) => {
		const sentence = write();
		return [sentence.text, sentence];
	}),
);

/** Returns the sentence of a fixed reason. Any other reason stays as it is: a sentence, or a text without parts. */
export function storedReason(reason: Words): Words {
	return typeof reason === 'string' ? (FIXED.get(reason) ?? reason) : reason;
}
