/**
 * Sends bad input to a running service. The service refuses each request with the error that the API specifies. A
 * refused request leaves no trace in the journal or at an exchange.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { openExchangeRecords } from './exchange-records.ts';
import { type Fixture, MAIN, openFixture, type Service, VENUES } from './fixture.ts';
import { readJournal } from './journal-on-disk.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { runCommand } from './started-process.ts';
import { closeAndEnd, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';
import { type Opportunity, type Portfolio, postBody } from './wire.ts';

const AMOUNT_USD = 1_500;

let fixture: Fixture;
let service: Service;
let token = '';
let opportunities: readonly Opportunity[];
let opportunityId = '';

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve('--log-level', 'debug');
	token = await fixture.token('arb:read arb:trade');
	opportunities = await openableOpportunities(service, AMOUNT_USD);
	opportunityId = opportunities[0]?.opportunity_id ?? '';
	// The first portfolio read journals each account's holdings as its baseline. It is made here, before any test
	// looks at the journal.
	await quietPortfolio(service, token);
});

afterAll(() => fixture[Symbol.asyncDispose]());

const rpc = (method: string, params: string, id = '1'): string =>
	`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const execute = (amount: string): string =>
	rpc(
		'execute_opportunity',
		`{"opportunity_id":"${opportunityId}","mode":"single-direct","amount":${amount}}`,
	);
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

/** Returns the number of executions in the journal, which bad input must not change. */
function traces(): { readonly executions: number } {
	return { executions: readJournal(fixture.dataDir).executions.size };
}

describe('an invalid request body changes nothing', () => {
	type Case = readonly [name: string, body: () => string, status: number, code: number, dataCode: string];
	const cases: readonly Case[] = [
		['no JSON', () => '{"jsonrpc":', 200, -32_700, 'PARSE_ERROR'],
		['an empty batch', () => '[]', 200, -32_600, 'BATCH_EMPTY'],
		['no envelope', () => '{"method":"test"}', 200, -32_600, 'INVALID_REQUEST'],
		['an unknown method', () => rpc('execute', '{}'), 200, -32_601, 'METHOD_NOT_FOUND'],
		['an amount of 0', () => execute('0'), 200, -32_602, 'INVALID_PARAMS'],
		['a negative amount', () => execute('-5'), 200, -32_602, 'INVALID_PARAMS'],
		['an amount of 1e308', () => execute('1e308'), 200, -32_602, 'INVALID_PARAMS'],
		['an amount as a string', () => execute('"100"'), 200, -32_602, 'INVALID_PARAMS'],
		['an amount with 19 decimals', () => execute('100.0000000000000000001'), 200, -32_602, 'INVALID_PARAMS'],
		[
			'a misspelt guard',
			() =>
				rpc('execute_opportunity', `{"opportunity_id":"${opportunityId}","amount":100,"max_slipage_bps":5}`),
			200,
			-32_602,
			'INVALID_PARAMS',
		],
		[
			'an unknown opportunity',
			() => rpc('execute_opportunity', '{"opportunity_id":"opp_0","amount":100,"mode":"single-direct"}'),
			200,
			-32_602,
			'UNKNOWN_OPPORTUNITY',
		],
		[
			'an unknown execution',
			() => rpc('close_execution', '{"execution_id":"exec_000000000000000000000000"}'),
			200,
			-32_602,
			'UNKNOWN_EXECUTION',
		],
		[
			'an exit rule that would close at once',
			() =>
				rpc(
					'execute_opportunity',
					`{"opportunity_id":"${opportunityId}","amount":${AMOUNT_USD},"exit":{"stop_loss_pct":0.001}}`,
				),
			200,
			-32_000,
			'EXIT_RULE_CONFLICT',
		],
		['an amount above the limit of the service', () => execute('100000.01'), 200, -32_000, 'RISK_LIMIT'],
	];
	test.each(cases)('%s', async (_name, body, status, code, dataCode) => {
		const before = traces();
		const answer = await postBody(service.url, body(), bearer(token));
		expect({ status: answer.status, error: answer.error }).toMatchObject({
			status,
			error: { code: fromInteger(code), data: { code: dataCode, message: expect.stringMatching(/\w/) } },
		});
		expect(traces()).toEqual(before);
	});

	test('an order sent as a notification is neither answered nor executed', async () => {
		const before = traces();
		const body = `{"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"${opportunityId}","amount":${AMOUNT_USD},"mode":"single-direct"}}`;
		expect(await postBody(service.url, body, bearer(token))).toMatchObject({ status: 204, text: '' });
		expect(traces()).toEqual(before);
	});

	test('each entry of a batch gets its own answer', async () => {
		const body = `[${rpc('test', '{}', '"a"')},${execute('0').replace('"id":1', '"id":"b"')},5]`;
		const { status, text } = await postBody(service.url, body, bearer(token));
		expect(status).toBe(200);
		expect(JSON.parse(text)).toMatchObject([
			{ id: 'a', result: { status: 'ok' } },
			{ id: 'b', error: { code: -32_602 } },
			{ id: null, error: { code: -32_600 } },
		]);
	});
});

