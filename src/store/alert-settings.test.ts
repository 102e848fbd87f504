/** Tests the store of quiet hours and heartbeats. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import type { AlertSettingsStore, StoredHeartbeat } from '../ports/alert-settings.ts';
import { createAlertSettingsStore } from './alert-settings.ts';

const databases = storePerTest();
let store: AlertSettingsStore;

beforeEach(() => {
	store = createAlertSettingsStore(databases.now());
});

const heartbeat = (userId: string, change: Partial<StoredHeartbeat> = {}): StoredHeartbeat => ({
	userId,
	shown: 'https://beat.example',
	sealed: 'v1.sealed',
	method: 'GET',
	createdAt: 10,
	lastOkAt: null,
	failingSince: null,
	failure: null,
	...change,
});

test('holds the quiet hours of each user, and removes them with null', async () => {
	const night = { fromMinute: 1_320, untilMinute: 360, timeZone: 'Europe/Berlin' };
	const noon = { fromMinute: 0, untilMinute: 1_439, timeZone: 'UTC' };
	await store.saveQuietHours('user_ann', night);
	await store.saveQuietHours('user_bob', night);
	await store.saveQuietHours('user_bob', noon);
	const again = createAlertSettingsStore(databases.reopen());
	expect((await again.load()).quietHours).toEqual(
		new Map([
			['user_ann', night],
			['user_bob', noon],
		]),
	);
	await again.saveQuietHours('user_ann', null);
	await again.saveQuietHours('user_none', null);
	expect([...(await again.load()).quietHours.keys()]).toEqual(['user_bob']);
});

test('holds one heartbeat per user, oldest first, and replaces all of its members', async () => {
	await store.saveHeartbeat(
		heartbeat('user_bob', { lastOkAt: 7, failingSince: 8, failure: 'It answered 500.' }),
	);
	await store.saveHeartbeat(heartbeat('user_ann'));
	await store.saveHeartbeat(heartbeat('user_cat', { createdAt: 9 }));
	expect((await store.load()).heartbeats.map(({ userId }) => userId)).toEqual([
		'user_cat',
		'user_ann',
		'user_bob',
	]);
	const changed = heartbeat('user_bob', { shown: 'b', sealed: 'c', method: 'HEAD', createdAt: 1 });
	await store.saveHeartbeat(changed);
	expect((await store.load()).heartbeats[0]).toEqual(changed);
	await expect(store.saveHeartbeat(heartbeat('user_dan', { method: 'PUT' as never }))).rejects.toThrow(
		/check/i,
	);
	await store.removeHeartbeat('user_bob');
	await store.removeHeartbeat('user_none');
	expect((await store.load()).heartbeats).toEqual([
		heartbeat('user_cat', { createdAt: 9 }),
		heartbeat('user_ann'),
	]);
});

test('notes the outcome of a call without touching the URL', async () => {
	await store.saveHeartbeat(heartbeat('user_ann'));
	await store.noteHeartbeat('user_ann', { lastOkAt: 20, failingSince: 30, failure: 'no answer' });
	await store.noteHeartbeat('user_none', { lastOkAt: 1, failingSince: null, failure: null });
	expect((await store.load()).heartbeats).toEqual([
		heartbeat('user_ann', { lastOkAt: 20, failingSince: 30, failure: 'no answer' }),
	]);
});

test('proves again and again that it can write', async () => {
	await store.proveWritable(1);
	await store.proveWritable(2);
	expect(await databases.now().rows('SELECT id, checked_at FROM alert_store_check')).toEqual([
		{ id: 1, checked_at: 2 },
	]);
});
