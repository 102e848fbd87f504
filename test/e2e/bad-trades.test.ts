/**
 * Requests implausible, repeated or ill-timed trades from a running service. The service responds with the error that
 * the API specifies, sends no orders for refused requests, and leaves no position open.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neg, sum, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { readJournal } from './journal-on-disk.ts';
import {
	closeAndEnd,
	ENDED,
	executionOf,
	hedgedSize,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Closed, Opened, Opportunity, RpcAnswer } from './wire.ts';

const AMOUNT_USD = 1_300;
/** Delay that an exchange adds to an order, so that the test can send another request meanwhile. */
const HELD_BACK_MS = 800;
/** This service's leverage limit. */
const LEVERAGE_MAX = 100;
/** Leverage within the service's limit, but above the exchanges' limit for all coins except BTC and ETH. */
const LEVERAGE_BEYOND = 80;

let fixture: Fixture;
let service: Service;
let records: FixtureRecords;
let token = '';
let opportunities: readonly Opportunity[];

beforeAll(async () => {
	fixture = openFixture({ execution: { leverageMax: LEVERAGE_MAX } });
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	records = await openExchangeRecords(fixture);
	opportunities = await openableOpportunities(service, AMOUNT_USD);
	// The first portfolio read journals each account's holdings as its baseline. It is made here, before any test
	// looks at the journal.
	await quietPortfolio(service, token);
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await fixture[Symbol.asyncDispose]();
});

function params(given: object = {}): object {
	return {
		opportunity_id: opportunities[0]?.opportunity_id,
		amount: AMOUNT_USD,
		mode: 'single-direct',
		...given,
	};
}

function execute(given: object): Promise<RpcAnswer> {
	return service.answer('execute_opportunity', params(given), token);
}

async function positions(): Promise<number> {
	const reads = await Promise.all(VENUES.map((venue) => records[venue].positions()));
	return reads.reduce((total, { size }) => total + size, 0);
}

async function holdOrdersBack(): Promise<void> {
	for (const venue of VENUES)
		await fixture.admin(venue, 'POST', '/faults', {
			operation: 'order.create',
			action: { kind: 'delay', at: 'before', ms: HELD_BACK_MS },
		});
}

const codesOf = (answers: readonly RpcAnswer[]) => answers.map(({ error }) => error?.data.code);

test.each([
	['an amount below three minimum orders', { amount: 5 }, 'BELOW_MIN_NOTIONAL'],
	['an amount above the limit of one execution', { amount: 200_000 }, 'RISK_LIMIT'],
	['an amount above every wallet’s balance', { amount: 99_000 }, 'INSUFFICIENT_MARGIN'],
	['a leverage above the limit of the service', { leverage: LEVERAGE_MAX + 1 }, 'INVALID_PARAMS'],
	[
		'an exit rule that would close at once',
		{ exit: { min_liquidation_distance_pct: 99 }, leverage: 4 },
		'EXIT_RULE_CONFLICT',
	],
	[
		'two exit rules that contradict each other',
		{ exit: { max_hours: 0.1, max_epochs: 5 } },
		'EXIT_RULE_CONFLICT',
	],
])('rejects %s and sends nothing', async (_what, given, code) => {
	const before = readJournal(fixture.dataDir).executions.size;
	expect(codesOf([await execute(given)])).toEqual([code]);
	expect(readJournal(fixture.dataDir).executions.size).toBe(before);
	expect(await positions()).toBe(0);
});

test('rejects a leverage above the exchanges’ limit and sends nothing', async () => {
	const before = readJournal(fixture.dataDir).executions.size;
	const smaller = opportunities.find(({ base }) => base !== 'BTC' && base !== 'ETH');
	const refused = await execute({ opportunity_id: smaller?.opportunity_id, leverage: LEVERAGE_BEYOND });
	expect(refused.error?.data).toMatchObject({ code: 'RISK_LIMIT', check: 'leverage', field: 'leverage' });
	expect(readJournal(fixture.dataDir).executions.size).toBe(before);
	expect(await positions()).toBe(0);
});

test('two simultaneous calls with one idempotency key open one execution and one position', async () => {
	const given = { idempotency_key: 'twice-at-once' };
	const answers = await Promise.all([execute(given), execute(given), execute(given)]);
	expect(codesOf(answers)).toEqual([undefined, undefined, undefined]);
	const ids = new Set(answers.map(({ result }) => (result as Opened).execution_id));
	expect(ids.size).toBe(1);
	const [id = ''] = ids;
	const ran = await untilStatus(service, token, id, ['running', ...ENDED]);
	expect(hedgedSize(ran)).toBeGreaterThan(ZERO);
	const { long_venue, long_symbol, short_venue, short_symbol } = opportunities[0] as Opportunity;
	const [long, short] = [records[long_venue as 'bybit'], records[short_venue as 'bybit']];
	expect((await long.positions()).get(long_symbol)).toBe(hedgedSize(ran));
	expect((await short.positions()).get(short_symbol)).toBe(neg(hedgedSize(ran)));
	await closeAndEnd(service, token, id);
});

test('a close during the opening ends the opening and leaves both exchanges flat', async () => {
	await holdOrdersBack();
	const { execution_id: id } = await service.call<Opened>('execute_opportunity', params(), token);
	const closed = await service.call<Closed>('close_execution', { execution_id: id }, token);
	expect(closed).toMatchObject({ success: true, execution_id: id });
	expect(ENDED).toContain(closed.status);
	const { execution } = await executionOf(service, token, id);
	expect(execution).toMatchObject({ status: closed.status, long_size: ZERO, short_size: ZERO });
	expect(await positions()).toBe(0);
});

test('simultaneous closes close the execution once and never reverse a position', async () => {
	const { opened, execution: ran } = await openAndRun(service, token, opportunities[0] as Opportunity, {
		amount: AMOUNT_USD,
	});
	const id = opened.execution_id;
	await holdOrdersBack();
	const close = (share: number) => service.answer('close_execution', { execution_id: id, share }, token);
	const [part, ...whole] = await Promise.all([close(0.5), close(1), close(1)]);
	for (const { error, result } of whole)
		expect({ error, result }).toMatchObject({
			error: undefined,
			result: { success: true, status: 'closed' },
		});
	// The three calls may be processed in any order. The partial close succeeds before the first full close, and is
	// refused after it.
	expect([undefined, 'ALREADY_CLOSING']).toContain(part.error?.data.code);
	const { execution } = await untilStatus(service, token, id, ENDED);
	expect(execution).toMatchObject({ status: 'closed', long_size: ZERO, short_size: ZERO });
	const { orders } = readJournal(fixture.dataDir).executions.get(id)?.state ?? { orders: [] };
	for (const leg of ['long', 'short'] as const) {
		const closing = orders.filter((order) => order.leg === leg && order.reduceOnly);
		expect(sum(closing.map(({ filledQuantity }) => filledQuantity)), leg).toBe(hedgedSize(ran));
	}
	expect(await positions()).toBe(0);
	const again = await service.call<Closed>('close_execution', { execution_id: id }, token);
	expect(again.status).toBe('closed');
	const { accounts } = await quietPortfolio(service, token);
	expect(accounts.map(({ unexplained }) => unexplained)).toEqual(VENUES.map(() => ZERO));
	expect([...readJournal(fixture.dataDir).executions.values()].every(({ state }) => isEnded(state))).toBe(
		true,
	);
});
