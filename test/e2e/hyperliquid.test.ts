/**
 * One trade between Bybit and Hyperliquid, two collaterals and an address for an account, from spread to flat: by plain
 * HTTP and the command line. The tests run in this order and each goes on from where the last one ended.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Decimal, formatDecimal, neg, ZERO } from '../../src/domain/decimal.ts';
import { blockingGuards } from '../../src/scanner/guards.ts';
import { brokenIdentities } from './identities.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { openStage, type Service, type Stage } from './stage.ts';
import {
	allOpportunities,
	closeAndEnd,
	executionOf,
	hedgedSize,
	openAndRun,
	quietPortfolio,
} from './trading.ts';
import { type Execution, type Opportunity, readExact } from './wire.ts';

const PAIR = ['bybit', 'hyperliquid'] as const;
const AMOUNT_USD = 1_200;
const POLL_MS = 250;
const STEP_MS_MAX = 120_000;

let stage: Stage;
let service: Service;
let token = '';
let id = '';

beforeAll(async () => {
	stage = openStage({}, PAIR);
	service = await stage.serve('--log-level', 'debug');
	token = await stage.token('arb:read arb:trade');
	// Counts what approves a fee for others or names who referred: nothing of it may ever come.
	await stage.admin('hyperliquid', 'POST', '/faults', {
		operation: 'promotion',
		count: 1_000,
		action: { kind: 'status', at: 'before', status: 500 },
	});
}, STEP_MS_MAX);

afterAll(async () => {
	await stage[Symbol.asyncDispose]();
}, STEP_MS_MAX);

/** Signed coins by the service's word. */
function sizesOf({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Signed coins by plain ccxt. */
async function sizesAtVenues(): Promise<Record<string, Decimal>> {
	const sizes: Record<string, Decimal> = {};
	for (const venue of PAIR) {
		const { exit, stdout, stderr } = await stage.run('venue', venue, 'positions', '--json');
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		const { positions } = readExact(stdout) as {
			readonly positions: readonly {
				readonly symbol: string;
				readonly side: string;
				readonly size: Decimal;
			}[];
		};
		for (const { symbol, side, size } of positions)
			sizes[`${venue} ${symbol}`] = side === 'long' ? size : neg(size);
	}
	return sizes;
}

async function expectBalanced(): Promise<void> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		PAIR.map((exchange) => ({ exchange, unexplained: ZERO })),
	);
}

/** The first whose carry is known: until then its direction may turn. A month of hours is much to ask for, and is asked coin by coin. */
function firmOpportunity(): Promise<Opportunity> {
	return until(
		{ what: 'an opportunity that can be opened', periodMs: POLL_MS, limitMs: STEP_MS_MAX },
		async () =>
			(await allOpportunities(service)).find(
				(record) => record.net.expected_carry !== null && blockingGuards(record).length === 0,
			),
	);
}

test('the pair opens hedged, and each exchange says the same sizes', {
	timeout: 2 * STEP_MS_MAX,
}, async () => {
	expect(await service.call('exchange_pair', {})).toMatchObject([
		{ exchangepair: 'bybit-hyperliquid', active: true, reason: null },
	]);
	const opportunity = await firmOpportunity();
	const ran = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	id = ran.opened.execution_id;
	expect(hedgedSize(ran.execution)).toBeGreaterThan(ZERO);
	expect(await sizesAtVenues()).toEqual(sizesOf(ran.execution));
	await expectBalanced();
});

test('a settlement is booked as paid, and leaves nothing unexplained', { timeout: STEP_MS_MAX }, async () => {
	for (const venue of PAIR) await stage.admin(venue, 'POST', '/settle', {});
	const { funding } = await until(
		{ what: 'a settlement of each leg', periodMs: POLL_MS, limitMs: STEP_MS_MAX },
		async () => {
			const execution = await executionOf(service, token, id);
			const booked = new Set(execution.funding.funding_events.map(({ exchange }) => exchange));
			return booked.size === PAIR.length ? execution : undefined;
		},
	);
	for (const venue of PAIR) {
		const { stdout } = await stage.run('venue', venue, 'funding', '--json');
		const { funding: paid } = readExact(stdout) as {
			readonly funding: readonly { readonly amount: Decimal }[];
		};
		const booked = funding.funding_events.filter(({ exchange }) => exchange === venue);
		expect(paid.map(({ amount }) => formatDecimal(amount))).toEqual(
			booked.map(({ amount }) => formatDecimal(amount)),
		);
	}
	await expectBalanced();
});

test('closing leaves both exchanges flat, and the books balance', { timeout: STEP_MS_MAX }, async () => {
	const closed = await closeAndEnd(service, token, id);
	expect(closed.execution.status).toBe('closed');
	expect(await sizesAtVenues()).toEqual({});
	await expectBalanced();
});

test('no builder was approved, no referrer set, no secret written', async () => {
	const { faults } = await stage.admin<{ readonly faults: readonly { readonly matched: number }[] }>(
		'hyperliquid',
		'GET',
		'/faults',
	);
	expect(faults.map(({ matched }) => matched)).toEqual([0]);
	expect(leakedSecrets(stage)).toEqual([]);
});
