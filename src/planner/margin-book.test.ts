import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	accountAfter,
	accountFigures,
	accountRunway,
	type BookAccount,
	type BookPosition,
	emptyingMoves,
	hoursToMove,
	isolatedEquityOf,
	movedAccount,
	moveToShare,
} from './margin-book.ts';

const position = (change: Partial<BookPosition> = {}): BookPosition => ({
	symbol: 'BTCUSDT',
	coin: 'BTC',
	notional: 1_000,
	maintenance: 0.02,
	isolatedEquity: null,
	leverage: 2,
	sigmaHourly: 0.01,
	adlRank: null,
	...change,
});
const account = (equity: number, ...positions: readonly BookPosition[]): BookAccount => ({
	exchange: 'bybit',
	shownName: 'Bybit',
	equity,
	available: equity / 2,
	positions,
});
const common = (move: number) => ({ move: () => move });

describe('an account that is all long or all short', () => {
	const leverage = fc.double({ min: 1, max: 10, noNaN: true });
	const maintenance = fc.double({ min: 0.001, max: 0.05, noNaN: true });
	const size = fc.double({ min: 0.01, max: 0.95, noNaN: true });

	test('survives a fall s iff 1/L > s + mm (1 − s)', () => {
		fc.assert(
			fc.property(leverage, maintenance, size, (L, mm, s) => {
				fc.pre(Math.abs(1 / L - (s + mm * (1 - s))) > 1e-9);
				const long = account(1_000 / L, position({ maintenance: mm }));
				const isGone = movedAccount(long, common(-s)).positions[0]?.isLiquidated;
				expect(isGone).toBe(1 / L <= s + mm * (1 - s));
			}),
		);
	});

	test('survives a rise s iff 1/L > s + mm (1 + s)', () => {
		fc.assert(
			fc.property(leverage, maintenance, size, (L, mm, s) => {
				fc.pre(Math.abs(1 / L - (s + mm * (1 + s))) > 1e-9);
				const short = account(1_000 / L, position({ notional: -1_000, maintenance: mm }));
				const isGone = movedAccount(short, common(s)).positions[0]?.isLiquidated;
				expect(isGone).toBe(1 / L <= s + mm * (1 + s));
			}),
		);
	});

	test('survives a fall of 50 % up to leverage 1.95 and of 30 % up to 3.1 at 2.4 % maintenance', () => {
		const survives = (L: number, s: number) =>
			movedAccount(account(1_000 / L, position({ maintenance: 0.024 })), common(-s)).positions[0]
				?.isLiquidated === false;
		expect([survives(1.95, 0.5), survives(1.96, 0.5)]).toEqual([true, false]);
		expect([survives(3.1, 0.3), survives(3.2, 0.3)]).toEqual([true, false]);
	});
});

const drawnPosition = fc.record({
	symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'APTUSDT'),
	notional: fc.oneof(
		fc.double({ min: 10, max: 1_000, noNaN: true }),
		fc.double({ min: -1_000, max: -10, noNaN: true }),
	),
	maintenance: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
	isolatedShare: fc.option(fc.double({ min: 0.12, max: 1, noNaN: true })),
});
const drawnAccount = fc
	.record({
		positions: fc.uniqueArray(drawnPosition, { selector: ({ symbol }) => symbol, minLength: 1 }),
		spare: fc.double({ min: 0.2, max: 1, noNaN: true }),
	})
	.map(({ positions, spare }) => {
		const held = positions.map(({ symbol, notional, maintenance, isolatedShare }) =>
			position({
				symbol,
				coin: symbol.slice(0, -4),
				notional,
				maintenance,
				isolatedEquity: isolatedShare === null ? null : isolatedShare * Math.abs(notional),
			}),
		);
		const isolated = held.reduce((sum, { isolatedEquity }) => sum + (isolatedEquity ?? 0), 0);
		const gross = held.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
		return account(isolated + spare * gross, ...held);
	});

