/**
 * Opens and closes in each execution mode over real sockets. The modes are: both legs at once, several child orders
 * per leg, and a maker order whose fills are hedged.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { type Decimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import type { ExecutionState, OrderState } from '../../src/domain/execution.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { readJournal } from './journal-on-disk.ts';
import { type JournalWatch, watchJournal } from './journal-watch.ts';
import { hitMaker, liftBasis, type Maker, makerOf, openOtherAccount } from './other-account.ts';
import {
	closeAndEnd,
	ENDED,
	hedgedSize,
	openableOpportunities,
	openOnce,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Execution, Opened, Opportunity } from './wire.ts';

/** Maximum unhedged USD on one leg. Openings of more than twice this amount (across both legs) are sliced. */
const UNHEDGED_MAX_USD = 800;
const WHOLE_USD = 1_300;
const SLICED_USD = 3_200;
/** Resting time of a maker order, long enough for the other account to fill it on a busy machine. */
const MAKER_MS = 20_000;

let fixture: Fixture;
let service: Service;
let records: FixtureRecords;
let token = '';
let opportunities: Opportunity[];

beforeAll(async () => {
	fixture = openFixture({ execution: { unhedgedMaxUsd: UNHEDGED_MAX_USD, makerMs: MAKER_MS } });
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	records = await openExchangeRecords(fixture);
	await openOtherAccount(fixture);
	opportunities = (await openableOpportunities(service, SLICED_USD)).filter(
		({ long_symbol, short_symbol }) => ![long_symbol, short_symbol].some((name) => name.startsWith('1000')),
	);
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await fixture[Symbol.asyncDispose]();
});

async function open(opportunity: Opportunity, mode: string, amount: number): Promise<Opened> {
	return openOnce(service, token, { opportunity_id: opportunity.opportunity_id, mode, amount });
}

async function runs(id: string): Promise<Execution> {
	const execution = await untilStatus(service, token, id, ['running', ...ENDED]);
	expect(execution.execution).toMatchObject({ status: 'running', status_reason: null });
	expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
	return execution;
}

/**
 * Closes the execution and checks that both exchanges report no positions or orders, and that no part of either
 * account's equity is unexplained.
 */
async function closes(id: string): Promise<ExecutionState> {
	const { execution } = await closeAndEnd(service, token, id);
	expect(execution.status).toBe('closed');
	for (const venue of VENUES) {
		expect([...(await records[venue].positions())]).toEqual([]);
		expect(await records[venue].openOrders()).toEqual([]);
	}
	const { accounts } = await quietPortfolio(service, token);
	expect(accounts.map(({ unexplained }) => unexplained)).toEqual(VENUES.map(() => ZERO));
	return stateOf(id);
}

function stateOf(id: string): ExecutionState {
	const state = readJournal(fixture.dataDir).executions.get(id)?.state;
	if (state === undefined) throw new Error(`The journal has no ${id}.`);
	return state;
}

function chosen(index: number): Opportunity {
	const opportunity = opportunities[index];
	if (opportunity === undefined) throw new Error(`There are only ${opportunities.length} opportunities.`);
	return opportunity;
}

/**
 * Makes the other account trade against the maker orders, one after another, until one fills. The best price may move
 * away from a maker order before it fills.
 */
async function firstMakerFilled(watch: JournalWatch): Promise<Maker> {
	const met = new Set<string>();
	for (;;) {
		const maker = await makerOf(watch, MAKER_MS, met);
		if (maker === undefined) throw new Error('No order of the first leg came to rest.');
		met.add(maker.order.clientOrderId);
		await hitMaker(fixture, records, maker, 0.4);
		if (await fillsBeforeItEnds(watch, maker.order.clientOrderId)) return maker;
	}
}

function fillsBeforeItEnds(watch: JournalWatch, clientOrderId: string): Promise<boolean | undefined> {
	const outcome = (event: ExecutionEvent): boolean | undefined => {
		if (!('clientOrderId' in event) || event.clientOrderId !== clientOrderId) return undefined;
		if (event.type === 'FillsRecorded') return event.fills.length > 0;
		return event.type === 'OrderEnded' ? false : undefined;
	};
	return watch.first(outcome, WAIT_MS_MAX);
}

test('single-direct sends both legs at once', async () => {
	const { execution_id: id, mode } = await open(chosen(0), 'single-direct', WHOLE_USD);
	expect(mode).toBe('single-direct');
	await runs(id);
	const opening = stateOf(id).orders.filter(({ purpose }) => purpose === 'open');
	expect(opening.map(({ leg, timeInForce }) => [leg, timeInForce])).toEqual([
		['long', 'IOC'],
		['short', 'IOC'],
	]);
	await closes(id);
});

test('single-delay rests the first leg and hedges every maker fill while it rests', async () => {
	using watch = watchJournal(fixture.dataDir);
	const { execution_id: id } = await open(chosen(1), 'single-delay', WHOLE_USD);
	const maker = await firstMakerFilled(watch);
	await runs(id);
	const { orders, plan } = stateOf(id);
	expect(plan.firstLeg).toBe(maker.order.leg);
	const taken = (found: readonly OrderState[]): Decimal =>
		sum(found.map(({ filledQuantity }) => filledQuantity));
	expect(taken(orders.filter(({ timeInForce }) => timeInForce === 'postOnly'))).toBeGreaterThan(ZERO);
	const hedges = orders.filter(({ leg }) => leg !== maker.order.leg);
	expect(new Set(hedges.map(({ purpose }) => purpose))).toEqual(new Set(['complete']));
	expect(taken(hedges)).toBe(taken(orders.filter(({ leg }) => leg === maker.order.leg)));
	await closes(id);
});

test('a grid opens child after child, each balanced before the next begins, and closes in slices', async () => {
	const opportunity = chosen(2);
	const { execution_id: id, mode } = await open(opportunity, 'grid', SLICED_USD);
	expect(mode).toBe('grid');
	await liftBasis(fixture, opportunity);
	await runs(id);
	const { orders, plan } = stateOf(id);
	expect(plan.children.length).toBeGreaterThan(1);
	const children = new Set(orders.filter(({ purpose }) => purpose === 'open').map(({ child }) => child));
	expect(children.size).toBeGreaterThan(1);
	const closed = await closes(id);
	expect(closed.orders.filter(({ purpose }) => purpose === 'close').length).toBeGreaterThan(2);
});

test('auto opens a small amount at once and a large amount as a grid', async () => {
	const small = await open(chosen(3), 'auto', WHOLE_USD);
	expect(small.mode).not.toBe('grid');
	await runs(small.execution_id);
	await closes(small.execution_id);
	const large = await open(chosen(4), 'auto', SLICED_USD);
	expect(large.mode).toBe('grid');
	await liftBasis(fixture, chosen(4));
	await runs(large.execution_id);
	await closes(large.execution_id);
});
