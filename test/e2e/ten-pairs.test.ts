/**
 * The service with all five exchanges, as `npm start` has it: ten pairs, and an execution across each of them from open to
 * flat. All ten are held at once, each in a coin of its own, over a settlement on every exchange; the simulated exchanges
 * themselves are asked what they hold and what the accounts are worth. The tests run in this order.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, type Decimal, fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { exchangePairs } from '../../src/domain/exchange-pair.ts';
import { VENUE_NAMES } from '../../src/domain/venues.ts';
import { blockingGuards } from '../../src/scanner/guards.ts';
import { brokenIdentities } from './identities.ts';
import { until } from './polling.ts';
import { openStage, type Service, type Stage } from './stage.ts';
import { closeAndEnd, ENDED, executionOf, quietPortfolio, untilStatus } from './trading.ts';
import { type Execution, type Opened, type Opportunity, type OpportunityPage, resultOf } from './wire.ts';

const AMOUNT_USD = 1_000;
const POLL_MS = 250;
const STEP_MS_MAX = 120_000;
const PAIRS = exchangePairs(VENUE_NAMES).map(({ name }) => name);

let stage: Stage;
let service: Service;
let token = '';
const opened = new Map<string, string>();
const usedCoins = new Set<string>();

beforeAll(async () => {
	stage = openStage({}, VENUE_NAMES);
	service = await stage.npmStart();
	token = await stage.token('arb:read arb:trade');
}, STEP_MS_MAX);

afterAll(async () => {
	await stage[Symbol.asyncDispose]();
}, STEP_MS_MAX);

type Held = { readonly symbol: string; readonly quantity: string };
type AdminAccounts = {
	readonly accounts: readonly {
		readonly name: string;
		readonly openOrders: number;
		readonly positions: readonly Held[];
	}[];
};

/** Signed coins by `exchange symbol` by the exchanges' own books. The coins that are traded here are counted singly everywhere. */
async function heldAtExchanges(): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		VENUE_NAMES.map(async (venue) => {
			const { accounts } = await stage.admin<AdminAccounts>(venue, 'GET', '/accounts');
			const owner = accounts.find(({ name }) => name === 'owner');
			expect(owner?.openOrders, venue).toBe(0);
			return (owner?.positions ?? []).map(
				({ symbol, quantity }) => [`${venue} ${symbol}`, parseDecimal(quantity)] as const,
			);
		}),
	);
	return Object.fromEntries(reads.flat());
}

function sizesOf({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** The first of the pair that can be opened now, in a coin that no other pair has. */
function openable(exchangepair: string): Promise<Opportunity> {
	return until(
		{ what: `an opportunity of ${exchangepair} that can be opened`, periodMs: POLL_MS, limitMs: STEP_MS_MAX },
		async () => {
			const { data } = await service.call<OpportunityPage>('get_opportunities', {
				exchangepair,
				limit: 100,
				amount: AMOUNT_USD,
			});
			return data.find(
				(record) =>
					!usedCoins.has(record.base) &&
					record.base !== 'PEPE' &&
					blockingGuards(record).length === 0 &&
					record.net.expected_carry !== null &&
					record.max_amount !== null &&
					record.max_amount >= fromInteger(2 * AMOUNT_USD),
			);
		},
	);
}

/**
 * Four trades within a minute are more than Hyperliquid's budget of requests has at once. A call that is not answered in time
 * is made again under its key, which begins nothing twice.
 */
function open(opportunity: Opportunity, key: string): Promise<Opened> {
	const params = { opportunity_id: opportunity.opportunity_id, mode: 'single-direct', amount: AMOUNT_USD };
	return until({ what: `an answer to ${key}`, periodMs: POLL_MS, limitMs: STEP_MS_MAX }, async () => {
		const answer = await service.answer('execute_opportunity', { ...params, idempotency_key: key }, token);
		return answer.error?.data.code === 'TIMEOUT' ? undefined : resultOf<Opened>(Promise.resolve(answer));
	});
}

test('exchange_pair answers ten pairs, all active', async () => {
	const pairs = await until(
		{ what: 'ten active pairs', periodMs: POLL_MS, limitMs: STEP_MS_MAX },
		async () => {
			const answer = await service.call<readonly { exchangepair: string; active: boolean }[]>(
				'exchange_pair',
				{},
			);
			return answer.every(({ active }) => active) ? answer : undefined;
		},
	);
	expect(pairs.map(({ exchangepair }) => exchangepair)).toEqual(PAIRS);
	expect(PAIRS).toHaveLength(10);
});

describe.each(PAIRS)('%s', (pair) => {
	test('opens, hedged, and both exchanges say so', { timeout: STEP_MS_MAX }, async () => {
		const opportunity = await openable(pair);
		usedCoins.add(opportunity.base);
		const { execution_id } = await open(opportunity, pair);
		const execution = await untilStatus(service, token, execution_id, ['running', ...ENDED], STEP_MS_MAX);
		expect(execution.execution.status).toBe('running');
		opened.set(pair, execution_id);
		expect(execution.execution.long_size).toBe(execution.execution.short_size);
		expect(execution.execution.long_size).toBeGreaterThan(ZERO);
		expect(await heldAtExchanges()).toMatchObject(sizesOf(execution));
	});
});

test('a settlement on every exchange is booked for each of the ten', { timeout: STEP_MS_MAX }, async () => {
	for (const venue of VENUE_NAMES) await stage.admin(venue, 'POST', '/settle', {});
	for (const [pair, id] of opened) {
		const execution = await until(
			{ what: `a settlement on both legs of ${pair}`, periodMs: POLL_MS, limitMs: STEP_MS_MAX },
			async () => {
				const read = await executionOf(service, token, id);
				const { funding_events } = read.funding;
				const legs = [read.execution.long_exchange, read.execution.short_exchange];
				const booked = legs.every((leg) => funding_events.some(({ exchange }) => exchange === leg));
				return booked ? read : undefined;
			},
		);
		expect(execution.execution.status, pair).toBe('running');
	}
});

test('the books of five accounts balance to the cent', { timeout: STEP_MS_MAX }, async () => {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		[...VENUE_NAMES].sort().map((exchange) => ({ exchange, unexplained: ZERO })),
	);
});

test('each of the ten closes, and the exchanges hold nothing', { timeout: STEP_MS_MAX }, async () => {
	expect(opened.size).toBe(PAIRS.length);
	for (const [pair, id] of opened) {
		const { execution } = await closeAndEnd(service, token, id, STEP_MS_MAX);
		expect(execution.status, pair).toBe('closed');
	}
	expect(await heldAtExchanges()).toEqual({});
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts.reduce((sum, { unexplained }) => add(sum, unexplained ?? ZERO), ZERO)).toBe(ZERO);
});
