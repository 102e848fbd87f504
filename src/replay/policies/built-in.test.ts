/** Tests the built-in policies on the composed service over a small recorded market. */
import { describe, expect, test } from 'vitest';
import { opportunityId } from '../../../client/opportunity-id.ts';
import {
	changedAt,
	openReplayedMarket,
	QUIET,
	REPLAY_FROM,
	type RecordedContract,
} from '../../../test/support/replayed-market.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { readHoldings, writtenHoldings } from '../../domain/holdings.ts';
import { BUILT_IN, builtInPolicy } from './built-in.ts';
import type { Seat, SeatPair } from './policy.ts';
import { completeSettings, type GivenSettings } from './settings.ts';

const PAIR: SeatPair = { coin: 'AAA', exchanges: ['bybit', 'hyperliquid'] };
const MINUTE_MS = 60_000;
const TURN = REPLAY_FROM + 2 * HOUR_MS;
/** AAA earns short at Bybit, until Hyperliquid settles 0.0005 an hour from `TURN` on. */
const TURNING = changedAt('hyperliquid', TURN, '0.0005');

type Replay = {
	readonly contracts?: readonly RecordedContract[];
	readonly set?: GivenSettings;
	readonly days?: number;
	/** Pairs of the seats; by default one seat for AAA. */
	readonly pairs?: readonly (SeatPair | undefined)[];
};

/** Runs a policy, and returns the executions of each seat, oldest first. */
async function replay(name: string, { contracts = QUIET, set = {}, days = 1, pairs = [PAIR] }: Replay = {}) {
	await using market = await openReplayedMarket(contracts, days);
	const seats: Seat[] = [];
	for (const pair of pairs) seats.push(market.seat(pair));
	const { policy, settings } = builtInPolicy(name);
	await market.run(policy, seats, completeSettings(name, settings, set));
	const calls = market.calls.map(({ method }) => method);
	const opens = calls.filter((method) => method === 'execute_opportunity').length;
	const executions = [];
	for (const seat of seats) executions.push(await executionsOf(seat));
	return { executions, calls, opens, endedAt: market.clock.now() };
}

async function executionsOf({ client }: Seat) {
	const { executions } = await client.call('portfolio_live', { include_closed: true, limit: 100 });
	return executions.toReversed().map(({ execution, funding }) => ({
		...execution,
		netFunding: funding.net_funding,
		openedAt: Date.parse(execution.created_at),
		closedAt: execution.closed_at === null ? null : Date.parse(execution.closed_at),
	}));
}

/** Returns the first decision at which the 30-day spread of AAA is below a limit; the rates turn at `turn`. */
function decisionBelow(limit: number, turn = TURN): number {
	for (let hours = 0; ; hours += 1)
		// In units of 0.0001, as the exact sum of the service.
		if (((180 - hours * 5) * 365) / 30 < limit * 1e4) return turn + (hours - 1) * HOUR_MS + MINUTE_MS;
}

