import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal } from '../domain/decimal.ts';
import { CONFIG_FILE, type ConfigFlags } from './config-flags.ts';
import { exchangeOAuthClients } from './exchange-oauth-clients.ts';
import { loadConfig } from './load-config.ts';

let cwd = '';

beforeEach(() => {
	cwd = mkdtempSync(join(tmpdir(), 'carrywire-config-'));
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const load = (flags: ConfigFlags = {}, env: Record<string, string> = {}) => loadConfig({ flags, env, cwd });
const write = (value: unknown, name = CONFIG_FILE) =>
	writeFileSync(join(cwd, name), typeof value === 'string' ? value : JSON.stringify(value));

describe('loadConfig', () => {
	test('uses every default without settings', () => {
		const config = load();
		expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: null });
		expect(config.venues).toEqual(['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid']);
		expect(config.dataDir).toBe(join(cwd, 'data'));
		expect(config.execution.maxSlippageBpsMax).toBe(parseDecimal('100'));
		expect(config.rateLimits.trade).toEqual({ perSecond: 5, burst: 20 });
		expect(config.vault).toEqual({
			keySource: 'file',
			keyFile: 'vault.key',
			keyVariable: 'CARRYWIRE_VAULT_KEYS',
		});
	});

	test('prefers flag, then environment, then file, then default', () => {
		write({ server: { port: 1 }, log: { level: 'warn' }, dataDir: 'from-file' });
		expect(load().server.port).toBe(1);
		expect(load({}, { CARRYWIRE_PORT: '2' }).server.port).toBe(2);
		expect(load({ port: '3' }, { CARRYWIRE_PORT: '2' }).server.port).toBe(3);
		expect(load({ port: '3' }).log.level).toBe('warn');
		expect(load({ port: '3' }).server.host).toBe('127.0.0.1');
		expect(load({ 'data-dir': '/elsewhere' }, { CARRYWIRE_DATA_DIR: 'x' }).dataDir).toBe('/elsewhere');
		expect(load({ venues: 'kucoin,bybit', external: true })).toMatchObject({
			venues: ['kucoin', 'bybit'],
			simulation: { external: true },
		});
	});

	test('reads another file by flag or environment', () => {
		write({ server: { port: 1 } });
		write({ server: { port: 2 } }, 'other.json');
		expect(load({}, { CARRYWIRE_CONFIG: 'other.json' }).server.port).toBe(2);
		expect(load({ config: 'other.json' }).server.port).toBe(2);
		expect(() => load({ config: 'none.json' })).toThrow('none.json: the configuration file must exist');
	});

	test('keeps decimals exact', () => {
		write('{"execution":{"amountMaxUsd":100.000000000000000001}}');
		expect(load().execution.amountMaxUsd).toBe(parseDecimal('100.000000000000000001'));
	});

	test.each([
		[
			{ vault: { keySource: 'kms' } },
			'carrywire.config.json: vault.keySource must be one of file, environment; was "kms".',
		],
		[
			{ vault: { keyVariable: 'MY KEYS' } },
			'carrywire.config.json: vault.keyVariable must be the name of an environment variable; was not shown here.',
		],
		[
			{ server: { port: 70_000 } },
			'carrywire.config.json: server.port must be a whole number (port) from 0 to 65535; was 70000.',
		],
		[
			{ server: { prot: 1 } },
			'carrywire.config.json: server.prot must be absent: there is no such setting; was 1.',
		],
		[{ sever: {} }, 'carrywire.config.json: sever must be absent: there is no such setting; was {}.'],
		[{ server: [] }, 'carrywire.config.json: server must be an object; was [].'],
		[{ server: { host: 5 } }, 'carrywire.config.json: server.host must be a string; was 5.'],
		[
			{ execution: { leverageMax: '5' } },
			'carrywire.config.json: execution.leverageMax must be a number (times) from 1 to 100; was "5".',
		],
		[
			{ log: { level: 'loud' } },
			'carrywire.config.json: log.level must be one of debug, info, warn, error; was "loud".',
		],
		[
			{ venues: ['bybit'] },
			'carrywire.config.json: venues must list two or more exchanges, each only once; was ["bybit"].',
		],
		[
			{ venues: ['bybit', 'kucoin', 'Gate!'] },
			'carrywire.config.json: venues.2 must be the name of an exchange: lower case, no spaces; was "Gate!".',
		],
		[
			{ venues: ['bybit', 'kucoin', 'gate'] },
			'carrywire.config.json: venues must be among bybit, kucoin, binance, okx, hyperliquid in simulated mode, because there is no simulator for gate; was ["bybit","kucoin","gate"].',
		],
		[
			{ venues: ['bybit', 'gate', 'bitget'], mode: 'paper' },
			'carrywire.config.json: venues must list two or more of the exchanges that the service trades on: bybit, kucoin, binance, okx, hyperliquid; was ["bybit","gate","bitget"].',
		],
		[
			{ venues: ['bybit', 'kucoin', 'bitgte'], mode: 'paper' },
			'carrywire.config.json: venues must list only exchanges that the installed ccxt supports; similar: bitget, bitrue, bigone; was "bitgte".',
		],
		[
			{ venues: ['bybit', 'kucoin', 'binanceusdm'], mode: 'paper' },
			'carrywire.config.json: venues must call this exchange binance, the name under which the service trades on it; was "binanceusdm".',
		],
		[
			{ venues: ['bybit', 'kraken'] },
			'carrywire.config.json: venues must list two or more of the exchanges that the service trades on: bybit, kucoin, binance, okx, hyperliquid; was ["bybit","kraken"].',
		],
		[
			{ execution: { maxSlippageBpsDefault: 200 } },
			'carrywire.config.json: execution.maxSlippageBpsDefault must be at most execution.maxSlippageBpsMax (100); was 200.',
		],
		[
			{ execution: { accountPollMs: 6_000 } },
			'carrywire.config.json: execution.accountAgeMsMax must be at least execution.accountPollMs (6000); was the default.',
		],
		[
			{ execution: { accountIdlePollMs: 1_000 } },
			'carrywire.config.json: execution.accountIdlePollMs must be at least execution.accountPollMs (2000); was 1000.',
		],
		[
			{ execution: { emergencyHedge: true, emergencyHedgeAfterMs: 13_000 } },
			'carrywire.config.json: execution.emergencyHedgeAfterMs must be at least 7 times execution.accountPollMs, that is, 14000; was 13000.',
		],
		[
			{ execution: { openAmountMaxUsd: 50 } },
			'carrywire.config.json: execution.amountMaxUsd must be at most execution.openAmountMaxUsd (50); was the default.',
		],
	])('%j', (value, message) => {
		write(value);
		expect(() => load()).toThrow(message);
	});

	test.each([
		'https://carry.example',
		'http://127.0.0.1:8080',
		'http://[::1]:81',
		'https://carry.example:8443',
	])('accepts the public URL %s', (publicUrl) => {
		expect(load({ 'public-url': publicUrl }).server.publicUrl).toBe(publicUrl);
		expect(load({}, { CARRYWIRE_PUBLIC_URL: publicUrl }).server.publicUrl).toBe(publicUrl);
	});

	test.each([
		'https://carry.example/',
		'https://carry.example/path',
		'https://carry.example?x',
		'https://carry.example#x',
		'https://user@carry.example',
		'https://Carry.example',
		'https://carry.example:443',
		'http://carry.example:80',
		'https://carry.example\\path',
		'https://carry.example:70000',
		'https://',
		'https:carry.example',
		'HTTPS://carry.example',
		'ftp://carry.example',
		'carry.example',
		' https://carry.example',
		'',
	])('refuses the public URL %j, which clients cannot compare', (publicUrl) => {
		expect(() => load({ 'public-url': publicUrl })).toThrow(
			`--public-url: server.publicUrl must be an http or https URL with only a host and an optional port, as browsers write it: lower case, no default port, no slash at the end; was ${JSON.stringify(publicUrl)}.`,
		);
	});

	test('accepts separate credits for pages', () => {
		expect(load().rateLimits.pages).toEqual({ perSecond: 10, burst: 60 });
		write('{"rateLimits":{"pages":{"perSecond":0.5}}}');
		expect(load().rateLimits.pages).toEqual({ perSecond: 0.5, burst: 60 });
	});

	test.each([
		[{ perSecond: 0 }, 'perSecond must be a number (credits/s) from 0.01 to 1000000; was 0.'],
		[{ burst: 0 }, 'burst must be a whole number (credits) from 1 to 1000000; was 0.'],
		[{ burst: 1.5 }, 'burst must be a whole number (credits) from 1 to 1000000; was 1.5.'],
		[{ perMinute: 1 }, 'perMinute must be absent: there is no such setting; was 1.'],
	])('refuses %j as credits for pages', (pages, message) => {
		write({ rateLimits: { pages } });
		expect(() => load()).toThrow(`carrywire.config.json: rateLimits.pages.${message}`);
	});

	test('allows slow account reads while the emergency hedge is off', () => {
		write({ execution: { accountPollMs: 4_000 } });
		expect(load().execution).toMatchObject({ accountPollMs: 4_000, emergencyHedge: false });
	});

	test('reports all faults at once, each with its source', () => {
		write({ log: { level: 'loud' } });
		expect(() => load({ port: 'x' }, { CARRYWIRE_VENUES: 'OKX!,bybit' })).toThrow(
			[
				'CARRYWIRE_VENUES: venues.0 must be the name of an exchange: lower case, no spaces; was "OKX!".',
				'--port: server.port must be a whole number (port) from 0 to 65535; was "x".',
				'carrywire.config.json: log.level must be one of debug, info, warn, error; was "loud".',
			].join('\n'),
		);
	});

	test.each(['simulated', 'paper', 'testnet', 'live'])('accepts mode %s', (mode) => {
		expect(load({ mode })).toMatchObject({ mode });
	});

	test('refuses an unknown mode', () => {
		expect(() => load({ mode: 'real' })).toThrow(
			'--mode: mode must be one of simulated, paper, testnet, live; was "real".',
		);
	});

	test.each(['{', '[]', '"x"', ''])('refuses a file that is not one JSON object: %j', (text) => {
		write(text);
		expect(() => load()).toThrow('carrywire.config.json: the file must');
	});

	test('accepts clients at exchanges with an id and the variable of the secret', () => {
		write({ exchangeOAuth: { kucoin: { clientId: 'abc', clientSecretVariable: 'KUCOIN_SECRET' } } });
		const { exchangeOAuth } = load({}, { KUCOIN_SECRET: 'not in the file' });
		expect(exchangeOAuth).toEqual({
			bybit: { clientId: null, clientSecretVariable: null },
			kucoin: { clientId: 'abc', clientSecretVariable: 'KUCOIN_SECRET' },
		});
		expect(exchangeOAuthClients(exchangeOAuth, { KUCOIN_SECRET: ' not in the file\n' })).toEqual({
			clients: { kucoin: { clientId: 'abc', clientSecret: 'not in the file' } },
			unset: [],
		});
	});

	test.each([
		[
			{ bybit: { clientId: 'abc' } },
			'exchangeOAuth.bybit.clientSecretVariable must be set too: id and secret belong together; was the default.',
		],
		[
			{ bybit: { clientSecretVariable: 'HOME' } },
			'exchangeOAuth.bybit.clientId must be set too: id and secret belong together; was the default.',
		],
		[
			{ bybit: { clientId: 'abc', clientSecretVariable: 'NOT_THERE' } },
			'carrywire.config.json: exchangeOAuth.bybit.clientSecretVariable must be the name of an environment variable that is set; this one is not.',
		],
		[
			{ bybit: { clientId: 'abc', clientSecretVariable: 'EMPTY' } },
			'exchangeOAuth.bybit.clientSecretVariable must be the name of an environment variable that is set; this one is not.',
		],
		[{ okx: {} }, 'exchangeOAuth.okx must be absent: there is no such setting'],
		[{ bybit: { clientId: 7 } }, 'exchangeOAuth.bybit.clientId must be a string'],
	])('refuses %j', (exchangeOAuth, message) => {
		write({ exchangeOAuth });
		expect(() => load({}, { HOME: '/', EMPTY: ' ' })).toThrow(message);
	});

	test.each(['s3cr3t-of-the-client', 'x'.repeat(129), ''])(
		'does not show a secret from the file',
		(secret) => {
			write({ exchangeOAuth: { bybit: { clientId: 'abc', clientSecretVariable: secret } } });
			expect(() => load()).toThrow(
				/^carrywire\.config\.json: exchangeOAuth\.bybit\.clientSecretVariable must be the name of an environment variable: letters, digits and _, not starting with a digit; was not shown here\.$/,
			);
		},
	);
});
