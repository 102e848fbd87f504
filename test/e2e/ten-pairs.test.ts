/**
 * Tests the service with all five exchanges, as `npm start` runs it. On each of the ten exchange pairs, one execution
 * goes from opening through a settlement on both exchanges to flat. The test reads positions from the simulated
 * exchanges themselves. Pairs with Hyperliquid run last, because its request budget lets the service read contract
 * histories only one after another.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { exchangePairs } from '../../src/domain/exchange-pair.ts';
import { blockingGuards } from '../../src/opportunities/guards.ts';
import { type TradedVenue, VENUE_NAMES } from '../../src/venues/facts.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { until } from './polling.ts';
import {
	closeAndEnd,
	ENDED,
	executionOf,
	openOnce,
	pageOfOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Execution, Opened, Opportunity } from './wire.ts';

const AMOUNT_USD = 1_500;
const POLL_MS = 250;
/**
 * Interval between reads of the complete portfolio, milliseconds. It is long, because each read fetches records from
 * every exchange.
 */
const QUIET_POLL_MS = 5_000;
const PAIRS = exchangePairs(VENUE_NAMES).map(({ name }) => name);

let fixture: Fixture;
let service: Service;
let token = '';
const closedPairs: string[] = [];

beforeAll(async () => {
	fixture = openFixture({}, VENUE_NAMES);
	service = await fixture.npmStart();
	token = await fixture.token('arb:read arb:trade');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
});

type Held = { readonly symbol: string; readonly quantity: string };
type AdminAccounts = {
	readonly accounts: readonly {
		readonly name: string;
		readonly openOrders: number;
		readonly positions: readonly Held[];
	}[];
};

/**
 * Returns signed position sizes in coins by `exchange symbol`, from the exchanges' own records. No conversion is
 * needed, because every contract traded here counts single coins.
 */
async function heldAtExchanges(): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		VENUE_NAMES.map(async (venue) => {
			const { accounts } = await fixture.admin<AdminAccounts>(venue, 'GET', '/accounts');
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

/** Returns the first opportunity on this exchange pair that can currently be opened. */
function openable(exchangepair: string): Promise<Opportunity> {
	return until(
		{ what: `an opportunity of ${exchangepair} that can be opened`, periodMs: POLL_MS },
		async () => {
			const { data } = await pageOfOpportunities(service, {
				exchangepair,
				limit: 100,
				amount: AMOUNT_USD,
			});
			return data.find(
				(record) =>
					record.base !== 'PEPE' &&
					blockingGuards(record).length === 0 &&
					record.net.expected_carry !== null &&
					record.max_amount !== null &&
					record.max_amount >= fromInteger(2 * AMOUNT_USD),
			);
		},
	);
}

function open({ opportunity_id }: Opportunity): Promise<Opened> {
	return openOnce(service, token, { opportunity_id, mode: 'single-direct', amount: AMOUNT_USD });
}

test('exchange_pair lists ten pairs, all active', async () => {
	const pairs = await until({ what: 'ten active pairs', periodMs: POLL_MS }, async () => {
		const answer = await service.call<readonly { exchangepair: string; active: boolean }[]>(
			'exchange_pair',
			{},
		);
		return answer.every(({ active }) => active) ? answer : undefined;
	});
	expect(pairs.map(({ exchangepair }) => exchangepair)).toEqual(PAIRS);
	expect(PAIRS).toHaveLength(10);
});

describe.each(PAIRS.toSorted((a, b) => Number(hasHyperliquid(a)) - Number(hasHyperliquid(b))))(
	'%s',
	(pair) => {
		test('opens hedged, books a settlement on both legs, and closes flat', async () => {
			const { execution_id } = await open(await openable(pair));
			const opened = await untilStatus(service, token, execution_id, ['running', ...ENDED]);
			expect(opened.execution.status).toBe('running');
			expect(opened.execution.long_size).toBe(opened.execution.short_size);
			expect(opened.execution.long_size).toBeGreaterThan(ZERO);
			expect(await heldAtExchanges()).toEqual(sizesOf(opened));
			await settle(opened);
			const closed = await closeAndEnd(service, token, execution_id);
			expect(closed.execution.status).toBe('closed');
			expect(await heldAtExchanges()).toEqual({});
			closedPairs.push(pair);
		});
	},
);

test('five accounts balance to the cent', async () => {
	expect(closedPairs.toSorted()).toEqual(PAIRS);
	const quiet = await quietPortfolio(service, token, { periodMs: QUIET_POLL_MS });
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.executions).toHaveLength(PAIRS.length);
	expect(quiet.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		[...VENUE_NAMES].sort().map((exchange) => ({ exchange, unexplained: ZERO })),
	);
});

function hasHyperliquid(pair: string): boolean {
	return pair.includes('hyperliquid');
}

/** Makes both exchanges settle at once, and waits until the service has booked a settlement at each. */
async function settle({ execution, long_position, short_position }: Execution): Promise<void> {
	for (const { exchange, symbol } of [long_position, short_position])
		await fixture.admin(exchange as TradedVenue, 'POST', '/settle', { symbol });
	await until({ what: `settlements of ${execution.id}`, periodMs: POLL_MS }, async () => {
		const { funding } = await executionOf(service, token, execution.id);
		const venues = new Set(funding.funding_events.map(({ exchange }) => exchange));
		return venues.size === 2 ? true : undefined;
	});
}
