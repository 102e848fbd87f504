import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/seeded-properties.ts';
import { type HandBook, handBook, opportunityOf } from './in-memory-feeds.ts';
import { inMemoryServices } from './in-memory-services.ts';
import { fold, openStream, type StreamClient } from './stream-client.ts';
import { clockAtRecords, startTestServer, type TestServer } from './test-server.ts';

const PADDING = 200_000;
const idOf = (at: number) => `opp_${String(at).padStart(24, '0')}`;
const newBook = (): HandBook => handBook(inMemoryServices(clockAtRecords, undefined as never).opportunities);

const socketOf = ({ webSocket }: StreamClient) =>
	(webSocket as unknown as { readonly _socket: Socket })._socket;

const aprsOf = (state: unknown) =>
	(state as { readonly data: readonly { readonly apr: number }[] }).data.map(({ apr }) => apr);

/**
 * Shows successive versions until `isEnough` returns true. Each version is shown only after the server has written
 * the previous one.
 */
async function showUntil(
	server: TestServer,
	book: HandBook,
	from: number,
	padding: number,
	isEnough: (shown: number) => boolean,
): Promise<number> {
	let version = from;
	await using witness = await openStream(server.url);
	const { subscription } = await witness.subscribe('opportunities', { limit: 3 });
	const latest = () => {
		const last = witness.notified.findLast((one) => one.subscription === subscription);
		return last?.result.data[0]?.apr as number | undefined;
	};
	while (!isEnough(version)) {
		version += 1;
		const shown = version;
		book.show([opportunityOf(idOf(1), shown, padding)]);
		await witness.until(() => latest() === shown);
	}
	return version;
}

test('a paused reader gets the latest state in one change without a gap', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 0, PADDING)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using paused = await openStream(server.url);
	const { subscription } = await paused.subscribe('opportunities', { limit: 3 });
	await paused.until(() => paused.notified.length === 1);
	socketOf(paused).pause();
	// 60 × 200 kB is more than the buffers on both ends hold.
	const version = await showUntil(server, opportunities, 0, PADDING, (shown) => shown === 60);
	opportunities.show([opportunityOf(idOf(2), version + 1, PADDING)]);
	socketOf(paused).resume();
	await paused.until(() => paused.notified.at(-1)?.result.data[0]?.apr === version + 1);
	expect(paused.notified.length).toBeLessThan(60);
	expect(aprsOf(fold(paused.notified, subscription))).toEqual([version + 1]);
	const seqs = paused.notified.map(({ seq }) => seq);
	expect(seqs).toEqual(seqs.map((_, at) => at + 1));
});

test('drops a reader that never reads, with the reason, and keeps serving others', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 0, PADDING)]);
	await using server = await startTestServer({
		services: { opportunities },
		stream: { behindMsMax: 1_000 },
	});
	await using stuck = await openStream(server.url);
	await stuck.subscribe('opportunities', { limit: 3 });
	await stuck.until(() => stuck.notified.length === 1);
	socketOf(stuck).pause();
	await showUntil(
		server,
		opportunities,
		0,
		PADDING,
		() => (server.server.streamCounts()?.subscriptions ?? 0) < 2,
	);
	socketOf(stuck).resume();
	const { code, reason } = await stuck.closed;
	expect(code).toBe(1013);
	expect(reason).toMatch(/^You read too slowly: \d+ bytes were still unread after 1\.0 s\.$/);
});

test('drops a caller that never reads its answers at the limit of pending bytes', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 0, PADDING)]);
	await using server = await startTestServer({
		services: { opportunities },
		stream: { bufferBytesMax: 65_536, heartbeatMs: 600_000 },
	});
	await using greedy = await openStream(server.url);
	await greedy.call('test');
	socketOf(greedy).pause();
	const ask = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_opportunities', params: { limit: 3 } });
	for (let count = 0; count < 100; count += 1) greedy.send(ask);
	await expect.poll(() => server.server.streamCounts()?.peers).toBe(0);
	socketOf(greedy).resume();
	const { code, reason } = await greedy.closed;
	expect(code).toBe(1013);
	expect(reason).toMatch(/^You read too slowly: \d+ bytes are unread; the limit is 65536\.$/);
});

test('a reader that returns with a cursor gets the changes since then, without a snapshot', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 1), opportunityOf(idOf(2), 2), opportunityOf(idOf(3), 3)]);
	await using server = await startTestServer({ services: { opportunities } });
	const params = { limit: 5 };
	const first = await openStream(server.url);
	await first.subscribe('opportunities', params);
	await first.until(() => first.notified.length === 1);
	const resume = first.notified[0]?.cursor;
	first.webSocket.terminate();
	await first.closed;
	opportunities.show([opportunityOf(idOf(1), 1), opportunityOf(idOf(3), 4)]);
	await using second = await openStream(server.url);
	expect(await second.subscribe('opportunities', { ...params, resume })).toMatchObject({ resumed: true });
	await second.until(() => second.notified.length === 1);
	expect(second.notified[0]).toMatchObject({
		type: 'change',
		seq: 1,
		result: { data: [{ apr: 4 }], removed: [idOf(2)], order: [idOf(1), idOf(3)] },
	});
	// A reader that missed nothing receives nothing until the next change.
	const last = second.notified[0]?.cursor;
	await second.call('unsubscribe', { subscription: 'sub_1' });
	expect(await second.subscribe('opportunities', { ...params, resume: last })).toMatchObject({
		resumed: true,
	});
	opportunities.show([opportunityOf(idOf(3), 5)]);
	await second.until(() => second.notified.length === 2);
	expect(second.notified[1]).toMatchObject({ subscription: 'sub_2', type: 'change', seq: 1 });
});

