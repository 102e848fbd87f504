/**
 * Measures the processor time per message of a book stream, for one instrument and for 200. The messages are received
 * by `ws` only, parsed with `JSON.parse`, processed by our own feed, or processed by ccxt.pro. `--data DIR` names the
 * folder with recorded streams.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChildServer } from './child-server.ts';
import {
	type ClientAnswer,
	type ClientOrder,
	type ServerAnswer,
	type ServerOrder,
	type StreamPlan,
	WAYS,
	type Way,
} from './feed-streams.ts';
import { ratio } from './measure.ts';
import { pin } from './pinned.ts';
import { type BenchReport, deliver, type Figure, rowsOf } from './report.ts';

const ROUNDS = 12;
const WARMUP_ROUNDS = 3;
const MANY = 200;
/** Messages per round. The slowest way takes about a tenth of a second for them. */
const GENERATED = 8_000;
const RECORDED = 2_000;
const NAMES: Readonly<Record<Way, string>> = {
	ws: 'ws alone',
	parse: 'ws and JSON.parse',
	own: 'own feed',
	ccxt: 'ccxt.pro',
};
const CLIENT_CORE = 0;
const SERVER_CORE = 1;
const READY_POLL_MS = 20;
const READY_MS_MAX = 60_000;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
/**
 * True if this process could be pinned to a core. Otherwise the processes share the cores; the measured processor
 * time is valid either way.
 */
const isPinned = pin(process.pid, CLIENT_CORE);

const plans: {
	readonly title: string;
	readonly plan: Omit<StreamPlan, 'messages'>;
	readonly count: number;
}[] = [];
for (const symbols of [1, MANY]) {
	const of = symbols === 1 ? '1 instrument' : `${symbols} instruments`;
	if (values.data !== undefined && existsSync(values.data))
		plans.push({
			title: `Binance, recorded, ${of}`,
			plan: { venue: 'binance', symbols, dataDir: values.data },
			count: RECORDED,
		});
	for (const venue of ['bybit', 'okx'] as const)
		plans.push({
			title: `${venue === 'okx' ? 'OKX' : 'Bybit'}, generated, ${of}`,
			plan: { venue, symbols },
			count: GENERATED,
		});
}

const rows: BenchReport['rows'][number][] = [];
const ratios: BenchReport['ratios'][number][] = [];
const figures: Figure[] = [];
for (const { title, plan, count } of plans) {
	const samples = await measure(plan, count);
	const named = Object.fromEntries(WAYS.map((way) => [`${title}: ${NAMES[way]}`, samples[way]]));
	rows.push(...rowsOf(named));
	for (const way of ['own', 'ccxt'] as const)
		ratios.push({
			slower: `${title}: ${NAMES[way]}`,
			faster: NAMES.parse,
			...ratio(samples[way], samples.parse),
		});
}
deliver({
	title: 'Book streams',
	round: `Processor time of the receiving process, user and system, per message. One round: ${GENERATED.toLocaleString('en-US')} messages (${RECORDED.toLocaleString('en-US')} recorded ones, of 68 changed levels each), sent by another process${isPinned ? ' on another core' : ''} as fast as they are taken. ${values.data === undefined ? 'No recorded streams: --data was not given.' : 'Recorded: BTCUSDT of 2024-08-08, and for 200 instruments the same events under 200 names.'}`,
	rows,
	ratios,
	figures,
});
process.exit(0);

/**
 * Measures every way to receive a stream, in a client process each. Returns one figure per round for each way,
 * nanoseconds of processor time per message.
 */
async function measure(
	plan: Omit<StreamPlan, 'messages'>,
	count: number,
): Promise<Record<Way, readonly number[]>> {
	const { port, child: server } = await startChildServer('feed-server.ts', [
		JSON.stringify({ ...plan, messages: count * (ROUNDS + WARMUP_ROUNDS) }),
	]);
	pin(server.pid, SERVER_CORE);
	const clients: ChildProcess[] = [];
	const samples: Record<Way, number[]> = { ws: [], parse: [], own: [], ccxt: [] };
	try {
		for (const way of WAYS) {
			const order: ClientOrder = { way, venue: plan.venue, symbols: plan.symbols, port };
			const client = spawn(
				process.execPath,
				[join(import.meta.dirname, 'feed-client.ts'), JSON.stringify(order)],
				{
					stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
				},
			);
			clients.push(client);
			await untilReady(server, clients, plan);
		}
		for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1)
			for (let index = 0; index < WAYS.length; index += 1) {
				const connection = (index + round + WARMUP_ROUNDS) % WAYS.length;
				const client = clients[connection] as ChildProcess;
				const before = await ask(client);
				server.send({ kind: 'send', connection, count } satisfies ServerOrder);
				await once(server, 'message');
				const after = await ask(client);
				if (round >= 0)
					samples[WAYS[connection] as Way].push(((after.usedUs - before.usedUs) * 1_000) / count);
			}
	} finally {
		for (const child of [server, ...clients]) child.kill();
	}
	return samples;
}

/**
 * Waits until the newest client has subscribed to all symbols and, if the client reports books, has reported its
 * first ones.
 */
async function untilReady(
	server: ChildProcess,
	clients: readonly ChildProcess[],
	plan: Omit<StreamPlan, 'messages'>,
) {
	const client = clients.at(-1) as ChildProcess;
	const isOwn = WAYS[clients.length - 1] === 'own';
	for (const until = performance.now() + READY_MS_MAX; performance.now() < until; ) {
		server.send({ kind: 'count' } satisfies ServerOrder);
		const [{ subscribed }] = (await once(server, 'message')) as [ServerAnswer];
		const { books } = await ask(client);
		if (subscribed >= clients.length * plan.symbols && (!isOwn || books >= plan.symbols)) return;
		await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
	}
	throw new Error(`The client was not ready after ${READY_MS_MAX} ms.`);
}

async function ask(client: ChildProcess): Promise<ClientAnswer> {
	client.send('cost');
	const [answer] = (await once(client, 'message')) as [ClientAnswer];
	return answer;
}
