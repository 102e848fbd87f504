/** Writes the service's sentences, such as the messages of errors, in the language of a page. */
import { writerWith } from '../../domain/english.ts';
import type { Language } from '../../domain/languages.ts';
import { sentenceWriter } from '../../domain/sentence-writing.ts';
import type { Words } from '../../sentences/sentence.ts';
import { SPANISH } from '../../sentences/spanish.ts';

const inSpanish = sentenceWriter(SPANISH, writerWith);

/** Returns words in a language. Words without a translation stay in English. */
export function wordsIn(language: Language, words: Words): string {
	if (typeof words === 'string') return words;
	return (language === 'es' ? inSpanish(words) : undefined) ?? words.text;
}
