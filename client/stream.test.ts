/** Tests the stream's requests and recovery against a scripted peer. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket as PeerSocket, WebSocketServer } from 'ws';
import { MACHINE, type Machine } from './machine.ts';
import { connectStream, type Stream, type StreamOptions } from './stream.ts';

type Asked = { readonly id: number; readonly method: string; readonly params: Record<string, unknown> };
type Answer = { readonly result: unknown } | { readonly error: object } | 'silence';
type Peer = {
	readonly url: string;
	/** All requests except those for heartbeats, oldest first. */
	readonly asked: Asked[];
	/** Connections, oldest first. */
	readonly sockets: PeerSocket[];
	until(fits: (asked: readonly Asked[]) => boolean): Promise<void>;
	notify(seq: number, type: string, result: unknown, subscription?: string, cursor?: string): void;
};

const opened: { close(): unknown }[] = [];
afterEach(async () => {
	for (const one of opened.splice(0).toReversed()) await one.close();
});

async function peerWith(answer: (asked: Asked, nth: number) => Answer): Promise<Peer> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
	await once(server, 'listening');
	const asked: Asked[] = [];
	const sockets: PeerSocket[] = [];
	let wake = () => {};
	server.on('connection', (socket) => {
		sockets.push(socket);
		socket.on('message', (data) => {
			const request = JSON.parse(String(data)) as Asked;
			if (request.params.channel === 'heartbeat') return;
			asked.push(request);
			const reply = answer(request, asked.length);
			if (reply !== 'silence') socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...reply }));
			wake();
		});
	});
	opened.push({
		close: () => {
			for (const socket of sockets) socket.terminate();
			server.close();
		},
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		sockets,
		async until(fits) {
			while (!fits(asked))
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
		},
		notify(seq, type, result, subscription = 'sub_1', cursor = `c.${seq}`) {
			const params = { subscription, seq, channel: 'alerts', type, cursor, result };
			sockets.at(-1)?.send(JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params }));
		},
	};
}

function streamTo(peer: Peer, options: Partial<StreamOptions> = {}): Stream {
	const stream = connectStream({ url: peer.url, ...options });
	opened.push(stream);
	return stream;
}

const refusal = (code: string, retryable = false): Answer => ({
	error: { code: -32000, message: 'Server error', data: { code, message: `It is ${code}.`, retryable } },
});
/** Responds to `subscribe` requests. Subscriptions get the ids `sub_1`, `sub_2` and so on. */
function subscribing(resumed = false): (asked: Asked) => Answer {
	let count = 0;
	return ({ method, params }) => {
		if (method !== 'subscribe') return { result: {} };
		count += 1;
		return { result: { subscription: `sub_${count}`, channel: params.channel, resumed } };
	};
}
const alert = (id: string) => ({ alert_id: id });
const shown = (...ids: readonly string[]) => ({ alerts: ids.map(alert) });

/** Subscribes to alerts. Records every state, and the reason why the subscription ended. */
function watch(stream: Stream) {
	const seen: unknown[] = [];
	const ends: unknown[] = [];
	let wake = () => {};
	const subscription = stream.subscribe(
		'alerts',
		{},
		{
			onState: (state) => {
				seen.push(state);
				wake();
			},
			onEnd: (reason) => {
				ends.push(reason);
				wake();
			},
		},
	);
	const until = async (fits: () => boolean) => {
		while (!fits())
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
	};
	return { subscription, seen, ends, until };
}

test('folds changes into the snapshot, and always gives the full state', async () => {
	const peer = await peerWith(subscribing());
	const { subscription, seen, until } = watch(streamTo(peer));
	await peer.until((asked) => asked.length === 1);
	expect(peer.asked[0]).toMatchObject({ method: 'subscribe', params: { channel: 'alerts' } });
	peer.notify(1, 'snapshot', shown('a'));
	peer.notify(2, 'change', { ...shown('b'), removed: [], order: ['b', 'a'] });
	await until(() => seen.length === 2);
	expect(seen).toEqual([shown('a'), shown('b', 'a')]);
	expect(subscription.state).toEqual(shown('b', 'a'));
	expect(await subscription.ready).toEqual(shown('a'));
});

