/**
 * Tests paper mode, started as users start it: public data from exchanges in a separate process, and accounts that
 * the service itself simulates. Only the transport is redirected. The tests run in order, and each starts from the
 * state that the previous test left.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	floorPlaces,
	fromInteger,
	mulTrunc,
	neg,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/database.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { settleSoon } from './settling.ts';
import {
	closeAndEnd,
	executionOf,
	hedgedSize,
	openableOpportunities,
	openOnce,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Opened, Opportunity, Portfolio } from './wire.ts';

const AMOUNT_USD = 1_200;
const DEPOSIT_USD = 20_000;
/** Latency of paper orders, milliseconds. It is long enough to kill the process while both orders are in flight. */
const LATENCY_MS = 1_500;
const POLL_MS = 50;
const LEDGER_PLACES = 8;
/** Operations that require an API key. */
const PRIVATE_OPERATIONS = ['order.create', 'order.cancel', 'order.query', 'account', 'position'] as const;

let exchanges: Fixture;
let fixture: Fixture;
let service: Service;
let token = '';
let opened: Opened;
let opportunity: Opportunity;
const config = {
	paper: { latencyMs: LATENCY_MS, depositUsd: DEPOSIT_USD },
	execution: { settlementGuardMs: 0 },
};

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	// The exchanges count the requests that match a fault plan entry. These entries match every request that requires
	// a key; a later test expects a count of zero.
	for (const venue of VENUES)
		for (const operation of PRIVATE_OPERATIONS)
			await exchanges.admin(venue, 'POST', '/faults', {
				operation,
				count: 1_000_000,
				action: { kind: 'delay', at: 'before', ms: 1 },
			});
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	fixture = openFixture({ mode: 'paper', transport: { redirect }, ...config });
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade exchange:connect');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await exchanges[Symbol.asyncDispose]();
});

type Row = Record<string, unknown>;

/** Reads the service's database from the test process. */
function onDisk(sql: string): Row[] {
	const database = new DatabaseSync(join(fixture.dataDir, DATABASE_FILE), { readOnly: true });
	try {
		return database.prepare(sql).all() as Row[];
	} finally {
		database.close();
	}
}

const decimalOf = (row: Row, name: string): Decimal => parseDecimal(String(row[name]));

/** Checks on disk, for each account: cash = deposit + realized profit + settlements − fees. */
function expectBalancedBooks(): void {
	const accounts = onDisk('SELECT * FROM paper_account ORDER BY venue');
	// There are two users, each with one account at each exchange.
	expect(accounts.map(({ venue }) => venue)).toEqual(VENUES.flatMap((venue) => [venue, venue]));
	for (const account of accounts) {
		const of = (table: string): Row[] =>
			onDisk(`SELECT * FROM ${table} WHERE account_id = '${String(account.account_id)}'`);
		const fills = of('paper_fill');
		const realized = sum(fills.map((fill) => decimalOf(fill, 'realized')));
		const fees = sum(fills.map((fill) => decimalOf(fill, 'fee')));
		const paid = sum(of('paper_payment').map((payment) => decimalOf(payment, 'amount')));
		const deposit = decimalOf(account, 'deposit');
		expect(deposit).toBe(fromInteger(DEPOSIT_USD));
		expect(decimalOf(account, 'wallet')).toBe(sub(add(add(deposit, realized), paid), fees));
	}
}

async function expectMarkedAndBalanced(): Promise<Portfolio> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet).toMatchObject({ trading_mode: 'paper' });
	expect(quiet.accounts).toMatchObject(
		VENUES.map((exchange) => ({ exchange, unexplained: ZERO, trading_mode: 'paper' })),
	);
	for (const { equity, execution_pnl } of quiet.accounts)
		expect(sub(equity ?? ZERO, fromInteger(DEPOSIT_USD))).toBe(execution_pnl);
	expectBalancedBooks();
	return quiet;
}

test('the service says everywhere that it runs in paper mode', async () => {
	expect(service.process.stdout()).toContain('REHEARSAL of paper mode');
	expect(service.process.written()).toContain('"mode":"paper"');
	expect(await service.call('test', {})).toMatchObject({ status: 'ok', trading_mode: 'paper' });
	for (const path of ['/health', '/ready'])
		expect(await (await fetch(`${service.url}${path}`)).json()).toMatchObject({ trading_mode: 'paper' });
	const page = await (await fetch(`${service.url}/login`)).text();
	expect(page).toMatch(/<b>Paper<\/b>.*: paper accounts at real prices, no real money/);
});

test('every user has an account at each exchange, and the service accepts no key', async () => {
	const other = await fixture.token('arb:read', 'second');
	for (const caller of [token, other])
		expect(await service.call('account_exchange_pair', {}, caller)).toMatchObject(
			VENUES.map((exchange) => ({ exchange, label: 'paper', in_use: true, trading_mode: 'paper' })),
		);
	const refused = await service.answer(
		'connect_exchange',
		{ exchange: 'bybit', api_key: 'some-key-of-mine', api_secret: 'some-secret-of-mine' },
		token,
	);
	expect(refused.error).toMatchObject({
		code: fromInteger(-32_000),
		data: { code: 'PAPER_NEEDS_NO_KEY', retryable: false },
	});
	const asked = await fixture.run('venue', 'bybit', 'positions');
	expect(asked.exit).toBe(1);
	expect(asked.stderr).toContain('In paper mode, you have no account at Bybit');
});