describe('month-mean-hysteresis', () => {
	test('enters in the direction that earns, once the rates of the hour are known', async () => {
		const { executions, endedAt } = await replay('month-mean-hysteresis');
		expect(executions[0]).toMatchObject([
			{
				long_exchange: 'hyperliquid',
				short_exchange: 'bybit',
				status: 'running',
				openedAt: REPLAY_FROM + MINUTE_MS,
				input_amount: 2_000,
				exit: { close_on_reversal: false },
			},
		]);
		expect(executions[0]?.[0]?.netFunding).toBeCloseTo(2 * 0.0002 * 1_000, 3);
		expect(endedAt).toBeGreaterThanOrEqual(REPLAY_FROM + DAY_MS);
	});

	test('leaves below −3 % a year, later than month-mean, which leaves when the sign turns', async () => {
		const slow = await replay('month-mean-hysteresis', { contracts: TURNING, days: 3 });
		const fast = await replay('month-mean', { contracts: TURNING, days: 3 });
		expect(fast.executions[0]?.[0]?.closedAt).toBeCloseTo(decisionBelow(0), -4);
		expect(slow.executions[0]?.[0]?.closedAt).toBeCloseTo(decisionBelow(-0.03), -4);
		// The mean in the other direction soon exceeds 5 %, so both enter again, whatever the service's own forecast.
		expect(slow.executions[0]?.[1]).toMatchObject({ long_exchange: 'bybit', short_exchange: 'hyperliquid' });
	});

	test('opens a coin again one step after it closed it', async () => {
		const { executions } = await replay('month-mean', { contracts: TURNING, days: 3, set: { enter: 0 } });
		const [first, second] = executions[0] ?? [];
		expect(second).toMatchObject({ long_exchange: 'bybit', short_exchange: 'hyperliquid' });
		expect((second?.openedAt ?? 0) - (first?.closedAt ?? 0)).toBeCloseTo(HOUR_MS, -4);
	});

	test('closes what is open at the end only if closeAtEnd is on', async () => {
		const { executions } = await replay('month-mean-hysteresis', { set: { closeAtEnd: 'true' } });
		expect(executions[0]).toMatchObject([{ status: 'closed' }]);
		expect(executions[0]?.[0]?.closedAt).toBeCloseTo(REPLAY_FROM + DAY_MS, -4);
	});

	test('tries a refused opening again at each step, and goes on', async () => {
		const { executions, opens } = await replay('month-mean-hysteresis', { set: { legUsd: 5_000_000 } });
		expect(executions[0]).toEqual([]);
		expect(opens).toBe(24);
	});

	test('waits until 30 days of a new contract are known', async () => {
		const listedAt = REPLAY_FROM - 29.5 * DAY_MS;
		const contracts = QUIET.map((contract) =>
			contract.coin === 'AAA' && contract.venue === 'bybit'
				? { ...contract, rate: (at: number) => (at < listedAt ? undefined : '0.0002') }
				: contract,
		);
		const { executions } = await replay('month-mean-hysteresis', { contracts });
		expect(executions[0]?.[0]?.openedAt).toBe(REPLAY_FROM + 16 * HOUR_MS + MINUTE_MS);
	});

	test('closes a position whose contract is gone, and does not open it again', async () => {
		const contracts = changedAt('bybit', REPLAY_FROM + 9 * HOUR_MS, undefined);
		const { executions } = await replay('month-mean-hysteresis', { contracts, days: 6 });
		expect(executions[0]).toHaveLength(1);
		expect(executions[0]?.[0]?.status).toBe('closed');
	});

	test('trades each pair in its own seat, and leaves a seat without data alone', async () => {
		const pairs: readonly SeatPair[] = [
			{ coin: 'NOPE', exchanges: ['bybit', 'hyperliquid'] },
			PAIR,
			{ coin: 'AAA', exchanges: ['okx', 'bybit'] },
			{ coin: 'BBB', exchanges: ['bybit', 'hyperliquid'] },
		];
		const { executions } = await replay('month-mean-hysteresis', { pairs });
		expect(executions.map((own) => own.map(({ symbol }) => symbol))).toEqual([[], ['AAAUSDC'], [], []]);
	});
});

test('a position against the forecast can be previewed and opened', async () => {
	await using market = await openReplayedMarket(TURNING, 2);
	const { client } = market.seat();
	await market.clock.until(REPLAY_FROM + 40 * HOUR_MS);
	const [bybit, hyperliquid] = (await client.call('funding_map', { coins: ['AAA'] })).data[0]?.cells ?? [];
	if (bybit === undefined || hyperliquid === undefined) throw new Error('AAA is not listed.');
	const terms = { opportunity_id: opportunityId(bybit, hyperliquid), amount: 2_000 };
	await expect(client.call('execute_opportunity', terms)).rejects.toThrow('is gone');
	const preview = await client.call('execute_opportunity', { ...terms, any_direction: true, preview: true });
	if (!('preview_id' in preview)) throw new Error('There is no preview.');
	expect(preview.plan.legs).toMatchObject([{ exchange: 'bybit' }, { exchange: 'hyperliquid' }]);
	const params = { ...terms, any_direction: true, preview_id: preview.preview_id };
	const opened = await client.call('execute_opportunity', params);
	await market.clock.until(market.clock.now() + HOUR_MS);
	const { execution } = await client.call('get_execution', {
		execution_id: 'execution_id' in opened ? opened.execution_id : '',
	});
	expect(execution).toMatchObject({
		long_exchange: 'bybit',
		status: 'running',
		opportunity_id: terms.opportunity_id,
	});
});

describe('a user who trades any pair', () => {
	test('opens the widest spreads first, one position per coin and at most count', async () => {
		const contracts = [
			...QUIET.filter(({ coin }) => coin === 'AAA'),
			...QUIET.filter(({ coin }) => coin === 'AAA').map((contract) => ({
				...contract,
				coin: 'CCC',
				rate: (at: number) => (contract.rate(at) === '0' ? '0' : '0.0003'),
			})),
			{ venue: 'okx', coin: 'AAA', hours: 8, rate: () => '0.0001' },
		];
		const one = await replay('month-mean', { contracts, pairs: [undefined], set: { count: 1 } });
		expect(one.executions[0]?.map(({ symbol }) => symbol)).toEqual(['CCCUSDC']);
		const all = await replay('month-mean', { contracts, pairs: [undefined] });
		expect(all.executions[0]?.map(({ symbol }) => symbol).sort()).toEqual(['AAAUSDC', 'CCCUSDC']);
		expect(all.executions[0]).toMatchObject(
			Array(2).fill({ long_exchange: 'hyperliquid', short_exchange: 'bybit' }),
		);
	});

	test('contracts with equal rates have no spread at all', async () => {
		const { opens } = await replay('month-mean', {
			contracts: QUIET.filter(({ coin }) => coin === 'BBB'),
			pairs: [undefined],
			set: { enter: 0 },
		});
		expect(opens).toBe(0);
	});
});

