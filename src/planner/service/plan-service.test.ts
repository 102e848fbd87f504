/** Plans over a real scanner with a market and settled rates that the tests set, and the real solver. */
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../test/support/hand-driven-market.ts';
import {
	heldPair,
	NOW,
	openPlanner,
	REQUEST,
	type Setup,
	VENUES,
} from '../../../test/support/planner-world.ts';
import { type Decimal, neg, parseDecimal, toNumber } from '../../domain/decimal.ts';
import type { PortfolioExecution } from '../../ports/portfolio.ts';
import type { PlanRequest } from '../../ports/portfolio-planner.ts';
import { textOf } from '../../sentences/sentence.ts';

const SOL = { bybit: '-0.0002', hyperliquid: '0.0001', kucoin: '0.0004' };
const XRP = { bybit: '-0.0003', kucoin: '0.0005' };

describe('a plan without positions', () => {
	test('opens the pair that pays most, at the size of the coin limit, and compares with cash', async () => {
		const planner = await openPlanner({ coins: { SOL } });
		const plan = await planner.plan(REQUEST);
		expect(plan.terms).toMatchObject({ margin: 'free', legNotionalMax: 10_000, exchanges: [...VENUES] });
		expect(
			plan.changes.map(({ kind, coin, long, short }) => [kind, coin, long.exchange, short.exchange]),
		).toEqual([['open', 'SOL', 'bybit', 'kucoin']]);
		const [change] = plan.changes;
		expect(change?.notional).toBeCloseTo(5_000, 6);
		// Fees of 6 bp and slippage of 1 bp on both legs.
		expect(change?.cost).toBeCloseTo(5_000 * 2 * 7e-4, 6);
		expect(change?.gain).toBeGreaterThan(2 * (change?.cost ?? 0));
		expect(plan.limits.map(({ limit }) => textOf(limit))).toEqual([
			expect.stringMatching(/^The pot holds at most 10,000\.00 USD of SOL over all legs\./),
		]);
		expect(plan.outcome.verdict).toBe('trade');
		expect(plan.outcome.overCash).toBeCloseTo(plan.outcome.netOnCapital - 0.04, 12);
		expect(plan.outcome.netOnCapitalLow).toBeLessThan(plan.outcome.netOnCapital);
	});

	test('counts the gain within the horizon, but states the result per year', async () => {
		const planner = await openPlanner({ coins: { SOL } });
		const [week, month, quarter] = await Promise.all(
			[168, 720, 2_160].map((horizonHours) => planner.plan({ ...REQUEST, horizonHours })),
		);
		expect(week?.terms.horizonHours).toBe(168);
		const gains = [week, month, quarter].map((plan) => plan?.changes[0]?.gain ?? 0);
		// The mean of 30 days and the model are the same rate here, so that gains grow with the hours.
		expect((gains[1] ?? 0) / (gains[0] ?? 1)).toBeGreaterThan(3.5);
		expect((gains[2] ?? 0) / (gains[1] ?? 1)).toBeGreaterThan(2.5);
		expect(month).toEqual(await planner.plan(REQUEST));
		expect(quarter?.outcome.netOnCapital).toBeLessThan(2 * (month?.outcome.netOnCapital ?? 0));
	});

	test('makes no change whose gain within a short horizon is below twice its cost', async () => {
		const planner = await openPlanner({ coins: { SOL: { bybit: '-0.00001', kucoin: '0.00008' } } });
		const of = async (horizonHours: number) =>
			(await planner.plan({ ...REQUEST, horizonHours })).changes.map(({ kind }) => kind);
		expect(await of(24)).toEqual([]);
		expect(await of(2_160)).toEqual(['open']);
	});

	test('splits an equal margin between the exchanges, and states it after moves', async () => {
		const planner = await openPlanner({ coins: { SOL, XRP } });
		const plan = await planner.plan({ ...REQUEST, margin: 'equal', exchanges: ['bybit', 'kucoin'] });
		const bybit = plan.margins.find(({ exchange }) => exchange === 'bybit');
		expect(bybit).toMatchObject({ equity: 5_000, notional: 10_000, net: 10_000 });
		expect(bybit?.moves.map(({ move, equity, level }) => [move, equity, level])).toEqual([
			[-0.5, 0, 'empty'],
			[-0.3, 2_000, expect.any(String)],
			[0.3, 8_000, 'ok'],
			[0.5, 10_000, 'ok'],
		]);
	});

	test('says that cash pays more when nothing earns its costs', async () => {
		const planner = await openPlanner({ coins: { SOL: { bybit: '0.0001', kucoin: '0.0001' } } });
		const plan = await planner.plan(REQUEST);
		expect(plan.changes).toEqual([]);
		expect(plan.outcome).toMatchObject({ verdict: 'no_trade', netOnCapital: 0 });
		expect(textOf(plan.outcome.message)).toMatch(/Cash pays 4\.0 % a year/);
	});

	test('asks for a capital if there is neither one nor an account', async () => {
		const planner = await openPlanner({ coins: { SOL } });
		await expect(planner.plan({ ...REQUEST, capital: undefined })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'capital',
		});
	});
});