describe('unauthorized callers', () => {
	test.each([
		['no token', () => ({})],
		['an unknown token', () => bearer('cw_0000000000000000000000000000000000000000000')],
		['a token in a query', () => ({ 'x-token': token })],
	])('%s gets 401', async (_name, headers) => {
		const before = traces();
		const answer = await postBody(service.url, execute(String(AMOUNT_USD)), headers());
		expect({ status: answer.status, code: answer.error?.code }).toEqual({
			status: 401,
			code: fromInteger(401),
		});
		expect(traces()).toEqual(before);
	});

	test('a read-only token gets 403', async () => {
		const reader = await fixture.token('arb:read');
		const before = traces();
		const answer = await postBody(service.url, execute(String(AMOUNT_USD)), bearer(reader));
		expect({ status: answer.status, code: answer.error?.code }).toEqual({
			status: 403,
			code: fromInteger(403),
		});
		expect(traces()).toEqual(before);
	});

	test('a revoked token gets 401 at once', async () => {
		const gone = await fixture.token('arb:read');
		const { stdout } = await fixture.run('token', 'list', '--json');
		const [latest] = (JSON.parse(stdout) as { token_id: string; created_at: string }[]).toSorted((a, b) =>
			a.created_at < b.created_at ? 1 : -1,
		);
		expect((await fixture.run('token', 'revoke', latest?.token_id ?? '')).exit).toBe(0);
		expect((await service.answer('portfolio_live', {}, gone)).status).toBe(401);
		expect((await service.answer('portfolio_live', {}, token)).status).toBe(200);
	});
});

test('a second user has separate accounts, executions and ids', async () => {
	const ann = await fixture.token('arb:read arb:trade', 'ann');
	const [first] = opportunities;
	const { opened } = await openAndRun(service, token, first as Opportunity, { amount: AMOUNT_USD });
	const mine = { execution_id: opened.execution_id };

	expect((await service.call<Portfolio>('portfolio_live', {}, ann)).executions).toEqual([]);
	for (const method of ['portfolio_live', 'close_execution']) {
		expect((await service.answer(method, mine, ann)).error?.data.code).toBe('UNKNOWN_EXECUTION');
	}
	await using annsRecords = await openExchangeRecords(fixture, 'ann');
	for (const venue of VENUES) expect([...(await annsRecords[venue].positions())]).toEqual([]);

	// The second user opens the same opportunity at the same time, on her own accounts.
	const hers = await openAndRun(service, ann, first as Opportunity, { amount: AMOUNT_USD });
	await using ownRecords = await openExchangeRecords(fixture);
	const held = async (records: typeof ownRecords): Promise<readonly Decimal[]> => {
		const reads = await Promise.all(VENUES.map((venue) => records[venue].positions()));
		return reads.flatMap((positions) => [...positions.values()]);
	};
	expect(await held(ownRecords)).toHaveLength(2);
	expect(await held(annsRecords)).toHaveLength(2);
	await closeAndEnd(service, token, opened.execution_id);
	expect(await held(ownRecords)).toEqual([]);
	expect(await held(annsRecords)).toHaveLength(2);
	await closeAndEnd(service, ann, hers.opened.execution_id);
	expect(await held(annsRecords)).toEqual([]);
	for (const user of [token, ann]) {
		const { accounts } = await quietPortfolio(service, user);
		expect(accounts.map(({ unexplained }) => unexplained)).toEqual([ZERO, ZERO]);
	}
});

describe('the command line', () => {
	test('a second start on the same data directory names the process that holds it', async () => {
		const second = await fixture.run('serve', '--port', '0');
		expect(second.exit).toBe(1);
		expect(second.stderr).toContain(`process ${service.process.pid}`);
		expect(second.stderr).toContain(String(service.port));
		expect((await service.answer('test', {})).status).toBe(200);
	});

	test.each(['serve', 'simulate'])('%s reports that it cannot use its data directory', async (command) => {
		const nowhere = '/proc/carrywire';
		const refused = await runCommand(MAIN, [command, '--data-dir', nowhere], fixture.dataDir);
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain(nowhere);
	});

	test('the service rejects a first settlement later than the simulators’ limit', async () => {
		const refused = await fixture.run('serve', '--port', '0', '--settle-in', '3601');
		expect(refused.exit).toBe(2);
		expect(refused.stderr).toMatch(/from 1 to 3600; was 3601/);
	});

	test('refuses live mode without its confirmation', async () => {
		const refused = await fixture.run('serve', '--port', '0', '--mode', 'live');
		expect(refused.exit).toBe(2);
		expect(refused.stderr).toContain('LIVE_NOT_CONFIRMED');
	});

	test('--help lists the commands', async () => {
		const { exit, stdout } = await fixture.run('--help');
		expect(exit).toBe(0);
		for (const command of ['serve', 'simulate', 'token', 'venue']) expect(stdout).toContain(`  ${command} `);
	});
});

test('no secret was written', () => {
	expect(fixture.secrets().length).toBeGreaterThanOrEqual(3 + 2 * 4);
	expect(leakedSecrets(fixture)).toEqual([]);
});
