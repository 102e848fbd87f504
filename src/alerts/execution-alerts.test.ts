import { describe, expect, test } from 'vitest';
import { runningEvents } from '../../test/support/running-execution.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { ALERT_EVENTS, executionAlert } from './execution-alerts.ts';

const AT = Date.UTC(2026, 10, 20, 8);
const journalOf = (events: readonly ExecutionEvent[]) =>
	events.map((event, streamSeq) => ({ event, streamSeq, recordedAt: AT + streamSeq }));
const running = runningEvents({ openedAt: AT });
const NAME = 'SOLUSDT (long Bybit, short KuCoin)';

/** Returns the alert for the last event of a running execution's journal, to which `more` events were added. */
function lastOf(...more: readonly ExecutionEvent[]) {
	const events = [...(more[0]?.type === 'ExecutionFailed' ? running.slice(0, 1) : running), ...more];
	const alert = executionAlert(journalOf(events), events.length - 1);
	return {
		message: alert?.message.replace(/^\S+ \(long \w+, short \w+\)/, NAME),
		severity: alert?.severity,
		facts: alert?.facts,
	};
}

describe('an event', () => {
	test.each([
		[
			[{ type: 'AttentionRaised', kind: 'hand', reason: 'Somebody traded it' }],
			'critical',
			`${NAME} needs your attention: Somebody traded it.`,
			{ state: 'needs_attention', attention: 'hand', reason: 'Somebody traded it' },
		],
		[
			[
				{ type: 'AttentionRaised', kind: 'hand', reason: 'x' },
				{ type: 'AttentionCleared', reason: 'Both agree again.' },
			],
			'info',
			`${NAME} no longer needs your attention: Both agree again.`,
			{ state: 'attention_cleared' },
		],
		[
			[{ type: 'ExecutionFailed', reason: 'CANCELED' }],
			'warning',
			`${NAME} failed, and no position is open. Reason: CANCELED.`,
			{ state: 'failed', reason: 'CANCELED' },
		],
		[
			[{ type: 'ExecutionClosed', reason: 'closed by its caller' }],
			'info',
			`${NAME} closed after 0 s: profit -1.00 USD, including funding 0.00 USD and fees 1.00 USD. Reason: closed by its caller.`,
			{ state: 'closed', totalPnl: -1, totalPnlPct: -0.05, fees: 1, reason: 'closed by its caller' },
		],
	] as const)('%j', (events, severity, message, facts) => {
		expect(lastOf(...events)).toMatchObject({ severity, message, facts });
	});

	test('gives the same alert and id, however many events follow', () => {
		const journal = journalOf([...running, { type: 'ExecutionClosed', reason: 'later' }]);
		const opened = running.findIndex(({ type }) => type === 'ExecutionOpened');
		const [early, late] = [executionAlert(journalOf(running), opened), executionAlert(journal, opened)];
		expect(early).toEqual(late);
		expect(early).toMatchObject({
			raisedAt: AT + opened,
			facts: { state: 'running', longSize: 10, shortSize: 10 },
		});
		const ids = journal.flatMap(({ streamSeq }) => executionAlert(journal, streamSeq)?.alertId ?? []);
		expect(ids).toHaveLength(3);
		expect(new Set(ids).size).toBe(3);
		for (const id of ids) expect(id).toMatch(/^alert_[0-9a-f]{24}$/);
	});

	test('gets another id at the same position of a restored journal', () => {
		const closed = journalOf([...running, { type: 'ExecutionClosed', reason: 'before the restore' }]);
		const attention: ExecutionEvent = { type: 'AttentionRaised', kind: 'hand', reason: 'after it' };
		const restored = [
			...journalOf(running),
			{ event: attention, streamSeq: running.length, recordedAt: AT + 60_000 },
		];
		const [before, after] = [closed, restored].map((journal) => executionAlert(journal, running.length));
		expect(before?.alertId).toMatch(/^alert_/);
		expect(after?.alertId).not.toBe(before?.alertId);
	});

	test('raises no alert unless it concerns the owner', () => {
		const journal = journalOf(running);
		const told = journal.filter(({ streamSeq }) => executionAlert(journal, streamSeq) !== undefined);
		expect(told.map(({ event }) => event.type)).toEqual(['ExecutionPlanned', 'ExecutionOpened']);
		expect(executionAlert(journal, 99)).toBeUndefined();
		expect(new Set(ALERT_EVENTS).size).toBe(6);
	});
});
