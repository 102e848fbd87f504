import { expect, test } from 'vitest';
import { spoken } from '../../domain/english.ts';
import { param } from '../../sentences/param.ts';
import { joined } from '../../sentences/sentence.ts';
import { wordsIn } from './words-in.ts';

const TEXT = spoken('param', param);

test('a sentence is written in the language of the page', () => {
	expect(wordsIn('es', TEXT.misfit())).toBe('Los parámetros no son los del método.');
	expect(wordsIn('en', TEXT.misfit())).toBe(TEXT.misfit().text);
	expect(wordsIn('es', joined([TEXT.misfit(), TEXT.spanOrder()]))).toBe(
		'Los parámetros no son los del método. from debe ser anterior a until.',
	);
});

test('words without a translation stay as they are', () => {
	expect(wordsIn('es', 'Insufficient margin.')).toBe('Insufficient margin.');
	expect(wordsIn('es', { id: 'unknown.one', facts: {}, text: 'A new one.' })).toBe('A new one.');
});
