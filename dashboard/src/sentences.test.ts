/** Checks the plain-language rules in the text tables of the first pages, in both languages. */
import { describe, expect, test } from 'vitest';
import { tableStrings } from '../../test/support/table-strings.ts';
import { text as spanishCharts } from './charts/text.es.ts';
import { text as charts } from './charts/text.ts';
import { text as spanishExecute } from './execute/text.es.ts';
import { text as execute } from './execute/text.ts';
import { text as spanishFigures } from './figures/text.es.ts';
import { text as figures } from './figures/text.ts';
import { text as spanishFrame } from './frame/text.es.ts';
import { text as frame } from './frame/text.ts';
import { text as spanishFunding } from './funding/text.es.ts';
import { text as funding } from './funding/text.ts';
import { text as spanishLive } from './live/text.es.ts';
import { text as live } from './live/text.ts';
import { text as spanishOpportunityPanels } from './opportunities/panel-text.es.ts';
import { text as opportunityPanels } from './opportunities/panel-text.ts';
import { text as spanishOpportunities } from './opportunities/text.es.ts';
import { text as opportunities } from './opportunities/text.ts';
import { text as spanishOpportunity } from './opportunity/text.es.ts';
import { text as opportunity } from './opportunity/text.ts';
import { text as spanishParts } from './parts/text.es.ts';
import { text as parts } from './parts/text.ts';
import { text as spanishTransfers } from './transfers/text.es.ts';
import { text as transfers } from './transfers/text.ts';

const LANGUAGES = [
	{
		language: 'English',
		wordsMax: 15,
		late: /^(?:Of|By|What|Who|Whoever|Where|Such|Be it|So many|For whom)\b(?=.*\.$)/,
		tables: {
			charts,
			execute,
			figures,
			frame,
			funding,
			live,
			opportunities,
			opportunityPanels,
			opportunity,
			parts,
			transfers,
		},
	},
	{
		// Spanish needs more words for the same sentence.
		language: 'Spanish',
		wordsMax: 18,
		late: /^(?:De|Por|Qué|Quien|Quién|Donde|Dónde)\s(?=.*\.$)/,
		tables: {
			charts: spanishCharts,
			execute: spanishExecute,
			figures: spanishFigures,
			frame: spanishFrame,
			funding: spanishFunding,
			live: spanishLive,
			opportunities: spanishOpportunities,
			opportunityPanels: spanishOpportunityPanels,
			opportunity: spanishOpportunity,
			parts: spanishParts,
			transfers: spanishTransfers,
		},
	},
];

describe.each(LANGUAGES)('the $language texts of the pages', ({ wordsMax, late, tables }) => {
	const sentences = Object.entries(tables).flatMap(([table, texts]) =>
		tableStrings(texts).flatMap(({ value }) =>
			value.split(/(?<=[.:;…])\s+/).map((sentence) => ({ table, sentence })),
		),
	);

	test('are found', () => {
		expect(sentences.length).toBeGreaterThan(300);
	});

	test(`have at most ${wordsMax} words in a sentence`, () => {
		expect(sentences.filter(({ sentence }) => sentence.split(/\s+/).length > wordsMax)).toEqual([]);
	});

	test('begin no sentence with a word that delays its subject, apart from questions and headings', () => {
		expect(sentences.filter(({ sentence }) => late.test(sentence))).toEqual([]);
	});
});
