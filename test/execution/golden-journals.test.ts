/**
 * Journals as version 0.1.0 wrote them. Whatever changes in events, fold or ledger must still read them, and to the
 * same figures: a user's executions outlive the program that opened them. Nothing is ever edited in this file; a new
 * version of an event adds journals.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foldExecution } from '../../src/domain/execution.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { decodePayload } from '../../src/journal/codec.ts';
import { upcastExecutionEvent } from '../../src/journal/upcast.ts';

type Line = {
	readonly journal: string;
	readonly type?: string;
	readonly version: number;
	readonly recordedAt: number;
	readonly payload: unknown;
	readonly expected?: object;
};

const lines = readFileSync(new URL('golden-journals.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line) => decodePayload(line) as Line);
const names = [...new Set(lines.map(({ journal }) => journal))];

const rowsOf = (name: string) =>
	lines.flatMap(({ journal, type, version, payload, recordedAt }) =>
		journal === name && type !== undefined
			? [{ event: upcastExecutionEvent(type, version, payload), recordedAt }]
			: [],
	);

describe('golden journals', () => {
	test.each(names)('%s', (name) => {
		const state = foldExecution(rowsOf(name));
		expect({
			phase: state.phase,
			reason: state.reason,
			orders: state.orders.map(({ status }) => status).join(' '),
			openedAt: state.openedAt ?? null,
			closedAt: state.closedAt ?? null,
			ledger: executionLedger(state, { long: null, short: null }),
		}).toEqual(lines.find(({ journal, expected }) => journal === name && expected !== undefined)?.expected);
	});

	test('hold every event that executions have', () => {
		const types = new Set(lines.flatMap(({ type }) => type ?? []));
		expect([...types].sort()).toEqual([
			'AttentionCleared',
			'AttentionRaised',
			'CloseRequested',
			'ExecutionClosed',
			'ExecutionFailed',
			'ExecutionOpened',
			'ExecutionPlanned',
			'FillsRecorded',
			'FundingBooked',
			'ImbalanceFound',
			'OrderAccepted',
			'OrderEnded',
			'OrderIntended',
			'OrderOutcomeUnknown',
			'OrderProvenAbsent',
			'OrderRejected',
			'PartClosed',
			'UnwindStarted',
		]);
	});

	test('of a version that this program does not know are refused', () => {
		expect(() => upcastExecutionEvent('OrderIntended', 99, {})).toThrow(/version 99.*newer/);
	});
});
