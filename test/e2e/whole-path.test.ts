/**
 * Makes one trade in one data directory, from opening a spread to flat, over plain HTTP and on the command line, as a
 * user does. The test reads each exchange directly. The tests run in order, and each starts from the state that the
 * previous test left.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, type Decimal, fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { settleSoon } from './settling.ts';
import {
	allOpportunities,
	closeAndEnd,
	executionOf,
	firstDetail,
	hedgedSize,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import {
	type Closed,
	type Execution,
	type Opened,
	type Opportunity,
	type PairStatus,
	type Portfolio,
	readExact,
} from './wire.ts';

const AMOUNT_USD = 1_200;
const KEY = 'whole-path-1';
const DEPOSIT_USD = '250.5';
const COINS_MIN = 31;
const POLL_MS = 250;

let fixture: Fixture;
let service: Service;
let records: FixtureRecords;
let token = '';
let opportunity: Opportunity;
let opened: Opened;
let beganAt = 0;

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve('--log-level', 'debug');
	token = await fixture.token('arb:read arb:trade');
	records = await openExchangeRecords(fixture);
	beganAt = Date.now();
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await fixture[Symbol.asyncDispose]();
});

function portfolio(params: object = {}): Promise<Portfolio> {
	return service.call<Portfolio>('portfolio_live', params, token);
}

/** Returns the signed position sizes of both legs in coins, as the service reports them. */
function sizesOf({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Returns the signed position sizes in all instruments in coins, from the exchanges' own records. */
async function sizesAtVenues(): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		VENUES.map(async (venue) =>
			[...(await records[venue].positions())].map(
				([symbol, coins]) => [`${venue} ${symbol}`, coins] as const,
			),
		),
	);
	return Object.fromEntries(reads.flat());
}

async function expectBalanced(): Promise<Portfolio> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		VENUES.map((exchange) => ({ exchange, unexplained: ZERO })),
	);
	return quiet;
}

test('public methods answer without a token: test, exchange_pair, more than 30 coins, a detail', async () => {
	expect(await service.call('test', {})).toMatchObject({ status: 'ok', service: 'carrywire' });
	expect(await service.call('exchange_pair', {})).toMatchObject([
		{ exchangepair: 'bybit-kucoin', exchanges: ['bybit', 'kucoin'], active: true, reason: null },
	]);
	const all = await allOpportunities(service);
	expect(new Set(all.map(({ base }) => base)).size).toBeGreaterThanOrEqual(COINS_MIN);
	expect(new Set(all.map(({ opportunity_id }) => opportunity_id)).size).toBe(all.length);
	const { id, detail } = await firstDetail(service);
	expect(detail).toMatchObject({
		opportunity_id: id,
		funding_history: expect.any(Array),
		books: { long: expect.any(Object), short: expect.any(Object) },
	});
});

test('an opportunity shows real current costs: fees, slippage, basis, intervals', async () => {
	for (const { net, price_basis, long_interval_hours, short_interval_hours } of await openableOpportunities(
		service,
		AMOUNT_USD,
	)) {
		expect(net.cost.entry_fees).toBeGreaterThan(ZERO);
		expect(net.cost.exit_fees).toBeGreaterThan(ZERO);
		expect(net.cost.entry_slippage).toBeGreaterThanOrEqual(ZERO);
		expect(net.cost.exit_slippage).toBeGreaterThanOrEqual(ZERO);
		expect(price_basis).not.toBeNull();
		for (const hours of [long_interval_hours, short_interval_hours]) {
			expect([1, 2, 4, 8].map(fromInteger)).toContain(hours);
		}
	}
});

test('execute_opportunity reaches running, and each exchange reports the same sizes', async () => {
	opportunity = (await openableOpportunities(service, AMOUNT_USD))[0] as Opportunity;
	const ran = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD, idempotency_key: KEY });
	opened = ran.opened;
	expect(opened).toMatchObject({ success: true, status: 'queued', mode: 'single-direct' });
	expect(hedgedSize(ran.execution)).toBeGreaterThan(ZERO);
	expect(await sizesAtVenues()).toEqual(sizesOf(ran.execution));
	const { execution } = ran.execution;
	expect(execution.filled_amount).toBeLessThanOrEqual(
		add(fromInteger(AMOUNT_USD), fromInteger(AMOUNT_USD / 20)),
	);
	await expectBalanced();
});

