/**
 * One trade from spread to flat across exchange pairs, as a user makes it: the started service and both simulated exchanges,
 * each exchange asked for itself. Bybit with KuCoin is walked in full by `whole-path.test.ts`.
 */
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, neg, ZERO } from '../../src/domain/decimal.ts';
import type { TradedVenue } from '../../src/domain/venues.ts';
import { brokenIdentities } from './identities.ts';
import { until } from './polling.ts';
import { openStage, type Service } from './stage.ts';
import {
	closeAndEnd,
	executionOf,
	hedgedSize,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
} from './trading.ts';
import { openWordsOf, type VenueWord } from './venue-word.ts';
import { type Execution, readExact } from './wire.ts';

const PAIRS: readonly (readonly [TradedVenue, TradedVenue])[] = [['bybit', 'binance']];
const AMOUNT_USD = 1_200;
const TRADE_MS_MAX = 180_000;
const SETTLED_MS_MAX = 60_000;
const POLL_MS = 250;

type Words = Readonly<Partial<Record<TradedVenue, VenueWord>>>;

/** Signed coins of all instruments by the exchanges' own word. */
async function heldAt(words: Words, venues: readonly TradedVenue[]): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		venues.map(async (venue) =>
			[...((await words[venue]?.positions()) ?? [])].map(([symbol, coins]) => [`${venue} ${symbol}`, coins]),
		),
	);
	return Object.fromEntries(reads.flat());
}

/** The same by the service's. */
function heldBy({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Nothing unexplained at either exchange, and every identity of the ledger holds. */
async function expectBalanced(service: Service, token: string): Promise<void> {
	const quiet = await quietPortfolio(service, token);
	expect(brokenIdentities(quiet)).toEqual([]);
	for (const { exchange, unexplained } of quiet.accounts)
		expect([exchange, unexplained]).toEqual([exchange, ZERO]);
}

/** Both legs have booked a settlement, with the amounts that the exchanges paid. */
async function expectSettled(
	service: Service,
	token: string,
	id: string,
	words: Words,
	beganAt: number,
): Promise<void> {
	const settled = await until(
		{
			what: 'a settlement on each leg',
			periodMs: POLL_MS,
			limitMs: SETTLED_MS_MAX,
			seen: () => `the service wrote ${service.process.written().slice(-4_000)}`,
		},
		async () => {
			const execution = await executionOf(service, token, id);
			const venues = new Set(execution.funding.funding_events.map(({ exchange }) => exchange));
			return venues.size === 2 ? execution : undefined;
		},
	);
	for (const { exchange, symbol } of [settled.long_position, settled.short_position]) {
		const paid = (await words[exchange as TradedVenue]?.payments(symbol, beganAt)) ?? [];
		const booked = settled.funding.funding_events.filter((event) => event.exchange === exchange);
		expect(booked.map(({ timestamp, amount }) => [timestamp, amount])).toEqual(
			paid.map(({ at, amount }) => [fromInteger(Math.floor(at / 1_000)), amount]),
		);
	}
}

describe.each(PAIRS)('%s and %s', (...venues) => {
	test('a trade opens hedged, is paid its funding, closes flat, and every cent is accounted for', {
		timeout: TRADE_MS_MAX,
	}, async () => {
		await using stage = openStage({}, venues);
		const service = await stage.serve('--log-level', 'debug');
		const token = await stage.token('arb:read arb:trade');
		await using words = await openWordsOf(stage, venues);
		const beganAt = Date.now();
		expect(await service.call('exchange_pair', {})).toMatchObject([{ exchanges: [...venues].sort() }]);
		const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
		if (opportunity === undefined) throw new Error('Nothing can be opened.');
		const { opened, execution } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
		expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
		expect(await heldAt(words, venues)).toEqual(heldBy(execution));
		await expectBalanced(service, token);

		for (const venue of venues) await stage.admin(venue, 'POST', '/settle', {});
		await expectSettled(service, token, opened.execution_id, words, beganAt);
		await expectBalanced(service, token);
		for (const venue of venues) {
			const { exit, stdout, stderr } = await stage.run('venue', venue, 'funding', '--json');
			expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
			expect((readExact(stdout) as { readonly funding: readonly object[] }).funding.length).toBe(1);
		}

		const ended = await closeAndEnd(service, token, opened.execution_id);
		expect(ended.execution.status).toBe('closed');
		expect(await heldAt(words, venues)).toEqual({});
		for (const venue of venues) expect(await words[venue].openOrders()).toEqual([]);
		await expectBalanced(service, token);
	});
});
