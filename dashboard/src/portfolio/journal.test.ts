import { describe, expect, test } from 'vitest';

import { attentionPhase, joinedEvents, legsOf } from './journal.ts';

const event = (seq: number, type = 'OrderAccepted', data: Record<string, unknown> = {}) => ({
	seq,
	recorded_at: '2026-11-20T08:00:00.000Z',
	type,
	text: '',
	data,
});

describe('the journal of an execution', () => {
	test('continues with newer events, each one once', () => {
		const { events, hasGap } = joinedEvents([event(0), event(1)], [event(1), event(2)]);
		expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2]);
		expect(hasGap).toBe(false);
	});

	test('has a gap if events between fetch and stream are missing', () => {
		expect(joinedEvents([event(0)], [event(2)]).hasGap).toBe(true);
		expect(joinedEvents([event(0)], []).hasGap).toBe(false);
	});

	test('finds the leg of each event of an order', () => {
		const legs = legsOf([
			event(0, 'OrderIntended', { client_order_id: 'a', leg: 'long' }),
			event(1, 'OrderAccepted', { client_order_id: 'a' }),
			event(2, 'ExecutionOpened'),
			event(3, 'FundingBooked', { leg: 'short' }),
		]);
		expect([...legs]).toEqual([
			[0, 'long'],
			[1, 'long'],
			[3, 'short'],
		]);
	});

	test.each([
		['opening', ['ExecutionPlanned', 'OrderIntended', 'AttentionRaised']],
		['running', ['ExecutionPlanned', 'ExecutionOpened', 'AttentionRaised']],
		['running', ['ExecutionOpened', 'CloseRequested', 'PartClosed', 'AttentionRaised']],
		['closing', ['ExecutionOpened', 'CloseRequested', 'AttentionRaised']],
		['closing', ['ExecutionPlanned', 'CancelRequested', 'AttentionRaised']],
		[undefined, ['OrderIntended', 'AttentionRaised']],
	] as const)('finds the phase that raised attention: %s', (during, types) => {
		expect(attentionPhase(types.map((type, seq) => event(seq, type)))).toBe(during);
	});

	test('finds a waiting close if its contract is not tradable', () => {
		const raised = event(2, 'AttentionRaised', { kind: 'untradable' });
		expect(attentionPhase([event(0, 'ExecutionOpened'), event(1, 'CloseRequested'), raised])).toBe('waiting');
		expect(
			attentionPhase([
				event(0, 'ExecutionOpened'),
				event(1, 'CloseRequested'),
				raised,
				event(3, 'PartClosed'),
			]),
		).toBe('running');
	});
});