test('reopens a broken connection and resumes subscriptions from their cursors', async () => {
	const peer = await peerWith(subscribing(true));
	const states: string[] = [];
	const { seen, until } = watch(streamTo(peer, { onConnection: (state) => states.push(state) }));
	await peer.until((asked) => asked.length === 1);
	peer.notify(1, 'snapshot', shown('a'), 'sub_1', 'mark.7');
	await until(() => seen.length === 1);
	peer.sockets[0]?.terminate();
	await peer.until((asked) => asked.length === 2);
	expect(peer.asked[1]).toMatchObject({ params: { channel: 'alerts', resume: 'mark.7' } });
	peer.notify(1, 'change', { ...shown('b'), removed: ['a'] }, 'sub_2');
	await until(() => seen.length === 2);
	expect(seen[1]).toEqual(shown('b'));
	expect(states).toEqual(['open', 'connecting', 'open']);
});

test('resumes from the last received notification after a gap', async () => {
	const peer = await peerWith(subscribing(true));
	const { seen, until } = watch(streamTo(peer));
	await peer.until((asked) => asked.length === 1);
	peer.notify(1, 'snapshot', shown('a'), 'sub_1', 'mark.1');
	await until(() => seen.length === 1);
	peer.notify(3, 'change', { ...shown('c'), removed: [] });
	await peer.until((asked) => asked.length === 3);
	expect(peer.asked.slice(1).map(({ method, params }) => [method, params])).toEqual([
		['unsubscribe', { subscription: 'sub_1' }],
		['subscribe', { channel: 'alerts', resume: 'mark.1' }],
	]);
	peer.notify(4, 'change', { ...shown('late'), removed: [] }, 'sub_1');
	peer.notify(1, 'change', { ...shown('b', 'c'), removed: [] }, 'sub_2');
	await until(() => seen.length === 2);
	expect(seen[1]).toEqual(shown('a', 'b', 'c'));
});

test('reports a permanent end with its code, and a loop over the subscription throws', async () => {
	const peer = await peerWith(subscribing());
	const stream = streamTo(peer);
	const { subscription, ends, until } = watch(stream);
	await peer.until((asked) => asked.length === 1);
	peer.notify(1, 'end', { code: 'OPPORTUNITY_EXPIRED', message: 'It is gone.', retryable: false });
	await until(() => ends.length === 1);
	expect(ends[0]).toMatchObject({ name: 'RpcError', code: 'OPPORTUNITY_EXPIRED', message: 'It is gone.' });
	await expect(subscription.ready).rejects.toMatchObject({ code: 'OPPORTUNITY_EXPIRED' });
	await expect(subscription[Symbol.asyncIterator]().next()).rejects.toMatchObject({
		code: 'OPPORTUNITY_EXPIRED',
	});
	expect(stream.state).toBe('open');
});

test('subscribes again after a temporary refusal', async () => {
	let times = 0;
	const subscribe = subscribing();
	const peer = await peerWith((asked) => {
		times += 1;
		return times === 1 ? refusal('VENUE_UNAVAILABLE', true) : subscribe(asked);
	});
	const { subscription } = watch(streamTo(peer));
	await peer.until((asked) => asked.length === 2);
	peer.notify(1, 'snapshot', shown('a'));
	expect(await subscription.ready).toEqual(shown('a'));
});

test('authenticates first, and with another token after a refusal', async () => {
	const subscribe = subscribing();
	const peer = await peerWith((asked) =>
		asked.method === 'authenticate' && asked.params.token === 'cw_old'
			? refusal('UNAUTHORIZED')
			: subscribe(asked),
	);
	watch(streamTo(peer, { token: (refused) => (refused === undefined ? 'cw_old' : 'cw_new') }));
	await peer.until((asked) => asked.length === 3);
	expect(peer.asked.map(({ method, params }) => params.token ?? method)).toEqual([
		'cw_old',
		'cw_new',
		'subscribe',
	]);
});

