/** Holds the contract of a journal, which every database and the simulation's modelled disk keep. */
import { expect, test } from 'vitest';
import { fromInteger } from '../../src/domain/decimal.ts';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import { type ExecutionAppend, type Journal, JournalError } from '../../src/ports/journal.ts';
import { testPlan } from './execution-plans.ts';

/** Plan of an execution by its digit: of `user_a` below 5, and of `user_b` above. */
export function planOf(digit: string) {
	const plan = testPlan({ seedHex: digit.repeat(24), longLot: '0.1', shortLot: '0.1', quantity: '12' });
	return {
		...plan,
		userId: digit < '5' ? 'user_a' : 'user_b',
		...(digit === '4' ? { agentId: 'agent_1' } : {}),
	};
}

/** An append of events to that execution. */
export function appendOf(
	digit: string,
	expectedSeq: number,
	events: readonly ExecutionEvent[],
	extra: Partial<ExecutionAppend> & { readonly phase?: string; readonly ended?: boolean } = {},
): ExecutionAppend {
	const plan = planOf(digit);
	const { phase = 'queued', ended = false, ...rest } = extra;
	return {
		executionId: plan.executionId,
		expectedSeq,
		events,
		recordedAt: 1_000 + expectedSeq,
		summary: {
			executionId: plan.executionId,
			jobId: plan.jobId,
			userId: plan.userId,
			agentId: plan.agentId ?? null,
			exchangepair: plan.exchangepair,
			symbol: plan.symbol,
			phase,
			ended,
			createdAt: 1_000 + Number.parseInt(digit, 16),
			closedAt: ended ? 2_000 : null,
		},
		...rest,
	};
}

export const planned = (digit: string): ExecutionEvent => ({ type: 'ExecutionPlanned', plan: planOf(digit) });
export const failed = (reason: string): ExecutionEvent => ({ type: 'ExecutionFailed', reason });

