/** Tests rolls: one leg of a running pair moves to a third exchange, slice by slice. */
import { describe, expect, test } from 'vitest';
import { add, type Decimal, parseDecimal as d, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { type ExecutionState, isEnded } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { mayOpenMore } from '../../src/domain/status.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { brokenLedgerSums, rowsOfJournal } from '../support/ledger-sums.ts';
import { ROLL_VENUES, type RolledPair, rolledPair } from '../support/rolls.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const NO_MARKS = { long: null, short: null };

/** Every coin at the exchanges belongs to an execution with equal legs. */
function expectWhole({ fixture, state }: RolledPair, ids: readonly string[]): void {
	const open = ids.map(state).filter((one) => !isEnded(one));
	for (const { held } of open) expect(held.long).toBe(held.short);
	const heldOn = (venue: string, leg: 'long' | 'short'): Decimal =>
		open
			.filter(({ plan }) => plan.legs[leg].venue === venue)
			.reduce<Decimal>((total, { held }) => add(total, held[leg]), ZERO);
	expect(fixture.bybit.positionOf('SOLUSDT')).toBe(heldOn('bybit', 'long'));
	expect(fixture.kucoin.positionOf('SOLUSDTM')).toBe(-heldOn('kucoin', 'short'));
	expect(fixture.okx.positionOf('SOLUSDT')).toBe(-heldOn('okx', 'short'));
	expect([fixture.bybit, fixture.kucoin, fixture.okx].flatMap(({ violations }) => violations)).toEqual([]);
}

const reasonOf = ({ reason }: ExecutionState): string => textOf(reason ?? '');

describe('a roll of the short leg', () => {
	test('moves it in one slice, and the pair before ends as rolled', async () => {
		const pair = await rolledPair();
		const { id, state, pass, roll } = pair;
		expect(state(id)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		const rolled = await roll();
		await pass(5_000);
		expect(state(rolled)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		expect(state(id)).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(reasonOf(state(id))).toBe(`the short leg moves to OKX, where ${rolled} holds it`);
		expectWhole(pair, [id, rolled]);
	});

	test('moves in slices, never more than one unhedged, and only once the pair before is equal', async () => {
		const pair = await rolledPair('400');
		const { fixture, id, state, pass, roll } = pair;
		let worst = ZERO;
		fixture.executions.onChange(() => {
			const apart = [...fixture.driver.states()].reduce<Decimal>(
				(total, { held }) =>
					add(
						total,
						held.long > held.short
							? ((held.long - held.short) as Decimal)
							: ((held.short - held.long) as Decimal),
					),
				ZERO,
			);
			if (apart > worst) worst = apart;
		});
		const rolled = await roll();
		expect(state(rolled).plan.children.map(({ quantity }) => quantity)).toEqual([
			d('3.4'),
			d('3.3'),
			d('3.3'),
		]);
		await pass(10_000);
		expect(worst).toBe(d('3.4'));
		expect(state(rolled)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		expect(state(id).phase).toBe('closed');
		expectWhole(pair, [id, rolled]);
	});

	test('moves a share and keeps the rest running', async () => {
		const pair = await rolledPair();
		const { id, state, pass, roll } = pair;
		const rolled = await roll({ share: d('0.4') });
		await pass(5_000);
		expect(state(rolled)).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(state(id)).toMatchObject({
			phase: 'running',
			reason: null,
			held: { long: d('6'), short: d('6') },
		});
		expectWhole(pair, [id, rolled]);
	});

	test('hands the leg over at one price: both results together are those of the trades', async () => {
		const { fixture, id, state, pass, roll } = await rolledPair('400');
		const rolled = await roll();
		await pass(10_000);
		const closing = fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: rolled,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await pass(5_000);
		await fixture.settled(closing);
		const both = [state(id), state(rolled)].map((one) => executionLedger(one, NO_MARKS));
		// Every trade is at 0.01 from a mid of 100, with the taker fee of the exchange; the price never moved.
		const result = both.reduce<Decimal>(
			(total, { long, short }) => add(total, add(long.realized, short.realized)),
			ZERO,
		);
		const paid = both.reduce<Decimal>(
			(total, { long, short }) =>
				add(total, add(add(long.fees, short.fees), add(long.slippage, short.slippage))),
			ZERO,
		);
		expect(result).toBe(-paid);
		for (const one of [id, rolled]) {
			const journal = await fixture.journal.readExecution(one);
			expect(brokenLedgerSums(journal)).toEqual([]);
		}
		const rows = await Promise.all(
			[id, rolled].map(async (one) => rowsOfJournal(await fixture.journal.readExecution(one))),
		);
		const handed = rows.flat().filter(({ kind }) => kind === 'handover');
		expect(handed).toHaveLength(6);
		expect(handed.reduce<Decimal>((total, { amount }) => add(total, amount), ZERO)).toBe(ZERO);
	});
});

describe('the new exchange', () => {
	test('fills a part: the pair after holds that part, the pair before the rest', async () => {
		const pair = await rolledPair();
		const { fixture, id, state, pass, roll } = pair;
		fixture.okx.setFaults({ ...NO_FAULTS, partial: 1 });
		const rolled = await roll();
		await pass(1_000);
		fixture.okx.setFaults(NO_FAULTS);
		await pass(20_000);
		expect(state(rolled)).toMatchObject({ phase: 'running' });
		expect(state(rolled).held.long).toBe(d('10'));
		expectWhole(pair, [id, rolled]);
	});

	test('fills nothing: the pair before stays whole, and the pair after fails', async () => {
		const pair = await rolledPair();
		const { fixture, id, state, pass, roll } = pair;
		fixture.okx.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const rolled = await roll();
		await pass(10_000);
		expect(state(rolled)).toMatchObject({ phase: 'failed' });
		expect(reasonOf(state(rolled))).toBe(
			'Nothing was opened: the first leg did not fill within the slippage limit.',
		);
		expect(state(id)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		expectWhole(pair, [id, rolled]);
	});

	test('refuses: the pair before stays whole', async () => {
		const pair = await rolledPair();
		const { fixture, id, state, pass, roll } = pair;
		fixture.okx.setFaults({ ...NO_FAULTS, rejected: 1 });
		const rolled = await roll();
		await pass(10_000);
		expect(state(rolled).phase).toBe('failed');
		expect(reasonOf(state(rolled))).toMatch(/^Nothing was opened: the short leg was rejected/);
		expect(state(id)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		expectWhole(pair, [id, rolled]);
	});

	test.each(['lostRequest', 'lostAnswer', 'lateRequest'] as const)(
		'loses the order (%s): nothing closes at the old exchange before its outcome is proven',
		async (fault) => {
			const pair = await rolledPair();
			const { fixture, id, state, pass, roll } = pair;
			const sent = fixture.kucoin.sentCount();
			fixture.okx.setFaults({ ...NO_FAULTS, [fault]: 1, readFails: 1 });
			const rolled = await roll();
			await pass(20_000);
			expect(fixture.kucoin.sentCount()).toBe(sent);
			expect(state(id)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
			fixture.okx.setFaults(NO_FAULTS);
			await pass(90_000);
			expect(state(rolled)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
			expect(state(id).phase).toBe('closed');
			expectWhole(pair, [id, rolled]);
		},
	);
});

describe('a crash', () => {
	test.each(Array.from({ length: 34 }, (_, index) => index + 1))(
		'after change %i of the journal ends with every pair whole',
		async (crashAt) => {
			const pair = await rolledPair('400');
			const { fixture, id, state, pass, roll } = pair;
			let changes = 0;
			let isDue = false;
			fixture.executions.onChange(() => {
				changes += 1;
				if (changes === crashAt) isDue = true;
			});
			const rolled = await roll();
			for (let steps = 0; steps < 400 && !isDue; steps += 1) {
				fixture.feed('SOL', { venues: ROLL_VENUES });
				await fixture.pass(10);
			}
			fixture.restart();
			await pass(90_000);
			expectWhole(pair, [id, rolled]);
			const [before, after] = [state(id), state(rolled)];
			expect([before, after].map(({ phase }) => phase)).toEqual(
				after.phase === 'failed' ? ['running', 'failed'] : ['closed', 'running'],
			);
		},
	);
});

describe('in the middle of a roll', () => {
	/** Rolls in three slices, and stops time once the first one is open at the new exchange. */
	async function rolling(): Promise<RolledPair & { readonly rolled: string }> {
		const pair = await rolledPair('400');
		const rolled = await pair.roll();
		for (let steps = 0; steps < 500 && pair.fixture.okx.positionOf('SOLUSDT') === ZERO; steps += 1) {
			pair.fixture.feed('SOL', { venues: ROLL_VENUES });
			await pair.fixture.pass(5);
		}
		return { ...pair, rolled };
	}
	const all = (executionId: string) => ({
		userId: 'user_a',
		agent: undefined,
		executionId,
		maxSlippageBps: undefined,
		share: fromInteger(1),
	});

	test('a close of the pair before stops the roll', async () => {
		const pair = await rolling();
		const { fixture, id, rolled, state, pass } = pair;
		const closing = fixture.orderService.close(all(id));
		await pass(30_000);
		await fixture.settled(closing);
		expect(state(id)).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(mayOpenMore(state(rolled))).toBe(false);
		expectWhole(pair, [id, rolled]);
	});

	test('a close of the pair after closes what moved, and the pair before keeps the rest', async () => {
		const pair = await rolling();
		const { fixture, id, rolled, state, pass } = pair;
		const closing = fixture.orderService.close(all(rolled));
		await pass(30_000);
		await fixture.settled(closing);
		expect(state(rolled)).toMatchObject({ phase: 'closed' });
		expect(state(id)).toMatchObject({ phase: 'running' });
		expectWhole(pair, [id, rolled]);
	});

	test('a close that arrives while a part is being handed over waits for the commit', async () => {
		const pair = await rolledPair('400');
		const { fixture, id, state, pass, roll } = pair;
		const rolled = await roll();
		let isAsked = false;
		fixture.executions.onChange(({ plan }, events) => {
			if (isAsked || plan.executionId !== rolled || !events.some(({ type }) => type === 'OrderEnded')) return;
			isAsked = true;
			fixture.driver.submit(rolled, {
				kind: 'closeRequested',
				reason: 'closed',
				remaining: ZERO,
				maxSlippageBps: d('10'),
				firm: false,
			});
		});
		await pass(30_000);
		expect(isAsked).toBe(true);
		expect(state(rolled)).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(state(rolled).taken).toHaveLength(1);
		expect(state(id)).toMatchObject({ phase: 'running', held: { long: d('6.6'), short: d('6.6') } });
		const stored = foldExecution(await fixture.journal.readExecution(rolled));
		expect(stored).toStrictEqual(state(rolled));
		expectWhole(pair, [id, rolled]);
	});

	test('a cancel keeps both pairs', async () => {
		const pair = await rolling();
		const { fixture, id, rolled, state, pass } = pair;
		const canceling = fixture.controls.cancel({ userId: 'user_a', agent: undefined }, rolled, false);
		await pass(30_000);
		expect((await fixture.settled(canceling)).success).toBe(true);
		expect([state(id).phase, state(rolled).phase]).toEqual(['running', 'running']);
		expect(add(state(id).held.short, state(rolled).held.short)).toBe(d('10'));
		expect(state(rolled).held.short).toBe(d('3.4'));
		expectWhole(pair, [id, rolled]);
	});

	test.each(['bybit', 'kucoin', 'okx'] as const)(
		'a liquidation on %s leaves no unhedged leg',
		async (venue) => {
			const pair = await rolling();
			const { fixture, id, rolled, pass } = pair;
			const symbol = venue === 'kucoin' ? 'SOLUSDTM' : 'SOLUSDT';
			const held = fixture[venue].positionOf(symbol);
			fixture[venue].tradeByHand(symbol, -held as Decimal, d('101'));
			await pass(120_000);
			expectWhole(pair, [id, rolled]);
		},
	);

	test('a journal that refuses writes stops the roll until it can be written', async () => {
		const pair = await rolling();
		const { fixture, id, rolled, state, pass } = pair;
		fixture.breakJournal(true);
		const sent = fixture.kucoin.sentCount();
		await pass(10_000);
		expect(fixture.kucoin.sentCount()).toBe(sent);
		fixture.breakJournal(false);
		await pass(30_000);
		expect([state(id).phase, state(rolled).phase]).toEqual(['closed', 'running']);
		expectWhole(pair, [id, rolled]);
	});

	test('a kill switch that closes all closes both pairs', async () => {
		const pair = await rolling();
		const { fixture, id, rolled, state, pass } = pair;
		await fixture.settled(
			fixture.switches.halt({ target: { scope: 'service' }, reason: null, by: 'operator', closeAll: true }),
		);
		await pass(30_000);
		expect([id, rolled].map((one) => isEnded(state(one)))).toEqual([true, true]);
		expectWhole(pair, [id, rolled]);
	});
});