/** Marks an account to market in small steps, and liquidates each group when its margin is used up. */
function simulated(start: BookAccount, moveOf: (coin: string) => number, steps: number) {
	const groups = [
		...start.positions
			.filter(({ isolatedEquity }) => isolatedEquity !== null)
			.map((one) => ({ cash: one.isolatedEquity ?? 0, positions: [one], isGone: false })),
		{
			cash: start.equity - start.positions.reduce((sum, one) => sum + (one.isolatedEquity ?? 0), 0),
			positions: start.positions.filter(({ isolatedEquity }) => isolatedEquity === null),
			isGone: false,
		},
	];
	const priceAt = (coin: string, step: number) => 1 + (moveOf(coin) * step) / steps;
	for (let step = 0; step <= steps; step += 1)
		for (const group of groups) {
			if (group.isGone || group.positions.length === 0) continue;
			const at = (one: BookPosition) => priceAt(one.coin, step);
			const equity = group.cash + group.positions.reduce((sum, one) => sum + one.notional * (at(one) - 1), 0);
			const margin = group.positions.reduce(
				(sum, one) => sum + Math.abs(one.notional) * at(one) * one.maintenance,
				0,
			);
			if (equity <= margin) group.isGone = true;
		}
	const left = groups.filter(({ isGone }) => !isGone);
	const ofLeft = left.flatMap(({ positions }) => positions);
	return {
		equity: left.reduce(
			(sum, { cash, positions }) =>
				sum + cash + positions.reduce((own, one) => own + one.notional * moveOf(one.coin), 0),
			0,
		),
		gross: ofLeft.reduce((sum, one) => sum + Math.abs(one.notional) * (1 + moveOf(one.coin)), 0),
		liquidated: groups
			.filter(({ isGone }) => isGone)
			.flatMap(({ positions }) => positions.map(({ symbol }) => symbol)),
	};
}

describe('an account under any move', () => {
	const move = fc.double({ min: -0.9, max: 2, noNaN: true });

	test('equals an account that is marked to market step by step', () => {
		fc.assert(
			fc.property(drawnAccount, fc.dictionary(fc.constantFrom('BTC', 'ETH', 'SOL'), move), (drawn, moves) => {
				const moveOf = (coin: string) => moves[coin] ?? 0;
				const moved = movedAccount(drawn, { move: ({ coin }) => moveOf(coin) });
				const walked = simulated(drawn, moveOf, 400);
				expect(
					moved.positions.filter((one) => one.isLiquidated).map(({ position: { symbol } }) => symbol),
				).toEqual(expect.arrayContaining(walked.liquidated));
				expect(moved.positions.filter((one) => one.isLiquidated)).toHaveLength(walked.liquidated.length);
				expect(moved.equity).toBeCloseTo(walked.equity, 6);
				expect(moved.gross).toBeCloseTo(walked.gross, 6);
			}),
			{ numRuns: 300 },
		);
	});

	test('changes by the sum of its positions’ profits and funding, and never loses more than it has', () => {
		fc.assert(
			fc.property(drawnAccount, move, (drawn, by) => {
				const moved = movedAccount(drawn, { ...common(by), funding: ({ notional }) => -notional * 0.001 });
				const change = moved.positions.reduce((sum, { profit, funding }) => sum + profit + funding, 0);
				expect(moved.equity).toBeCloseTo(drawn.equity + change, 6);
				expect(moved.equity).toBeGreaterThan(-1e-6);
			}),
		);
	});

	test('is liquidated just beyond its emptying moves, and not just before them', () => {
		const gone = (drawn: BookAccount, by: number) =>
			movedAccount(drawn, common(by)).positions.some(({ isLiquidated }) => isLiquidated);
		fc.assert(
			fc.property(drawnAccount, (drawn) => {
				const { fall, rise } = emptyingMoves(drawn);
				for (const at of [fall, rise]) {
					if (at === null || at * 1.001 <= -1) continue;
					expect([gone(drawn, at * 0.999), gone(drawn, at * 1.001)]).toEqual([false, true]);
				}
				if (fall === null) expect(gone(drawn, -0.999)).toBe(false);
				if (rise === null) expect(gone(drawn, 50)).toBe(false);
			}),
		);
	});

	test('is the same after one move as after two that make it, without a liquidation between', () => {
		fc.assert(
			fc.property(drawnAccount, move, move, (drawn, first, second) => {
				const both = (1 + first) * (1 + second) - 1;
				const half = movedAccount(drawn, common(first));
				fc.pre(!half.positions.some(({ isLiquidated }) => isLiquidated));
				const twice = movedAccount(accountAfter(drawn, half), common(second));
				const once = movedAccount(drawn, common(both));
				expect(twice.equity).toBeCloseTo(once.equity, 5);
				expect(twice.gross).toBeCloseTo(once.gross, 5);
			}),
		);
	});
});

