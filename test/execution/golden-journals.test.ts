/**
 * Tests journals written by released versions, for each opening mode and every outcome of an execution. They must
 * still load and give the same figures after any change to events, fold or ledger, because executions outlive the
 * program that opened them. Never edit the stored journals; a new version of an event adds journals.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXECUTION_EVENT_VERSION, type ExecutionEvent } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { createFoldDecoder, encodeFold, FOLD_FORM } from '../../src/domain/fold-codec.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { executionLedger } from '../../src/domain/ledger.ts';

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

/** One entry per type, so that an event missing from all journals fails the test. */
const EVERY_TYPE: Readonly<Record<ExecutionEvent['type'], true>> = {
	ExecutionPlanned: true,
	OrderIntended: true,
	OrderAccepted: true,
	OrderRejected: true,
	OrderOutcomeUnknown: true,
	FillsRecorded: true,
	OrderEnded: true,
	OrderProvenAbsent: true,
	OrderCancelAsked: true,
	ImbalanceFound: true,
	UnwindStarted: true,
	ExecutionOpened: true,
	OpeningEnded: true,
	CancelRequested: true,
	CloseRequested: true,
	PartClosed: true,
	LegReduced: true,
	LegTakenOver: true,
	ExitChanged: true,
	ExecutionClosed: true,
	ExecutionFailed: true,
	AttentionRaised: true,
	AttentionCleared: true,
	FundingBooked: true,
};

/** Returns the figures that a journal must reproduce. Journals of the first version contain fewer. */
function figuresOf(state: ExecutionState): Readonly<Record<string, unknown>> {
	return {
		phase: state.phase,
		reason: state.reason,
		orders: state.orders.map(({ status }) => status).join(' '),
		openedAt: state.openedAt ?? null,
		closedAt: state.closedAt ?? null,
		attention: state.attention,
		openingEnded: state.openingEnded ?? null,
		// A closed execution that never ran was canceled. The state of version 0.1 had a field for this.
		canceled: state.openedAt === undefined ? (state.close?.reason ?? null) : null,
		reductions: state.reductions.map(({ cause, leg }) => `${cause} ${leg}`).join(' '),
		held: state.held,
		exit: state.exit,
		ledger: executionLedger(state, { long: null, short: null }),
	};
}

describe('golden journals', () => {
	test.each(names)('%s', (name) => {
		const expected = lines.find((line) => line.journal === name && line.expected !== undefined)?.expected;
		const figures = figuresOf(foldExecution(rowsOf(name)));
		const asked = Object.keys(expected ?? {}).map((key) => [key, figures[key]]);
		expect(asked.length).toBeGreaterThanOrEqual(6);
		expect(Object.fromEntries(asked)).toEqual(expected);
	});

	test.each(names)('%s, also from a fold stored after any of its events', (name) => {
		const rows = rowsOf(name);
		const decode = createFoldDecoder();
		for (let at = 1; at <= rows.length; at += 1) {
			const kept = decode(encodeFold(foldExecution(rows.slice(0, at))));
			expect(foldExecution(rows.slice(at), kept)).toStrictEqual(foldExecution(rows));
		}
	});

	test('fold to the states of the current fold form', () => {
		const hash = createHash('sha256');
		for (const name of names) hash.update(encodeFold(foldExecution(rowsOf(name))));
		// If an existing journal now folds to a different state or encodes differently, raise FOLD_FORM and update
		// this hash.
		expect([FOLD_FORM, hash.digest('hex').slice(0, 16)]).toEqual([4, 'dc469ab4c7970593']);
	});

	test.each([
		['any version', undefined],
		['the current version', EXECUTION_EVENT_VERSION],
	])('contain every event type of executions, for %s', (_which, version) => {
		const types = lines.flatMap((line) =>
			line.type !== undefined && (version ?? line.version) === line.version ? [line.type] : [],
		);
		expect([...new Set(types)].sort()).toEqual(Object.keys(EVERY_TYPE).sort());
	});

	test('are refused when their version is unknown', () => {
		expect(() => upcastExecutionEvent('OrderIntended', 99, {})).toThrow(/version 99.*newer/);
	});
});
