import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shock } from '../ports/what-if.ts';
import { textOf } from '../sentences/sentence.ts';
import type { ShockAccount, ShockBook, ShockExecution, ShockPosition } from './shock-types.ts';
import { shocked } from './shocks.ts';

const NOW = Date.UTC(2026, 10, 28);
const NOTHING: Shock = { move: 0, coin: null, capSettlements: 0, capSign: 'worst', down: null, gap: null };
const SHOWN: Readonly<Record<string, string>> = { okx: 'OKX', bybit: 'Bybit', gate: 'Gate' };

const position = (coin: string, notional: number, change: Partial<ShockPosition> = {}): ShockPosition => ({
	symbol: `${coin}USDT`,
	coin,
	notional,
	maintenance: 0.02,
	isolatedEquity: null,
	leverage: 2,
	sigmaHourly: 0.01,
	adlRank: null,
	fundingRate: 0.0001,
	fundingHours: 8,
	fundingCap: 0.01,
	fundingFloor: -0.01,
	...change,
});
const account = (exchange: string, equity: number, ...positions: readonly ShockPosition[]): ShockAccount => ({
	exchange,
	shownName: SHOWN[exchange] ?? exchange,
	equity,
	available: equity / 2,
	positions,
});
const execution = (
	executionId: string,
	coin: string,
	exchanges: readonly [string, string],
	notional: number,
	change: Partial<ShockExecution> = {},
): ShockExecution => {
	const leg = (exchange: string) => ({
		exchange,
		shownName: SHOWN[exchange] ?? exchange,
		symbol: `${coin}USDT`,
		notional,
		cost: 0.001,
		adlRank: null,
		entryDistance: null,
	});
	return {
		executionId,
		symbol: `${coin}USDT`,
		coin,
		long: leg(exchanges[0]),
		short: leg(exchanges[1]),
		expectedCarry: 0.01,
		exitDistance: null,
		...change,
	};
};

/** One pair of 1,000 USD a leg: long at OKX, short at Bybit. */
const PAIR: ShockBook = {
	accounts: [account('okx', 550, position('BTC', 1_000)), account('bybit', 550, position('BTC', -1_000))],
	executions: [execution('exec_1', 'BTC', ['okx', 'bybit'], 1_000)],
	now: NOW,
};
const actionsOf = (one: { readonly actions: readonly unknown[] } | undefined) =>
	(one?.actions ?? []).map((words) => textOf(words as string));

describe('a move of all coins', () => {
	test('earns nothing for a hedged pair, and shifts equity between its exchanges', () => {
		const { executions, exchanges, totals, transfers } = shocked(PAIR, { ...NOTHING, move: -0.3 });
		expect(executions[0]).toMatchObject({ executionId: 'exec_1', profit: 0, funding: 0, unhedged: 0 });
		expect(exchanges.map(({ after }) => [Math.round(after.equity), after.gross, after.level])).toEqual([
			[250, 700, 'ok'],
			[850, 700, 'ok'],
		]);
		expect(totals).toMatchObject({ equityBefore: 1_100, equityAfter: 1_100, profit: 0, liquidations: 0 });
		expect(transfers.transfers).toEqual([]);
		expect(actionsOf(executions[0])).toEqual(['The service does nothing.']);
	});

	test('asks for a transfer when an exchange falls below half of its planned margin', () => {
		const { exchanges, transfers, reductions } = shocked(PAIR, { ...NOTHING, move: -0.45 });
		expect(exchanges[0]?.after.level).toBe('transfer');
		expect(actionsOf(exchanges[0])).toEqual([
			'You get an alert that asks for a transfer: OKX has less than 50 % of its planned margin.',
		]);
		expect(transfers.transfers).toMatchObject([{ from: 'bybit', to: 'okx' }]);
		expect(reductions).toEqual([]);
	});

	test('reduces both legs when an exchange falls below 0.3 of its planned margin', () => {
		const { executions, reductions } = shocked(PAIR, { ...NOTHING, move: -0.5 });
		expect(reductions).toMatchObject([{ executionId: 'exec_1', exchange: 'okx', reason: 'margin' }]);
		expect(actionsOf(executions[0])[0]).toMatch(
			/^An autopilot that may act reduces each leg by [\d.]+ USD, for the margin at OKX\. Without one, you must\.$/,
		);
	});

	test('liquidates a leg whose exchange is emptied, and says what the service closes', () => {
		const { executions, exchanges, totals } = shocked(PAIR, { ...NOTHING, move: -0.6 });
		const [one] = executions;
		expect(one?.long.isLiquidated).toBe(true);
		expect(one?.short).toMatchObject({ isLiquidated: false, profit: 600, notional: 400 });
		expect(one?.unhedged).toBeCloseTo(400, 9);
		expect(one?.profit).toBeCloseTo(600 - 550, 9);
		expect(exchanges[0]).toMatchObject({ liquidated: ['BTCUSDT'] });
		expect(totals.liquidations).toBe(1);
		expect(actionsOf(one)).toEqual([
			'OKX liquidates the long leg. The service closes the other leg on Bybit at once.',
		]);
	});

	test('closes a pair by its exit rule before that', () => {
		const book = { ...PAIR, executions: PAIR.executions.map((one) => ({ ...one, exitDistance: 0.25 })) };
		expect(actionsOf(shocked(book, { ...NOTHING, move: -0.45 }).executions[0])[0]).toMatch(
			/^The service closes the pair by its exit rule: the long leg on OKX is [\d.]+ % from liquidation, limit 25\.00 %\.$/,
		);
		expect(actionsOf(shocked(book, { ...NOTHING, move: -0.1 }).executions[0])).toEqual([
			'The service does nothing.',
		]);
	});
});

