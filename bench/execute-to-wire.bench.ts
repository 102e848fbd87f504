/**
 * Measures the time from receipt of `execute_opportunity` to both order requests on the wire. The same rounds measure
 * the minimum for that time: two durable commits, and a pair of bare ccxt orders until both are on the wire. Further
 * rounds sample the stack to show where the time goes.
 */
import { deliver, type Figure, summarize } from './report.ts';
import { type Part, type Stretch, startSampling } from './sampled-parts.ts';
import { ordersIn, pause, startWiredService, until } from './wired-service.ts';

const ROUNDS = 30;
/** Number of warm-up trades for each opportunity. */
const WARMUP_ROUNDS = 6;
/**
 * Pause between rounds. It keeps the bench below the exchanges' request limits; otherwise the bench would measure
 * waiting for those limits.
 */
const ROUND_PAUSE_MS = 1_000;
const WHOLE = 'execute_opportunity to both orders on the wire';
const LEAST = 'two durable commits and a bare pair of ccxt orders';
/**
 * A stack sample is searched from the innermost frame outward. It counts toward the first part that matches a frame.
 */
const PARTS: readonly Part[] = [
	{ name: 'commits: rows and syncs', file: /store\/sqlite\/(group-commit|journal|database)\.ts$/ },
	{ name: 'commits of others: forecasts, audit, samples', file: /store\/sqlite-/ },
	{ name: 'orders: build, sign and send', file: /venues\/|ccxt\/|undici\// },
	{ name: 'engine: steps, folds, hand on', file: /engine\/(drive|decide)\// },
	{ name: 'judging: record, gate, slices, plan', file: /engine\/(orders|risk)\/|src\/opportunities\// },
	{ name: 'the call: HTTP, JSON, token, limits, answer', file: /src\/(api|identity)\/|fastify|node:_http/ },
	{ name: 'market: what comes in meanwhile', file: /src\/market\/|venues\/feeds\// },
	{ name: 'collection of garbage', file: /^$/, functions: /garbage collector/ },
];

const service = await startWiredService();
const samples = {
	[LEAST]: [] as number[],
	'of these, the two commits': [] as number[],
	[WHOLE]: [] as number[],
	'skew between the legs': [] as number[],
};
try {
	for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1) {
		const commitsNs = service.commit() + service.commit();
		const bareNs = await service.bareOrders(2);
		const { received, first, second } = await oneExecution(round + WARMUP_ROUNDS);
		if (round >= 0) {
			samples[LEAST].push(commitsNs + bareNs);
			samples['of these, the two commits'].push(commitsNs);
			samples[WHOLE].push(Number(second - received));
			samples['skew between the legs'].push(Number(second - first));
		}
		await pause(ROUND_PAUSE_MS);
	}
	const round =
		'One round: two commits of a kilobyte (WAL, synced), one pair of raw ccxt orders, one whole execute_opportunity judged on accounts and books that are kept fresh, plan and intents durable, on instruments that were traded before; then it is closed. The caller is another process. The parts are of as many further rounds with the stack sampled, which makes them longer.';
	const report = summarize('From execute_opportunity to the wire', round, samples, LEAST);
	deliver({
		...report,
		ratios: report.ratios.filter(({ slower }) => slower === WHOLE),
		figures: await partsOfExecutions(),
	});
} finally {
	await service.stop();
}
process.exit(0);

async function partsOfExecutions(): Promise<readonly Figure[]> {
	const stop = await startSampling(PARTS);
	const stretches: Stretch[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const { received, second } = await oneExecution(round);
		stretches.push({ from: received, to: second });
		await pause(ROUND_PAUSE_MS);
	}
	return (await stop(stretches)).map(({ name, us }) => ({ name, value: us / 1_000, unit: 'ms' }));
}

/** Runs one execution through the API, then closes it so that every round begins flat. */
async function oneExecution(
	index: number,
): Promise<{ readonly received: bigint; readonly first: bigint; readonly second: bigint }> {
	service.forget();
	const executionId = await service.execute(index, 'auto');
	const received = service.receivedAt();
	const [first, second] = await until('both orders leave', () => {
		const orders = ordersIn(service.wire).map(({ at }) => at);
		return orders.length < 2 ? undefined : orders;
	});
	if (first === undefined || second === undefined) throw new Error('Two orders have no instants.');
	await service.running(executionId);
	await service.call('close_execution', { execution_id: executionId, max_slippage_bps: 100 });
	return { received, first, second };
}