/** Registers the tests. @param open opens an empty journal that may write for `user_a` and `user_b` */
export function testJournal(open: () => Journal | Promise<Journal>): void {
	test('reads back appended events in order, with their metadata', async () => {
		const journal = await open();
		await journal.appendExecution(appendOf('1', 0, [planned('1')]));
		await journal.appendExecution(appendOf('1', 1, [failed('x')], { phase: 'failed', ended: true }));
		const { executionId, jobId } = planOf('1');
		expect(await journal.readExecution(executionId)).toEqual([
			{ event: planned('1'), recordedAt: 1_000, streamSeq: 0 },
			{ event: failed('x'), recordedAt: 1_001, streamSeq: 1 },
		]);
		expect(await journal.findExecution(executionId)).toMatchObject({
			phase: 'failed',
			ended: true,
			closedAt: 2_000,
		});
		expect(await journal.findJob(jobId)).toEqual(await journal.findExecution(executionId));
		expect(journal.eventCount).toBe(2);
		expect(await journal.readExecution('exec_none')).toEqual([]);
		expect(await journal.findExecution('exec_none')).toBeUndefined();
	});

	test.each([
		['taken', 0],
		['beyond the end', 2],
	])('refuses the whole append if its position is %s', async (_what, expectedSeq) => {
		const journal = await open();
		await journal.appendExecution(appendOf('1', 0, [planned('1')]));
		const wrong = appendOf('1', expectedSeq, [failed('late')], { phase: 'failed', ended: true });
		await expect(journal.appendExecution(wrong)).rejects.toThrow(JournalError);
		expect(await journal.readExecution(planOf('1').executionId)).toHaveLength(1);
		expect(await journal.findExecution(planOf('1').executionId)).toMatchObject({
			phase: 'queued',
			ended: false,
		});
		expect(journal.eventCount).toBe(1);
	});

	test('stores appends of one turn in the order of the calls', async () => {
		const journal = await open();
		const first = journal.appendExecution(appendOf('1', 0, [planned('1')]));
		const second = journal.appendExecution(appendOf('1', 1, [failed('x')], { phase: 'failed', ended: true }));
		await Promise.all([first, second]);
		expect((await journal.readExecution(planOf('1').executionId)).map(({ streamSeq }) => streamSeq)).toEqual([
			0, 1,
		]);
	});

	test('claims an idempotency key once, together with the plan or not at all', async () => {
		const journal = await open();
		const key = { userId: 'user_a', agentId: null, key: 'k' };
		const claim = { ...key, paramsHash: 'p', answer: '{}' };
		await journal.appendExecution(appendOf('1', 0, [planned('1')], { idempotency: claim }));
		const again = appendOf('2', 0, [planned('2')], { idempotency: { ...claim, answer: 'other' } });
		await expect(journal.appendExecution(again)).rejects.toThrow(JournalError);
		expect(await journal.readExecution(planOf('2').executionId)).toEqual([]);
		expect(await journal.findExecution(planOf('2').executionId)).toBeUndefined();
		expect(await journal.findIdempotency(key)).toEqual(claim);
		expect(await journal.findIdempotency({ ...key, userId: 'user_b' })).toBeUndefined();
		const elsewhere = { ...claim, userId: 'user_b' };
		await journal.appendExecution(appendOf('6', 0, [planned('6')], { idempotency: elsewhere }));
		expect(await journal.findIdempotency({ ...key, userId: 'user_b' })).toEqual(elsewhere);
	});

	test('treats the same key of a user and of two agents as three keys', async () => {
		const journal = await open();
		const keys = [null, 'agent_1', 'agent_2'].map((agentId) => ({ userId: 'user_a', agentId, key: 'k' }));
		for (const [index, key] of keys.entries()) {
			expect(await journal.findIdempotency(key)).toBeUndefined();
			const digit = String(index + 1);
			const idempotency = { ...key, paramsHash: 'p', answer: digit };
			await journal.appendExecution(appendOf(digit, 0, [planned(digit)], { idempotency }));
		}
		const found = await Promise.all(keys.map(journal.findIdempotency));
		expect(found.map((claim) => claim?.answer)).toEqual(['1', '2', '3']);
		expect(found.map((claim) => claim?.agentId)).toEqual([null, 'agent_1', 'agent_2']);
	});

	test('keeps the agent that opened an execution', async () => {
		const journal = await open();
		for (const digit of ['3', '4']) await journal.appendExecution(appendOf(digit, 0, [planned(digit)]));
		await journal.appendExecution(appendOf('4', 1, [failed('x')], { phase: 'failed', ended: true }));
		expect((await journal.findExecution(planOf('3').executionId))?.agentId).toBeNull();
		const [ended] = await journal.userExecutions('user_a', { ended: true, offset: 0, limit: 10 });
		expect(ended?.agentId).toBe('agent_1');
		expect((await journal.readExecution(planOf('4').executionId))[0]?.event).toMatchObject({
			plan: { agentId: 'agent_1' },
		});
	});

	test('lists open executions, ended ones, and those with unknown settlements', async () => {
		const journal = await open();
		for (const digit of ['3', '1', '2', '6'])
			await journal.appendExecution(appendOf(digit, 0, [planned(digit)]));
		for (const digit of ['2', '3', '6'])
			await journal.appendExecution(appendOf(digit, 1, [failed('x')], { phase: 'failed', ended: true }));
		await journal.markFundingComplete(planOf('3').executionId);
		const ids = (rows: readonly { readonly executionId: string }[]) =>
			rows.map(({ executionId }) => executionId.at(-1));
		expect(ids(await journal.openExecutions())).toEqual(['1']);
		expect(ids(await journal.unsettledExecutions())).toEqual(['2', '6']);
		const page = async (offset: number, limit: number) =>
			ids(await journal.userExecutions('user_a', { ended: true, offset, limit }));
		expect([await page(0, 10), await page(0, 1), await page(1, 5), await page(2, 5)]).toEqual([
			['3', '2'],
			['3'],
			['2'],
			[],
		]);
		expect(await journal.countUserExecutions('user_a', true)).toBe(2);
		expect(await journal.countUserExecutions('user_a', false)).toBe(1);
		expect(await journal.countUserExecutions('user_b', true)).toBe(1);
	});

	test('lists one user’s executions of a pair, open and ended, newest first', async () => {
		const journal = await open();
		for (const digit of ['3', '1', '2', '6'])
			await journal.appendExecution(appendOf(digit, 0, [planned(digit)]));
		await journal.appendExecution(appendOf('2', 1, [failed('x')], { phase: 'failed', ended: true }));
		const { symbol, exchangepair } = planOf('1');
		const page = async (query: Partial<Parameters<typeof journal.executionsOfPair>[0]>) => {
			const on = { userId: 'user_a', symbol, exchangepair, offset: 0, limit: 10, ...query };
			const { rows, count } = await journal.executionsOfPair(on);
			return [rows.map(({ executionId }) => executionId.at(-1)).join(''), count];
		};
		expect(await page({})).toEqual(['321', 3]);
		expect(await page({ offset: 1, limit: 1 })).toEqual(['2', 3]);
		expect(await page({ userId: 'user_b' })).toEqual(['6', 1]);
		expect(await page({ symbol: 'NONEUSDT' })).toEqual(['', 0]);
		expect(await page({ exchangepair: 'binance-okx' })).toEqual(['', 0]);
		expect(await journal.usersWithExecutions()).toEqual(['user_a', 'user_b']);
	});

	test('keeps each account in its own stream, with the read position of its ledger', async () => {
		const journal = await open();
		const connected = {
			type: 'AccountConnected',
			venue: 'bybit',
			walletBalance: fromInteger(10),
			connectedAt: 5,
		} as const;
		const accountId = 'user_a:bybit';
		const first = { userId: 'user_a', accountId, expectedSeq: 0, events: [connected], recordedAt: 7 };
		await journal.appendAccount(first);
		const again = { ...first, recordedAt: 8 };
		await expect(journal.appendAccount(again)).rejects.toThrow(JournalError);
		expect(await journal.readAccount('user_a', accountId)).toEqual([
			{ event: connected, recordedAt: 7, streamSeq: 0 },
		]);
		expect(await journal.readAccount('user_b', 'user_b:bybit')).toEqual([]);
		expect(await journal.ledgerReadTo(accountId)).toBeUndefined();
		await journal.noteLedgerRead(accountId, 100);
		await journal.noteLedgerRead(accountId, 200);
		expect(await journal.ledgerReadTo(accountId)).toBe(200);
	});

	test('keeps the last sample of an instant for eight days, and answers with the preceding one', async () => {
		const journal = await open();
		const day = 24 * 3_600_000;
		const sample = (at: number, totalPnl = '1') => ({ at, totalPnl, deployed: '2' });
		for (const at of [day, 2 * day, 3 * day]) await journal.addPnlSample('user_a', sample(at));
		await journal.addPnlSample('user_a', sample(3 * day, '5'));
		expect(await journal.pnlSamples('user_a', 2 * day + 1)).toEqual([sample(2 * day), sample(3 * day, '5')]);
		expect(await journal.pnlSamples('user_a', 0)).toHaveLength(3);
		await journal.addPnlSample('user_a', sample(10 * day));
		expect((await journal.pnlSamples('user_a', 0)).map(({ at }) => at / day)).toEqual([2, 3, 10]);
		expect(await journal.pnlSamples('user_b', 0)).toEqual([]);
	});

	test('restores the same states from saved folds, and reports which ones it used', async () => {
		const journal = await open();
		for (const digit of ['1', '2', '3']) await journal.appendExecution(appendOf(digit, 0, [planned(digit)]));
		const { open: begun, kept: none } = await journal.atStart(0);
		await journal.keepFolds(begun);
		await journal.appendExecution(appendOf('2', 1, [{ type: 'OpeningEnded', reason: 'x' }]));
		await journal.appendExecution(appendOf('3', 1, [failed('x')], { phase: 'failed', ended: true }));
		const { open: later, unsettled, kept } = await journal.atStart(0);
		expect(none.size).toBe(0);
		expect(later.map(({ eventCount, openingEnded }) => [eventCount, openingEnded])).toEqual([
			[1, null],
			[2, 'x'],
		]);
		expect(later[0]).toStrictEqual(begun[0]);
		expect(unsettled.map(({ phase }) => phase)).toEqual(['failed']);
		expect([...kept]).toEqual([
			[planOf('1').executionId, 1],
			[planOf('2').executionId, 1],
		]);
	});

	test('answers a health check while it is writable', async () => {
		await expect((await open()).check()).resolves.toBeUndefined();
	});
}
