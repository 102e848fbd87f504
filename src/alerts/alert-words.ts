/** Converts the words of an alert to what is stored and sent: the text, with the id and facts of its sentence. */
import type { Decimal } from '../domain/decimal.ts';
import { type SentenceRecord, sentenceOf, textOf, type Words } from '../sentences/sentence.ts';
import { figure } from './figures.ts';

/** Returns the members of an alert that hold its words. Figures are numbers, as in the alert's `facts`. */
export function alertWords(words: Words): { readonly message: string; readonly sentence?: SentenceRecord } {
	const sentence = sentenceOf(words);
	return {
		message: textOf(words),
		...(sentence === null ? {} : { sentence: plain(sentence) as SentenceRecord }),
	};
}

/** Converts decimals to numbers, and removes the English text of sentences within facts. */
function plain(value: unknown): unknown {
	if (typeof value === 'bigint') return figure(value as Decimal);
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const isSentence = 'id' in value && 'facts' in value && 'text' in value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !isSentence || name !== 'text')
			.map(([name, member]) => [name, plain(member)]),
	);
}