test('closes the stream and all its calls when no token is accepted', async () => {
	const peer = await peerWith(() => refusal('UNAUTHORIZED'));
	const stream = streamTo(peer, { token: 'cw_x' });
	const { ends, until } = watch(stream);
	const call = expect(stream.call('test')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	await until(() => ends.length === 1);
	await call;
	expect(stream.state).toBe('closed');
	expect(ends[0]).toMatchObject({ code: 'UNAUTHORIZED' });
});

test('continues a subscription with a new token when the old one has expired', async () => {
	const peer = await peerWith(subscribing());
	const { subscription } = watch(
		streamTo(peer, { token: (refused) => (refused === undefined ? 'cw_1' : 'cw_2') }),
	);
	await peer.until((asked) => asked.length === 2);
	peer.notify(1, 'end', { code: 'UNAUTHORIZED', message: 'The token has ended.', retryable: false });
	await peer.until((asked) => asked.length === 4);
	expect(peer.asked.slice(2).map(({ method, params }) => params.token ?? method)).toEqual([
		'cw_2',
		'subscribe',
	]);
	peer.notify(1, 'snapshot', shown('a'), 'sub_2');
	expect(await subscription.ready).toEqual(shown('a'));
});

test('retries a call whose answer is lost with the connection, if that is safe', async () => {
	const peer = await peerWith((_asked, nth) => (nth === 1 || nth === 3 ? 'silence' : { result: 'done' }));
	const stream = streamTo(peer);
	const read = stream.call('portfolio_live');
	await peer.until((asked) => asked.length === 1);
	peer.sockets[0]?.terminate();
	expect(await read).toBe('done');
	const partial = stream.call('close_execution', { execution_id: 'exec_1', share: 0.5 });
	await peer.until((asked) => asked.length === 3);
	peer.sockets[1]?.terminate();
	await expect(partial).rejects.toMatchObject({ name: 'TransportError', kind: 'network' });
	expect(peer.asked).toHaveLength(3);
});

test.each([
	[undefined, 37_500, 'no message arrived for 38 s.'],
	[1, 3_500, 'no message arrived for 4 s.'],
])(
	'with heartbeats every %s s, gives up a connection after %s ms without any message',
	async (heartbeatSeconds, silenceMs, reason) => {
		let time = 0;
		let checkSilence = () => {};
		const machine: Machine = {
			...MACHINE,
			now: () => time,
			after(ms, callback) {
				if (ms !== silenceMs) return MACHINE.after(ms, callback);
				checkSilence = callback;
				return () => {};
			},
		};
		const peer = await peerWith(subscribing());
		const reasons: string[] = [];
		const { subscription } = watch(
			streamTo(peer, { machine, heartbeatSeconds, onConnection: (_state, reason) => reasons.push(reason) }),
		);
		await peer.until((asked) => asked.length === 1);
		peer.notify(1, 'snapshot', shown('a'));
		await subscription.ready;
		time = silenceMs;
		checkSilence();
		await peer.until((asked) => asked.length === 2);
		expect(reasons).toContain(reason);
	},
);

test('gives a slow loop the newest state, and closing ends the loop', async () => {
	const peer = await peerWith(subscribing());
	const { subscription, seen, until } = watch(streamTo(peer));
	await peer.until((asked) => asked.length === 1);
	peer.notify(1, 'snapshot', shown('a'));
	peer.notify(2, 'change', { ...shown('b'), removed: [] });
	peer.notify(3, 'change', { ...shown('c'), removed: [] });
	await until(() => seen.length === 3);
	const got: unknown[] = [];
	for await (const state of subscription) {
		got.push(state);
		await subscription.close();
	}
	expect(got).toEqual([shown('a', 'b', 'c')]);
	await peer.until((asked) => asked.some(({ method }) => method === 'unsubscribe'));
});

test('closing the stream ends all calls and subscriptions with a reason, even while it connects', async () => {
	const peer = await peerWith(() => 'silence');
	const stream = streamTo(peer);
	const { ends } = watch(stream);
	const call = expect(stream.call('test')).rejects.toMatchObject({ kind: 'closed' });
	await stream.close();
	await call;
	expect(ends).toMatchObject([{ name: 'TransportError', kind: 'closed' }]);
	await expect(stream.call('test')).rejects.toMatchObject({ kind: 'closed' });
	await expect(stream.subscribe('alerts').ready).rejects.toMatchObject({ kind: 'closed' });
});

test('does not send a token unencrypted to another host', () => {
	expect(() => connectStream({ url: 'http://10.0.0.1', token: 'cw_x' })).toThrow(
		/token is not sent over http/,
	);
});