test('a preview is marked as paper, and its execution survives a kill while both orders are in flight', async () => {
	opportunity = (await openableOpportunities(service, AMOUNT_USD))[0] as Opportunity;
	const params = { opportunity_id: opportunity.opportunity_id, amount: AMOUNT_USD, mode: 'single-direct' };
	expect(await service.call('execute_opportunity', { ...params, preview: true }, token)).toMatchObject({
		preview: true,
		trading_mode: 'paper',
	});
	opened = await openOnce(service, token, params);
	expect(opened).toMatchObject({ status: 'queued', trading_mode: 'paper' });
	await until({ what: 'both orders in flight', periodMs: POLL_MS }, async () =>
		onDisk("SELECT 1 FROM paper_order WHERE status = 'waiting'").length === 2 ? true : undefined,
	);
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	expect(onDisk('SELECT status FROM paper_order')).toEqual([{ status: 'waiting' }, { status: 'waiting' }]);
	expect(onDisk('SELECT 1 FROM paper_fill')).toEqual([]);
	service = await fixture.serve();
	const execution = await untilStatus(service, token, opened.execution_id, ['running', 'closed', 'failed']);
	expect(execution.execution.status).toBe('running');
	expect(execution).toMatchObject({
		execution: { trading_mode: 'paper' },
		long_position: { trading_mode: 'paper' },
		short_position: { trading_mode: 'paper' },
	});
	expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
	await expectMarkedAndBalanced();
});

test('books funding at the settlement, at each exchange’s published rate', async () => {
	await settleSoon(exchanges, opportunity);
	const execution = await until({ what: 'a settlement of each leg', periodMs: 250 }, async () => {
		const present = await executionOf(service, token, opened.execution_id);
		const settled = new Set(present.funding.funding_events.map(({ exchange }) => exchange));
		return settled.size === VENUES.length ? present : undefined;
	});
	const size = hedgedSize(execution);
	for (const { exchange, symbol, timestamp, amount, rate } of execution.funding.funding_events) {
		expect(rate).toBe(await publishedRate(exchange as Venue, symbol, Number(timestamp / 10n ** 18n)));
		const [payment] = onDisk(`SELECT * FROM paper_payment WHERE symbol = '${symbol}'`);
		const [entry] = onDisk(`SELECT * FROM paper_fill WHERE symbol = '${symbol}'`);
		const held = exchange === execution.long_position.exchange ? size : neg(size);
		const price = decimalOf(payment ?? {}, 'price');
		expect(amount).toBe(floorPlaces(neg(mulTrunc(mulTrunc(held, price), rate ?? ZERO)), LEDGER_PLACES));
		expect(relativeDistance(price, decimalOf(entry ?? {}, 'price'))).toBeLessThan(0.02);
	}
	await expectMarkedAndBalanced();
});

const relativeDistance = (a: Decimal, b: Decimal): number => Math.abs(Number(a - b) / Number(b));

type RateRow = { readonly fundingRate: string | number };

/** Returns the settled rate, as the exchange's public history reports it. */
async function publishedRate(venue: Venue, symbol: string, settledAt: number): Promise<Decimal> {
	const at = settledAt * 1_000;
	const paths: Record<Venue, string> = {
		bybit: `/v5/market/funding/history?category=linear&symbol=${symbol}&startTime=${at - 1_000}&endTime=${at + 1_000}`,
		kucoin: `/api/v1/contract/funding-rates?symbol=${symbol}&from=${at - 1_000}&to=${at + 1_000}`,
	};
	const { port } = exchanges.simulator(venue);
	const body = (await (await fetch(`http://127.0.0.1:${port}${paths[venue]}`)).json()) as {
		readonly result?: { readonly list: readonly RateRow[] };
		readonly data?: readonly RateRow[];
	};
	const [row] = body.result?.list ?? body.data ?? [];
	return parseDecimal(String(row?.fundingRate));
}

test('after the close, cash equals the deposit plus the result, to the last digit', async () => {
	const closed = await closeAndEnd(service, token, opened.execution_id);
	expect(closed.execution).toMatchObject({ status: 'closed', long_size: ZERO, short_size: ZERO });
	expect(onDisk("SELECT * FROM paper_holding WHERE quantity <> '0'")).toEqual([]);
	const { summary, accounts } = await expectMarkedAndBalanced();
	const equity = sum(accounts.map((account) => account.equity ?? ZERO));
	expect(sub(equity, fromInteger(2 * DEPOSIT_USD))).toBe(summary.total_realized_pnl);
	expect(summary.total_realized_pnl).toBe(closed.pnl.total_pnl);
});

test('no request that requires a key ever reached an exchange', async () => {
	for (const venue of VENUES) {
		const { accounts } = await exchanges.admin<{ accounts: unknown[] }>(venue, 'GET', '/accounts');
		expect(accounts).toEqual([]);
		const { faults } = await exchanges.admin<{ faults: readonly { matched: number }[] }>(
			venue,
			'GET',
			'/faults',
		);
		expect(faults.map(({ matched }) => matched)).toEqual(PRIVATE_OPERATIONS.map(() => 0));
	}
	expect(leakedSecrets(fixture)).toEqual([]);
});

test('another mode refuses its data directory', async () => {
	await service.process.end('SIGTERM');
	const refused = await fixture.run(
		'serve',
		'--port',
		'0',
		'--mode',
		'live',
		'--live',
		VENUES.join(','),
		'--admit-everybody',
	);
	expect(refused.exit).toBe(1);
	expect(refused.stderr).toContain(
		'belongs to paper mode and cannot be used in live mode: simulated, paper, testnet and real money never share a directory',
	);
});
