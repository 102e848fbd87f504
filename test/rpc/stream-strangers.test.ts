/**
 * Tests WebSockets without a valid token. An address may have a few of them, and they must never affect WebSockets
 * with a token.
 */
import { expect, test } from 'vitest';
import { openStream } from './stream-client.ts';
import { startTestServer } from './test-server.ts';

const CROWDED = {
	code: 1013,
	reason: 'A newer WebSocket replaced this one; at most 2 may be open without a token.',
};

test('each excess connection of an address ends its oldest one without a token, never one with a token', async () => {
	await using server = await startTestServer({ stream: { strangersPerAddressMax: 2 } });
	const { url, tokens } = server;
	await using withHeader = await openStream(url, { token: tokens.read });
	await using authenticated = await openStream(url);
	expect(await authenticated.call('authenticate', { token: tokens.full })).toMatchObject({ result: {} });
	await using oldest = await openStream(url);
	await oldest.subscribe('heartbeat', { interval_seconds: 60 });
	await using guesser = await openStream(url);
	expect(await guesser.call('authenticate', { token: tokens.unknown })).toMatchObject({
		error: { code: 401 },
	});
	await using _third = await openStream(url);
	expect(await oldest.closed).toEqual(CROWDED);
	await using last = await openStream(url);
	expect(await guesser.closed).toEqual(CROWDED);
	for (const client of [withHeader, authenticated, last])
		expect(await client.call('test')).toMatchObject({ result: { status: 'ok' } });
});

test('at the connection limit, a new connection with a token replaces one without', async () => {
	await using server = await startTestServer({ stream: { connectionsMax: 2 } });
	const { url, tokens } = server;
	await using kept = await openStream(url, { token: tokens.read });
	await using stranger = await openStream(url);
	await using next = await openStream(url, { token: tokens.full });
	expect(await stranger.closed).toEqual(CROWDED);
	for (const client of [kept, next])
		expect(await client.call('test')).toMatchObject({ result: { status: 'ok' } });
	await expect(openStream(url)).rejects.toThrow('503');
});

test('callers without a token have a separate subscription limit and never use up the limit of others', async () => {
	await using server = await startTestServer({ stream: { groupsMax: 2, resumeMs: 0 } });
	const { url, tokens } = server;
	await using stranger = await openStream(url);
	await stranger.subscribe('heartbeat', { interval_seconds: 20 });
	await stranger.subscribe('heartbeat', { interval_seconds: 30 });
	expect(await stranger.call('subscribe', { channel: 'heartbeat', interval_seconds: 40 })).toMatchObject({
		error: {
			data: {
				code: 'SUBSCRIPTION_LIMIT',
				message: expect.stringContaining('2 different public subscriptions without a token'),
			},
		},
	});
	await using holder = await openStream(url, { token: tokens.read });
	await holder.subscribe('heartbeat', { interval_seconds: 40 });
	// Subscribing to an existing group needs no new one.
	await holder.subscribe('heartbeat', { interval_seconds: 20 });
	await stranger.subscribe('heartbeat', { interval_seconds: 40 });
});
