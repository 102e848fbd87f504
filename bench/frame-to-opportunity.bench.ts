/**
 * Measures the time from receipt of a book stream's frame to the updated opportunity, at 10,000 messages a second on
 * one core. A bare WebSocket echo of the same stream runs in the same rounds. Both times are round trips, so their
 * difference is the service's own time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { symbolsOf } from './feed-streams.ts';
import { framed } from './framed.ts';
import { percentile, ratio } from './measure.ts';
import type { AnswerOrder } from './opportunity-client.ts';
import { pin } from './pinned.ts';
import { deliver, rowsOf } from './report.ts';
import { serviceFlags } from './service-flags.ts';
import { startStreamHost } from './stream-host.ts';
import { seededUnit } from './true-book.ts';
import { WireStream } from './venue-wire.ts';

const RATE = 10_000;
const ROUNDS = 12;
const WARMUP_ROUNDS = 1;
const ROUND_S = 2;
const SYMBOLS = 200;
/**
 * Number of symbols whose messages are probes; the other symbols' messages make up the rest of the rate. The feed
 * forwards a symbol's book at most once per 200 ms. Each probe symbol gets a message every 512 ms, so the feed
 * forwards it at once. With 40 probe symbols, the interval was 256 ms. If one probe was late or the next one early,
 * the feed held the book back.
 */
const PROBES = 80;
const PROBE_EVERY = 64;
const CHANGES = 4;
const GENERATOR_CORE = 1;
const CLIENT_CORE = 0;
const ANSWER_MS_MAX = 5_000;
const WAYS = ['echo', 'scanner'] as const;
type Way = (typeof WAYS)[number];
const NAMES: Readonly<Record<Way, string>> = {
	echo: 'bare WebSocket echo',
	scanner: 'frame to fresh opportunity',
};

let at = Date.UTC(2026, 0, 1);
const names = symbolsOf('bybit', SYMBOLS);
const streams = names.map(
	(symbol, index) =>
		new WireStream({
			venue: 'bybit',
			symbol,
			unit: seededUnit(index + 1),
			now: () => ++at,
			changes: CHANGES,
		}),
);
const snapshots = new Map(streams.map((stream) => [stream.symbol, stream.snapshot()]));
const perRound = Math.floor((RATE * ROUND_S) / PROBE_EVERY) * PROBE_EVERY;
/** Timestamps of all messages, by message index. The client reports a probe by its timestamp. */
const stamps: number[] = [];
const frames = Array.from({ length: perRound * (ROUNDS + WARMUP_ROUNDS) }, (_, index) => {
	const isProbe = (index + 1) % PROBE_EVERY === 0;
	const stream = streams[
		isProbe ? SYMBOLS - PROBES + probeOf(index) : index % (SYMBOLS - PROBES)
	] as WireStream;
	const frame = framed(stream.next());
	stamps.push(at);
	return frame;
});

const isPinned = pin(process.pid, GENERATOR_CORE);
await using host = await startStreamHost({
	venue: 'bybit',
	snapshot: (symbol) => snapshots.get(symbol),
	restSnapshot: () => undefined,
});
/**
 * Unanswered probes, by responder: the echo, or an instrument. A response names the newest message that it covers,
 * and so answers all earlier probes too.
 */
const open = new Map<string, { readonly name: number; readonly since: number }[]>();
let openCount = 0;
let latencies: number[] = [];
const answers = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(answers, 'listening');
answers.on('connection', (socket) =>
	socket.on('message', (data: Buffer) => {
		const [key = '', name] = data.toString().split(' ');
		const waiting = open.get(key) ?? [];
		const now = performance.now();
		while (waiting[0] !== undefined && waiting[0].name <= Number(name)) {
			latencies.push((now - waiting[0].since) * 1e6);
			waiting.shift();
			openCount -= 1;
		}
	}),
);

const clients: ChildProcess[] = [];
const samples: Record<Way, number[]> = { echo: [], scanner: [] };
const p99s: Record<Way, number[]> = { echo: [], scanner: [] };
try {
	for (const [connection, way] of WAYS.entries()) {
		const order: AnswerOrder = {
			way,
			symbols: SYMBOLS,
			probes: PROBES,
			probeEvery: PROBE_EVERY,
			port: host.port,
			answerPort: (answers.address() as { readonly port: number }).port,
		};
		const client = spawn(
			process.execPath,
			[...serviceFlags(), join(import.meta.dirname, 'opportunity-client.ts'), JSON.stringify(order)],
			{
				stdio: ['ignore', 'inherit', 'inherit'],
			},
		);
		clients.push(client);
		pin(client.pid, CLIENT_CORE);
		while (host.subscribed() < SYMBOLS * (connection + 1)) await turn();
	}
	for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1)
		for (const connection of round % 2 === 0 ? [0, 1] : [1, 0]) {
			const way = WAYS[connection] as Way;
			const measured = await send(connection, way, round + WARMUP_ROUNDS);
			if (round < 0) continue;
			samples[way].push(...measured);
			p99s[way].push(percentile(measured, 0.99));
		}
} finally {
	for (const client of clients) client.kill();
	answers.close();
}
deliver({
	title: 'From a frame to a fresh opportunity',
	round: `${RATE.toLocaleString('en-US')} messages a second of Bybit's stream, ${SYMBOLS} instruments, to a process on ${isPinned ? 'a core of its own' : 'any core'}; every ${PROBE_EVERY}th is answered: by the echo when it is received, by the service when the opportunity that depends on the book has its new figures. There and back, ${ROUND_S} s a round, of instruments of which nothing came for the ${200} ms within which a book is handed on once; the others wait for up to that long by design. The ratio compares the 99th percentiles of the rounds.`,
	rows: rowsOf({ [NAMES.echo]: samples.echo, [NAMES.scanner]: samples.scanner }),
	ratios: [
		{ slower: `${NAMES.scanner}, p99`, faster: `${NAMES.echo}, p99`, ...ratio(p99s.scanner, p99s.echo) },
	],
});
process.exit(0);

/** Sends one round at `RATE` messages per second and returns the round-trip time of each probe, nanoseconds. */
async function send(connection: number, way: Way, round: number): Promise<readonly number[]> {
	const { socket } = host.connection(connection);
	latencies = [];
	open.clear();
	openCount = 0;
	const first = round * perRound;
	const startedAt = performance.now();
	let sent = 0;
	while (sent < perRound) {
		const due = Math.min(perRound, Math.floor(((performance.now() - startedAt) * RATE) / 1_000));
		if (due > sent) {
			const now = performance.now();
			for (let index = sent; index < due; index += 1)
				if ((index + 1) % PROBE_EVERY === 0) {
					const key = way === 'echo' ? 'echo' : (names[SYMBOLS - PROBES + probeOf(first + index)] ?? '');
					const name = way === 'echo' ? first + index + 1 : (stamps[first + index] ?? 0);
					open.set(key, [...(open.get(key) ?? []), { name, since: now }]);
					openCount += 1;
				}
			socket.write(Buffer.concat(frames.slice(first + sent, first + due)));
			sent = due;
		}
		await turn();
	}
	for (const until = performance.now() + ANSWER_MS_MAX; openCount > 0 && performance.now() < until; )
		await turn();
	if (openCount > 0) throw new Error(`${openCount} of ${perRound / PROBE_EVERY} probes were not answered.`);
	return latencies;
}

/** Returns the index of the probe symbol for the message with this index. */
function probeOf(index: number): number {
	return Math.floor(index / PROBE_EVERY) % PROBES;
}

function turn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
