/**
 * Tests testnet mode, started as users start it. One word on the command line starts the mode. Test keys are
 * connected and checked, and a small position opens and closes. Every interface shows that the money is test money.
 * Only the transport is redirected, to simulated test environments. They accept their keys only with the real hosts
 * and headers.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import { testHostsOf } from '../support/venue-hosts.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { closeAndEnd, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';

/** One exchange whose test environment has its own hosts, and one that recognizes demo trading by a request header. */
const VENUES = ['bybit', 'okx'] as const;
const AMOUNT_USD = 1_000;

type Keys = { readonly key: string; readonly secret: string; readonly passphrase: string };
type Row = {
	readonly exchange: string;
	readonly trading_mode: string;
	readonly self_check: { readonly status: string; readonly steps: readonly { readonly name: string }[] };
};

let exchanges: Fixture;
let fixture: Fixture;
let service: Service;
let token = '';
const typed: string[] = [];

beforeAll(async () => {
	exchanges = openFixture({ mode: 'testnet' }, VENUES);
	await exchanges.simulate();
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	fixture = openFixture({ mode: 'testnet', transport: { redirect } }, VENUES);
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade exchange:connect');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await exchanges[Symbol.asyncDispose]();
});

const connect = (exchange: string, { key, secret, passphrase }: Keys) =>
	service.answer(
		'connect_exchange',
		{
			exchange,
			api_key: key,
			api_secret: secret,
			...(passphrase === '' ? {} : { api_passphrase: passphrase }),
		},
		token,
	);

test('every place says that the money is test money', async () => {
	expect(service.process.stdout()).toMatch(/REHEARSAL of testnet mode: bybit=\d+, okx=\d+/);
	expect(await (await fetch(`${service.url}/health`)).json()).toEqual({
		status: 'ok',
		trading_mode: 'testnet',
		rehearsal: true,
	});
	for (const path of ['/', '/portfolio', '/status', '/login', '/no-such-page']) {
		const page = await (await fetch(`${service.url}${path}`, { headers: { accept: 'text/html' } })).text();
		expect(page, path).toContain('<body class="mode-testnet">');
		expect(page, path).toContain('<b>Testnet</b>');
		expect(page, path).toContain('no real money');
	}
	const status = await service.call<{ readonly trading_mode: string }>('service_status', {});
	expect(status.trading_mode).toBe('testnet');
	const told = await fixture.run('status', '--url', service.url);
	expect(told.stdout).toMatch(/Testnet: test money on the test environments of the exchanges, no real money/);
	const report = await fixture.run('doctor');
	expect(report.stdout).toMatch(/REHEARSAL of testnet mode/);
	expect(report.stdout).toMatch(/redirected from www\.okx\.com, wspap\.okx\.com/);
	expect(report.stdout).toMatch(/redirected from api-testnet\.bybit\.com, stream-testnet\.bybit\.com/);
});

test('rejects a key unknown to the test environment, and says what to do', async () => {
	const refused = await connect('okx', {
		key: 'key-of-a-real-account',
		secret: 'its-own-secret-0123456789',
		passphrase: 'its-own-passphrase',
	});
	expect(refused.error?.data).toMatchObject({
		code: 'KEY_REFUSED',
		message: expect.stringMatching(
			/Testnet mode needs a key of the exchange's test environment.+Create one at okx\.com: Demo trading/,
		),
	});
});

test('test accounts pass their self-check, and a small position opens and closes with testnet money', async () => {
	for (const venue of VENUES) {
		const keys = await exchanges.admin<Keys>(venue, 'POST', '/accounts', {
			name: 'main',
			deposit: '20000',
		});
		typed.push(keys.secret);
		expect((await connect(venue, keys)).error).toBeUndefined();
	}
	let seen = 'nothing';
	const checked = await until({ what: 'self-checks to pass', periodMs: 200, seen: () => seen }, async () => {
		const rows = await service.call<readonly Row[]>('account_exchange_pair', {}, token);
		seen = encodeExactJson(rows);
		return rows.every(({ self_check }) => self_check.status === 'passed') ? rows : undefined;
	});
	for (const { trading_mode, self_check } of checked) {
		expect(trading_mode).toBe('testnet');
		expect(self_check.steps.map(({ name }) => name)).toContain('order');
	}
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	if (opportunity === undefined) throw new Error('No opportunity can be opened.');
	const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	const { execution } = await closeAndEnd(service, token, opened.execution_id);
	expect(execution.status).toBe('closed');
	expect(await quietPortfolio(service, token)).toMatchObject({ trading_mode: 'testnet' });
});

test('sends requests and streams to hosts of the test environments only', async () => {
	for (const venue of VENUES) {
		const { askedHosts } = await exchanges.admin<{ readonly askedHosts: readonly string[] }>(
			venue,
			'GET',
			'/status',
		);
		const hosts = new Set(Object.values(testHostsOf(venue)).map((origin) => new URL(origin).hostname));
		expect(askedHosts).toEqual([...hosts].sort());
	}
});

test('starts with one word, and rejects an exchange without a test environment', async () => {
	const live = await fixture.run('serve', '--port', '0', '--live', VENUES.join(','));
	expect(live.exit).toBe(2);
	expect(live.stderr).toContain('requires live mode; the mode is testnet');
	const kucoin = await fixture.run('serve', '--port', '0', '--venues', 'okx,kucoin');
	expect(kucoin.exit).toBe(2);
	expect(kucoin.stderr).toContain('kucoin has no test environment that this service supports');
});

test('its data directory belongs to no other mode, and no key was written down', async () => {
	await service.process.end('SIGTERM');
	const refused = await fixture.run('serve', '--port', '0', '--mode', 'paper');
	expect(refused.exit).toBe(1);
	expect(refused.stderr).toContain('belongs to testnet mode');
	expect(leakedSecrets({ ...fixture, secrets: () => [...typed, ...fixture.secrets()] })).toEqual([]);
});
