import { expect, test } from 'vitest';
import { sentenceOf, textOf } from '../sentences/sentence.ts';
import { storedReason } from './stored-reason.ts';

test('recognizes a fixed reason, and keeps its text', () => {
	const known = storedReason('closed by close_execution');
	expect(sentenceOf(known)).toEqual({ id: 'reason.closed_by_caller', facts: {} });
	expect(textOf(known)).toBe('closed by close_execution');
});

test('returns any other reason as it is', () => {
	expect(storedReason('Closed at the exchange.')).toBe('Closed at the exchange.');
});