test('a leg near its liquidation gets the service’s own response: alert, halving, or closing', () => {
	const book: ShockBook = {
		...PAIR,
		executions: PAIR.executions.map((one) => ({
			...one,
			long: { ...one.long, entryDistance: 0.54 },
			short: { ...one.short, entryDistance: 0.52 },
		})),
	};
	const first = (move: number) => actionsOf(shocked(book, { ...NOTHING, move }).executions[0])[0];
	expect(first(-0.2)).toBe('The service does nothing.');
	expect(first(-0.4)).toBe(
		'You get an alert: the long leg on OKX has 43 % of its distance to liquidation at entry left.',
	);
	expect(first(-0.49)).toBe(
		'The service halves both legs: the long leg on OKX has 18 % of its distance to liquidation at entry left.',
	);
});

test('a move of one coin leaves the others alone', () => {
	const book: ShockBook = {
		accounts: [
			account('okx', 1_000, position('BTC', 1_000), position('ETH', 500)),
			account('bybit', 1_000, position('BTC', -1_000), position('ETH', -500)),
		],
		executions: [
			execution('exec_1', 'BTC', ['okx', 'bybit'], 1_000),
			execution('exec_2', 'ETH', ['okx', 'bybit'], 500),
		],
		now: NOW,
	};
	const { executions } = shocked(book, { ...NOTHING, move: 0.5, coin: 'ETH' });
	expect(executions.map(({ long }) => long.profit)).toEqual([0, 250]);
});

test('a price gap at one exchange is a loss or gain of the pair', () => {
	const gap = { exchange: 'bybit', share: 0.02 };
	const { executions } = shocked(PAIR, { ...NOTHING, gap });
	expect(executions[0]?.profit).toBeCloseTo(-20, 9);
	const moved = shocked(PAIR, { ...NOTHING, gap, move: 0.1 });
	expect(moved.executions[0]?.profit).toBeCloseTo(100 - 1_000 * (1.1 * 1.02 - 1), 9);
});

describe('funding at the cap', () => {
	const book: ShockBook = {
		...PAIR,
		accounts: [
			account('okx', 550, position('BTC', 1_000, { fundingCap: 0.02, fundingFloor: -0.03 })),
			account('bybit', 550, position('BTC', -1_000)),
		],
	};

	test('is paid and received on both legs, by default with the sign that costs more', () => {
		const worst = shocked(book, { ...NOTHING, capSettlements: 3 });
		expect(worst.executions[0]?.funding).toBeCloseTo(3 * (10 - 20), 9);
		const negative = shocked(book, { ...NOTHING, capSettlements: 3, capSign: 'negative' });
		expect(negative.executions[0]?.funding).toBeCloseTo(3 * (30 - 10), 9);
		expect(negative.exchanges.map(({ funding }) => funding)).toEqual([90, -30]);
	});

	test('that is unknown is named and left out', () => {
		const accounts = [
			account('okx', 550, position('BTC', 1_000, { fundingCap: null, fundingFloor: null })),
			account('bybit', 550, position('BTC', -1_000)),
		];
		const { unknown, executions } = shocked({ ...PAIR, accounts }, { ...NOTHING, capSettlements: 1 });
		expect(unknown.map(({ exchange, symbol }) => [exchange, symbol])).toEqual([['okx', 'BTCUSDT']]);
		expect(executions[0]?.long.funding).toBe(0);
	});

	test('can liquidate a leg that the move alone does not, and a liquidated leg receives none', () => {
		const shock: Shock = { ...NOTHING, move: -0.53, capSettlements: 4, capSign: 'positive' };
		expect(shocked(PAIR, { ...shock, capSettlements: 0 }).totals.liquidations).toBe(0);
		expect(shocked(PAIR, shock).executions[0]?.long.isLiquidated).toBe(true);
		const receiving = shocked(PAIR, { ...shock, move: -0.56, capSign: 'negative' });
		expect(receiving.executions[0]?.long).toMatchObject({ isLiquidated: true, funding: 0 });
	});
});

