/**
 * Runs one of two servers and monitors the event loop. `service`: the HTTP server and the dispatcher over a full
 * universe, while the market moves at a given rate. `bare`: a node:http server with the same timer, which responds
 * with the bytes of its standard input. The process prints its port to standard output, and answers each message from
 * its parent with the loop's delays since the previous message.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../src/runtime/clock.ts';
import { createBenchServer } from './bench-http.ts';
import { createFullScanner } from './full-scanner.ts';
import { watchLoop } from './loop-watch.ts';
import { createUniverse } from './universe.ts';

export type LoopServerOrder = { readonly way: 'service' | 'bare'; readonly updatesPerSecond: number };

const VENUES = 10;
const COINS = 500;
const TICK_MS = 5;
const STRIDE = 1_237;
/** Time after the start until the service has a forecast and a basis for every pair. The bench begins then. */
const SETTLE_MS = 12_000;
/** Delay before the figures are read, because Node reports a garbage collection slightly late. */
const WARM_MS = 50;

const { way, updatesPerSecond } = JSON.parse(process.argv[2] ?? '{}') as LoopServerOrder;
const port = way === 'service' ? await serve() : await serveBytes(await text(process.stdin));
const { read } = watchLoop();
process.on('message', async () => {
	await wait(WARM_MS);
	process.send?.(read());
});
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ port })}\n`);

/**
 * Calls `update` at the configured rate. If the timer is more than a tenth of a second late, the older missed updates
 * are skipped.
 */
function atRate(update: () => void): void {
	const startedAt = performance.now();
	let due = 0;
	setInterval(() => {
		const wanted = ((performance.now() - startedAt) / 1_000) * updatesPerSecond;
		for (due = Math.max(due, wanted - updatesPerSecond / 10); due < wanted; due += 1) update();
	}, TICK_MS);
}

async function serve(): Promise<number> {
	const universe = createUniverse(VENUES, COINS, systemClock.now);
	const opportunities = createFullScanner(universe, systemClock);
	const server = createBenchServer({ opportunities, market: universe.market });
	let updates = 0;
	atRate(() => {
		updates += 1;
		const at = (updates * STRIDE) % universe.instruments.length;
		if (updates % 2 === 0) universe.tick(at);
		else universe.book(at);
	});
	await wait(SETTLE_MS);
	return (await server.listen()).port;
}

function serveBytes(answer: string): Promise<number> {
	const bytes = Buffer.from(answer);
	atRate(() => {});
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(200, {
				'content-type': 'application/json; charset=utf-8',
				'content-length': bytes.length,
			});
			response.end(bytes);
		});
	});
	return new Promise((resolve) => {
		server.listen(0, '127.0.0.1', () => resolve((server.address() as { readonly port: number }).port));
	});
}
