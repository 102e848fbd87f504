/**
 * From the receipt of `execute_opportunity` to both order requests on the wire, beside its unavoidable parts in the same
 * rounds: two durable commits, and a bare pair of ccxt orders from the call to both requests on the wire.
 *
 * The service runs in this process, so that the instants are of one clock: `http.server.request.start` when the call
 * is received, `undici:client:sendHeaders` when an order's request goes out.
 */
import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startService } from '../src/app/start-service.ts';
import { loadConfig } from '../src/config/load-config.ts';
import type { createTokenAuthority } from '../src/identity/tokens.ts';
import { askService } from '../src/operations/control-client.ts';
import { findVenueAccount } from '../src/operations/venue-account.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { readRunFile } from '../src/store/run-file.ts';
import { callMethod, openCcxt } from '../src/venues/shared/instance.ts';
import { deliver, summarize } from './report.ts';

const ROUNDS = 30;
/** Each opportunity is traded twice before: fees, leverage and margin mode of its instruments are known then. */
const OPPORTUNITIES = 3;
const WARMUP_ROUNDS = 6;
const VENUES = ['bybit', 'kucoin'];
/** Theirs. */
const ORDER_PATHS = ['/v5/order/create', '/api/v1/orders'];
/** Exchanges limit requests: a bench that runs into their limits measures those. */
const ROUND_PAUSE_MS = 1_000;

type SentRequest = { readonly request: { readonly method: string; readonly path: string } };

const sentAt: bigint[] = [];
let receivedAt = 0n;
channel('undici:client:sendHeaders').subscribe((message) => {
	const { request } = message as SentRequest;
	if (request.method === 'POST' && ORDER_PATHS.includes(request.path)) sentAt.push(process.hrtime.bigint());
});
channel('http.server.request.start').subscribe(() => {
	receivedAt = process.hrtime.bigint();
});

const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
const lifted = { perSecond: 1_000_000, burst: 1_000_000 };
const configFile = join(dataDir, 'bench.config.json');
writeFileSync(
	configFile,
	JSON.stringify({
		venues: VENUES,
		rateLimits: { public: lifted, read: lifted, trade: lifted, stop: lifted },
	}),
);
const config = loadConfig({
	flags: { config: configFile, port: '0', 'data-dir': dataDir, 'log-level': 'error' },
	env: {},
	cwd: dataDir,
});
const machine = { clock: systemClock, random: systemRandom, turnEnd: systemTurnEnd };
const quiet = { print: () => {}, remark: () => {} };
const service = await startService(config, { output: quiet, env: {}, ...machine });
const WHOLE = 'execute_opportunity to both orders on the wire';
const LEAST = 'two durable commits and a bare pair of ccxt orders';
const samples = {
	[LEAST]: [] as number[],
	'of these, the two commits': [] as number[],
	[WHOLE]: [] as number[],
	'skew between the legs': [] as number[],
};
try {
	const token = await newToken();
	const commit = commitCase();
	const bare = await barePair();
	for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1) {
		const commitsNs = timed(commit) + timed(commit);
		const bareNs = await bare(round + WARMUP_ROUNDS);
		const { wireNs, skewNs } = await oneExecution(token, round + WARMUP_ROUNDS);
		if (round >= 0) {
			samples[LEAST].push(commitsNs + bareNs);
			samples['of these, the two commits'].push(commitsNs);
			samples[WHOLE].push(wireNs);
			samples['skew between the legs'].push(skewNs);
		}
		await new Promise((resolve) => setTimeout(resolve, ROUND_PAUSE_MS));
	}
	const round =
		'One round: two commits of a kilobyte (WAL, synced), one pair of raw ccxt orders, one whole execute_opportunity judged on accounts and books that are kept fresh, plan and intents durable, on instruments that were traded before; then it is closed.';
	const report = summarize('From execute_opportunity to the wire', round, samples, LEAST);
	deliver({ ...report, ratios: report.ratios.filter(({ slower }) => slower === WHOLE) });
} finally {
	await service.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);

async function newToken(): Promise<string> {
	const answer = await askService(dataDir, {
		op: 'create',
		userName: 'owner',
		name: 'bench',
		scopes: ['arb:read', 'arb:trade'],
		ttlMs: 3_600_000,
	});
	if (answer?.ok !== true) throw new Error('The service gave no token.');
	return (answer.result as Awaited<ReturnType<ReturnType<typeof createTokenAuthority>['issue']>>).token;
}