describe('a plan with accounts', () => {
	test('counts on their equity, and on no exchange without an account', async () => {
		const planner = await openPlanner({ coins: { SOL }, equity: { bybit: 1_000, hyperliquid: 3_000 } });
		const plan = await planner.plan({ ...REQUEST, capital: undefined, coinShare: 1 });
		expect(plan.terms).toMatchObject({
			capital: 4_000,
			margin: 'accounts',
			exchanges: ['bybit', 'hyperliquid'],
		});
		// Two times the equity of Bybit binds before the pot does.
		expect(plan.changes.map(({ notional }) => notional)).toEqual([expect.closeTo(2_000, 6)]);
		expect(textOf(plan.changes[0]?.limits[0]?.limit ?? '')).toMatch(/at most 2,000\.00 USD on Bybit/);
	});

	test('keeps a part of each account for a plan with less capital', async () => {
		const planner = await openPlanner({ coins: { SOL }, equity: { bybit: 1_000, kucoin: 1_000 } });
		const plan = await planner.plan({ ...REQUEST, capital: 500, coinShare: 1 });
		expect(plan.changes.map(({ notional }) => notional)).toEqual([expect.closeTo(500, 6)]);
	});
});

describe('a plan between accounts', () => {
	const pair = heldPair('exec_1', 'XRP', ['bybit', 'kucoin'], '60');
	// A plan makes what it can trade small enough for the accounts, so it requests only what must stay.
	const tickers = { 'XRP bybit': { tradable: false }, 'XRP kucoin': { tradable: false } };
	const setup = { coins: { XRP }, executions: [pair], tickers, equity: { bybit: 1_200, kucoin: 6_000 } };
	const request: PlanRequest = { ...REQUEST, capital: undefined, coinShare: 1, keepsFixed: true };

	test('requests the money that its positions need, once', async () => {
		const planner = await openPlanner(setup);
		const first = await planner.plan(request);
		expect(first.transfers).toMatchObject([{ from: 'kucoin', to: 'bybit', transferId: expect.any(String) }]);
		expect(first.plannedTransfers).toMatchObject([
			{ transferId: first.transfers[0]?.transferId, state: 'planned', askedBy: { kind: 'plan' } },
		]);
		const pot = await planner.plan({ ...request, potId: 'pot_1' });
		expect(pot.plannedTransfers).toHaveLength(1);
		const thought = await planner.plan({ ...request, capital: 10_000, margin: 'equal' });
		expect(thought.transfers.map(({ transferId }) => transferId)).toEqual([]);
		expect(thought.plannedTransfers).toHaveLength(1);
	});

	test('counts money under way once: in its capital, and not in its requests', async () => {
		const [asked] = (await (await openPlanner(setup)).plan(request)).plannedTransfers;
		if (asked === undefined) throw new Error('The plan asks for a transfer.');
		const usd = asked.amount;
		const left = { ...setup, equity: { bybit: 1_200, kucoin: 6_000 - toNumber(usd) }, transfers: [asked] };
		const out = { isOwn: false, exchange: 'kucoin', recordId: 'out', amount: neg(usd), at: NOW };
		const moving = await (await openPlanner({ ...left, flows: [out] })).plan(request);
		expect(moving.plannedTransfers.map(({ state }) => state)).toEqual(['sent']);
		expect(moving.terms.capital).toBe(7_200);
		expect(moving.transfers).toEqual([]);
		const there = { bybit: 1_200 + toNumber(usd), kucoin: 6_000 - toNumber(usd) };
		const flows = [out, { isOwn: false, exchange: 'bybit', recordId: 'in', amount: usd, at: NOW }];
		const arrived = await (await openPlanner({ ...left, equity: there, flows })).plan(request);
		expect(arrived.plannedTransfers.map(({ state }) => state)).toEqual(['arrived']);
		expect(arrived.terms.capital).toBe(7_200);
		expect(arrived.transfers).toEqual([]);
	});
});

