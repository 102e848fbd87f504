/**
 * Tests several accounts at each exchange: connecting, switching, replacing a key while an execution runs, and
 * disconnecting. Calls are made over JSON-RPC. The test reads each account's positions through the exchanges' own
 * protocols.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { closeAndEnd, openAndRun, openableOpportunities, quietPortfolio, untilStatus } from './trading.ts';
import type { Opportunity, Portfolio, RpcAnswer } from './wire.ts';

const AMOUNT_USD = 1_500;

type Keys = { readonly key: string; readonly secret: string; readonly passphrase: string };
type Row = {
	readonly id: string;
	readonly exchange: string;
	readonly label: string;
	readonly in_use: boolean;
	readonly is_connected: boolean;
	readonly permissions: readonly string[];
	readonly health: { readonly status: string; readonly reason: string | null };
};

let fixture: Fixture;
let service: Service;
let token = '';
let opportunities: readonly Opportunity[];
/** API keys of the user's second account at each exchange. */
const second = new Map<Venue, Keys>();
const typed: string[] = [];

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade exchange:connect');
	for (const venue of VENUES) second.set(venue, await keysOf(venue, 'second'));
	opportunities = await openableOpportunities(service, AMOUNT_USD);
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** Creates an account at the exchange, or another key for an existing account, and returns the keys. */
async function keysOf(venue: Venue, name: string, options: object = {}): Promise<Keys> {
	const keys = await fixture.admin<Keys>(venue, 'POST', '/accounts', { name, deposit: '20000', ...options });
	typed.push(keys.secret, keys.key, ...(keys.passphrase === '' ? [] : [keys.passphrase]));
	return keys;
}

const connect = (exchange: Venue, keys: Keys, caller = token): Promise<RpcAnswer> =>
	service.answer(
		'connect_exchange',
		{
			exchange,
			api_key: keys.key,
			api_secret: keys.secret,
			...(keys.passphrase === '' ? {} : { api_passphrase: keys.passphrase }),
		},
		caller,
	);

const accounts = (): Promise<readonly Row[]> => service.call('account_exchange_pair', {}, token);

async function rowAt(venue: Venue, label: string): Promise<Row> {
	const row = (await accounts()).find((one) => one.exchange === venue && one.label === label);
	if (row === undefined) throw new Error(`There is no account ${label} at ${venue}.`);
	return row;
}

async function useAt(venue: Venue, label: string): Promise<void> {
	const { id } = await rowAt(venue, label);
	await service.call('use_exchange_account', { account_id: id }, token);
}

const open = async (): Promise<string> => {
	const { opened } = await openAndRun(service, token, opportunities[0] as Opportunity, {
		amount: AMOUNT_USD,
	});
	return opened.execution_id;
};

async function heldBy(records: FixtureRecords): Promise<number> {
	const held = await Promise.all(VENUES.map((venue) => records[venue].positions()));
	return held.reduce((count, positions) => count + positions.size, 0);
}

async function explained(): Promise<Portfolio['accounts']> {
	const portfolio = await quietPortfolio(service, token);
	expect(portfolio.accounts.map(({ exchange, unexplained }) => [exchange, unexplained])).toEqual(
		VENUES.map((venue) => [venue, ZERO]),
	);
	return portfolio.accounts;
}

const pnlOf = (rows: Portfolio['accounts']): readonly (Decimal | null)[] =>
	rows.map(({ execution_pnl }) => execution_pnl);

test('lists the accounts that the service made, with the key details from the exchanges', async () => {
	const rows = await until({ what: 'the details of both keys', periodMs: 500 }, async () => {
		const listed = await accounts();
		return listed.every(({ permissions }) => permissions.length > 0) ? listed : undefined;
	});
	expect(
		rows.map(({ exchange, label, in_use, is_connected, health }) => [
			exchange,
			label,
			in_use,
			is_connected,
			health.status,
		]),
	).toEqual(VENUES.map((venue) => [venue, 'simulated', true, true, 'ok']));
});

test('connects a second account at each exchange, and refuses keys that break the rules', async () => {
	for (const venue of VENUES) {
		const withdraws = await connect(venue, await keysOf(venue, 'rich', { canWithdraw: true }));
		const reads = await connect(venue, await keysOf(venue, 'poor', { canTrade: false }));
		const nobody = await connect(venue, { key: 'nobodyknowsit', secret: 'nobody', passphrase: 'none' });
		expect([withdraws, reads, nobody].map(({ error }) => error?.data.code)).toEqual([
			'KEY_CAN_WITHDRAW',
			'KEY_CANNOT_TRADE',
			'KEY_REFUSED',
		]);
		const keys = second.get(venue) as Keys;
		const connected = await connect(venue, keys);
		expect(connected.result).toMatchObject({ renewed: false, account: { label: venue, in_use: false } });
		expect((await connect(venue, keys)).error?.data.code).toBe('ACCOUNT_ALREADY_CONNECTED');
	}
	expect(await accounts()).toHaveLength(4);
	const ann = await fixture.token('arb:read exchange:connect', 'ann');
	const hers = await connect('bybit', second.get('bybit') as Keys, ann);
	expect(hers.error?.data.code).toBe('ACCOUNT_ALREADY_CONNECTED');
});

