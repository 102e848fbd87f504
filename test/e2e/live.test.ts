/**
 * Tests live mode, started as users start it: its confirmation, accounts connected by key, self-checks, trades, and a
 * kill during a self-check. Only the transport is redirected, to simulated exchanges in a separate process.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { closeAndEnd, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';
import type { Opportunity, RpcAnswer } from './wire.ts';

const AMOUNT_USD = 1_500;

type Keys = { readonly key: string; readonly secret: string; readonly passphrase: string };
type Alert = { readonly kind: string; readonly exchange: string | null };
type Row = {
	readonly id: string;
	readonly exchange: string;
	readonly trading_mode: string;
	readonly stream_silent_since: string | null;
	readonly self_check: {
		readonly status: string;
		readonly checked_at: string | null;
		readonly steps: readonly { readonly name: string; readonly verdict: string; readonly message: string }[];
	};
};

let exchanges: Fixture;
let fixture: Fixture;
let service: Service;
let token = '';
let opportunities: readonly Opportunity[];
const typed: string[] = [];
const LIVE = ['--live', VENUES.join(',')];
const ADMIT_EVERYBODY = { admitEverybody: true };

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	fixture = openFixture({ mode: 'live', transport: { redirect }, auth: ADMIT_EVERYBODY });
	service = await fixture.serve(...LIVE);
	token = await fixture.token('arb:read arb:trade exchange:connect');
	opportunities = await openableOpportunities(service, AMOUNT_USD);
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await exchanges[Symbol.asyncDispose]();
});

async function keysOf(venue: Venue, name: string): Promise<Keys> {
	const keys = await exchanges.admin<Keys>(venue, 'POST', '/accounts', { name, deposit: '20000' });
	typed.push(keys.secret, keys.key, ...(keys.passphrase === '' ? [] : [keys.passphrase]));
	return keys;
}

async function connect(exchange: Venue, name: string, caller: string): Promise<RpcAnswer> {
	const keys = await keysOf(exchange, name);
	return service.answer(
		'connect_exchange',
		{
			exchange,
			api_key: keys.key,
			api_secret: keys.secret,
			...(keys.passphrase === '' ? {} : { api_passphrase: keys.passphrase }),
		},
		caller,
	);
}

const rows = (caller = token): Promise<readonly Row[]> => service.call('account_exchange_pair', {}, caller);

/** Waits until all self-checks on the caller's accounts have this status. */
function untilChecked(status: string, caller = token): Promise<readonly Row[]> {
	let seen = 'nothing';
	return until({ what: `self-checks to be ${status}`, periodMs: 200, seen: () => seen }, async () => {
		const listed = await rows(caller);
		seen = encodeExactJson(listed.map(({ self_check }) => self_check));
		return listed.length > 0 && listed.every(({ self_check }) => self_check.status === status)
			? listed
			: undefined;
	});
}

async function restingAt(venue: Venue, name: string): Promise<number> {
	const { accounts } = await exchanges.admin<{
		readonly accounts: readonly { readonly name: string; readonly openOrders: number }[];
	}>(venue, 'GET', '/accounts');
	return accounts.find((account) => account.name === name)?.openOrders ?? -1;
}

test('refuses a start that does not repeat the exchange names, and says what to type', async () => {
	const refused = await fixture.run('serve', '--port', '0');
	expect(refused.exit).toBe(2);
	expect(refused.stderr).toContain('LIVE_NOT_CONFIRMED');
	expect(refused.stderr).toContain(`--live ${VENUES.join(',')}`);
	const other = await fixture.run('serve', '--port', '0', '--live', 'bybit');
	expect(other.exit).toBe(2);
	expect(other.stderr).toContain(
		'exactly the configured exchanges that the service trades on (LIVE_NOT_CONFIRMED); was "bybit"',
	);
	const simulated = await exchanges.run('serve', '--port', '0', ...LIVE);
	expect(simulated.exit).toBe(2);
	expect(simulated.stderr).toContain('--live: requires live mode; the mode is simulated');
});

