/**
 * Measures the time from a change in an opportunity to its arrival at 2,000 subscribers. A bare `ws` server sends the
 * same bytes to as many readers. Both servers are in one process on one core; all readers are in another process on
 * another core. A round consists of one change on our server and one broadcast from the bare server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { percentile, ratio } from './measure.ts';
import { pin } from './pinned.ts';
import { deliver, rowsOf } from './report.ts';
import type { Deliveries, ReaderOrder } from './stream-client.ts';
import type { StreamMoments, StreamOrder } from './stream-server.ts';

const READERS = 2_000;
const ROUNDS = 60;
const WARMUP_ROUNDS = 10;
const CLIENT_CORE = 0;
const SERVER_CORE = 1;
const BARE = 'bare ws broadcast of the same bytes';
const OURS = 'ours, from the check that finds the change';
const WHOLE = 'ours, from the change (a check every 10 ms here)';

const children: ChildProcess[] = [];
function start(file: string, arguments_: readonly string[], stdout: 'pipe' | 'inherit'): ChildProcess {
	const child = spawn(process.execPath, [join(import.meta.dirname, file), ...arguments_], {
		stdio: ['ignore', stdout, 'inherit', 'ipc'],
	});
	children.push(child);
	return child;
}

type Broadcast = { readonly sinceRead: number[]; readonly sinceChange: number[] } & StreamMoments & {
		readonly text: string;
	};

async function broadcast(order: StreamOrder): Promise<Broadcast> {
	const told = once(server, 'message');
	const got = once(readers, 'message');
	server.send(order);
	const [[moments], [{ at, text }]] = (await Promise.all([told, got])) as [[StreamMoments], [Deliveries]];
	const since = (from: string) => at.map((moment) => Number(BigInt(moment) - BigInt(from)));
	return { ...moments, text, sinceRead: since(moments.readAt), sinceChange: since(moments.changedAt) };
}

const server = start('stream-server.ts', [], 'pipe');
if (server.stdout === null) throw new Error('The server has no output.');
const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
const ports = JSON.parse(line) as { readonly port: number; readonly barePort: number };
const isPinned = pin(server.pid, SERVER_CORE);
const order: ReaderOrder = { ...ports, readers: READERS };
const readers = start('stream-client.ts', [JSON.stringify(order)], 'inherit');
pin(readers.pid, CLIENT_CORE);
try {
	await once(readers, 'message');
	const all: Record<string, number[]> = { [BARE]: [], [OURS]: [], [WHOLE]: [] };
	const perRound = {
		bare: { p50: [] as number[], p99: [] as number[], used: [] as number[] },
		ours: { p50: [] as number[], p99: [] as number[], used: [] as number[] },
	};
	let written = 0;
	for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1) {
		const ours = await broadcast({ kind: 'change' });
		const bare = await broadcast({ kind: 'bare', bytes: ours.text });
		if (round < 0) continue;
		written += ours.written;
		all[OURS]?.push(...ours.sinceRead);
		all[WHOLE]?.push(...ours.sinceChange);
		all[BARE]?.push(...bare.sinceRead);
		for (const [of, { sinceRead, usedUs }] of [
			[perRound.ours, ours],
			[perRound.bare, bare],
		] as const) {
			of.p50.push(percentile(sinceRead, 0.5));
			of.p99.push(percentile(sinceRead, 0.99));
			of.used.push(usedUs * 1_000);
		}
	}
	const { ours, bare } = perRound;
	deliver({
		title: `A change to ${READERS.toLocaleString('en-US')} subscribers`,
		round: `From a change to each delivery, ${ROUNDS} rounds of ${READERS.toLocaleString('en-US')} deliveries; a round is one change of ours and then one bare broadcast of the same bytes to as many other connections of the same process${isPinned ? ', which has a core of its own; the readers have the other' : ''}. When a message arrives is what the reading process sees, which takes them one after another.`,
		rows: [
			...rowsOf(all),
			...rowsOf({
				'ours: processor time of a round': ours.used,
				'bare: processor time of a round': bare.used,
			}),
		],
		ratios: [
			{ slower: 'ours, p50 of a round', faster: 'bare', ...ratio(ours.p50, bare.p50) },
			{ slower: 'ours, p99 of a round', faster: 'bare', ...ratio(ours.p99, bare.p99) },
			{ slower: 'ours, processor time of a round', faster: 'bare', ...ratio(ours.used, bare.used) },
		],
		figures: [{ name: 'times that something was written', value: written / ROUNDS, unit: 'per change' }],
	});
} finally {
	for (const child of children) child.kill();
}
process.exit(0);
