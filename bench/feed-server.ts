/**
 * Sends a planned book stream from a separate process. Each connection gets the same messages, in batches that the
 * parent requests. The plan is its first argument; it prints `{"port":…}` once it listens.
 */
import type { Socket } from 'node:net';
import { planStream, type ServerAnswer, type ServerOrder, type StreamPlan } from './feed-streams.ts';
import { framed } from './framed.ts';
import { startStreamHost } from './stream-host.ts';

/** Number of frames per socket write. */
const BATCH = 64;

const plan = JSON.parse(process.argv[2] ?? '{}') as StreamPlan;
const stream = planStream(plan);
const frames = stream.texts.map(framed);
const sent = new Map<number, number>();
const host = await startStreamHost({
	venue: plan.venue,
	snapshot: stream.snapshot,
	restSnapshot: (symbol, levels, connection) =>
		stream.restSnapshot(symbol, levels, sent.get(connection) ?? 0),
});

process.on('message', (order: ServerOrder) => {
	void obey(order);
});
process.stdout.write(`${JSON.stringify({ port: host.port })}\n`);

async function obey(order: ServerOrder): Promise<void> {
	if (order.kind === 'send') await send(order.connection, order.count);
	process.send?.({ subscribed: host.subscribed() } satisfies ServerAnswer);
}

/**
 * Writes the frames and waits until the client has processed them all. The client handles messages in order, so its
 * pong to a ping sent after the frames confirms this.
 */
async function send(connection: number, count: number): Promise<void> {
	const { socket, ping } = host.connection(connection);
	const from = sent.get(connection) ?? 0;
	if (from + count > frames.length)
		throw new Error(`The plan has ${frames.length} messages, ${from + count} were requested.`);
	sent.set(connection, from + count);
	for (let at = from; at < from + count; at += BATCH)
		await written(socket, Buffer.concat(frames.slice(at, Math.min(at + BATCH, from + count))));
	await ping();
}

function written(socket: Socket, bytes: Buffer): Promise<void> | undefined {
	if (socket.write(bytes)) return undefined;
	return new Promise((resolve) => {
		socket.once('drain', resolve);
	});
}
