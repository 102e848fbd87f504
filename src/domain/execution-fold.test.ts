import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory, type HistoryRow, historyStep } from '../../test/support/drawn-history.ts';
import type { ExecutionState } from './execution.ts';
import { applyEvent, foldExecution } from './execution-fold.ts';

test('folds a journal by applying its events one after the other', () => {
	const repeats = fc.array(fc.nat(), { maxLength: 1 });
	fc.assert(
		fc.property(fc.array(historyStep, { maxLength: 40 }), repeats, (steps, repeated) => {
			const history = createHistory();
			for (const step of steps) history.take(step);
			expect(foldExecution(history.rows)).toStrictEqual(history.state());
			// If a repeated event does not fit, both folds must refuse it with the same message.
			for (const place of repeated) {
				const row = history.rows[place % history.rows.length];
				const rows = row === undefined ? history.rows : [...history.rows, row];
				expect(outcomeOf(() => foldExecution(rows))).toStrictEqual(outcomeOf(() => oneByOne(rows)));
			}
		}),
		{ numRuns: 500 },
	);
});

test('refuses an empty journal, and one that begins with a settlement', () => {
	const history = createHistory();
	history.take({ what: 'pay', leg: 'long', tenths: 1, cents: 1 });
	expect(() => foldExecution([])).toThrow('at least one event');
	expect(() => foldExecution(history.rows.slice(1))).toThrow('the first event is ExecutionPlanned');
});

function oneByOne(rows: readonly HistoryRow[]): ExecutionState | undefined {
	return rows.reduce<ExecutionState | undefined>(
		(state, { event, recordedAt }) => applyEvent(state, event, recordedAt),
		undefined,
	);
}

function outcomeOf(work: () => ExecutionState | undefined): unknown {
	try {
		return work();
	} catch (error) {
		return String(error);
	}
}