test('refuses a start open to everybody or without encryption until it is confirmed', async () => {
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	await using open = openFixture({ mode: 'live', transport: { redirect } });
	const everybody = await open.run('serve', '--port', '0', ...LIVE);
	expect(everybody.exit).toBe(2);
	expect(everybody.stderr).toMatch(/auth\.admitted: the list is empty.+--admitted LIST.+--admit-everybody/);
	const plain = await fixture.run('serve', '--port', '0', ...LIVE, '--host', '0.0.0.0');
	expect(plain.exit).toBe(2);
	expect(plain.stderr).toMatch(
		/server\.host: 0\.0\.0\.0 is neither a loopback address nor https.+--accept-plain-http/,
	);
	const report = await open.run('doctor');
	expect(report.stdout).toMatch(/FAIL.+auth\.admitted: the list is empty/);
	const started = await open.serve(...LIVE, '--admitted', '0x0000000000000000000000000000000000000001');
	expect((await fetch(`${started.url}/metrics/tvl`)).status).toBe(401);
});

test('a rehearsal says prominently that it is one, and starts without accounts', async () => {
	expect(service.process.stdout()).toMatch(/REHEARSAL of live mode: bybit=\d+, kucoin=\d+ on this machine/);
	expect(service.process.written()).toContain('no order reaches a real exchange');
	const health = await fetch(`${service.url}/health`);
	expect(await health.json()).toEqual({ status: 'ok', trading_mode: 'live', rehearsal: true });
	expect(await rows()).toEqual([]);
});

test('accounts pass their self-check, then an execution opens, closes and is reported as live', async () => {
	for (const venue of VENUES) expect((await connect(venue, 'main', token)).error).toBeUndefined();
	const checked = await untilChecked('passed');
	for (const { trading_mode, self_check } of checked) {
		expect(trading_mode).toBe('live');
		expect(self_check.steps.map(({ name }) => name)).toEqual([
			'clock',
			'key',
			'balance',
			'settings',
			'fees',
			'order',
			'stream',
			'switch',
		]);
		expect(self_check.steps.at(-3)?.message).toContain('confirmed that the order was gone without a fill');
		expect(self_check.steps.at(-1)?.message).toContain('No dead-man switch');
		expect(self_check.steps.at(-2)?.message).toContain('The account stream reported that order');
	}
	const { opened } = await openAndRun(service, token, opportunities[0] as Opportunity, {
		amount: AMOUNT_USD,
	});
	const { execution } = await closeAndEnd(service, token, opened.execution_id);
	expect(execution.status).toBe('closed');
	const portfolio = await quietPortfolio(service, token);
	expect(portfolio).toMatchObject({ trading_mode: 'live' });
	for (const venue of VENUES) expect(await restingAt(venue, 'main')).toBe(0);
});

test('opens no positions on an account with a failed self-check until it is corrected and checked again', async () => {
	const other = await fixture.token('arb:read arb:trade exchange:connect', 'second');
	await keysOf('bybit', 'hedged');
	await exchanges.admin('bybit', 'POST', '/accounts/hedged/position-mode', { hedge: true });
	await connect('bybit', 'hedged', other);
	const [failed] = await untilChecked('failed', other);
	await connect('kucoin', 'hedged', other);
	const order = (): Promise<RpcAnswer> =>
		service.answer(
			'execute_opportunity',
			{ opportunity_id: opportunities[1]?.opportunity_id, mode: 'single-direct', amount: AMOUNT_USD },
			other,
		);
	const refused = await order();
	expect(refused.error?.data).toMatchObject({
		code: 'SELF_CHECK_NOT_PASSED',
		message: expect.stringContaining('is in hedge mode, but one-way'),
	});
	await exchanges.admin('bybit', 'POST', '/accounts/hedged/position-mode', { hedge: false });
	const again = await service.call<{ readonly account: Row }>(
		'check_exchange_account',
		{ account_id: failed?.id },
		other,
	);
	// If an exchange responds too late, the check's outcome is unknown and the service repeats the check on its own.
	expect(['passed', 'unknown']).toContain(again.account.self_check.status);
	await untilChecked('passed', other);
	const { opened } = await openAndRun(service, other, opportunities[1] as Opportunity, {
		amount: AMOUNT_USD,
	});
	expect((await closeAndEnd(service, other, opened.execution_id)).execution.status).toBe('closed');
});