test('switches the accounts in use only after the execution on them is closed, and each keeps its own ledger', async () => {
	await using firstRecords = await openExchangeRecords(fixture);
	const id = await open();
	expect(await heldBy(firstRecords)).toBe(2);
	const bybit = await rowAt('bybit', 'bybit');
	const refused = await service.answer('use_exchange_account', { account_id: bybit.id }, token);
	expect(refused.error?.data).toMatchObject({ code: 'EXECUTIONS_RUNNING', execution_ids: [id] });
	await closeAndEnd(service, token, id);
	const onFirst = pnlOf(await explained());
	expect(onFirst).not.toContain(ZERO);

	for (const venue of VENUES) await useAt(venue, venue);
	await using secondRecords = await openExchangeRecords(fixture);
	expect(pnlOf(await explained())).toEqual([ZERO, ZERO]);
	const other = await open();
	expect([await heldBy(firstRecords), await heldBy(secondRecords)]).toEqual([0, 2]);
	await fixture.admin('bybit', 'POST', '/accounts/second/deposit', { amount: '12.5' });
	await closeAndEnd(service, token, other);
	const onSecond = await explained();
	expect(pnlOf(onSecond)).not.toContain(ZERO);

	await useAt('bybit', 'simulated');
	const mixed = pnlOf(await explained());
	expect(mixed).toEqual([onFirst[0], pnlOf(onSecond)[1]]);
	await useAt('kucoin', 'simulated');
	expect(pnlOf(await explained())).toEqual(onFirst);
});

test('reports a key revoked while an execution runs, and closes the execution with a replacement key', async () => {
	const id = await open();
	const before = await accounts();
	const { accounts: kept } = await readVaultContents(fixture.dataDir);
	for (const { venue, keys, inUse, userName } of kept)
		if (inUse && userName === 'owner')
			await fixture.admin(venue as Venue, 'POST', `/accounts/owner/keys/${keys.apiKey}/revoke`);
	await until({ what: 'both keys to be refused', periodMs: 200 }, async () => {
		const used = (await accounts()).filter(({ in_use }) => in_use);
		return used.every(({ is_connected }) => !is_connected) ? true : undefined;
	});
	expect((await rowAt('bybit', 'simulated')).health.reason).toMatch(
		/^Bybit refuses the key: API key is invalid \(10003\)\. A key of another site .+ set hosts\.bybit; see docs\/modes\.md\.$/,
	);
	for (const venue of VENUES) {
		const wish = {
			key: `renewedkeyof${venue}00000000`,
			secret: `renewedsecretof${venue}`,
			passphrase: 'renewedphrase',
		};
		const renewed = await connect(venue, await keysOf(venue, 'owner', wish));
		expect(renewed.result).toMatchObject({
			renewed: true,
			account: { label: 'simulated', in_use: true, is_connected: true, health: { status: 'ok' } },
		});
	}
	expect((await accounts()).map((row) => row.id)).toEqual(before.map((row) => row.id));
	await closeAndEnd(service, token, id);
	await using records = await openExchangeRecords(fixture);
	expect(await heldBy(records)).toBe(0);
	await explained();
});

test('a kill of everything changes no account', async () => {
	const before = await accounts();
	await fixture.killEverything(service);
	service = await fixture.serve();
	const after = await accounts();
	expect(after.map(({ id, in_use }) => [id, in_use])).toEqual(before.map(({ id, in_use }) => [id, in_use]));
	await explained();
});

test('disconnects an account with no open position, or after closing its positions', async () => {
	await using records = await openExchangeRecords(fixture);
	opportunities = await openableOpportunities(service, AMOUNT_USD);
	const id = await open();
	const { id: account } = await rowAt('bybit', 'simulated');
	const plain = await service.answer('disconnect_exchange', { account_id: account }, token);
	expect(plain.error?.data.code).toBe('EXECUTIONS_RUNNING');
	const gone = await service.call('disconnect_exchange', { account_id: account, close_first: true }, token);
	expect(gone).toEqual({ success: true, account_id: account, status: 'disconnected', executions: [] });
	expect(await heldBy(records)).toBe(0);
	await untilStatus(service, token, id, ['closed']);
	expect((await accounts()).map(({ exchange, in_use }) => [exchange, in_use])).toEqual([
		['bybit', false],
		['kucoin', true],
		['kucoin', false],
	]);
	const refused = await service.answer(
		'execute_opportunity',
		{ opportunity_id: opportunities[0]?.opportunity_id, amount: AMOUNT_USD },
		token,
	);
	expect(refused.error?.data.code).toBe('EXCHANGE_NOT_CONNECTED');
	await useAt('bybit', 'bybit');
	await closeAndEnd(service, token, await open());
	await explained();
});

test('does not recreate a disconnected account that the service made', async () => {
	await service.process.end('SIGTERM');
	service = await fixture.serve();
	expect((await accounts()).map(({ exchange, label }) => [exchange, label])).toEqual([
		['bybit', 'bybit'],
		['kucoin', 'simulated'],
		['kucoin', 'kucoin'],
	]);
});

test('writes entered secrets in sealed form only', () => {
	expect(leakedSecrets(fixture)).toEqual([]);
	expect(typed.length).toBeGreaterThanOrEqual(2 * 4 * 2);
	const files = readdirSync(fixture.dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
	for (const { name } of files) {
		const held = readFileSync(join(fixture.dataDir, name));
		for (const secret of typed) expect(held.includes(secret), name).toBe(false);
	}
	const written = fixture.written();
	for (const secret of typed) expect(written.includes(secret)).toBe(false);
});