test('carrywire venue reports the same as plain ccxt', async () => {
	for (const venue of VENUES) {
		const { exit, stdout, stderr } = await fixture.run('venue', venue, 'positions', '--json');
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		const sizes = sizesOf(await executionOf(service, token, opened.execution_id));
		expect(coinsPrinted(stdout, venue)).toEqual(
			Object.fromEntries(Object.entries(sizes).filter(([name]) => name.startsWith(`${venue} `))),
		);
	}
});

test('check_pair_status names the open execution', async () => {
	const status = await service.call<PairStatus>('check_pair_status', { exchangepair: 'kucoin-bybit' }, token);
	expect(status).toMatchObject({
		exchangepair: 'bybit-kucoin',
		active: true,
		is_active: true,
		reason: null,
		executions: [opened.execution_id],
	});
});

test('books a scheduled settlement with the exchanges’ amounts', async () => {
	await settleSoon(fixture, opportunity);
	const execution = await untilSettlements(1);
	await expectVenueAmounts(execution);
	await expectBalanced();
});

test('books a settlement that the operator triggers', async () => {
	for (const venue of VENUES) await fixture.admin(venue, 'POST', '/settle', {});
	await expectVenueAmounts(await untilSettlements(2));
	await expectBalanced();
});

test('shows the execution without its payments of funding', async () => {
	const params = { execution_id: opened.execution_id };
	const whole = await executionOf(service, token, opened.execution_id);
	expect(whole.funding.funding_events.length).toBeGreaterThan(0);
	const brief = await service.call<Execution>('get_execution', { ...params, funding_events: false }, token);
	const portfolio = await service.call<Portfolio>('portfolio_live', { funding_events: false }, token);
	for (const shown of [brief, portfolio.executions[0]])
		expect(shown?.funding).toEqual({ ...whole.funding, funding_events: [] });
});

/** Waits until each leg has booked this many settlements. */
function untilSettlements(count: number): Promise<Execution> {
	return until({ what: `${count} settlements on each leg`, periodMs: POLL_MS }, async () => {
		const execution = await executionOf(service, token, opened.execution_id);
		const { funding_events } = execution.funding;
		const booked = VENUES.map((venue) => funding_events.filter(({ exchange }) => exchange === venue).length);
		return booked.every((each) => each >= count) ? execution : undefined;
	});
}

async function expectVenueAmounts({ funding, long_position, short_position }: Execution): Promise<void> {
	for (const { exchange, symbol } of [long_position, short_position]) {
		const paid = await records[exchange as Venue].payments(symbol, beganAt);
		const booked = funding.funding_events.filter((event) => event.exchange === exchange);
		const byTime = (rows: readonly (readonly [Decimal, Decimal])[]) =>
			[...rows].sort(([a, x], [b, y]) => (a < b || (a === b && x < y) ? -1 : 1));
		expect(byTime(booked.map(({ timestamp, amount }) => [timestamp, amount]))).toEqual(
			byTime(paid.map(({ at, amount }) => [fromInteger(Math.floor(at / 1_000)), amount])),
		);
		expect(booked.length).toBeGreaterThan(0);
	}
}

test('a deposit is an external flow and leaves nothing unexplained', async () => {
	await fixture.admin('bybit', 'POST', '/accounts/owner/deposit', { amount: DEPOSIT_USD });
	const quiet = await until({ what: 'the deposit among the external flows', periodMs: POLL_MS }, async () => {
		const read = await expectBalanced();
		const flows = read.accounts.find(({ exchange }) => exchange === 'bybit')?.external_flows;
		return flows === parseDecimal(DEPOSIT_USD) ? read : undefined;
	});
	expect(quiet.accounts.find(({ exchange }) => exchange === 'kucoin')?.external_flows).toBe(ZERO);
});

test('kill -9 of everything and a restart change nothing', async () => {
	const before = await executionOf(service, token, opened.execution_id);
	const heldBefore = await sizesAtVenues();
	await records[Symbol.asyncDispose]();
	await fixture.killEverything(service);
	service = await fixture.serve('--log-level', 'debug');
	records = await openExchangeRecords(fixture);
	const after = await untilStatus(service, token, opened.execution_id, ['running']);
	expect(await sizesAtVenues()).toEqual(heldBefore);
	expect(lasting(after)).toEqual(lasting(before));
	expect((await portfolio()).executions).toHaveLength(1);
	await expectBalanced();
});

/**
 * Returns the fields that must be the same after a restart. Mark prices, and values that depend on them, move with
 * the market.
 */
function lasting({ execution, long_position, short_position, pnl, funding }: Execution) {
	const { realized_pnl, funding_pnl, fee_cost, slippage_cost } = pnl;
	return {
		execution: { ...execution, updated_at: undefined },
		positions: [long_position, short_position].map(({ exchange, symbol, side, size, entry_price }) => ({
			exchange,
			symbol,
			side,
			size,
			entry_price,
		})),
		pnl: { realized_pnl, funding_pnl, fee_cost, slippage_cost },
		funding,
	};
}

