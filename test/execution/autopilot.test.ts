/**
 * Tests the autopilot of the complete service in virtual time: pots open, reduce and close real executions at
 * exchanges within the process, and shadow pots do so on paper accounts.
 */
import { expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { PlannedChange, PotHolding, PotPlanner } from '../../src/ports/autopilot.ts';
import { fixtureInstrument } from '../support/fixture-feed.ts';
import { openWholeService, type WholeService } from '../support/whole-service.ts';

const START_AT = Date.UTC(2026, 10, 21, 8, 52);
const MINUTE_MS = 60_000;
const VENUES = ['bybit', 'kucoin'] as const;
const KEYS = { bybit: 'bybit of ann', kucoin: 'kucoin of ann' } as const;
const ZERO = 0n as Decimal;

type Wishes = { notional: number };

/** Plans one pair of SOL with the wanted notional of a leg. */
function plannerOf(wishes: Wishes): PotPlanner {
	const [long, short] = VENUES.map((venue) => ({ venue, symbol: fixtureInstrument(venue, 'SOL').symbol }));
	if (long === undefined || short === undefined) throw new Error('There are two exchanges.');
	const pair = {
		coin: 'SOL',
		long,
		short,
		leg: null,
		gain: fromInteger(10),
		cost: fromInteger(1),
		explanation: 'The test wants it.',
	};
	const changesOf = (holdings: readonly PotHolding[]): readonly PlannedChange[] => {
		const [held] = holdings;
		if (held === undefined)
			return wishes.notional === 0
				? []
				: [
						{
							...pair,
							kind: 'open',
							executionId: null,
							notional: fromInteger(wishes.notional),
							share: null,
							costMax: fromInteger(5),
						},
					];
		const { executionId } = held;
		const less = { ...pair, executionId, costMax: null, notional: fromInteger(1) };
		if (wishes.notional === 0) return [{ ...less, kind: 'close', share: null }];
		const now = Number(held.notional ?? ZERO) / 1e18;
		const share = 1 - wishes.notional / now;
		return share < 0.05 ? [] : [{ ...less, kind: 'reduce', share: parseDecimal(share.toFixed(6)) }];
	};
	return {
		plan: async ({ holdings, equity, now }) => ({
			targets: [],
			changes: changesOf(holdings),
			netOnCapital: parseDecimal('0.2'),
			cash: parseDecimal('0.04'),
			knew: { dataAt: now, equity, inputs: {} },
			notes: [],
		}),
	};
}

const contracts = VENUES.map((venue) => ({
	instrument: fixtureInstrument(venue, 'SOL'),
	bid: parseDecimal('149.99'),
	ask: parseDecimal('150.01'),
	depth: fromInteger(10_000),
	fundingRate: parseDecimal(venue === 'bybit' ? '-0.0001' : '0.0002'),
}));

type Opened = { readonly whole: WholeService; readonly token: string };

async function openService(potPlanner?: PotPlanner): Promise<Opened> {
	const whole = await openWholeService({
		seed: 20_261_129,
		startAt: START_AT,
		contracts,
		...(potPlanner === undefined ? {} : { potPlanner }),
	});
	const token = await whole.token('ann', ['arb:read', 'arb:trade', 'exchange:connect']);
	await whole.pass(MINUTE_MS);
	for (const [venue, apiKey] of Object.entries(KEYS)) {
		whole.venues.openAccount(venue, apiKey, 10_000);
		await whole.call(token, 'connect_exchange', {
			exchange: venue,
			api_key: apiKey,
			api_secret: 'a secret',
			...(venue === 'kucoin' ? { api_passphrase: 'words' } : {}),
		});
	}
	return { whole, token };
}

const held = ({ venues }: WholeService, venue: 'bybit' | 'kucoin'): Decimal =>
	venues.exchange(venue).accountOf(KEYS[venue]).positions.get(fixtureInstrument(venue, 'SOL').symbol)
		?.quantity ?? ZERO;

type Shown = {
	readonly pot_id: string;
	readonly kind: string;
	readonly state: string;
	readonly profit: number;
	readonly waits: { readonly message: string } | null;
	readonly holdings: readonly { readonly quantity: number; readonly execution_id: string }[];
	readonly decisions: readonly {
		readonly decision_id: string;
		readonly trigger: string;
		readonly plan: { readonly inputs: unknown; readonly net_on_capital: number | null } | null;
		readonly changes: readonly {
			readonly state: string;
			readonly kind: string;
			readonly execution_id: string | null;
			readonly outcome: { readonly message: string } | null;
		}[];
	}[];
};

async function shown({ whole, token }: Opened): Promise<readonly Shown[]> {
	const { pots } = await whole.call(token, 'autopilot_status', { decisions: 20 });
	return pots as readonly Shown[];
}

const ends = (pot: Shown | undefined): readonly string[] =>
	(pot?.decisions ?? [])
		.toReversed()
		.flatMap(({ trigger, changes }) => changes.map(({ kind, state }) => `${trigger} ${kind} ${state}`));

const POT = {
	name: 'Main',
	capital: 5_000,
	exchanges: ['bybit', 'kucoin'],
	leverage: 2,
	mode: 'act',
} as const;

test('a pot opens at its start, reduces and closes at later decisions, and stops', async () => {
	const wishes = { notional: 900 };
	const opened = await openService(plannerOf(wishes));
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.call(token, 'autopilot_start', { ...POT, decide_at: '09:10' });
	await whole.pass(5 * MINUTE_MS);
	expect(ends((await shown(opened))[0])).toEqual(['start open executed']);
	expect(held(whole, 'bybit')).toBe(fromInteger(6));
	expect(held(whole, 'kucoin')).toBe(-fromInteger(6));
	wishes.notional = 450;
	await whole.pass(15 * MINUTE_MS);
	expect(held(whole, 'bybit')).toBe(fromInteger(3));
	const [pot] = await shown(opened);
	// The fees of three orders per leg are more than one settlement.
	expect(pot?.profit).toBeLessThan(0);
	expect(pot?.holdings).toHaveLength(1);
	const stopped = await whole.call(token, 'autopilot_stop', { pot_id: pot?.pot_id, close: true });
	expect(stopped.success).toBe(true);
	await whole.pass(5 * MINUTE_MS);
	expect([held(whole, 'bybit'), held(whole, 'kucoin')]).toEqual([ZERO, ZERO]);
	const [last] = await shown(opened);
	expect([last?.state, ...ends(last)]).toEqual([
		'stopped',
		'start open executed',
		'daily reduce executed',
		'stop close executed',
	]);
	expect(whole.errors).toEqual([]);
});

test('a pot that only suggests reduces once when an account loses its margin', async () => {
	const opened = await openService(plannerOf({ notional: 900 }));
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.call(token, 'autopilot_start', POT);
	await whole.pass(5 * MINUTE_MS);
	const [pot] = await shown(opened);
	await whole.call(token, 'autopilot_change', { pot_id: pot?.pot_id, mode: 'suggest' });
	await whole.pass(MINUTE_MS);
	expect(held(whole, 'bybit')).toBe(fromInteger(6));
	// 900 USD of notional at leverage 2 want 450 USD, and the alarm begins below 135 USD.
	whole.venues.exchange('bybit').accountOf(KEYS.bybit).wallet = fromInteger(100);
	await whole.pass(30 * MINUTE_MS);
	// About a quarter of 400 USD is 100 USD, which is 0.5 / L. The exchanges trade lots of 0.3 SOL.
	const left = held(whole, 'bybit');
	expect(left).toBe(parseDecimal('2.7'));
	expect(held(whole, 'kucoin')).toBe(-left);
	expect(ends((await shown(opened))[0]).filter((one) => one.startsWith('margin_alarm'))).toEqual([
		'margin_alarm reduce executed',
	]);
	expect(whole.errors).toEqual([]);
});

test('a kill switch refuses the openings of a pot', async () => {
	const wishes = { notional: 900 };
	const opened = await openService(plannerOf(wishes));
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.call(token, 'halt_trading', { reason: 'a holiday' });
	await whole.call(token, 'autopilot_start', POT);
	await whole.pass(5 * MINUTE_MS);
	const [pot] = await shown(opened);
	expect(ends(pot)).toEqual(['start open refused']);
	expect(held(whole, 'bybit')).toBe(ZERO);
	const listed: unknown = await whole.call(token, 'list_alerts', { kinds: ['autopilot'] });
	const alerts = listed as readonly { readonly message: string }[];
	expect(alerts.map(({ message }) => message)).toEqual([
		expect.stringContaining('Main could not make a change (open SOL): '),
		'Main decided 1 change and makes them now.',
	]);
});

test('a shadow pot trades on paper accounts of a hidden user, beside the owner’s own accounts', async () => {
	const wishes = { notional: 900 };
	const opened = await openService(plannerOf(wishes));
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.call(token, 'autopilot_start', { ...POT, kind: 'shadow' });
	await whole.pass(10 * MINUTE_MS);
	const [pot] = await shown(opened);
	expect([pot?.kind, ...ends(pot)]).toEqual(['shadow', 'start open executed']);
	expect(pot?.holdings[0]?.quantity).toBe(6);
	expect([held(whole, 'bybit'), held(whole, 'kucoin')]).toEqual([ZERO, ZERO]);
	const { executions } = await whole.call(token, 'portfolio_live', {});
	expect(executions).toEqual([]);
	await whole.pass(70 * MINUTE_MS);
	const [later] = await shown(opened);
	expect(later?.profit).toBeGreaterThan(Number(pot?.profit));
	wishes.notional = 0;
	await whole.call(token, 'autopilot_stop', { pot_id: pot?.pot_id, close: true });
	await whole.pass(5 * MINUTE_MS);
	expect((await shown(opened))[0]).toMatchObject({ state: 'stopped', holdings: [] });
	expect(whole.errors).toEqual([]);
});

test('the executions of a pot have no exit rule for reversed funding, because its plan decides when to leave', async () => {
	const opened = await openService(plannerOf({ notional: 900 }));
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.call(token, 'autopilot_start', POT);
	await whole.pass(5 * MINUTE_MS);
	const { executions } = await whole.call(token, 'portfolio_live', {});
	expect(executions).toMatchObject([{ execution: { exit: { close_on_reversal: false } } }]);
});

test('more capital puts paper money on the accounts of a shadow pot', async () => {
	const wishes = { notional: 900 };
	const opened = await openService(plannerOf(wishes));
	const { whole, token } = opened;
	await using _whole = whole;
	const paperMoney = () =>
		whole.database
			.prepare('SELECT venue, wallet FROM paper_account ORDER BY venue')
			.all()
			.map(({ venue, wallet }) => [venue, Number(wallet)]);
	await whole.call(token, 'autopilot_start', { ...POT, with_shadow: true });
	expect(paperMoney()).toEqual([
		['bybit', 2_500],
		['kucoin', 2_500],
	]);
	const [live] = await shown(opened);
	await whole.call(token, 'autopilot_change', { pot_id: live?.pot_id, capital: 9_000 });
	await whole.pass(5 * MINUTE_MS);
	const [, shadow] = await shown(opened);
	expect(shadow).toMatchObject({ kind: 'shadow', settings: { capital: 9_000, mode: 'act' } });
	for (const [, wallet] of paperMoney()) {
		// The fees of the opening are less than a dollar.
		expect(wallet).toBeGreaterThan(4_499);
		expect(wallet).toBeLessThan(4_500.01);
	}
	expect(whole.errors).toEqual([]);
});

test('the portfolio planner plans a pot from the service’s own forecasts', async () => {
	const opened = await openService();
	const { whole, token } = opened;
	await using _whole = whole;
	await whole.pass(10 * MINUTE_MS);
	await whole.call(token, 'autopilot_start', { ...POT, coin_share: 0.5, min_net_over_cash_pct: -5 });
	await whole.pass(10 * MINUTE_MS);
	const [pot] = await shown(opened);
	expect(pot?.waits).toBeNull();
	expect(ends(pot)).toEqual(['start open executed']);
	// G is 5,000 × 0.75 × 2 / 2 = 3,750 USD, and a coin may have half of it: 1,875 USD, or 12.5 SOL at 150 USD.
	expect(held(whole, 'bybit')).toBeGreaterThan(fromInteger(11));
	expect(held(whole, 'bybit')).toBeLessThanOrEqual(parseDecimal('12.5'));
	expect(pot?.decisions[0]?.plan?.net_on_capital).toBeGreaterThan(0.04);
	expect(whole.errors).toEqual([]);
});
