/** Tests the service while an exchange is down, during its own shutdown, and after only the service was killed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInFlight } from '../../src/domain/execution.ts';
import { openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { readJournal } from './journal-on-disk.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { closeAndEnd, hedgedSize, openAndRun, openableOpportunities, untilStatus } from './trading.ts';
import type { Closed, Opportunity, PairStatus } from './wire.ts';

const AMOUNT_USD = 1_500;
const POLL_MS = 200;
/** Delay of an exchange's response while the service shuts down. */
const HELD_ANSWER_MS = 1_500;

let fixture: Fixture;
let service: Service;
let token = '';
let opportunity: Opportunity;

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve('--log-level', 'debug');
	token = await fixture.token('arb:read arb:trade');
	opportunity = (await openableOpportunities(service, AMOUNT_USD))[0] as Opportunity;
});

afterAll(() => fixture[Symbol.asyncDispose]());

function untilPair(active: boolean): Promise<PairStatus> {
	return until({ what: `the pair to be ${active ? 'active' : 'inactive'}`, periodMs: POLL_MS }, async () => {
		const status = await service.call<PairStatus>(
			'check_pair_status',
			{ exchangepair: 'bybit-kucoin' },
			token,
		);
		return status.active === active ? status : undefined;
	});
}

test('an exchange outage deactivates its pairs, not the service, and the pairs recover', async () => {
	const { opened, execution } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	await fixture.admin('kucoin', 'POST', '/down');
	const down = await untilPair(false);
	expect(down.reason).toContain('KuCoin');
	expect(down.exchanges.find(({ exchange }) => exchange === 'bybit')?.market_data).toBe('fresh');
	expect((await fetch(`${service.url}/health`)).status).toBe(200);
	expect((await fetch(`${service.url}/ready`)).status).toBe(503);
	expect(await service.call('test', {})).toMatchObject({ status: 'ok' });
	const refused = await service.answer(
		'execute_opportunity',
		{ opportunity_id: opportunity.opportunity_id, amount: AMOUNT_USD, mode: 'single-direct' },
		token,
	);
	expect(refused.error?.data).toMatchObject({ code: 'PAIR_INACTIVE', retryable: true });
	// The service must keep reporting the open execution while the exchange is down.
	const seen = await untilStatus(service, token, opened.execution_id, ['running']);
	expect(hedgedSize(seen)).toBe(hedgedSize(execution));

	await fixture.admin('kucoin', 'POST', '/up');
	await untilPair(true);
	expect(service.process.hasEnded()).toBe(false);
	await until({ what: 'GET /ready to answer 200 again', periodMs: POLL_MS }, async () =>
		(await fetch(`${service.url}/ready`)).status === 200 ? true : undefined,
	);
	await closeAndEnd(service, token, opened.execution_id);
});

test('SIGTERM answers requests in flight, sends no half orders, and the next start finds everything', async () => {
	const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	for (const venue of VENUES) {
		await fixture.admin(venue, 'POST', '/faults', {
			operation: 'order.create',
			action: { kind: 'delay', at: 'after', ms: HELD_ANSWER_MS },
		});
	}
	const closing = service.call<Closed>('close_execution', { execution_id: opened.execution_id }, token);
	await until({ what: 'both orders to reach their exchanges', periodMs: 20 }, async () => {
		const hits = await Promise.all(
			VENUES.map((venue) => fixture.admin<{ faults: { hits: number }[] }>(venue, 'GET', '/faults')),
		);
		return hits.every(({ faults }) => faults.some((fault) => fault.hits > 0)) ? true : undefined;
	});
	const ended = service.process.end('SIGTERM');
	expect(await closing).toMatchObject({ success: true, status: 'closed' });
	expect(await ended).toBe(0);
	expect(runFileMembers()).toEqual([]);
	const journaled = readJournal(fixture.dataDir).executions.get(opened.execution_id)?.state;
	expect(journaled?.phase).toBe('closed');
	expect(journaled?.orders.some(isInFlight)).toBe(false);

	service = await fixture.serve('--log-level', 'debug');
	expect((await untilStatus(service, token, opened.execution_id, ['closed'])).execution.status).toBe(
		'closed',
	);
	await using records = await openExchangeRecords(fixture);
	for (const venue of VENUES) expect([...(await records[venue].positions())]).toEqual([]);
});

test('simulators end with a killed service, and the next start takes over at once', async () => {
	const { opened, execution } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	expect(await service.process.end('SIGKILL')).toBe('SIGKILL');
	service = await fixture.serve('--log-level', 'debug');
	const after = await untilStatus(service, token, opened.execution_id, ['running']);
	expect(hedgedSize(after)).toBe(hedgedSize(execution));
	await closeAndEnd(service, token, opened.execution_id);
	await using records = await openExchangeRecords(fixture);
	for (const venue of VENUES) expect([...(await records[venue].positions())]).toEqual([]);
});

test('the service ends and says why when its simulators end by themselves', async () => {
	const [pid = 0, ...others] = new Set(VENUES.map((venue) => fixture.simulator(venue).pid));
	// All simulators share one process, so killing that process stops them all.
	expect(others).toEqual([]);
	process.kill(pid, 'SIGKILL');
	expect(await service.process.ended).toBe(1);
	expect(service.process.written()).toContain('carrywire: The simulators stopped unexpectedly: SIGKILL.');
	expect(runFileMembers()).toEqual([]);
});

test('no secret was written', () => {
	expect(leakedSecrets(fixture)).toEqual([]);
});

/** Returns the names of the entries that are left in run.json. */
function runFileMembers(): string[] {
	const path = join(fixture.dataDir, 'run.json');
	return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8'))) : [];
}
