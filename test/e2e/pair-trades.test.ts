/**
 * Trades on several exchange pairs as a user does, from opening a spread to flat. The test starts the service, and
 * reads both simulated exchanges directly. `whole-path.test.ts` covers the pair of Bybit and KuCoin in more detail.
 */
import { describe, expect, test } from 'vitest';
import { type Decimal, formatDecimal, fromInteger, neg, ZERO } from '../../src/domain/decimal.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { type ExchangeRecords, openRecordsOf } from './exchange-records.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import {
	ENDED,
	executionOf,
	firstFirmOpportunity,
	hedgedSize,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import { type Closed, type Execution, type Opportunity, type Portfolio, readExact } from './wire.ts';

const PAIRS: readonly (readonly [TradedVenue, TradedVenue])[] = [
	['bybit', 'binance'],
	['bybit', 'okx'],
	['bybit', 'hyperliquid'],
];
/**
 * Hyperliquid limits requests per minute and IP address. The test shares the service's address, so it must not use up
 * those requests.
 */
const SLOW: TradedVenue = 'hyperliquid';
const AMOUNT_USD = 1_200;
const POLL_MS = 250;

type RecordsByExchange = Readonly<Partial<Record<TradedVenue, ExchangeRecords>>>;

/**
 * Returns signed position sizes in coins by `exchange symbol`, as the exchanges report them through unmodified ccxt. For
 * Hyperliquid, the command line reads them, because the test must not use up the request limit that it shares with
 * the service.
 */
async function heldAt(
	fixture: Fixture,
	records: RecordsByExchange,
	venues: readonly TradedVenue[],
): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		venues.map(async (venue) =>
			[...(await (records[venue]?.positions() ?? positionsByCommand(fixture, venue)))].map(
				([symbol, coins]) => [`${venue} ${symbol}`, coins],
			),
		),
	);
	return Object.fromEntries(reads.flat());
}

async function positionsByCommand(
	fixture: Fixture,
	venue: TradedVenue,
): Promise<ReadonlyMap<string, Decimal>> {
	type Row = { readonly symbol: string; readonly side: string; readonly size: Decimal };
	const { positions } = await askedFor<{ readonly positions: readonly Row[] }>(fixture, venue, 'positions');
	return new Map(positions.map(({ symbol, side, size }) => [symbol, side === 'long' ? size : neg(size)]));
}

async function askedFor<T>(fixture: Fixture, venue: TradedVenue, what: string): Promise<T> {
	const { exit, stdout, stderr } = await fixture.run('venue', venue, what, '--json');
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	return readExact(stdout) as T;
}

