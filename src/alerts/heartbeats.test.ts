import { beforeEach, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { testVault } from '../../test/support/test-vault.ts';
import type { AlertAnswer, AlertPost } from '../ports/alert-sender.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createAlertSender } from '../runtime/alert-sender.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createAlertSettingsStore } from '../store/alert-settings.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createHeartbeats, HEARTBEAT_MS, HEARTBEAT_MS_MAX } from './heartbeats.ts';

const URL_OF_ANN = 'https://check.example/ping/secret-of-the-check';
const database = databasePerTest();
const vault = testVault();
let clock: VirtualClock;
let calls: AlertPost[];
let status: number;
let problem: string | null;

async function open(isFull = () => false) {
	const store = createAlertSettingsStore(createSqliteDatabase(database.now()));
	const real = createAlertSender({
		clock,
		logger: SILENT_LOGGER,
		timeLimitMs: 1_000,
		allowsLoopback: false,
		agent: 'test',
	});
	const beats = createHeartbeats({
		stored: (await store.load()).heartbeats,
		store: {
			...store,
			proveWritable: async (at) => {
				if (isFull()) throw new Error('database or disk is full');
				await store.proveWritable(at);
			},
		},
		vault,
		sender: {
			...real,
			post: async (post): Promise<AlertAnswer> => {
				calls.push(post);
				return { kind: 'answered', status, retryAfter: undefined, body: `no ${new URL(post.url).pathname}` };
			},
		},
		clock,
		log: SILENT_LOGGER,
		heartbeatsMax: 2,
	});
	beats.start(() => problem);
	return beats;
}

/** Advances the time in steps of a second, and lets each call end. */
async function pass(ms: number): Promise<void> {
	for (let passed = 0; passed < ms; passed += 1_000) {
		await clock.advance(clock.now() + 1_000);
		await new Promise((resolve) => setImmediate(resolve));
	}
}

beforeEach(() => {
	clock = createVirtualClock(Date.UTC(2026, 10, 20, 8));
	calls = [];
	status = 200;
	problem = null;
});

test('calls the URL every minute with its method, also after a restart', async () => {
	const beats = await open();
	await beats.set('user_a', URL_OF_ANN, 'HEAD');
	await pass(3 * HEARTBEAT_MS);
	expect(calls.length).toBe(3);
	expect(calls[0]).toMatchObject({ url: URL_OF_ANN, method: 'HEAD', isOperators: false });
	expect(beats.of('user_a')).toMatchObject({ failure: null, failingSince: null });
	beats.close();
	const again = await open();
	await pass(2_000);
	expect(calls.length).toBe(4);
	expect(again.of('user_a')?.lastOkAt).not.toBeNull();
	again.close();
});

test('calls nothing while the service is unhealthy, and says why', async () => {
	const beats = await open();
	await beats.set('user_a', URL_OF_ANN, 'GET');
	problem = 'No exchange sends current data.';
	await pass(2 * HEARTBEAT_MS);
	expect([calls.length, beats.problem()]).toEqual([0, problem]);
	problem = null;
	await pass(2_000);
	expect([calls.length, beats.problem()]).toEqual([1, null]);
	beats.close();
});

test('calls nothing while the store cannot be written', async () => {
	let isFull = true;
	const beats = await open(() => isFull);
	await beats.set('user_a', URL_OF_ANN, 'GET');
	await pass(HEARTBEAT_MS);
	expect([calls.length, beats.problem()]).toEqual([
		0,
		'The store cannot be written, so no heartbeat is sent.',
	]);
	isFull = false;
	await pass(2_000);
	expect(calls.length).toBe(1);
	beats.close();
});

test('waits longer after each failure, shows the answer without the secret path, and recovers', async () => {
	const beats = await open();
	status = 500;
	await beats.set('user_a', URL_OF_ANN, 'GET');
	await pass(16 * HEARTBEAT_MS);
	// The calls are due at 0, 1, 3, 7 and 15 minutes.
	expect(calls.length).toBe(5);
	expect(beats.of('user_a')?.failure).toBe('It answered 500: no ….');
	status = 204;
	await pass(HEARTBEAT_MS_MAX);
	expect(beats.of('user_a')).toMatchObject({ failure: null, failingSince: null });
	beats.close();
});

test('refuses internal addresses and too many heartbeats, and keeps the URL sealed', async () => {
	const beats = await open();
	for (const url of [
		'http://check.example/',
		'https://10.0.0.1/',
		'https://localhost/',
		'https://[fd00::1]/',
	])
		await expect(beats.set('user_a', url, 'GET')).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'url',
		});
	await beats.set('user_a', URL_OF_ANN, 'GET');
	await beats.set('user_a', `${URL_OF_ANN}-2`, 'GET');
	await beats.set('user_b', 'https://check.example/b', 'GET');
	await expect(beats.set('user_c', 'https://check.example/c', 'GET')).rejects.toMatchObject({
		code: 'TOO_MANY_HEARTBEATS',
	});
	const rows = database.now().prepare('SELECT * FROM alert_heartbeat').all();
	expect(rows).toHaveLength(2);
	expect(JSON.stringify(rows)).not.toContain('secret-of-the-check');
	await beats.remove('user_a');
	expect([beats.of('user_a'), beats.of('user_b')]).toMatchObject([null, { shown: 'https://check.example' }]);
	beats.close();
});
