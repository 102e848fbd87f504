/** Watches the margin of one account at Bybit with a long position of 10 SOL at leverage 2. */
import { expect, test } from 'vitest';
import { inputsOf, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { type Decimal, fromInteger, parseDecimal, toNumber } from '../domain/decimal.ts';
import type { PositionReport } from '../ports/venue.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createPotMargins } from './pot-margins.ts';

const START = Date.UTC(2026, 10, 21);
const MINUTE_MS = 60_000;
const SOL = instrumentOf('bybit', 'SOL');

function position(): PositionReport {
	return {
		symbol: SOL.symbol,
		quantity: fromInteger(10),
		entryPrice: fromInteger(100),
		markPrice: null,
		liquidationPrice: null,
		leverage: fromInteger(2),
		marginMode: 'isolated',
		margin: fromInteger(500),
		unrealizedPnl: null,
		adlRank: null,
	};
}

function watch() {
	const clock = createVirtualClock(START);
	const world = { equity: 500, mark: parseDecimal('100') as Decimal | null };
	const margins = createPotMargins({
		readings: () => [
			[
				'bybit',
				{
					balance: { equity: parseDecimal(String(world.equity)), available: 0n as Decimal },
					positions: [position()],
				},
			],
		],
		statesOf: () => [],
		figures: { inputsOf: () => inputsOf(SOL), markOf: () => world.mark, hourlySigmaOf: () => null },
		clock,
	});
	const alarmAt = (equity: number) => {
		world.equity = equity;
		return margins.alarms('user_1')[0];
	};
	return { clock, world, margins, alarmAt };
}

test('the levels are 0.7, 0.5 and 0.3 of the margin that the leverage leaves', () => {
	// 1,000 USD of notional at leverage 2 want 500 USD.
	const { alarmAt } = watch();
	expect([500, 351, 349, 251, 249, 151, 149].map((equity) => alarmAt(equity)?.level)).toEqual([
		undefined,
		undefined,
		'watch',
		'watch',
		'transfer',
		'transfer',
		'reduce',
	]);
});

test('a level lasts until the margin is a tenth above its limit, and keeps its time', async () => {
	const { clock, alarmAt } = watch();
	const since = alarmAt(149)?.since;
	clock.after(MINUTE_MS, () => {});
	await clock.advance(START + MINUTE_MS);
	expect(alarmAt(164)).toMatchObject({ level: 'reduce', since });
	expect(alarmAt(166)).toMatchObject({ level: 'transfer', since: START + MINUTE_MS });
	expect(alarmAt(500)).toBeUndefined();
});

test('a reduction by the share brings the margin above the level transfer', () => {
	const { alarmAt } = watch();
	for (const equity of [149, 100, 20]) {
		const alarm = alarmAt(equity);
		const closed = 1_000 * toNumber(alarm?.reduceShare ?? (0n as Decimal));
		const after = (equity - 0.0008 * closed) / (1_000 - closed);
		expect(after).toBeGreaterThan(0.5 * 0.5);
		expect(after).toBeLessThan(0.5 * 0.5 * 1.05);
	}
	expect(alarmAt(0)?.reduceShare).toBe(fromInteger(1));
});

test('the sentence names both figures', () => {
	const { alarmAt } = watch();
	expect(textOf(alarmAt(149)?.message ?? '')).toBe(
		'The equity at Bybit is 14.90 % of the notional there, below 15.00 %.',
	);
});

test('a position without a mark raises no alarm and ends none', () => {
	const { world, alarmAt } = watch();
	const since = alarmAt(149)?.since;
	world.mark = null;
	expect(alarmAt(149)).toBeUndefined();
	world.mark = parseDecimal('100');
	expect(alarmAt(149)).toMatchObject({ level: 'reduce', since });
});
