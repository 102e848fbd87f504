/**
 * Runs the HTTP server and the dispatcher over a full universe, in a separate process, while the market moves at a
 * given rate. It prints its port to standard output. It answers the parent's message `processor` with its processor
 * time so far, milliseconds. It answers any other message with `ServerFigures` since the previous such message.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../src/runtime/clock.ts';
import { createBenchServer } from './bench-http.ts';
import { createFullScanner } from './full-scanner.ts';
import { createUniverse } from './universe.ts';

/** Figures that the server reports about itself, in milliseconds and bytes. */
export type ServerFigures = {
	readonly delayP99Ms: number;
	readonly delayMaxMs: number;
	/** Processor time of this process divided by elapsed time. */
	readonly processorShare: number;
	readonly residentBytes: number;
	/** Used heap and external memory (array buffers included) after a garbage collection. */
	readonly heldBytes: number;
};

const VENUES = 10;
const COINS = 500;
const TICK_MS = 5;
const STRIDE = 1_237;
const AFTER_COLLECTION_MS = 100;
/** Time after the start until the service has a forecast and a basis for every pair. The bench begins then. */
const SETTLE_MS = 12_000;

const updatesPerSecond = Number(process.argv[2]);
const universe = createUniverse(VENUES, COINS, systemClock.now);
const scanner = createFullScanner(universe, systemClock);
const server = createBenchServer({ opportunities: scanner, market: universe.market });

let updates = 0;
let at = 0;
const startedAt = performance.now();
let due = 0;
setInterval(() => {
	const wanted = ((performance.now() - startedAt) / 1_000) * updatesPerSecond;
	// If the timer is more than a tenth of a second late, the older missed updates are skipped.
	due = Math.max(due, wanted - updatesPerSecond / 10);
	for (; due < wanted; due += 1) {
		at = (at + STRIDE) % universe.instruments.length;
		if (updates % 2 === 0) universe.tick(at);
		else universe.book(at);
		updates += 1;
	}
}, TICK_MS);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const delays = monitorEventLoopDelay({ resolution: 1 });
let measuredFrom = performance.now();
let processor = process.cpuUsage();
process.on('message', async (asked) => {
	if (asked === 'processor') {
		const { user, system } = process.cpuUsage();
		process.send?.((user + system) / 1_000);
		return;
	}
	const { user, system } = process.cpuUsage(processor);
	const measured = {
		delayP99Ms: delays.percentile(99) / 1e6,
		delayMaxMs: delays.max / 1e6,
		processorShare: (user + system) / 1_000 / (performance.now() - measuredFrom),
		residentBytes: process.memoryUsage().rss,
	};
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	const figures: ServerFigures = { ...measured, heldBytes: heapUsed + external };
	// Waits, then resets the delays. The garbage collection above paused the loop, and the service did not cause that
	// pause.
	await wait(AFTER_COLLECTION_MS);
	delays.reset();
	measuredFrom = performance.now();
	processor = process.cpuUsage();
	process.send?.(figures);
});
process.on('disconnect', () => process.exit(0));

await wait(SETTLE_MS);
delays.enable();
const { port } = await server.listen();
process.stdout.write(`${JSON.stringify({ port })}\n`);
