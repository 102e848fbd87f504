import { expect, test } from 'vitest';
import { sentenceOf, textOf } from '../sentences/sentence.ts';
import { PHASE_TEXT, storedReason } from './stored-reason.ts';

test('recognizes a fixed reason, and keeps its text', () => {
	const known = storedReason('closed by close_execution');
	expect(sentenceOf(known)).toEqual({ id: 'reason.closed_by_caller', facts: {} });
	expect(textOf(known)).toBe('closed by close_execution');
});

test('returns any other reason as it is', () => {
	expect(storedReason('Closed at the exchange.')).toBe('Closed at the exchange.');
});

test('recognizes a fixed reason within the sentence around it', () => {
	const canceled = storedReason('CANCELED: its agent was stopped');
	expect(sentenceOf(canceled)).toMatchObject({
		id: 'phase.canceled',
		facts: { why: { id: 'reason.agent_stopped' } },
	});
	expect(textOf(canceled)).toBe('CANCELED: its agent was stopped');
	const ended = storedReason('Nothing was opened: its agent was stopped.');
	expect(sentenceOf(ended)?.id).toBe('phase.nothing_opened');
	expect(textOf(ended)).toBe('Nothing was opened: its agent was stopped.');
	expect(storedReason('CANCELED: for a reason of its own')).toBe('CANCELED: for a reason of its own');
});

test('recognizes the reason of a reduction by its cause and leg', () => {
	expect(sentenceOf(storedReason('liquidation on the short leg'))).toEqual({
		id: 'leg_reason.reduced',
		facts: { cause: 'liquidation', leg: 'short' },
	});
});

test('returns a sentence as it is', () => {
	const sentence = PHASE_TEXT.outOfTime({ ms: 90_000 });
	expect(storedReason(sentence)).toBe(sentence);
});