describe('a plan with positions', () => {
	const held = (status?: PortfolioExecution['execution']['status']) =>
		heldPair('exec_1', 'SOL', ['bybit', 'hyperliquid'], '40', status);

	test('rolls the leg that another exchange pays more for, and enlarges the pair', async () => {
		const planner = await openPlanner({ coins: { SOL }, executions: [held()] });
		const plan = await planner.plan(REQUEST);
		expect(plan.changes.map(({ kind, notional }) => [kind, Math.round(notional)])).toEqual([
			['roll', 4_000],
			['open', 1_000],
		]);
		expect(plan.changes[0]).toMatchObject({
			executionId: 'exec_1',
			share: 1,
			roll: { leg: 'short', from: { exchange: 'hyperliquid' } },
			long: { exchange: 'bybit' },
			short: { exchange: 'kucoin' },
		});
	});

	test('leaves a coin alone while one of its positions is opening', async () => {
		const planner = await openPlanner({ coins: { SOL, XRP }, executions: [held('opening')] });
		const plan = await planner.plan(REQUEST);
		expect(plan.changes.map(({ coin }) => coin)).toEqual(['XRP']);
		expect(plan.reasons.map(textOf)).toEqual([
			'The plan leaves SOL alone, because a position in it is opening, closing or needs you.',
		]);
	});

	test('does not open a coin again whose opening has no fill yet, and leaves its limits for it', async () => {
		const opening = heldPair('exec_1', 'SOL', ['bybit', 'kucoin'], '0', 'opening', '80');
		const planner = await openPlanner({ coins: { SOL, XRP }, executions: [opening] });
		const plan = await planner.plan(REQUEST);
		// The opening will use 16,000 of 20,000 USD over all legs.
		expect(plan.changes.map(({ kind, coin, notional }) => [kind, coin, Math.round(notional)])).toEqual([
			['open', 'XRP', 2_000],
		]);
		expect(plan.margins.find(({ exchange }) => exchange === 'kucoin')?.notional).toBeCloseTo(10_000, 6);
	});

	test('counts a position that is opening without a known price as large as a coin may get', async () => {
		const opening = heldPair('exec_1', 'SOL', ['bybit', 'kucoin'], '1', 'opening');
		const tickers = { 'SOL bybit': { mark: null }, 'SOL kucoin': { mark: null } };
		const planner = await openPlanner({ coins: { SOL, XRP }, executions: [opening], tickers });
		const plan = await planner.plan({ ...REQUEST, coinShare: 0.8 });
		expect(plan.changes.map(({ coin, notional }) => [coin, Math.round(notional)])).toEqual([['XRP', 2_000]]);
	});

	test('changes only the executions that it is about', async () => {
		const planner = await openPlanner({ coins: { SOL }, executions: [held()] });
		const plan = await planner.plan({ ...REQUEST, executionIds: [] });
		expect(plan.changes.map(({ kind, executionId }) => [kind, executionId])).toEqual([['open', null]]);
	});

	test('closes a coin that is delisted, and only makes a squeezed one smaller', async () => {
		const delisted = await openPlanner({
			coins: { SOL },
			executions: [held()],
			tickers: {
				'SOL bybit': { delistingAt: NOW + 72 * HOUR_MS },
				'SOL hyperliquid': { delistingAt: NOW + 72 * HOUR_MS },
			},
		});
		expect((await delisted.plan(REQUEST)).changes.map(({ kind }) => kind)).toEqual(['close']);
		const squeezed = await openPlanner({ coins: { SOL }, executions: [held()], squeezed: 'SOL' });
		const plan = await squeezed.plan(REQUEST);
		expect(plan.changes).toEqual([]);
		expect(plan.legs.find(({ exchange }) => exchange === 'kucoin')?.reasons.map(textOf)).toEqual([
			expect.stringMatching(/^SOL was squeezed\./),
		]);
	});

	test('keeps a coin whose delisted leg cannot leave because the other leg does not trade', async () => {
		const planner = await openPlanner({
			coins: { SOL, XRP },
			executions: [held()],
			tickers: {
				'SOL bybit': { delistingAt: NOW + 72 * HOUR_MS },
				'SOL hyperliquid': { tradable: false },
				'SOL kucoin': { tradable: false },
			},
		});
		const plan = await planner.plan(REQUEST);
		expect(plan.changes.map(({ kind, coin }) => [kind, coin])).toEqual([['open', 'XRP']]);
		expect(
			plan.legs.find(({ exchange, coin }) => coin === 'SOL' && exchange === 'bybit')?.target,
		).toBeCloseTo(4_000, 6);
	});

	test('names the limits that a held position contradicts', async () => {
		const planner = await openPlanner({
			coins: { SOL },
			executions: [held()],
			tickers: { 'SOL bybit': { tradable: false }, 'SOL hyperliquid': { tradable: false } },
		});
		await expect(planner.plan({ ...REQUEST, coinShare: 0.01 })).rejects.toMatchObject({
			code: 'PLAN_CONTRADICTION',
			message: expect.stringMatching(/at most 200\.00 USD of SOL.* SOL on \w+ stays at -?4,000\.00 USD/),
		});
	});
});