test('opens no positions on an account with a silent order stream until it recovers, and closes open positions', async () => {
	const silence = (silent: boolean): Promise<unknown> =>
		exchanges.admin('kucoin', 'POST', '/accounts/main/stream', { silent });
	const silentSince = async (): Promise<string | null> =>
		(await rows()).find(({ exchange }) => exchange === 'kucoin')?.stream_silent_since ?? null;
	const open = (): ReturnType<typeof openAndRun> =>
		openAndRun(service, token, opportunities[0] as Opportunity, { amount: AMOUNT_USD });
	await silence(true);
	// A stream counts as silent after five orders without an event. The service sends five to KuCoin here: two
	// executions open and close, and a third opens.
	for (let count = 0; count < 2; count += 1)
		await closeAndEnd(service, token, (await open()).opened.execution_id);
	const { opened } = await open();
	await until({ what: 'a silent stream', periodMs: 200 }, async () =>
		(await silentSince()) === null ? undefined : true,
	);
	const refused = await service.answer(
		'execute_opportunity',
		{ opportunity_id: opportunities[0]?.opportunity_id, amount: AMOUNT_USD },
		token,
	);
	// The service may already have repeated the account's self-check. That check receives no stream events either and
	// fails.
	expect(['STREAM_SILENT', 'SELF_CHECK_NOT_PASSED']).toContain(refused.error?.data.code);
	const headers = { authorization: `Bearer ${token}` };
	const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
	expect(metrics).toContain('carrywire_account_streams_silent{venue="kucoin"} 1');
	await until({ what: 'an alert about the silent stream', periodMs: 200 }, async () => {
		const alerts = await service.call<readonly Alert[]>('list_alerts', {}, token);
		return alerts.find(({ kind, exchange }) => kind === 'stream_silent' && exchange === 'kucoin');
	});
	const { execution } = await closeAndEnd(service, token, opened.execution_id);
	expect(execution.status).toBe('closed');
	await silence(false);
	await until({ what: 'a working stream', periodMs: 200 }, async () =>
		(await silentSince()) === null ? true : undefined,
	);
	await untilChecked('passed');
	await closeAndEnd(service, token, (await open()).opened.execution_id);
});

test('after a kill between the create and cancel of a self-check order, the next start cancels it and checks again', async () => {
	await exchanges.admin('kucoin', 'POST', '/faults', {
		operation: 'order.cancel',
		count: 100_000,
		action: { kind: 'dropRequest' },
	});
	const id = (await rows()).find(({ exchange }) => exchange === 'kucoin')?.id;
	const asked = service.answer('check_exchange_account', { account_id: id }, token).catch(() => undefined);
	await until({ what: 'a resting order', periodMs: 20 }, async () =>
		(await restingAt('kucoin', 'main')) === 1 ? true : undefined,
	);
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	await asked;
	await exchanges.admin('kucoin', 'DELETE', '/faults');
	expect(await restingAt('kucoin', 'main')).toBe(1);
	service = await fixture.serve(...LIVE);
	await untilChecked('passed');
	expect(await restingAt('kucoin', 'main')).toBe(0);
});

test('its data directory belongs to no other mode, and no key was written down', async () => {
	await service.process.end('SIGTERM');
	const refused = await fixture.run('serve', '--port', '0', '--mode', 'paper');
	expect(refused.exit).toBe(1);
	expect(refused.stderr).toContain('belongs to live mode');
	expect(leakedSecrets({ ...fixture, secrets: () => [...typed, ...fixture.secrets()] })).toEqual([]);
});
