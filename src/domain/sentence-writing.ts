/** Writes sentences from their ids and facts, with the tables of one language. The service and its pages share it. */
import type { Facts, SentenceRecord, SentenceTable, Words, Writer } from '../sentences/sentence.ts';
import { JOINED } from '../sentences/sentence.ts';
import { camelName, camelNamed } from './snake-case.ts';

/**
 * Returns a function that writes a sentence; undefined for a sentence that the tables do not have.
 * @param tables tables of one language; their keys are the groups of the ids in camel case
 * @param writerOf returns the writer of figures; its nested words are written by `words`
 */
export function sentenceWriter(
	tables: Readonly<Record<string, SentenceTable>>,
	writerOf: (words: Writer['words']) => Writer,
): (sentence: SentenceRecord) => string | undefined {
	const writer = writerOf(words);

	function written({ id, facts }: SentenceRecord): string | undefined {
		if (id === JOINED && Array.isArray(facts.parts)) return facts.parts.map(words).join(' ');
		const [group = '', name = ''] = id.split('.');
		return tables[camelName(group)]?.[camelName(name)]?.(camelNamed(facts) as Facts, writer);
	}

	function words(inner: Words | SentenceRecord): string {
		if (typeof inner === 'string') return inner;
		return written(inner) ?? ('text' in inner ? inner.text : '');
	}

	return written;
}
