/** One trade between Bybit and OKX from spread to flat, as a user makes it, with OKX asked for itself by a bare client. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	type Decimal,
	fromInteger,
	mulDown,
	neg,
	parseDecimal,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { type OkxClient, okxClient } from '../conformance/okx-client.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { brokenIdentities } from './identities.ts';
import { until } from './polling.ts';
import { openStage, type Service, type Stage } from './stage.ts';
import { executionOf, hedgedSize, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';
import type { Closed, Execution, Portfolio } from './wire.ts';

const VENUES = ['bybit', 'okx'] as const;
const AMOUNT_USD = 1_200;
/** Everything before the first settlement takes a few seconds. */
const SETTLE_IN_SECONDS = 30;
const SETTLEMENT_MS_MAX = 90_000;
const POLL_MS = 250;
const STEP_MS_MAX = 120_000;

let stage: Stage;
let service: Service;
let token = '';
let okx: OkxClient;
let held: Execution;

beforeAll(async () => {
	stage = openStage({}, VENUES);
	service = await stage.serve('--settle-in', String(SETTLE_IN_SECONDS), '--log-level', 'debug');
	token = await stage.token('arb:read arb:trade');
	const { accounts } = await readVaultContents(stage.dataDir);
	const keys = accounts.find(({ inUse, venue }) => inUse && venue === 'okx')?.keys;
	okx = okxClient(stage.simulator('okx').port, {
		id: '',
		uid: 0,
		key: keys?.apiKey ?? '',
		secret: keys?.secret ?? '',
		passphrase: keys?.passphrase ?? '',
	});
}, STEP_MS_MAX);

afterAll(() => stage[Symbol.asyncDispose](), STEP_MS_MAX);

async function okxRows(
	path: string,
	params: object = {},
): Promise<readonly Readonly<Record<string, string>>[]> {
	const { body } = await okx.ask('GET', path, params);
	expect(body).toMatchObject({ code: '0' });
	return body.data;
}

async function expectBalanced(): Promise<Portfolio> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		VENUES.map((exchange) => ({ exchange, unexplained: ZERO })),
	);
	return quiet;
}

function symbolAtOkx({ long_position, short_position }: Execution): string {
	return long_position.exchange === 'okx' ? long_position.symbol : short_position.symbol;
}

/** Signed coins by OKX's own word, whose positions count contracts. */
async function coinsAtOkx(symbol: string): Promise<Decimal> {
	const [terms] = await okxRows('/api/v5/public/instruments', { instType: 'SWAP', instId: symbol });
	const positions = await okxRows('/api/v5/account/positions', { instType: 'SWAP' });
	const contracts = sum(
		positions.filter(({ instId }) => instId === symbol).map(({ pos }) => parseDecimal(pos ?? '')),
	);
	return mulDown(contracts, parseDecimal(terms?.ctVal ?? ''));
}

test('an opportunity of the pair is opened, hedged, and OKX says the same size', {
	timeout: STEP_MS_MAX,
}, async () => {
	const opportunity = await until(
		{
			what: 'an opportunity whose legs settle at one instant',
			periodMs: POLL_MS,
			limitMs: SETTLEMENT_MS_MAX,
		},
		async () =>
			(await openableOpportunities(service, AMOUNT_USD)).find(
				({ long_next_funding_timestamp, short_next_funding_timestamp }) =>
					long_next_funding_timestamp === short_next_funding_timestamp,
			),
	);
	const ran = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD, idempotency_key: 'okx-1' });
	held = ran.execution;
	expect(hedgedSize(held)).toBeGreaterThan(ZERO);
	const coins = await coinsAtOkx(symbolAtOkx(held));
	expect(coins < ZERO ? neg(coins) : coins).toBe(hedgedSize(held));
	await expectBalanced();
});

test('the settlement arrives at the instant and with the amount of its bill', {
	timeout: STEP_MS_MAX,
}, async () => {
	const { execution } = held;
	const settled = await until(
		{ what: 'a settlement on each leg', periodMs: POLL_MS, limitMs: SETTLEMENT_MS_MAX },
		async () => {
			const now = await executionOf(service, token, execution.id);
			const told = new Set(now.funding.funding_events.map(({ exchange }) => exchange));
			return VENUES.every((venue) => told.has(venue)) ? now : undefined;
		},
	);
	const bills = await okxRows('/api/v5/account/bills', { instType: 'SWAP', type: '8' });
	const history = await okxRows('/api/v5/public/funding-rate-history', { instId: symbolAtOkx(settled) });
	const booked = settled.funding.funding_events.filter(({ exchange }) => exchange === 'okx');
	expect(booked.map(({ amount }) => amount)).toEqual(bills.map(({ pnl }) => parseDecimal(pnl ?? '')));
	expect(booked.map(({ timestamp }) => timestamp)).toEqual(
		history
			.slice(0, booked.length)
			.map(({ fundingTime }) => fromInteger(Math.floor(Number(fundingTime) / 1_000))),
	);
	await expectBalanced();
});

test('closing leaves both flat, and fees, funding and results explain the wallets to the last digit', {
	timeout: STEP_MS_MAX,
}, async () => {
	const { execution } = held;
	const closed = await service.call<Closed>('close_execution', { execution_id: execution.id }, token);
	expect(closed).toMatchObject({ success: true, status: 'closed' });
	expect(await okxRows('/api/v5/account/positions', { instType: 'SWAP' })).toEqual([]);
	expect(await okxRows('/api/v5/trade/orders-pending', { instType: 'SWAP' })).toEqual([]);
	const quiet = await expectBalanced();
	const ended = quiet.executions.find((one) => one.execution.id === execution.id);
	expect(closed.final_pnl).toBe(ended?.pnl.total_pnl);
	expect(closed.total_funding).toBe(ended?.funding.net_funding);
});
