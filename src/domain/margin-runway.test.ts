import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, fromInteger, toNumber, ZERO } from './decimal.ts';
import {
	type MarginedAccount,
	type MarginedPosition,
	marginRunway,
	RUNWAY_TARGET_HOURS,
} from './margin-runway.ts';
import { afterSample, hourlySigma, type Volatility } from './realized-volatility.ts';

const position = (change: Partial<MarginedPosition> = {}): MarginedPosition => ({
	symbol: 'BTCUSDT',
	quantity: fromInteger(-1),
	mark: fromInteger(1_000),
	liquidationPrice: fromInteger(1_100),
	sigmaHourly: 0.01,
	...change,
});
const SHOWN_NAMES: Readonly<Record<string, string>> = { bybit: 'Bybit', kucoin: 'KuCoin' };
const account = (
	venue: string,
	available: string,
	...positions: readonly MarginedPosition[]
): MarginedAccount => ({
	venue,
	shownName: SHOWN_NAMES[venue] ?? venue,
	available: d(available),
	positions,
});

describe('margin runway', () => {
	test('lasts (distance / 2 sigma) squared hours for the nearest position, and names the account that can cover the rest', () => {
		const near = position();
		const far = position({ symbol: 'ETHUSDT', quantity: fromInteger(3), liquidationPrice: fromInteger(500) });
		const { runway } = marginRunway(account('bybit', '20.5', far, near), [
			account('okx', '50'),
			account('kucoin', '400.9'),
		]);
		// The runway is (ln 1.1 / 0.02)² = 4.77² = 22.7 h. In 72 h the price may reach 1000 × e^(0.02 × √72) =
		// 1184.9.
		expect(runway).toEqual({
			hours: d('22.7'),
			symbol: 'BTCUSDT',
			distance: d('0.1'),
			addMargin: fromInteger(85),
			move: { amount: fromInteger(65), asset: 'USDT', from: 'kucoin', to: 'bybit' },
			text: expect.objectContaining({ text: '22 h at 2 sigma; move 65 USDT from KuCoin to Bybit' }),
		});
	});

	test('uses the account’s own free balance first, and moves nothing without a donor', () => {
		expect(marginRunway(account('bybit', '200', position()), []).runway).toMatchObject({
			move: null,
			text: { text: '22 h at 2 sigma; add 85 USDT to the margin of BTCUSDT' },
		});
		expect(
			marginRunway(account('bybit', '0', position()), [account('kucoin', '10')]).runway?.move?.amount,
		).toBe(fromInteger(10));
	});

	test('needs nothing if it lasts long enough, is zero at the liquidation price, and lasts a year for a constant price', () => {
		expect(marginRunway(account('bybit', '0', position({ sigmaHourly: 0.001 })), []).runway).toMatchObject({
			addMargin: ZERO,
			move: null,
			text: { text: '2271 h at 2 sigma' },
		});
		const beyond = position({ liquidationPrice: fromInteger(990) });
		expect(marginRunway(account('bybit', '0', beyond), []).runway?.hours).toBe(ZERO);
		const still = position({ sigmaHourly: 0 });
		expect(marginRunway(account('bybit', '0', still), []).runway?.text.text).toBe(
			'more than a year at 2 sigma',
		);
	});

	test('names and leaves out unknown positions', () => {
		const outcome = marginRunway(
			account(
				'bybit',
				'0',
				position({ symbol: 'A', liquidationPrice: null }),
				position({ symbol: 'B', mark: null }),
				position({ symbol: 'C', sigmaHourly: null }),
				position({ symbol: 'D', quantity: ZERO, mark: null }),
			),
			[],
		);
		expect(outcome).toEqual({
			runway: null,
			unknown: [
				{ symbol: 'A', why: 'liquidation' },
				{ symbol: 'B', why: 'mark' },
				{ symbol: 'C', why: 'volatility' },
			],
		});
	});

	test('lasts for the target after adding the stated amount', () => {
		fc.assert(
			fc.property(
				fc.boolean(),
				fc.double({ min: 0.001, max: 0.03, noNaN: true }),
				fc.double({ min: 0.01, max: 0.4, noNaN: true }),
				fc.integer({ min: 1, max: 500 }),
				(isLong, sigmaHourly, distance, coins) => {
					const liquidation = (by: number): number => 1_000 * (isLong ? 1 - by : 1 + by);
					const at = (price: number) =>
						marginRunway(
							account(
								'bybit',
								'0',
								position({
									quantity: fromInteger(isLong ? coins : -coins),
									liquidationPrice: d(price.toFixed(9)),
									sigmaHourly,
								}),
							),
							[],
						).runway;
					const before = at(liquidation(distance));
					const added = toNumber(before?.addMargin ?? ZERO) / coins;
					const after = at(liquidation(distance) + (isLong ? -added : added));
					expect(toNumber(after?.hours ?? ZERO)).toBeGreaterThanOrEqual(RUNWAY_TARGET_HOURS - 0.2);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe('realised volatility', () => {
	const MINUTE = 60_000;
	const run = (prices: readonly number[], stepMs = MINUTE): Volatility | undefined =>
		prices.reduce<Volatility | undefined>(
			(state, price, index) => afterSample(state, price, index * stepMs),
			undefined,
		);

	test('measures the moves per hour for any sample distance, once it is an hour old', () => {
		// The price moves up and down by 0.1 % each minute, which is √60 × 0.1 % per hour.
		const zigzag = Array.from({ length: 200 }, (_, index) => 100 * (index % 2 === 0 ? 1 : 1.001));
		expect(hourlySigma(run(zigzag.slice(0, 50)))).toBeUndefined();
		expect(hourlySigma(run(zigzag))).toBeCloseTo(Math.log(1.001) * Math.sqrt(60), 8);
		expect(hourlySigma(run(zigzag, 4 * MINUTE))).toBeCloseTo(Math.log(1.001) * Math.sqrt(15), 8);
		expect(hourlySigma(run(Array.from({ length: 90 }, () => 100)))).toBe(0);
	});

	test('restarts after a gap, and ignores samples that are not later', () => {
		const known = run([100, 101, 102]);
		expect(afterSample(known, 150, 2 * MINUTE)).toBe(known);
		expect(afterSample(known, 150, 2 * 3_600_000)).toMatchObject({ hours: 0, price: 150 });
	});
});
