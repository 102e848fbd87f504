/**
 * Tests the exit rules with the real engine and driver. Both legs must end at exactly the quantity that the rule
 * requires.
 */

import { expect, test } from 'vitest';
import { type Decimal, parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import { writerWith } from '../../src/domain/english.ts';
import type { ExitPlan } from '../../src/domain/event.ts';
import { eventSentence } from '../../src/domain/event-sentence.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { sentenceWriter } from '../../src/domain/sentence-writing.ts';
import { statusWordsOf } from '../../src/domain/status.ts';
import { EXIT_LIMITS } from '../../src/engine/decide/exit-memory.ts';
import { createStayOutlook } from '../../src/engine/decide/stay-outlook.ts';
import { createExitWatcher } from '../../src/engine/drive/exit-watcher.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { SPANISH } from '../../src/sentences/spanish.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { bookOf } from '../support/hand-driven-market.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const AGES = { tickerStaleMs: 5_000, bookStaleMs: 5_000 };

/** Opens five coins per leg at about 100 USD, with these exit rules. */
async function watchedExecution(exit: Partial<ExitPlan>): Promise<{
	readonly fixture: TradingFixture;
	readonly state: () => ExecutionState;
	readonly passFed: (seconds: number) => Promise<void>;
	readonly setLiquidation: (price: Decimal) => void;
}> {
	const fixture = createTradingFixture(20_261_121);
	fixture.feed('SOL');
	let liquidation: Decimal | null = null;
	createExitWatcher({
		clock: fixture.clock,
		log: SILENT_LOGGER,
		market: fixture.market,
		stayOutlook: createStayOutlook({
			market: fixture.market,
			outlook: fixture.scanner.outlook,
			takerFee: () => undefined,
			ages: AGES,
		}),
		stayNet: () => undefined,
		executions: fixture.executions,
		liquidationPrice: (_user, venue) => (venue === 'bybit' ? liquidation : null),
		takerFee: () => undefined,
		closeRequested: (id, close) => fixture.driver.submit(id, { kind: 'closeRequested', ...close }),
		endOpening: (id, reason) => fixture.driver.submit(id, { kind: 'endOpening', reason }),
		ages: AGES,
		limits: EXIT_LIMITS,
	});
	const answer = (await fixture.settled(
		fixture.execute({ exit: { closeOnReversal: false } }),
	)) as ExecuteAnswer;
	const id = answer.executionId;
	const state = (): ExecutionState => {
		const known = fixture.driver.state(id);
		if (known === undefined) throw new Error('The execution is not in memory.');
		return known;
	};
	for (let waited = 0; state().phase !== 'running' && waited < 100; waited += 1) await fixture.pass(50);
	fixture.driver.submit(id, { kind: 'exitChanged', exit: { ...state().exit, ...exit } });
	return {
		fixture,
		state,
		async passFed(seconds) {
			for (let second = 0; second < seconds; second += 1) {
				fixture.feed('SOL');
				await fixture.pass(1_000);
			}
		},
		setLiquidation(price) {
			liquidation = price;
		},
	};
}

test('halves both legs near a liquidation, halves them again nearer, and closes', async () => {
	const { state, passFed, setLiquidation } = await watchedExecution({});
	setLiquidation(d('60'));
	await passFed(3);
	expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
	// The largest observed distance to liquidation is 40 %. Less than 30 % of that remains.
	setLiquidation(d('90'));
	await passFed(30);
	expect(state()).toMatchObject({ phase: 'running', held: { long: d('2.5'), short: d('2.5') } });
	setLiquidation(d('95'));
	await passFed(30);
	expect(state()).toMatchObject({ phase: 'running', held: { long: d('1.2'), short: d('1.2') } });
	setLiquidation(d('99'));
	await passFed(30);
	expect(state().phase).toBe('closed');
	expect(textOf(state().reason ?? '')).toMatch(/^liquidation of the long leg \(Bybit SOLUSDT\)/);
});

test('max_epochs closes once the settlement is booked, outside the seconds around the settlement', async () => {
	const { fixture, state, passFed } = await watchedExecution({ maxEpochs: 1 });
	const instant = Date.UTC(2026, 10, 21, 16);
	fixture.clock.leap(instant - 1_000);
	await passFed(1);
	fixture.bybit.settle('SOLUSDT', instant, d('-0.01'));
	fixture.kucoin.settle('SOLUSDTM', instant, d('0.09'));
	await passFed(18);
	expect(state().funding.length).toBeGreaterThan(0);
	expect(state().phase).toBe('running');
	await passFed(6);
	expect(state()).toMatchObject({ phase: 'closed', reason: { text: 'max_epochs reached: 1' } });
});

test('a stop-loss still applies after a restart', async () => {
	const fixture = createTradingFixture(20_261_122);
	const stopLoss = { stopLossPct: d('2'), closeOnReversal: false };
	const answer = (await fixture.settled(
		fixture.execute({ opportunityId: fixture.feed('SOL'), exit: stopLoss }),
	)) as ExecuteAnswer;
	await fixture.passFed(2_000, 'SOL');
	expect(fixture.driver.state(answer.executionId)?.phase).toBe('running');
	fixture.restart();
	const long = fixture.instrument('bybit', 'SOL');
	for (let second = 0; second < 15; second += 1) {
		fixture.feed('SOL');
		fixture.market.put(long, {
			book: bookOf([['94', '100']], [['94.1', '100']]),
			bookReceivedAt: fixture.clock.now(),
		});
		await fixture.pass(1_000);
	}
	expect(fixture.driver.state(answer.executionId)).toMatchObject({ phase: 'closed' });
	expect([fixture.bybit, fixture.kucoin].map((venue) => [...venue.orders.values()].length)).toEqual([2, 2]);
});

test('the journal keeps a reason for every language: after a restart it is written in Spanish', async () => {
	const { fixture, state, passFed } = await watchedExecution({ maxEpochs: 1 });
	fixture.clock.leap(Date.UTC(2026, 10, 21, 16) - 1_000);
	await passFed(1);
	fixture.bybit.settle('SOLUSDT', Date.UTC(2026, 10, 21, 16), d('-0.01'));
	fixture.kucoin.settle('SOLUSDTM', Date.UTC(2026, 10, 21, 16), d('0.09'));
	await passFed(24);
	const closed = state();
	fixture.restart();
	const rows = await fixture.journal.readExecution(closed.plan.executionId);
	const read = foldExecution(rows);
	expect(read).toStrictEqual(closed);
	const inSpanish = sentenceWriter(SPANISH, writerWith);
	const written = rows.map(({ event }) => inSpanish(eventSentence(event, read, shownNameOf)));
	expect(written).toContain('Ambas patas se están cerrando: max_epochs alcanzado: 1.');
	expect(written.at(-1)).toMatch(/max_epochs alcanzado: 1\.$/);
	const words = statusWordsOf(read);
	expect(words === null || typeof words === 'string' ? words : inSpanish(words)).toBe(
		'max_epochs alcanzado: 1',
	);
});

test('a stop-loss reached for five seconds closes, a flickering one does not', async () => {
	const { fixture, state, passFed } = await watchedExecution({ stopLossPct: d('2') });
	const long = fixture.instrument('bybit', 'SOL');
	const falls = (): void =>
		fixture.market.put(long, {
			book: bookOf([['94', '100']], [['94.1', '100']]),
			bookReceivedAt: fixture.clock.now(),
		});
	for (let second = 0; second < 20; second += 1) {
		fixture.feed('SOL');
		if (second % 4 !== 0) falls();
		await fixture.pass(1_000);
	}
	expect(state().phase).toBe('running');
	await passFed(2);
	for (let second = 0; second < 12; second += 1) {
		fixture.feed('SOL');
		falls();
		await fixture.pass(1_000);
	}
	expect(textOf(state().reason ?? '')).toMatch(/^stop_loss_pct reached/);
	expect(state().held.long).toBe(state().held.short);
});