test('an exchange that is down leaves its pairs alone, settles at present rates, and shows whether its margin lasts', () => {
	const { executions, exchanges } = shocked(PAIR, { ...NOTHING, down: { exchange: 'okx', hours: 24 } });
	expect(executions[0]?.long.funding).toBeCloseTo(-1_000 * 0.0001 * 3, 9);
	expect(actionsOf(executions[0])[0]).toBe(
		'OKX does not answer for 24 h. The service can neither close nor reduce this pair, and sends nothing new.',
	);
	expect(actionsOf(exchanges[0])[0]).toBe(
		'OKX does not answer for 24 h. Its margin survives a move of 10 %, which is 2 sigma in that time.',
	);
	expect(actionsOf(exchanges[1])).toEqual(['The service does nothing.']);
	const fallen = shocked(PAIR, { ...NOTHING, move: -0.5, down: { exchange: 'okx', hours: 24 } });
	expect(actionsOf(fallen.exchanges[0])[0]).toContain('does not survive');
});

test('executions on one contract share its position, and a leg without a read account has its price profit', () => {
	const book: ShockBook = {
		accounts: [account('okx', 800, position('BTC', 1_500)), account('bybit', 800, position('BTC', -1_000))],
		executions: [
			execution('exec_1', 'BTC', ['okx', 'bybit'], 1_000),
			execution('exec_2', 'BTC', ['okx', 'gate'], 500),
		],
		now: NOW,
	};
	const { executions } = shocked(book, { ...NOTHING, move: -0.6 });
	const losses = executions.map(({ long }) => long.profit);
	expect(losses[0]).toBeCloseTo((-800 * 2) / 3, 9);
	expect(losses[1]).toBeCloseTo(-800 / 3, 9);
	expect(executions[1]?.short).toMatchObject({ profit: 300, distance: null });
});

test('the exchanges’ equity changes by profit and funding, and executions add up to them without other positions', () => {
	const pairs = fc.array(
		fc.record({
			coin: fc.constantFrom('BTC', 'ETH', 'SOL'),
			at: fc.constantFrom<readonly [string, string]>(['okx', 'bybit'], ['bybit', 'gate'], ['okx', 'gate']),
			notional: fc.integer({ min: 10, max: 1_000 }),
		}),
		{ minLength: 1, maxLength: 5 },
	);
	fc.assert(
		fc.property(
			pairs,
			fc.double({ min: -0.8, max: 1, noNaN: true }),
			fc.integer({ min: 0, max: 3 }),
			(drawn, move, capSettlements) => {
				const nets = new Map<string, number>();
				for (const { coin, at, notional } of drawn)
					at.forEach((exchange, index) => {
						const key = `${exchange} ${coin}`;
						nets.set(key, (nets.get(key) ?? 0) + (index === 0 ? notional : -notional));
					});
				const accounts = ['okx', 'bybit', 'gate'].map((exchange) => {
					const held = [...nets].flatMap(([key, notional]) => {
						const [where, coin = ''] = key.split(' ');
						return where === exchange && notional !== 0 ? [position(coin, notional)] : [];
					});
					const gross = held.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
					return account(exchange, gross / 2, ...held);
				});
				const executions = drawn.map(({ coin, at, notional }, index) =>
					execution(`exec_${index}`, coin, at, notional),
				);
				const result = shocked({ accounts, executions, now: NOW }, { ...NOTHING, move, capSettlements });
				const { equityBefore, equityAfter, profit, funding, liquidations } = result.totals;
				expect(equityAfter).toBeCloseTo(equityBefore + profit + funding, 6);
				for (const { after } of result.exchanges) expect(after.equity).toBeGreaterThan(-1e-6);
				// Executions that share a netted position do not add up to a liquidation of the net.
				if (liquidations > 0) return;
				const sum = (of: 'profit' | 'funding') => result.executions.reduce((all, one) => all + one[of], 0);
				expect(sum('profit')).toBeCloseTo(profit, 6);
				const isNetted = [...nets.values()].some((net) => net === 0);
				if (!isNetted) expect(sum('funding')).toBeCloseTo(funding, 6);
			},
		),
	);
});
