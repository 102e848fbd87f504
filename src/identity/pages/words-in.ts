/** Writes the service's sentences, such as the messages of errors, in the language of a page. */
import { writerWith } from '../../domain/english.ts';
import type { Language } from '../../domain/languages.ts';
import { camelName, camelNamed } from '../../domain/snake-case.ts';
import type { Facts, SentenceRecord, Words, Writer } from '../../sentences/sentence.ts';
import { SPANISH } from '../../sentences/spanish.ts';

const writer: Writer = writerWith(written);

/** Returns words in a language. Words without a translation stay in English. */
export function wordsIn(language: Language, words: Words): string {
	if (typeof words === 'string') return words;
	return language === 'es' ? written(words) : words.text;
}

function written(inner: Words | SentenceRecord): string {
	if (typeof inner === 'string') return inner;
	const { id, facts } = inner;
	if (id === 'joined' && Array.isArray(facts.parts)) return facts.parts.map(written).join(' ');
	const [group = '', name = ''] = id.split('.');
	const template = SPANISH[camelName(group)]?.[camelName(name)];
	if (template !== undefined) return template(camelNamed(facts) as Facts, writer);
	return 'text' in inner ? inner.text : id;
}
