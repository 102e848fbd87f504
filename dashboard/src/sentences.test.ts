/** Checks the plain-language rules in every page's text table. */
import { describe, expect, test } from 'vitest';
import { text as charts } from './charts/text.ts';
import { text as execute } from './execute/text.ts';
import { text as figures } from './figures/text.ts';
import { text as frame } from './frame/text.ts';
import { text as funding } from './funding/text.ts';
import { text as live } from './live/text.ts';
import { text as opportunities } from './opportunities/text.ts';
import { text as opportunity } from './opportunity/text.ts';
import { text as parts } from './parts/text.ts';

const WORDS_MAX = 15;
const tables = { charts, execute, figures, frame, funding, live, opportunities, opportunity, parts };

/** Returns every text in a table. Functions are called with a one-word argument for each parameter. */
function textsOf(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'function') return textsOf(value(...Array.from({ length: value.length }, () => 'x')));
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const sentences = Object.entries(tables).flatMap(([table, texts]) =>
	textsOf(texts).flatMap((whole) => whole.split(/(?<=[.:;…])\s+/).map((sentence) => ({ table, sentence }))),
);

describe('the texts of the pages', () => {
	test('are found', () => {
		expect(sentences.length).toBeGreaterThan(300);
	});

	test(`have at most ${WORDS_MAX} words in a sentence`, () => {
		expect(sentences.filter(({ sentence }) => sentence.split(/\s+/).length > WORDS_MAX)).toEqual([]);
	});

	test('begin no sentence with a word that delays its subject, apart from questions and headings', () => {
		const late = /^(?:Of|By|What|Who|Whoever|Where|Such|Be it|So many|For whom)\b(?=.*\.$)/;
		expect(sentences.filter(({ sentence }) => late.test(sentence))).toEqual([]);
	});
});
