import { expect, test } from 'vitest';
import { testPlan } from '../../test/support/execution-plans.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import type { Journaled } from '../ports/journal.ts';
import { createEndedFigures } from './totals.ts';

const PLAN = testPlan({
	seedHex: '0123456789abcdef01234567',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '12',
});
const ID = PLAN.executionId;
const FAILED = journaled([
	{ type: 'ExecutionPlanned', plan: PLAN },
	{ type: 'ExecutionFailed', reason: 'refused' },
]);
const NOTED = journaled([
	...FAILED.map(({ event }) => event),
	{ type: 'AttentionRaised', kind: 'flat', reason: 'check it' },
]);

function journaled(events: readonly ExecutionEvent[]): readonly Journaled<ExecutionEvent>[] {
	return events.map((event, streamSeq) => ({ event, recordedAt: 1_000 + streamSeq, streamSeq }));
}

/** Creates a journal whose reads complete on command, in the order of the requests. */
function slowJournal() {
	const reads: PromiseWithResolvers<readonly Journaled<ExecutionEvent>[]>[] = [];
	const ended = createEndedFigures({
		userExecutions: async () => [],
		readExecution() {
			const read = Promise.withResolvers<readonly Journaled<ExecutionEvent>[]>();
			reads.push(read);
			return read.promise;
		},
	});
	return { ended, reads };
}

test('reads the journal of an ended execution once for concurrent callers', async () => {
	const { ended, reads } = slowJournal();
	const both = Promise.all([ended.state(ID), ended.state(ID)]);
	for (const read of reads) read.resolve(FAILED);
	const [first, second] = await both;
	expect([reads.length, first === second, first?.phase]).toEqual([1, true, 'failed']);
	expect(await ended.state(ID)).toBe(first);
});

test('caches no state that was read before the execution changed', async () => {
	const { ended, reads } = slowJournal();
	const before = ended.state(ID);
	ended.update(foldExecution(NOTED));
	reads[0]?.resolve(FAILED);
	await before;
	const after = ended.state(ID);
	reads[1]?.resolve(NOTED);
	expect((await after).eventCount).toBe(NOTED.length);
});

test('repeats a failed read for the next caller, and drops no later one', async () => {
	const { ended, reads } = slowJournal();
	const failing = ended.state(ID);
	ended.update(foldExecution(NOTED));
	const later = ended.state(ID);
	reads[0]?.reject(new Error('disk I/O error'));
	await expect(failing).rejects.toThrow('disk I/O error');
	expect(ended.state(ID)).toBe(later);
	reads[1]?.reject(new Error('disk I/O error'));
	await expect(later).rejects.toThrow('disk I/O error');
	const again = ended.state(ID);
	reads[2]?.resolve(NOTED);
	expect((await again).eventCount).toBe(NOTED.length);
});