test.each([
	['for other params', { limit: 4 }, (cursor: string) => cursor],
	['of an unknown group', { limit: 5 }, () => 'x.1'],
	['from the future', { limit: 5 }, (cursor: string) => `${cursor}9`],
	['without its separator', { limit: 5 }, (cursor: string) => cursor.replace('.', '')],
])('answers a cursor %s with a snapshot and resumed: false', async (_, params, change) => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 1)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);
	await client.subscribe('opportunities', { limit: 5 });
	await client.until(() => client.notified.length === 1);
	const resume = change(client.notified[0]?.cursor ?? '');
	expect(await client.subscribe('opportunities', { ...params, resume })).toMatchObject({ resumed: false });
	await client.until(() => client.notified.length === 2);
	expect(client.notified[1]).toMatchObject({ type: 'snapshot', seq: 1 });
});

test('sends a snapshot when more rows were removed than the server remembers', async () => {
	const opportunities = newBook();
	const rows = Array.from({ length: 5 }, (_, at) => opportunityOf(idOf(at), at));
	opportunities.show(rows);
	await using server = await startTestServer({ services: { opportunities }, stream: { removedMax: 3 } });
	await using client = await openStream(server.url);
	await client.subscribe('opportunities');
	await client.until(() => client.notified.length === 1);
	opportunities.show([opportunityOf(idOf(4), 4)]);
	await client.until(() => client.notified.length === 2);
	const [{ cursor: resume } = { cursor: '' }] = client.notified;
	expect(await client.subscribe('opportunities', { resume })).toMatchObject({ resumed: false });
});

test('sends a snapshot when the server no longer keeps the group', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 1)]);
	await using server = await startTestServer({ services: { opportunities }, stream: { resumeMs: 0 } });
	await using client = await openStream(server.url);
	await client.subscribe('opportunities');
	await client.until(() => client.notified.length === 1);
	await client.call('unsubscribe', { subscription: 'sub_1' });
	await expect.poll(() => server.server.streamCounts()?.groups).toBe(0);
	const resume = client.notified[0]?.cursor;
	expect(await client.subscribe('opportunities', { resume })).toMatchObject({ resumed: false });
});

test('unsubscribe stops the notifications', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 1)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);
	await client.subscribe('opportunities', { limit: 3 });
	await client.until(() => client.notified.length === 1);
	expect(await client.call('unsubscribe', { subscription: 'sub_1' })).toMatchObject({
		result: { subscription: 'sub_1', ended: true },
	});
	const version = await showUntil(server, opportunities, 1, 0, (shown) => shown === 5);
	expect(version).toBe(5);
	await client.call('test');
	expect(client.notified).toHaveLength(1);
});

test('serializes a change once for any number of subscribers', async () => {
	const opportunities = newBook();
	opportunities.show([opportunityOf(idOf(1), 0)]);
	await using server = await startTestServer({ services: { opportunities } });
	const clients = await Promise.all(Array.from({ length: 50 }, () => openStream(server.url)));
	for (const client of clients) {
		await client.subscribe('opportunities', { limit: 7 });
		await client.until(() => client.notified.length === 1);
	}
	const before = server.server.streamCounts()?.written ?? 0;
	opportunities.show([opportunityOf(idOf(1), 1)]);
	await Promise.all(clients.map((client) => client.until(() => client.notified.length === 2)));
	expect((server.server.streamCounts()?.written ?? 0) - before).toBe(1);
	for (const { webSocket } of clients) webSocket.terminate();
});

/** Events between two checks: the list changes, or a reader pauses, resumes, or disconnects and reconnects. */
const happening = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 5 }).map((rows) => ({ rows })),
	},
	{ weight: 1, arbitrary: fc.constantFrom({ act: 'pause' }, { act: 'resume' }, { act: 'cut' }) },
);

test('after any sequence of events, a reader’s folded state equals the service’s state', async () => {
	const opportunities = newBook();
	await using server = await startTestServer({ services: { opportunities } });
	let version = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
			opportunities.show([]);
			let client = await openStream(server.url);
			let { subscription } = await client.subscribe('opportunities');
			/** The notifications that the reader received up to its last disconnect. */
			let known: unknown[] = [];
			let paused = false;
			for (const one of happenings) {
				if ('rows' in one) {
					const rows = new Map(one.rows.map(([id, apr]) => [id, opportunityOf(idOf(id), apr, 5_000)]));
					opportunities.show([...rows.values()]);
					if (!paused) await client.call('test');
				} else if (one.act === 'pause') {
					socketOf(client).pause();
					paused = true;
				} else if (one.act === 'resume') {
					socketOf(client).resume();
					paused = false;
				} else if (one.act === 'cut') {
					const resume = client.notified.at(-1)?.cursor;
					known = [...known, ...client.notified];
					client.webSocket.terminate();
					await client.closed;
					paused = false;
					client = await openStream(server.url);
					const answer = await client.subscribe('opportunities', resume === undefined ? {} : { resume });
					subscription = answer.subscription;
					if (!answer.resumed) known = [];
				}
			}
			socketOf(client).resume();
			version += 1;
			const last = [opportunityOf(idOf(9), 1_000 + version), opportunityOf(idOf(2), version)];
			opportunities.show(last);
			const isLast = () =>
				client.notified.at(-1)?.result.data.some((row: { apr: number }) => row.apr === 1_000 + version);
			await client.until(() => isLast() === true);
			// A resumed subscription restarts its sequence, so renumber all notifications as one continuous sequence.
			const all = [...known, ...client.notified].map((one, at) => ({
				...(one as (typeof client.notified)[number]),
				subscription,
				seq: at + 1,
			}));
			expect(aprsOf(fold(all, subscription))).toEqual([1_000 + version, version]);
			client.webSocket.terminate();
			await client.closed;
		}),
		{ numRuns: 30 },
	);
});
