/**
 * Measures how fast an open or opening execution reacts to a close request, a cancel request or a fill report. The
 * time ends when the resulting request is on the wire. The same rounds measure the minimum: one durable commit and a
 * bare ccxt order, or a pair of orders for a close.
 */
import { deliver, ratioRows, rowsOf } from './report.ts';
import type { WireEvent } from './wire-events.ts';
import { ordersIn, pause, startWiredService, until } from './wired-service.ts';

const ROUNDS = 20;
const WARMUP_ROUNDS = 3;
/**
 * Pause between rounds. It keeps the bench below the exchanges' request limits; otherwise the bench would measure
 * waiting for those limits.
 */
const ROUND_PAUSE_MS = 500;
/** Time for which the first leg of a `single-delay` opening rests as a maker order before it takes liquidity. */
const MAKER_MS = 2_000;
/** Time to wait after an order is sent, so that the order rests on the order book by then. */
const RESTING_MS = 500;
const CANCEL_TRIES_MAX = 5;
const CANCEL_PATHS = /^\/v5\/order\/cancel$|^\/api\/v1\/orders\/client-order\//;
/** Requests whose responses report an order's fills. */
const FILL_PATHS = /^\/v5\/execution\/list$|^\/api\/v1\/(recentFills|fills)$/;

const COMMIT_AND_ORDER = 'one commit and one bare ccxt order';
const COMMIT_AND_PAIR = 'one commit and a bare pair of ccxt orders';
const CLOSE = 'close_execution to both orders on the wire';
const CANCEL = 'cancel_execution to the cancel on the wire';
const HEDGE = 'report of the first leg’s fill to the hedge on the wire';

const samples: Record<string, number[]> = {
	[COMMIT_AND_ORDER]: [],
	[COMMIT_AND_PAIR]: [],
	[CLOSE]: [],
	[CANCEL]: [],
	[HEDGE]: [],
};
const service = await startWiredService({ makerMs: MAKER_MS });
try {
	for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1) {
		const commitNs = service.commit();
		const one = commitNs + (await service.bareOrders(1));
		const pair = commitNs + (await service.bareOrders(2));
		const [hedge, close] = await hedgedAndClosed(round + WARMUP_ROUNDS);
		const cancel = await canceled(round + WARMUP_ROUNDS);
		if (round < 0) continue;
		const times = {
			[COMMIT_AND_ORDER]: one,
			[COMMIT_AND_PAIR]: pair,
			[CLOSE]: close,
			[CANCEL]: cancel,
			[HEDGE]: hedge,
		};
		for (const [name, ns] of Object.entries(times)) samples[name]?.push(ns);
	}
	deliver({
		title: 'From a report to the wire',
		round:
			'One round: a commit of a kilobyte (WAL, synced), one raw ccxt order, a pair of them; an execution whose first leg rests for two seconds, then takes and is hedged with its fill, and is closed when both legs are open; one that is cancelled while its first leg rests. The caller is another process.',
		rows: rowsOf(samples),
		ratios: [
			...ratioRows(samples, COMMIT_AND_PAIR, [CLOSE]),
			...ratioRows(samples, COMMIT_AND_ORDER, [CANCEL, HEDGE]),
		],
	});
} finally {
	await service.stop();
}
process.exit(0);

/** Opens an execution whose first leg rests as a maker order, and returns the execution's id. */
function begun(index: number): Promise<string> {
	service.forget();
	return service.execute(index, 'single-delay');
}

async function hedgedAndClosed(index: number): Promise<readonly [number, number]> {
	const executionId = await begun(index);
	const hedge = await until('the hedge leaves', () => hedgeIn(service.wire));
	await service.running(executionId);
	await pause(ROUND_PAUSE_MS);
	service.forget();
	const closing = service.call('close_execution', { execution_id: executionId, max_slippage_bps: 100 });
	const second = await until('both closing orders leave', () => ordersIn(service.wire)[1]);
	const close = Number(second.at - service.receivedAt());
	await closing;
	await pause(ROUND_PAUSE_MS);
	return [hedge, close];
}

/**
 * Measures the time from the last fill report before the hedge until the hedge is on the wire. The hedge is the first
 * order at the other exchange.
 */
function hedgeIn(wire: readonly WireEvent[]): number | undefined {
	const orders = ordersIn(wire);
	const hedge = orders.find(({ path }) => path !== orders[0]?.path);
	if (hedge === undefined) return undefined;
	const report = wire.findLast(
		({ kind, path, at }) => kind === 'answered' && FILL_PATHS.test(path) && at < hedge.at,
	);
	if (report === undefined) throw new Error('No report of a fill came before the hedge.');
	return Number(hedge.at - report.at);
}

/**
 * Measures the time from receipt of a cancel request to the cancel on the wire. If the market fills the resting order
 * first, the bench closes that execution and opens another.
 */
async function canceled(index: number): Promise<number> {
	for (let tries = 0; tries < CANCEL_TRIES_MAX; tries += 1) {
		const executionId = await begun(index);
		await until('the first leg rests', () => ordersIn(service.wire)[0]);
		await pause(RESTING_MS);
		service.forget();
		const refused = await service.call('cancel_execution', { execution_id: executionId }).then(
			() => undefined,
			(error: unknown) => error,
		);
		const ns = cancelIn(service.wire, service.receivedAt());
		if (refused !== undefined)
			await service.call('close_execution', { execution_id: executionId, max_slippage_bps: 100 });
		await pause(ROUND_PAUSE_MS);
		if (refused === undefined && ns !== undefined) return ns;
	}
	throw new Error(`The market took the resting order before its cancel ${CANCEL_TRIES_MAX} times.`);
}

function cancelIn(wire: readonly WireEvent[], receivedAt: bigint): number | undefined {
	const sent = wire.find(({ kind, path }) => kind === 'sent' && CANCEL_PATHS.test(path));
	return sent === undefined ? undefined : Number(sent.at - receivedAt);
}