describe('a pot', () => {
	const stuck = {
		executions: [heldPair('exec_1', 'SOL', ['bybit', 'hyperliquid'], '40')],
		tickers: { 'SOL bybit': { tradable: false }, 'SOL hyperliquid': { tradable: false } },
	};

	test('plans beside a position above the limit that cannot change now, and lets no other coin grow for it', async () => {
		const planner = await openPlanner({ coins: { SOL, XRP }, ...stuck });
		const plan = await planner.plan({ ...REQUEST, coinShare: 0.1, keepsFixed: true });
		expect(plan.changes.map(({ kind, coin, notional }) => [kind, coin, Math.round(notional)])).toEqual([
			['open', 'XRP', 1_000],
		]);
	});

	test('shrinks nothing because of a deposit at another exchange', async () => {
		const executions = [heldPair('exec_1', 'XRP', ['bybit', 'kucoin'], '60')];
		const equity = { bybit: 5_000, kucoin: 95_000 };
		const planner = await openPlanner({ coins: { XRP }, executions, equity });
		const plan = await planner.plan({ ...REQUEST, coinShare: 0.6, margin: 'accounts', keepsFixed: true });
		expect(plan.changes).toEqual([]);
	});

	test('counts no margin of executions that are not its own', async () => {
		const foreign = heldPair('exec_2', 'XRP', ['bybit', 'kucoin'], '60');
		const equity = { bybit: 1_000, hyperliquid: 1_000 };
		const planner = await openPlanner({ coins: { SOL }, executions: [foreign], equity });
		const plan = await planner.plan({ ...REQUEST, coinShare: 1, executionIds: [], margin: 'accounts' });
		expect(plan.margins.map(({ exchange, equity: usd }) => [exchange, usd])).toEqual([
			['bybit', 1_000],
			['hyperliquid', 1_000],
		]);
	});

	test('leaves other executions the equity that the same terms would give them, with their reserve', async () => {
		const foreign = heldPair('exec_2', 'XRP', ['bybit', 'kucoin'], '40');
		const setup = { coins: { SOL, XRP }, executions: [foreign], equity: { bybit: 5_000, kucoin: 5_000 } };
		const terms = { ...REQUEST, coinShare: 1, idle: 0.5, executionIds: [], withoutCoins: ['XRP'] };
		const planner = await openPlanner(setup);
		// Positions of 4,000 USD keep 4,000 of 5,000 USD on each exchange.
		const plan = await planner.plan({ ...terms, margin: 'accounts' });
		expect(plan.changes.map(({ notional }) => Math.round(notional))).toEqual([2_000]);
		expect((await planner.plan({ ...terms, capital: undefined })).terms.capital).toBeCloseTo(2_000, 6);
	});

	test('states shares of what earlier changes leave', async () => {
		const executions = [heldPair('exec_1', 'SOL', ['bybit', 'hyperliquid'], '100')];
		const planner = await openPlanner({ coins: { SOL }, executions });
		const plan = await planner.plan({ ...REQUEST, coinShare: 0.6 });
		expect(plan.changes.map(({ kind, share }) => [kind, share])).toEqual([
			['reduce', expect.closeTo(0.4, 9)],
			['roll', 1],
		]);
	});
});

