import { expect, test } from 'vitest';
import { testMarket } from '../test/support/pot-markets.ts';
import { netLess, netPerYear, type PotRule, runPot, worstDrawdown, worstQuarter } from './pot-run.ts';

/** Short on Binance pays 1e-5 an hour. */
const MARKET = testMarket({ AAA: { binance: 1e-5, bybit: 0 } });
const HOURS = MARKET.to - MARKET.from;
const PER_YEAR = 8_760 / HOURS;
const FIRST_DECISION = 24 * Math.ceil(MARKET.from / 24);
/** Cost of a change of both legs by G. */
const PAIR_COST = 7e-4 + 7.5e-4;

/** Returns a rule that shorts Binance against Bybit, in units of G. */
function pairRule(notional: (hour: number) => number): PotRule {
	return async (hour) => ({
		held: Float64Array.from(MARKET.legs, ({ venue }) => (venue === 'binance' ? -1 : 1) * notional(hour)),
	});
}

test('a pot earns the settlements after each decision, less the cost of opening and closing', async () => {
	const run = await runPot(
		MARKET,
		pairRule(() => 0.5),
	);
	const held = MARKET.to - FIRST_DECISION;
	const earned = run.net.reduce((sum, net) => sum + net, 0);
	expect(earned).toBeCloseTo(0.5 * held * 1e-5 - PAIR_COST, 12);
	expect(run.net[FIRST_DECISION - MARKET.from]).toBeCloseTo(-PAIR_COST / 2, 12);
	expect(run.net[FIRST_DECISION - MARKET.from + 1]).toBeCloseTo(0.5e-5, 12);
	expect(run.coinNet.get('AAA')).toBeCloseTo(earned, 12);
	expect(run.turnover).toBeCloseTo(2 * PER_YEAR, 9);
	expect(run.orders).toBeCloseTo(4 * PER_YEAR, 9);
	expect(run.invested).toBeCloseTo((0.5 * held) / HOURS, 9);
	expect(run.oneSided).toBeCloseTo((0.5 * held) / HOURS, 9);
	const { value } = netPerYear(run, MARKET.firstHour);
	expect(value).toBeCloseTo((100 * earned * 8_760) / run.net.length, 9);
});

test('a rule decides once a day at its hour, and a settlement at that hour counts for the notional before', async () => {
	const asked: number[] = [];
	const rule = pairRule((hour) => (hour < 3_000 ? 0 : 1));
	const run = await runPot(
		MARKET,
		(hour, held) => {
			asked.push(hour);
			return rule(hour, held);
		},
		16,
	);
	expect(new Set(asked.map((hour) => hour % 24))).toEqual(new Set([16]));
	const entry = asked.find((hour) => hour >= 3_000) as number;
	expect(run.net[entry - MARKET.from]).toBeCloseTo(-PAIR_COST, 12);
	expect(run.net[entry - MARKET.from + 1]).toBeCloseTo(1e-5, 12);
});

test('a detour costs a purchase and a sale', async () => {
	const straight = pairRule(() => 1);
	const [plain, detour] = await Promise.all([
		runPot(MARKET, straight),
		runPot(MARKET, async (hour, held) => ({
			...(await straight(hour, held)),
			detour: Float64Array.from(MARKET.legs, () => (hour === FIRST_DECISION ? 0.1 : 0)),
		})),
	]);
	const at = FIRST_DECISION - MARKET.from;
	expect((plain.net[at] as number) - (detour.net[at] as number)).toBeCloseTo(0.2 * PAIR_COST, 12);
	expect(detour.turnover - plain.turnover).toBeCloseTo(0.4 * PER_YEAR, 9);
});

test('the difference of two runs is the difference of their nets, over any span', async () => {
	const [whole, half] = await Promise.all(
		[1, 0.5].map((size) =>
			runPot(
				MARKET,
				pairRule(() => size),
			),
		),
	);
	if (whole === undefined || half === undefined) throw new Error('Two runs were expected.');
	for (const span of [undefined, { from: 4_000, until: Number.POSITIVE_INFINITY }]) {
		const net = netPerYear(half, MARKET.firstHour, span).value;
		expect(netLess(whole, half, MARKET.firstHour, span).value).toBeCloseTo(net, 9);
	}
	expect(netLess(whole, whole, MARKET.firstHour).interval).toEqual({ low: 0, high: 0 });
});

test('the worst fall and the worst 90 days are those of the cumulative net', () => {
	const net = new Float64Array(3_000);
	net[10] = 0.01;
	net[1_000] = -0.02;
	net[2_000] = -0.01;
	net[2_999] = 0.05;
	const run = { from: 0, net, turnover: 0, orders: 0, invested: 0, oneSided: 0, coinNet: new Map() };
	expect(worstDrawdown(run)).toBeCloseTo(3, 12);
	expect(worstQuarter(run)).toBeCloseTo((-3 * 8_760) / 2_160, 9);
	expect(worstQuarter({ ...run, net: net.slice(0, 2_159) })).toBeNaN();
});