describe('one position', () => {
	test('with isolated margin loses only that margin', () => {
		const held = account(2_000, position({ isolatedEquity: 300 }));
		expect(movedAccount(held, common(-0.5))).toMatchObject({ equity: 1_700, gross: 0, share: null });
	});

	test('with cross margin loses the whole account, and the others with it', () => {
		const held = account(400, position(), position({ symbol: 'ETHUSDT', coin: 'ETH', notional: 10 }));
		const moved = movedAccount(held, { move: ({ coin }) => (coin === 'BTC' ? -0.5 : 0) });
		expect(moved.equity).toBeCloseTo(0, 9);
		expect(moved.positions.every(({ isLiquidated }) => isLiquidated)).toBe(true);
	});

	test('below its maintenance margin is liquidated at once', () => {
		expect(emptyingMoves(account(10, position()))).toEqual({ fall: 0, rise: 0 });
		expect(movedAccount(account(10, position()), common(0)).equity).toBeCloseTo(0, 9);
	});

	test('has the isolated equity that its liquidation price implies', () => {
		fc.assert(
			fc.property(
				fc.boolean(),
				fc.double({ min: 0.05, max: 0.9, noNaN: true }),
				fc.double({ min: 0, max: 0.02, noNaN: true }),
				(isLong, distance, maintenance) => {
					const notional = isLong ? 500 : -500;
					const equity = isolatedEquityOf({
						notional,
						maintenance,
						mark: 200,
						liquidationPrice: 200 * (1 + (isLong ? -distance : distance)),
						margin: 1,
						unrealizedPnl: null,
					});
					const { fall, rise } = emptyingMoves(
						account(1_000, position({ notional, maintenance, isolatedEquity: equity })),
					);
					expect(isLong ? -(fall ?? 0) : rise).toBeCloseTo(distance, 9);
				},
			),
		);
	});

	test('without a liquidation price has its margin and unrealized profit as equity', () => {
		const known = { notional: 500, maintenance: 0.01, mark: 200, liquidationPrice: null };
		expect(isolatedEquityOf({ ...known, margin: 250, unrealizedPnl: -30 })).toBe(220);
		expect(isolatedEquityOf({ ...known, margin: null, unrealizedPnl: -30 })).toBeNull();
	});
});

describe('runway and shares', () => {
	test('the runway is (ln of the emptying move / 2 sigma) squared hours, at most a year', () => {
		const held = account(500, position());
		const { fall } = emptyingMoves(held);
		expect(fall).toBeCloseTo(-(0.5 - 0.02) / (1 - 0.02), 12);
		expect(accountRunway(held)).toBeCloseTo((Math.log1p(fall ?? 0) / 0.02) ** 2, 9);
		expect(hoursToMove(-0.5, 0.0001)).toBe(8_760);
		expect(hoursToMove(0, 0.01)).toBe(0);
		expect(hoursToMove(-0.5, null)).toBeNull();
	});

	test('the move to a share leaves that share', () => {
		fc.assert(
			fc.property(drawnAccount, fc.double({ min: 0.05, max: 0.5, noNaN: true }), (drawn, share) => {
				const move = moveToShare(drawn, share);
				fc.pre(move !== null && move !== 0);
				const { equity, gross, net } = accountFigures(drawn);
				expect((equity + net * (move ?? 0)) / (gross * (1 + (move ?? 0)))).toBeCloseTo(share, 6);
			}),
		);
	});
});
