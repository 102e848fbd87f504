/**
 * Farms funding unattended. The loop opens opportunities with the verdict `trade`, within limits, and holds them over
 * settlements. It closes a position on the service's advice, at a maximum age or number of settlements, or when a leg
 * comes close to liquidation. Without `--trade` it only prints what it would do.
 *
 *     npm run build
 *     CARRYWIRE_TOKEN=$(npx carrywire token --scope "arb:read arb:trade") node examples/farming-loop.ts --trade
 *
 * The loop writes one JSON object per line. After a kill and a restart it continues with its open executions; while
 * the service is unreachable, it waits. It exits with code 0 after SIGINT or SIGTERM, or once `--max-opens`
 * executions have closed. Exit code 1 means that the operator must act. The loop then opens nothing more. Open
 * executions stay open under their exit rules, which the service enforces.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, createClient, isRpcError, RpcError, TransportError } from 'carrywire/client';
import { type Memory, recall, remember } from './farming-memory.ts';
import { isOpen, type Limits, type Portfolio, reasonNotToOpen, reasonToClose } from './farming-rules.ts';

const { values: flags } = parseArgs({
	options: {
		url: { type: 'string', default: process.env.CARRYWIRE_URL ?? 'http://127.0.0.1:8080' },
		/**
		 * File that stores the ids of the loop's executions, and the `execute_opportunity` call that is about to be
		 * sent.
		 */
		state: { type: 'string', default: 'farming-loop.json' },
		/** Sends orders. Without this flag, the loop does everything except send orders. */
		trade: { type: 'boolean', default: false },
		amount: { type: 'string', default: '1000' },
		leverage: { type: 'string', default: '1' },
		/** Planned holding period. If omitted, the service evaluates each opportunity at its best horizon. */
		'horizon-hours': { type: 'string' },
		'max-open': { type: 'string', default: '5000' },
		'max-per-coin': { type: 'string', default: '2000' },
		'max-per-exchange': { type: 'string', default: '3000' },
		/** Minimum net APR, a fraction per year after all costs. */
		'min-net-apr': { type: 'string', default: '0.05' },
		'min-liquidation-distance-pct': { type: 'string', default: '20' },
		/**
		 * Maximum holding period. The default is the longest horizon that a call can request. Positions should run
		 * for months, because a shorter limit would close profitable ones at the cost of a round trip.
		 */
		'max-hold-hours': { type: 'string', default: '2160' },
		/** Closes an execution after this many settlements on each leg. */
		'max-settlements': { type: 'string' },
		/** Maximum number of executions to open in total. The loop exits once all of them are closed. */
		'max-opens': { type: 'string' },
		'every-seconds': { type: 'string', default: '15' },
		/** How long to wait for a service that does not respond. */
		'patience-minutes': { type: 'string', default: '10' },
		/** Also opens opportunities whose verdict is `no_trade`, for rehearsals on simulated exchanges. */
		'accept-no-trade': { type: 'boolean', default: false },
	},
});

const limits: Limits = {
	amount: positive('amount'),
	leverage: positive('leverage'),
	horizonHours: flags['horizon-hours'] === undefined ? null : positive('horizon-hours'),
	openAmountMax: positive('max-open'),
	openAmountPerCoinMax: positive('max-per-coin'),
	openAmountPerExchangeMax: positive('max-per-exchange'),
	netAprMin: number('min-net-apr'),
	liquidationDistancePctMin: positive('min-liquidation-distance-pct'),
	holdHoursMax: positive('max-hold-hours'),
	settlementsMax: flags['max-settlements'] === undefined ? null : positive('max-settlements'),
	acceptsNoTrade: flags['accept-no-trade'],
};
const opensMax = flags['max-opens'] === undefined ? Number.POSITIVE_INFINITY : positive('max-opens');
const everyMs = positive('every-seconds') * 1_000;
const patienceMs = positive('patience-minutes') * 60_000;
/** Maximum previews per pass: a preview sends no orders but is expensive for the service. */
const CANDIDATES_MAX = 5;
const TOKEN_MS_MAX = 15_000;