describe('top-headline', () => {
	test('holds the highest headline spreads of all seats, and changes them after holdHours', async () => {
		const bbb: SeatPair = { coin: 'BBB', exchanges: ['bybit', 'hyperliquid'] };
		const contracts = [
			...changedAt('bybit', REPLAY_FROM + HOUR_MS, '0').filter(({ coin }) => coin === 'AAA'),
			{ venue: 'bybit', coin: 'BBB', hours: 8, rate: () => '0.0001' },
			{ venue: 'hyperliquid', coin: 'BBB', hours: 1, rate: () => '0' },
		];
		const { executions } = await replay('top-headline', {
			contracts,
			pairs: [PAIR, bbb],
			set: { count: 1, holdHours: 12 },
		});
		expect(executions).toMatchObject([[{ status: 'closed' }], [{ status: 'running' }]]);
		const [[first], [second]] = executions as [(typeof executions)[0], (typeof executions)[0]];
		expect(first?.openedAt).toBeCloseTo(REPLAY_FROM, -6);
		expect(first?.closedAt).toBeCloseTo(REPLAY_FROM + 13 * HOUR_MS, -7);
		expect(second?.openedAt).toBeGreaterThan(REPLAY_FROM + 8 * HOUR_MS);
	});
});

describe('hold', () => {
	test('opens once and keeps the position, even against it', async () => {
		const { executions, opens } = await replay('hold', { contracts: TURNING, days: 3 });
		expect(executions[0]).toMatchObject([{ status: 'running', short_exchange: 'bybit' }]);
		expect(executions[0]?.[0]?.netFunding).toBeLessThan(-20);
		expect(opens).toBe(1);
	});
});

describe('holdings', () => {
	test('opens the given positions once, in their direction and with their leverage, and keeps them', async () => {
		const positions = 'AAA:bybit:hyperliquid:500:2, ZZZ:bybit:hyperliquid:100:1';
		const { executions, opens } = await replay('holdings', {
			set: { positions },
			pairs: [undefined],
			days: 2,
		});
		expect(executions[0]).toMatchObject([
			{
				long_exchange: 'bybit',
				short_exchange: 'hyperliquid',
				leverage: 2,
				input_amount: 500,
				status: 'running',
			},
		]);
		expect(opens).toBe(1);
	});

	test('writes positions as it reads them, and refuses others', () => {
		const holdings = [
			{ coin: 'BTC', long: 'okx', short: 'bybit', legUsd: 1_000.5, leverage: 2 },
			{ coin: 'PEPE', long: 'kucoin', short: 'okx', legUsd: 20, leverage: 1.8 },
		];
		expect(readHoldings(writtenHoldings(holdings))).toEqual(holdings);
		expect(readHoldings('')).toEqual([]);
		for (const wrong of ['BTC', 'BTC:okx:bybit:1000', 'BTC:okx:bybit:1000:0', 'BTC:okx:bybit:-1:2'])
			expect(() =>
				completeSettings('holdings', builtInPolicy('holdings').settings, { positions: wrong }),
			).toThrow(/^An entry of the setting positions must be COIN:/);
	});
});

describe('verdict', () => {
	test('opens what the service says trade for, with the exit rules of the service', async () => {
		const { executions } = await replay('verdict', { pairs: [undefined], days: 3 });
		expect(executions[0]).toMatchObject([
			{ symbol: 'AAAUSDC', status: 'running', exit: { close_on_reversal: true } },
		]);
	});

	test('leaves the exit to the service, which here still expects to earn', async () => {
		const contracts = changedAt('hyperliquid', REPLAY_FROM + 2 * DAY_MS, '0.0005');
		const { executions, calls } = await replay('verdict', { contracts, days: 4 });
		expect(executions[0]).toMatchObject([{ status: 'running', short_exchange: 'bybit' }]);
		expect(calls).not.toContain('close_execution');
		// Each step asks whether the place is free again, as long as the verdict is trade.
		expect(calls).toContain('get_execution');
	});
});

test.each(BUILT_IN)(
	'$name has a description and defaults within their ranges',
	({ name, description, settings }) => {
		expect(description).toMatch(/^[A-Z].*\.$/);
		const defaults = completeSettings(name, settings, {});
		expect(completeSettings(name, settings, defaults)).toEqual(defaults);
	},
);

test('names the built-in policies if there is none with a name', () => {
	expect(() => builtInPolicy('moon')).toThrow(
		'There is no policy moon. Built in are verdict, planner, month-mean-hysteresis, month-mean, top-headline, hold, holdings; a file of your own ends in .ts, .mts, .js or .mjs.',
	);
});