describe('a plan opens nothing', () => {
	const opened = async (setup: Setup, request: Partial<PlanRequest> = {}) =>
		(await (await openPlanner(setup)).plan({ ...REQUEST, ...request })).changes.map(
			({ coin, long, short }) => `${coin} ${long.exchange} ${short.exchange}`,
		);

	test('at an exchange where trading is halted', async () => {
		expect(await opened({ coins: { SOL }, halted: 'kucoin' })).toEqual(['SOL bybit hyperliquid']);
	});

	test('onto a position that its exchange may soon deleverage', async () => {
		const setup = { coins: { SOL }, adlRanks: { 'kucoin SOLUSDTM': 0.8 } };
		expect(await opened(setup)).toEqual(['SOL bybit hyperliquid']);
		expect(await opened({ ...setup, adlRanks: { 'kucoin SOLUSDTM': 0.6 } })).toEqual(['SOL bybit kucoin']);
		const pair = heldPair('exec_1', 'SOL', ['bybit', 'kucoin'], '10');
		const held = await openPlanner({ ...setup, executions: [pair] });
		const plan = await held.plan(REQUEST);
		const target = plan.legs.find(({ exchange }) => exchange === 'kucoin')?.target ?? 0;
		expect(target).toBeGreaterThanOrEqual(-1_000);
		expect(plan.changes.map(({ short }) => short.exchange)).not.toContain('kucoin');
		expect(plan.legs.find(({ exchange }) => exchange === 'kucoin')?.reasons.map(textOf)).toEqual([
			'KuCoin may soon close SOL there by auto-deleveraging, so the plan does not enlarge it.',
		]);
	});

	test('in a coin that is not wanted', async () => {
		expect(await opened({ coins: { SOL, XRP } }, { withoutCoins: ['SOL'] })).toEqual(['XRP bybit kucoin']);
		expect(await opened({ coins: { SOL, XRP } }, { coins: ['SOL'] })).toEqual(['SOL bybit kucoin']);
	});

	test('in a coin with less than a month of funding', async () => {
		expect(await opened({ coins: { SOL }, days: 20 })).toEqual([]);
	});

	test('in two contracts with prices of two coins', async () => {
		const far: Decimal = parseDecimal('120');
		const tickers = { 'SOL kucoin': { mark: far, index: far, last: far } };
		expect(await opened({ coins: { SOL }, tickers })).toEqual(['SOL bybit hyperliquid']);
	});
});

describe('an exchange with less equity than a plan needs', () => {
	const pair = heldPair('exec_1', 'SOL', ['bybit', 'kucoin'], '40');
	const changesAt = async (equity: Setup['equity']) =>
		(
			await (
				await openPlanner({ coins: { SOL }, executions: [pair], equity: equity ?? {} })
			).plan({
				...REQUEST,
				capital: 4_000,
				coinShare: 1,
				margin: 'accounts',
			})
		).changes.map(({ kind, notional }) => [kind, Math.round(notional)]);

	test('keeps what it holds until its margin is thin, and opens nothing', async () => {
		// Positions of 4,000 USD at leverage 2 want 2,000 USD of equity, and are thin below 1,400 USD.
		expect(await changesAt({ bybit: 2_000, kucoin: 2_000 })).toEqual([]);
		expect(await changesAt({ bybit: 1_500, kucoin: 2_500 })).toEqual([]);
		expect(await changesAt({ bybit: 1_000, kucoin: 3_000 })).toEqual([['reduce', expect.closeTo(1_143, -1)]]);
	});

	test('keeps what it holds while its equity is unknown', async () => {
		expect(await changesAt({ kucoin: 4_000 })).toEqual([]);
	});

	test('opens nothing on an account that cannot be read now, and keeps what it holds there', async () => {
		const given = { coins: { SOL }, equity: { bybit: 9_000, kucoin: 9_000 }, stale: 'kucoin' } as const;
		const terms = { ...REQUEST, margin: 'accounts' } as const;
		expect((await (await openPlanner(given)).plan(terms)).changes).toEqual([]);
		const held = await openPlanner({ ...given, executions: [pair] });
		expect((await held.plan(terms)).changes).toEqual([]);
	});

	test('keeps what it holds at an exchange that reports no equity', async () => {
		expect(await changesAt({ bybit: 0, kucoin: 4_000 })).toEqual([]);
	});
});
