/** Watches the margin of one account at Bybit with a long position of 10 SOL at leverage 2. */
import { expect, test } from 'vitest';
import { inputsOf, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { runningExecution } from '../../test/support/running-execution.ts';
import { type Decimal, fromInteger, parseDecimal, toNumber } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
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
					takenAt: START,
					balance: { equity: parseDecimal(String(world.equity)), available: 0n as Decimal },
					positions: [position()],
				},
			],
		],
		statesOf: () => [],
		figures: { inputsOf: () => inputsOf(SOL), markOf: () => world.mark, hourlySigmaOf: () => null },
		expectedCarry: () => ({ carry: 0 }),
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

const COINS = ['BTC', 'SOL', 'XRP'] as const;
type Coin = (typeof COINS)[number];

/** Returns a pair with 1,000 USD on each leg at leverage 2, long at Bybit and short at KuCoin. */
function pairOf(coin: Coin): ExecutionState {
	const state = runningExecution({ number: COINS.indexOf(coin) + 1, openedAt: START });
	const { long, short } = state.plan.legs;
	const legs = {
		long: { ...long, instrument: { ...long.instrument, symbol: `${coin}USDT` } },
		short: { ...short, instrument: { ...short.instrument, symbol: `${coin}USDTM` } },
	};
	return { ...state, plan: { ...state.plan, coin, leverage: fromInteger(2), legs } };
}

/** Watches three pairs whose expected carry and places in the queue at KuCoin are given. */
function threePairs(equity: number, carry: Record<Coin, number>, queue: Partial<Record<Coin, number>> = {}) {
	const clock = createVirtualClock(START);
	const states = COINS.map(pairOf);
	const positions = (suffix: string) =>
		COINS.map((coin) => ({
			...position(),
			symbol: `${coin}${suffix}`,
			adlRank: suffix === 'USDTM' ? (queue[coin] ?? null) : null,
		}));
	const balance = { equity: parseDecimal(String(equity)), available: 0n as Decimal };
	const margins = createPotMargins({
		readings: () => [
			['bybit', { takenAt: START, balance, positions: positions('USDT') }],
			['kucoin', { takenAt: START, balance, positions: positions('USDTM') }],
		],
		statesOf: () => states,
		figures: { inputsOf: () => inputsOf(SOL), markOf: () => fromInteger(100), hourlySigmaOf: () => null },
		expectedCarry: ({ symbol }) => ({ carry: carry[symbol.slice(0, 3) as Coin] }),
		clock,
	});
	const idOf = (coin: Coin): string => pairOf(coin).plan.executionId;
	return (coins: readonly Coin[] = COINS) =>
		margins.reductions('user_1', 'bybit', coins.map(idOf)).map(({ executionId, share }) => ({
			coin: COINS.find((coin) => idOf(coin) === executionId),
			share: toNumber(share),
		}));
}

const CARRY = { BTC: 0.03, SOL: 0.01, XRP: 0.02 };

test('the pair that loses least closes first, and the last one in part, until the level transfer is over', () => {
	const reductions = threePairs(400, CARRY)();
	expect(reductions.map(({ coin }) => coin)).toEqual(['SOL', 'XRP']);
	expect(reductions[0]?.share).toBe(1);
	const closed = reductions.reduce((sum, { share }) => sum + 1_000 * share, 0);
	const after = (400 - 0.001 * closed) / (3_000 - closed);
	expect(after).toBeGreaterThan(0.5 * 0.5);
	expect(after).toBeLessThan(0.5 * 0.5 * 1.05);
});

test('a pair with a leg at the front of the queue for auto-deleveraging closes first', () => {
	const reductions = threePairs(400, CARRY, { BTC: 0.9 })();
	expect(reductions.map(({ coin }) => coin)).toEqual(['BTC', 'SOL']);
});

test('a pot relieves only its own part of the account', () => {
	const reductions = threePairs(400, CARRY)(['BTC', 'XRP']);
	// 2,000 of the 3,000 USD lack two thirds of what the account lacks, which is less than one pair.
	expect(reductions.map(({ coin }) => coin)).toEqual(['XRP']);
	expect(reductions[0]?.share).toBeGreaterThan(0.9);
	expect(reductions[0]?.share).toBeLessThan(1);
});

test('an account without equity closes all pairs, and one with enough margin none', () => {
	expect(threePairs(0, CARRY)()).toEqual([
		{ coin: 'SOL', share: 1 },
		{ coin: 'XRP', share: 1 },
		{ coin: 'BTC', share: 1 },
	]);
	expect(threePairs(1_000, CARRY)()).toEqual([]);
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
