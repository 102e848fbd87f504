import { expect, test } from 'vitest';
import { runningExecution } from '../../../test/support/running-execution.ts';
import { fromInteger } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { applyEvent } from '../../domain/execution-fold.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createExecutionStates } from './execution-states.ts';
import { createFoldCache } from './fold-cache.ts';

const START = Date.UTC(2026, 10, 21, 1, 0);

function createFixture() {
	const clock = createVirtualClock(START);
	const executions = createExecutionStates();
	/** Each write: its time in seconds, and the number of events in each fold. */
	const written: string[] = [];
	const warnings: string[] = [];
	let refusal: string | undefined;
	const cache = createFoldCache({
		executions,
		clock,
		log: { ...SILENT_LOGGER, warn: (_facts, message) => warnings.push(message) },
		journal: {
			async keepFolds(states) {
				if (refusal !== undefined) throw new Error(refusal);
				const second = (clock.now() - START) / 1_000;
				written.push(`${second}: ${states.map(({ eventCount }) => eventCount).join(' ')}`);
			},
		},
	});
	const holders = new Map<string, { state: ExecutionState }>();
	return {
		cache,
		written,
		warnings,
		enter(number: number): string {
			const state = runningExecution({ number, openedAt: START });
			const holder = { state };
			holders.set(state.plan.executionId, holder);
			executions.enter(holder);
			return state.plan.executionId;
		},
		change(executionId: string, ...events: readonly ExecutionEvent[]): void {
			const holder = holders.get(executionId);
			if (holder === undefined) throw new Error('No such execution.');
			for (const event of events) holder.state = applyEvent(holder.state, event, clock.now());
			executions.changed(holder.state, events);
		},
		refuse: (why: string | undefined) => {
			refusal = why;
		},
		async runFor(ms: number): Promise<void> {
			const until = clock.now() + ms;
			while (await clock.advance(until));
			clock.leap(until);
		},
		waiting: clock.waiting,
	};
}

let recordCount = 0;
function payment(): ExecutionEvent {
	recordCount += 1;
	return {
		type: 'FundingBooked',
		recordId: `record ${recordCount}`,
		leg: 'long',
		settledAt: START,
		rate: null,
		amount: fromInteger(1),
	};
}

const OPENED = runningExecution({ openedAt: START }).eventCount;

test('saves the fold of a running execution after a few seconds', async () => {
	const fixture = createFixture();
	fixture.enter(1);
	await fixture.runFor(4_999);
	expect(fixture.written).toEqual([]);
	await fixture.runFor(60_000);
	expect(fixture.written).toEqual([`5: ${OPENED}`]);
	expect(fixture.waiting()).toBe(0);
});

test('rewrites a fold when an eighth of the events came after it', async () => {
	const fixture = createFixture();
	const id = fixture.enter(1);
	for (let count = OPENED; count < 40; count += 1) {
		await fixture.runFor(60_000);
		fixture.change(id, payment());
	}
	const held = fixture.written.map((line) => Number(line.split(' ')[1]));
	expect(held.slice(held.indexOf(16))).toEqual([16, 19, 22, 26, 30, 35]);
});

test('does not rewrite a fold that was read at the start', async () => {
	const fixture = createFixture();
	const { executionId } = runningExecution({ number: 1, openedAt: START }).plan;
	fixture.cache.start({ kept: new Map([[executionId, OPENED]]) });
	fixture.enter(1);
	fixture.enter(2);
	await fixture.runFor(60_000);
	expect(fixture.written).toEqual([`5: ${OPENED}`]);
});

test('saves many folds in portions, one after the other', async () => {
	const fixture = createFixture();
	for (let number = 0; number < 23; number += 1) fixture.enter(number);
	await fixture.runFor(60_000);
	expect(fixture.written.map((line) => [line.split(':')[0], line.split(' ').length - 1])).toEqual([
		['5', 10],
		['5.25', 10],
		['5.5', 3],
	]);
});

test('saves no fold of an execution that closes or has ended', async () => {
	const fixture = createFixture();
	const ended = fixture.enter(1);
	fixture.change(ended, { type: 'ExecutionClosed', reason: 'asked' });
	await fixture.runFor(60_000);
	expect(fixture.written).toEqual([]);
	const closing = fixture.enter(2);
	await fixture.runFor(60_000);
	const terms = { remaining: fromInteger(0), maxSlippageBps: fromInteger(10), firm: false };
	fixture.change(closing, { type: 'CloseRequested', reason: 'asked', ...terms }, payment(), payment());
	await fixture.runFor(60_000);
	expect(fixture.written).toHaveLength(1);
});

test('warns when folds cannot be saved and retries with the next change a minute later', async () => {
	const fixture = createFixture();
	const id = fixture.enter(1);
	fixture.refuse('disk full');
	await fixture.runFor(60_000);
	fixture.refuse(undefined);
	fixture.change(id, payment());
	await fixture.runFor(60_000);
	expect([fixture.warnings.length, fixture.written.length]).toEqual([1, 1]);
});

test('writes nothing after close', async () => {
	const fixture = createFixture();
	fixture.enter(1);
	fixture.cache.close();
	fixture.enter(2);
	await fixture.runFor(60_000);
	expect([fixture.written, fixture.waiting()]).toEqual([[], 0]);
});
