import { describe, expect, test } from 'vitest';

import { calledDuring, joinedEvents, legsOf } from './journal.ts';

const event = (seq: number, type = 'OrderAccepted', data: Record<string, unknown> = {}) => ({
	seq,
	recorded_at: '2026-11-20T08:00:00.000Z',
	type,
	text: '',
	data,
});

describe('the journal of an execution', () => {
	test('goes on with what came since it was read, each event once', () => {
		const { events, hasGap } = joinedEvents([event(0), event(1)], [event(1), event(2)]);
		expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2]);
		expect(hasGap).toBe(false);
	});

	test('has a gap where events between both are not known', () => {
		expect(joinedEvents([event(0)], [event(2)]).hasGap).toBe(true);
		expect(joinedEvents([event(0)], []).hasGap).toBe(false);
	});

	test('says of every event of an order on which leg it is', () => {
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
	] as const)('says that a person was called during: %s', (during, types) => {
		expect(calledDuring(types.map((type, seq) => event(seq, type)))).toBe(during);
	});

	test('says that a close waits where its contract is not traded', () => {
		const call = event(2, 'AttentionRaised', { kind: 'untradable' });
		expect(calledDuring([event(0, 'ExecutionOpened'), event(1, 'CloseRequested'), call])).toBe('waiting');
		expect(
			calledDuring([event(0, 'ExecutionOpened'), event(1, 'CloseRequested'), call, event(3, 'PartClosed')]),
		).toBe('running');
	});
});