test('after the restart, the same idempotency key returns the first answer and opens nothing', async () => {
	const params = {
		opportunity_id: opportunity.opportunity_id,
		mode: 'single-direct',
		amount: AMOUNT_USD,
		idempotency_key: KEY,
	};
	expect(await service.call<Opened>('execute_opportunity', params, token)).toEqual(opened);
	const other = await service.answer('execute_opportunity', { ...params, amount: AMOUNT_USD + 1 }, token);
	expect(other.error).toMatchObject({
		code: fromInteger(-32_000),
		data: { code: 'IDEMPOTENCY_CONFLICT', field: 'idempotency_key' },
	});
	expect((await portfolio({ include_closed: true })).executions).toHaveLength(1);
});

test('closes half of both legs', async () => {
	const whole = hedgedSize(await executionOf(service, token, opened.execution_id));
	const answer = await service.call<Closed>(
		'close_execution',
		{ execution_id: opened.execution_id, share: 0.5 },
		token,
	);
	expect(answer).toMatchObject({ success: true, status: 'running', final_pnl: null });
	const execution = await untilStatus(service, token, opened.execution_id, ['running']);
	expect(hedgedSize(execution)).toBeLessThan(whole);
	expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
	expect(await sizesAtVenues()).toEqual(sizesOf(execution));
	await expectBalanced();
});

test('close_execution leaves both exchanges flat by their own records, and the accounts balance', async () => {
	const closed = await service.call<Closed>('close_execution', { execution_id: opened.execution_id }, token);
	expect(closed).toMatchObject({ success: true, status: 'closed', execution_id: opened.execution_id });
	expect(await sizesAtVenues()).toEqual({});
	for (const venue of VENUES) expect(await records[venue].openOrders()).toEqual([]);
	const quiet = await expectBalanced();
	const ended = quiet.executions.find(({ execution }) => execution.id === opened.execution_id);
	expect(ended?.execution.status).toBe('closed');
	expect(closed.final_pnl).toBe(ended?.pnl.total_pnl);
	expect(closed.total_funding).toBe(ended?.funding.net_funding);
	expect(quiet.summary.running_executions).toBe(ZERO);
	const again = await service.call<Closed>('close_execution', { execution_id: opened.execution_id }, token);
	expect(again).toMatchObject({ status: 'closed', final_pnl: closed.final_pnl });
});

test('a preview is binding: its terms can be executed once', async () => {
	const [other] = (await openableOpportunities(service, AMOUNT_USD)).filter(
		({ opportunity_id }) => opportunity_id !== opportunity.opportunity_id,
	);
	const params = { opportunity_id: other?.opportunity_id, amount: AMOUNT_USD, mode: 'single-direct' };
	const preview = await service.call<{
		readonly preview_id: string;
		readonly plan: { readonly quantity: Decimal };
	}>('execute_opportunity', { ...params, preview: true }, token);
	expect(await sizesAtVenues()).toEqual({});
	const bound = await service.call<Opened>(
		'execute_opportunity',
		{ ...params, preview_id: preview.preview_id },
		token,
	);
	const execution = await untilStatus(service, token, bound.execution_id, ['running']);
	expect(await sizesAtVenues()).toEqual(sizesOf(execution));
	const twice = await service.answer(
		'execute_opportunity',
		{ ...params, preview_id: preview.preview_id },
		token,
	);
	expect(twice.error?.data.code).toBe('UNKNOWN_PREVIEW');
	await closeAndEnd(service, token, bound.execution_id);
	expect(await sizesAtVenues()).toEqual({});
	await expectBalanced();
});

test('no secret was written', () => {
	expect(fixture.written()).toContain('journaled');
	expect(fixture.secrets().length).toBeGreaterThanOrEqual(1 + 2 * 2);
	expect(leakedSecrets(fixture)).toEqual([]);
});

/** Parses the output of `carrywire venue … positions --json` into signed position sizes in coins. */
function coinsPrinted(stdout: string, venue: Venue): Record<string, Decimal> {
	const { positions } = readExact(stdout) as {
		readonly positions: readonly { readonly symbol: string; readonly side: string; readonly size: Decimal }[];
	};
	return Object.fromEntries(
		positions.map(({ symbol, side, size }) => [`${venue} ${symbol}`, side === 'long' ? size : neg(size)]),
	);
}