/** Thrown when the operator must act; the loop then stops. */
class NeedsPersonError extends Error {
	override readonly name = 'NeedsPersonError';
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const client: Client = createClient({ url: flags.url, token: tokenSource() });
let memory: Memory = recall(flags.state);
let answeredAt = performance.now();

say('started', { trade: flags.trade, limits, executions: memory.executions, intent: memory.intent });
process.exitCode = await run();

async function run(): Promise<number> {
	for (;;) {
		try {
			if (await turn()) return end(0, { reason: 'all permitted executions have opened and closed' });
			answeredAt = performance.now();
		} catch (error) {
			if (stopping.signal.aborted) return end(0, { reason: 'stopped by a signal' });
			if (!mayPass(error)) return end(1, { reason: textOf(error) });
			say('waiting', { reason: textOf(error) });
		}
		await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
		if (stopping.signal.aborted) return end(0, { reason: 'stopped by a signal' });
	}
}

/** Makes one pass over the portfolio and the opportunities. Returns true if nothing remains to do. */
async function turn(): Promise<boolean> {
	// Without `--trade`, the intent stays stored for the next run that has the flag.
	if (memory.intent !== null && !flags.trade)
		say('would_send', { opportunity_id: memory.intent.params.opportunity_id });
	else if (memory.intent !== null) await carryOut();
	const portfolio = await client.call('portfolio_live', {}, { signal: stopping.signal });
	const own = portfolio.executions.filter(({ execution }) => memory.executions.includes(execution.id));
	const stuck = own.find(({ execution }) => execution.status === 'needs_attention');
	if (stuck !== undefined)
		throw new NeedsPersonError(
			`${stuck.execution.id} needs attention: ${stuck.execution.status_reason ?? 'no reason given'}`,
		);
	for (const record of own) {
		const reason = reasonToClose(record, limits, Date.now());
		if (reason !== null) await close(record.execution.id, reason);
	}
	const mayOpenMore = memory.executions.length < opensMax;
	if (mayOpenMore) await openBest(portfolio);
	return !mayOpenMore && !own.some(isOpen);
}

async function close(executionId: string, reason: string): Promise<void> {
	if (!flags.trade) return say('would_close', { execution_id: executionId, reason });
	say('closing', { execution_id: executionId, reason });
	try {
		const answer = await client.call(
			'close_execution',
			{ execution_id: executionId },
			{ signal: stopping.signal },
		);
		if ('preview' in answer) throw new Error('The service answered a close with a preview.');
		// Only success means that both exchanges confirmed the position as flat. Otherwise the close continues, and
		// the next pass repeats the call.
		if (!answer.success) return say('still_closing', { execution_id: executionId, reason: answer.message });
		say('closed', {
			execution_id: executionId,
			status: answer.status,
			final_pnl: answer.final_pnl,
			total_funding: answer.total_funding,
		});
	} catch (error) {
		// With these codes the close is still in progress. The next pass repeats the call to fetch the outcome.
		if (!isRpcError(error, 'ALREADY_CLOSING', 'TIMEOUT')) throw error;
		say('still_closing', { execution_id: executionId, reason: error.message });
	}
}

/** Opens the best opportunity within the limits; each pass opens at most one. */
async function openBest(portfolio: Portfolio): Promise<void> {
	if (portfolio.accounts.some(({ stale }) => stale))
		return say('not_opening', { reason: 'the data of an account is stale' });
	const { amount, leverage, horizonHours } = limits;
	const page = await client.call(
		'get_opportunities',
		{
			amount,
			leverage,
			...(horizonHours === null ? {} : { horizon_hours: horizonHours }),
			sortby: 'net_apr',
			tradable_only: true,
			limit: 100,
		},
		{ signal: stopping.signal },
	);
	const judged = page.data.map((opportunity) => ({
		opportunity,
		reason: reasonNotToOpen(opportunity, portfolio, limits),
	}));
	const candidates = judged.filter(({ reason }) => reason === null).slice(0, CANDIDATES_MAX);
	if (candidates.length === 0)
		return say('nothing_to_open', { looked_at: judged.length, best: judged[0]?.reason ?? null });
	for (const { opportunity } of candidates) if (await open(opportunity.opportunity_id)) return;
}

/**
 * Previews an opportunity, and opens it if every check passes. Returns false if the opportunity was refused and
 * another one may be tried.
 */
async function open(opportunityId: string): Promise<boolean> {
	const terms = {
		opportunity_id: opportunityId,
		amount: limits.amount,
		leverage: limits.leverage,
		only_if_trade: !limits.acceptsNoTrade,
		min_net_apr: limits.netAprMin,
		exit: {
			max_hours: limits.holdHoursMax,
			close_on_reversal: !limits.acceptsNoTrade,
			min_liquidation_distance_pct: limits.liquidationDistancePctMin,
		},
	} as const;
	let previewId: string;
	try {
		const preview = await client.call(
			'execute_opportunity',
			{ ...terms, preview: true },
			{ signal: stopping.signal },
		);
		if (!('preview' in preview))
			throw new NeedsPersonError('The service answered a preview with an opening.');
		const failed = preview.checks.find(({ passed }) => !passed);
		say('previewed', {
			opportunity_id: opportunityId,
			net_apr: preview.costs.net_apr,
			verdict: preview.costs.verdict,
			failed: failed?.message ?? null,
		});
		if (failed !== undefined) return false;
		previewId = preview.preview_id;
	} catch (error) {
		return refusedOpen(error, opportunityId);
	}
	if (!flags.trade) {
		say('would_open', { opportunity_id: opportunityId, amount: limits.amount });
		return true;
	}
	const idempotencyKey = `farm_${crypto.randomUUID()}`;
	memory = remember(flags.state, {
		...memory,
		intent: { idempotencyKey, params: { ...terms, preview_id: previewId } },
	});
	return carryOut();
}

/**
 * Sends the stored intent, which may come from an earlier run. Returns false if the service refused it, so that
 * nothing was opened.
 */
async function carryOut(): Promise<boolean> {
	const { intent } = memory;
	if (intent === null) return false;
	const { idempotencyKey, params } = intent;
	try {
		// Do not pass the abort signal, because we need the response once the call is sent.
		const opened = await client.call('execute_opportunity', params, { idempotencyKey });
		if ('preview' in opened) throw new NeedsPersonError('The service answered an opening with a preview.');
		memory = remember(flags.state, { executions: [...memory.executions, opened.execution_id], intent: null });
		say('opened', {
			execution_id: opened.execution_id,
			opportunity_id: params.opportunity_id,
			message: opened.message,
		});
		return true;
	} catch (error) {
		// Only a refusal by the order service proves that nothing was opened. After a lost response, a refusal by an
		// earlier layer (not ready, too many calls, no token) does not reveal whether the first attempt succeeded.
		// The intent then stays stored, and the next pass resends it with its key.
		if (!isDecision(error)) throw error;
		memory = remember(flags.state, { ...memory, intent: null });
		return refusedOpen(error, params.opportunity_id);
	}
}

/** Logs a refusal that concerns only this opportunity; rethrows every other error. */
function refusedOpen(error: unknown, opportunityId: string): false {
	if (!isDecision(error) || isRpcError(error, 'INVALID_PARAMS', 'AGENT_STOPPED', 'TRADING_HALTED'))
		throw error;
	say('refused', { opportunity_id: opportunityId, code: error.code, message: error.message });
	return false;
}

/** True if the refusal came from the order service itself, so that nothing was opened under this idempotency key. */
function isDecision(error: unknown): error is RpcError {
	return error instanceof RpcError && (error.rpcCode === -32000 || error.rpcCode === -32602);
}

/**
 * True for errors that may have cleared by the next pass: the service is unreachable, busy, or briefly halted. False
 * once no pass has succeeded for `--patience-minutes`.
 */
function mayPass(error: unknown): boolean {
	const away = performance.now() - answeredAt;
	if (away > patienceMs) return false;
	if (error instanceof TransportError) return error.kind !== 'not_json_rpc';
	return error instanceof RpcError && error.retryable;
}

/** Returns a token from the environment, or a function that fetches tokens with an agent's id and key. */
function tokenSource(): string | (() => Promise<string>) {
	const { CARRYWIRE_TOKEN: token, CARRYWIRE_AGENT_ID: id, CARRYWIRE_AGENT_KEY: key } = process.env;
	if (token !== undefined) return token;
	if (id === undefined || key === undefined)
		throw new Error('Set CARRYWIRE_TOKEN, or CARRYWIRE_AGENT_ID and CARRYWIRE_AGENT_KEY.');
	return async () => {
		const response = await fetch(new URL('/oauth/token', flags.url), {
			method: 'POST',
			headers: { authorization: `Basic ${btoa(`${id}:${key}`)}` },
			body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'arb:read arb:trade' }),
			redirect: 'error',
			signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TOKEN_MS_MAX)]),
		}).catch((cause: unknown) => {
			throw new TransportError('network', 'No token: cannot reach the service.', { cause });
		});
		// The service is starting, a proxy cannot reach the service, or there were too many requests.
		if (response.status >= 500 || response.status === 429)
			throw new TransportError('network', `No token yet: HTTP ${response.status}.`);
		const answer: unknown = await response.json().catch(() => undefined);
		const { access_token: given } = (answer ?? {}) as { readonly access_token?: string };
		if (given === undefined)
			throw new NeedsPersonError(`The service refused the agent a token: HTTP ${response.status}.`);
		return given;
	};
}

function number(name: keyof typeof flags): number {
	const value = Number(flags[name]);
	if (!Number.isFinite(value)) throw new Error(`--${name} must be a number; was ${String(flags[name])}.`);
	return value;
}

function positive(name: keyof typeof flags): number {
	const value = number(name);
	if (value <= 0) throw new Error(`--${name} must be above 0; was ${value}.`);
	return value;
}

function textOf(error: unknown): string {
	if (error instanceof RpcError) return `${error.code}: ${error.message}`;
	return error instanceof Error ? error.message : String(error);
}

function end(exitCode: number, facts: object): number {
	say(exitCode === 0 ? 'ended' : 'halted', facts);
	return exitCode;
}

function say(event: string, facts: object): void {
	console.log(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));
}