async function rpc(token: string, method: string, params: object): Promise<Record<string, unknown>> {
	const response = await fetch(`${service.url}/jsonrpc/`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const body = (await response.json()) as {
		readonly result?: Record<string, unknown>;
		readonly error?: unknown;
	};
	if (body.result === undefined) throw new Error(`${method}: ${JSON.stringify(body.error)}`);
	return body.result;
}

/** One execution through the front door; then closed, so that every round begins flat. */
async function oneExecution(
	token: string,
	index: number,
): Promise<{ readonly wireNs: number; readonly skewNs: number }> {
	const list = (
		await rpc(token, 'get_opportunities', { limit: 30, tradable_only: true, sortby: 'max_amount' })
	).data as readonly { readonly opportunity_id: string }[];
	const chosen = list[index % Math.min(OPPORTUNITIES, list.length)];
	if (chosen === undefined) throw new Error('There is no tradable opportunity.');
	sentAt.length = 0;
	const call = rpc(token, 'execute_opportunity', {
		opportunity_id: chosen.opportunity_id,
		amount: 1_000,
		max_slippage_bps: 50,
	});
	const answer = await call;
	const startedAt = receivedAt;
	await until(() => sentAt.length >= 2);
	const [first = 0n, second = 0n] = sentAt;
	await until(
		async () =>
			(
				(await rpc(token, 'portfolio_live', { execution_id: answer.execution_id })).executions as readonly {
					readonly execution: { readonly status: string };
				}[]
			)[0]?.execution.status === 'running',
	);
	await rpc(token, 'close_execution', { execution_id: answer.execution_id, max_slippage_bps: 100 });
	return { wireNs: Number(second - startedAt), skewNs: Number(second - first) };
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
	for (let tries = 0; tries < 100; tries += 1) {
		if (await done()) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`It did not happen within 10 s: ${done}`);
}

function timed(work: () => void): number {
	const start = process.hrtime.bigint();
	work();
	return Number(process.hrtime.bigint() - start);
}

/** A kilobyte, durable as the journal is. */
function commitCase(): () => void {
	const database = new DatabaseSync(join(dataDir, 'bench.db'));
	database.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)',
	);
	const insert = database.prepare('INSERT INTO line (text) VALUES (?)');
	const text = 'x'.repeat(1_024);
	return () => insert.run(text);
}

/** Raw ccxt orders on both exchanges that cannot fill (far from the market, immediate or cancel), from the call to both on the wire. */
async function barePair(): Promise<(round: number) => Promise<number>> {
	const keysOf = async (venue: string) =>
		(await findVenueAccount(config, venue, 'owner', systemRandom)).credentials;
	const bybit = await openCcxt('bybit', {
		settings: {},
		credentials: await keysOf('bybit'),
		redirectPort: readRunFile(dataDir).simulators?.bybit?.port,
	});
	const kucoin = await openCcxt('kucoinfutures', {
		settings: { uta: false },
		credentials: await keysOf('kucoin'),
		redirectPort: readRunFile(dataDir).simulators?.kucoin?.port,
	});
	const prices = await Promise.all([
		lastPrice(bybit, 'publicGetV5MarketTickers', { category: 'linear', symbol: 'XRPUSDT' }),
		Promise.resolve(0),
	]);
	const low = (Math.floor(prices[0] * 0.97 * 1_000) / 1_000).toFixed(3);
	return async (round) => {
		sentAt.length = 0;
		const id = `${Date.now()}${round}`;
		const start = process.hrtime.bigint();
		const orders = [
			callMethod(bybit, 'privatePostV5OrderCreate', {
				category: 'linear',
				symbol: 'XRPUSDT',
				side: 'Buy',
				orderType: 'Limit',
				qty: '100',
				price: low,
				timeInForce: 'IOC',
				orderLinkId: `b${id}`,
			}),
			callMethod(kucoin, 'futuresPrivatePostOrders', {
				clientOid: `k${id}`,
				symbol: 'XRPUSDTM',
				side: 'buy',
				type: 'limit',
				size: 10,
				price: low,
				timeInForce: 'IOC',
				leverage: 1,
				marginMode: 'ISOLATED',
			}),
		];
		await Promise.all(orders);
		return Number((sentAt[1] ?? start) - start);
	};
}

async function lastPrice(
	exchange: Awaited<ReturnType<typeof openCcxt>>,
	method: string,
	params: object,
): Promise<number> {
	const answer = (await callMethod(exchange, method, params as Record<string, unknown>)) as {
		readonly result: { readonly list: readonly { readonly lastPrice: string }[] };
	};
	return Number(answer.result.list[0]?.lastPrice);
}