/** Returns signed position sizes in coins by `exchange symbol`, as the service reports them. */
function heldBy({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Waits for a quiet portfolio. Checks that no account has an unexplained amount and that the figures add up. */
async function expectBalanced(service: Service, token: string): Promise<Portfolio> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	expect(quiet.accounts).toHaveLength(2);
	for (const { exchange, unexplained } of quiet.accounts)
		expect([exchange, unexplained]).toEqual([exchange, ZERO]);
	return quiet;
}

async function firmOpportunity(service: Service, isSlow: boolean): Promise<Opportunity> {
	if (isSlow) return firstFirmOpportunity(service);
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	if (opportunity === undefined) throw new Error('Nothing can be opened.');
	return opportunity;
}

/** Checks that both legs booked a settlement at the published time, with the amounts that the exchanges recorded. */
async function expectSettled(
	fixture: Fixture,
	service: Service,
	token: string,
	id: string,
	records: RecordsByExchange,
	beganAt: number,
): Promise<void> {
	const settled = await until(
		{
			what: 'a settlement on each leg',
			periodMs: POLL_MS,
			seen: () => `the service wrote ${service.process.written().slice(-4_000)}`,
		},
		async () => {
			const execution = await executionOf(service, token, id);
			const venues = new Set(execution.funding.funding_events.map(({ exchange }) => exchange));
			return venues.size === 2 ? execution : undefined;
		},
	);
	for (const { exchange, symbol } of [settled.long_position, settled.short_position]) {
		const venue = exchange as TradedVenue;
		const booked = settled.funding.funding_events.filter((event) => event.exchange === venue);
		const { funding } = await askedFor<{ readonly funding: readonly { readonly amount: Decimal }[] }>(
			fixture,
			venue,
			'funding',
		);
		expect(funding.map(({ amount }) => formatDecimal(amount))).toEqual(
			booked.map(({ amount }) => formatDecimal(amount)),
		);
		const word = records[venue];
		if (word === undefined) continue;
		const seconds = (at: number): Decimal => fromInteger(Math.floor(at / 1_000));
		const paid = await word.payments(symbol, beganAt);
		expect(booked.map(({ timestamp, amount }) => [timestamp, amount])).toEqual(
			paid.map(({ at, amount }) => [seconds(at), amount]),
		);
		const published = (await word.settledAt(symbol, beganAt)).map(seconds);
		for (const { timestamp } of booked) expect(published).toContain(timestamp);
	}
}

/** Closes the execution and checks that the response and the portfolio report the same result. */
async function closeIt(service: Service, token: string, id: string, isSlow: boolean): Promise<void> {
	const closed = await service.call<Closed>('close_execution', { execution_id: id }, token);
	const { execution } = await untilStatus(service, token, id, ENDED);
	expect([closed.success, execution.status]).toEqual([true, 'closed']);
	const { executions } = await expectBalanced(service, token);
	const ended = executions.find((one) => one.execution.id === id);
	// The slow exchange provides some records only after the response to the close, so the response cannot include
	// them.
	if (isSlow) return;
	expect(closed).toMatchObject({
		status: 'closed',
		final_pnl: ended?.pnl.total_pnl,
		total_funding: ended?.funding.net_funding,
	});
}

describe.each(PAIRS)('%s and %s', (...venues) => {
	const isSlow = venues.includes(SLOW);

	test('a trade opens hedged, receives its funding, closes flat, and accounts for every cent', async () => {
		await using fixture = openFixture({}, venues);
		const service = await fixture.serve('--log-level', 'debug');
		const token = await fixture.token('arb:read arb:trade');
		// Counts the requests that approve a fee for somebody else or name a referrer. The service must never send
		// such a request.
		for (const venue of venues)
			await fixture.admin(venue, 'POST', '/faults', {
				operation: 'promotion',
				count: 1_000,
				action: { kind: 'status', at: 'before', status: 500 },
			});
		const worded = venues.filter((venue) => venue !== SLOW);
		await using opened = await openRecordsOf(fixture, worded);
		const records: RecordsByExchange = Object.fromEntries(worded.map((venue) => [venue, opened[venue]]));
		const beganAt = Date.now();
		expect(await service.call('exchange_pair', {})).toMatchObject([
			{ exchanges: [...venues].sort(), active: true, reason: null },
		]);

		const opportunity = await firmOpportunity(service, isSlow);
		const ran = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
		const id = ran.opened.execution_id;
		expect(hedgedSize(ran.execution)).toBeGreaterThan(ZERO);
		expect(await heldAt(fixture, records, venues)).toEqual(heldBy(ran.execution));
		await expectBalanced(service, token);

		for (const venue of venues) await fixture.admin(venue, 'POST', '/settle', {});
		await expectSettled(fixture, service, token, id, records, beganAt);
		await expectBalanced(service, token);

		await closeIt(service, token, id, isSlow);
		expect(await heldAt(fixture, records, venues)).toEqual({});
		for (const word of Object.values(records)) expect(await word.openOrders()).toEqual([]);
		for (const venue of venues) {
			const { faults } = await fixture.admin<{ faults: readonly { readonly matched: number }[] }>(
				venue,
				'GET',
				'/faults',
			);
			expect(faults.map(({ matched }) => matched)).toEqual([0]);
		}
		expect(leakedSecrets(fixture)).toEqual([]);
	});
});
