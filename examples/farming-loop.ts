/**
 * Farms funding unattended: opens what the service judges worth it, within limits, holds it over settlements, and closes on
 * the service's advice, on age, or when a leg comes near its liquidation. Without `--trade` it only says what it would do.
 *
 *     npm run build
 *     CARRYWIRE_TOKEN=$(npx carrywire token --scope "arb:read arb:trade") node examples/farming-loop.ts --trade
 *
 * It writes one JSON object a line. Killed at any moment and started again, it goes on with what is open; a service that
 * is away is waited for. It ends with 0 after SIGTERM or what `--max-opens` allows, and with 1 when something needs a
 * person: then it has stopped opening, and what is open stays open under the exit rules that it was given, which the
 * service itself keeps.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, createClient, isRpcError, RpcError, TransportError } from 'carrywire/client';
import { type Memory, recall, remember } from './farming-memory.ts';
import { isOpen, type Limits, type Portfolio, reasonNotToOpen, reasonToClose } from './farming-rules.ts';

const { values: flags } = parseArgs({
	options: {
		url: { type: 'string', default: process.env.CARRYWIRE_URL ?? 'http://127.0.0.1:8080' },
		/** Where it remembers what it has opened. */
		state: { type: 'string', default: 'farming-loop.json' },
		/** Sends orders. Without it everything but the orders is done. */
		trade: { type: 'boolean', default: false },
		amount: { type: 'string', default: '1000' },
		leverage: { type: 'string', default: '1' },
		/** For how long a position is meant to be held. Without it the service judges each opportunity at its best horizon. */
		'horizon-hours': { type: 'string' },
		'max-open': { type: 'string', default: '5000' },
		'max-per-coin': { type: 'string', default: '2000' },
		'max-per-exchange': { type: 'string', default: '3000' },
		/** Fraction per year, after every cost. */
		'min-net-apr': { type: 'string', default: '0.05' },
		'min-liquidation-distance-pct': { type: 'string', default: '20' },
		/**
		 * The longest horizon that the service judges. Positions are meant to run for months: a shorter limit would close what
		 * still pays, at the cost of a round trip.
		 */
		'max-hold-hours': { type: 'string', default: '2160' },
		/** Closes after so many settlements of each leg. */
		'max-settlements': { type: 'string' },
		/** Opens so many in all, and ends once they are closed. */
		'max-opens': { type: 'string' },
		'every-seconds': { type: 'string', default: '15' },
		/** How long a service that does not answer is waited for. */
		'patience-minutes': { type: 'string', default: '10' },
		/** To rehearse on simulated exchanges: opens what the service advises against. */
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
/** Previews are free of orders but not of work. */
const CANDIDATES_MAX = 5;
const TOKEN_MS_MAX = 15_000;

/** Something that a person has to look at: the loop stops. */
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
			if (await turn()) return end(0, { reason: 'all that was allowed is opened and closed' });
			answeredAt = performance.now();
		} catch (error) {
			if (stopping.signal.aborted) return end(0, { reason: 'told to stop' });
			if (!mayPass(error)) return end(1, { reason: textOf(error) });
			say('waiting', { reason: textOf(error) });
		}
		await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
		if (stopping.signal.aborted) return end(0, { reason: 'told to stop' });
	}
}

/** One look at everything. True when there is nothing left to do. */
async function turn(): Promise<boolean> {
	// Without `--trade` it stays written down for the next run that has it.
	if (memory.intent !== null && !flags.trade)
		say('would_send', { opportunity_id: memory.intent.params.opportunity_id });
	else if (memory.intent !== null) await carryOut();
	const portfolio = await client.call('portfolio_live', {}, { signal: stopping.signal });
	const own = portfolio.executions.filter(({ execution }) => memory.executions.includes(execution.id));
	const stuck = own.find(({ execution }) => execution.status === 'needs_attention');
	if (stuck !== undefined)
		throw new NeedsPersonError(
			`${stuck.execution.id} needs attention: ${stuck.execution.status_reason ?? 'no reason is given'}`,
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
		if ('preview' in answer) throw new Error('The service has answered a close with a preview.');
		// Only success is flat on both exchanges: else it goes on, and the next look asks again.
		if (!answer.success) return say('still_closing', { execution_id: executionId, reason: answer.message });
		say('closed', {
			execution_id: executionId,
			status: answer.status,
			final_pnl: answer.final_pnl,
			total_funding: answer.total_funding,
		});
	} catch (error) {
		// The next look finds out how it went on.
		if (!isRpcError(error, 'ALREADY_CLOSING', 'TIMEOUT')) throw error;
		say('still_closing', { execution_id: executionId, reason: error.message });
	}
}

/** Opens the best that the limits allow, one a turn. */
async function openBest(portfolio: Portfolio): Promise<void> {
	if (portfolio.accounts.some(({ stale }) => stale))
		return say('not_opening', { reason: 'an account is not known as it is now' });
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

/** Previews, and sends when every check holds. False where this one is refused and another may be tried. */
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
		if (!('preview' in preview)) throw new NeedsPersonError('A preview was answered as an open.');
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

/** Sends what is written down, also that of an earlier run. False where it is refused: then nothing was opened. */
async function carryOut(): Promise<boolean> {
	const { intent } = memory;
	if (intent === null) return false;
	const { idempotencyKey, params } = intent;
	try {
		// Not with the signal: once it is sent, the answer is wanted.
		const opened = await client.call('execute_opportunity', params, { idempotencyKey });
		if ('preview' in opened) throw new NeedsPersonError('An open was answered as a preview.');
		memory = remember(flags.state, { executions: [...memory.executions, opened.execution_id], intent: null });
		say('opened', {
			execution_id: opened.execution_id,
			opportunity_id: params.opportunity_id,
			message: opened.message,
		});
		return true;
	} catch (error) {
		// Only what the desk itself refuses was not opened. After a lost answer, one that never came to the desk (not
		// ready, too many calls, no token) says nothing about the first: it stays written down, and is sent again by its key.
		if (!isDecision(error)) throw error;
		memory = remember(flags.state, { ...memory, intent: null });
		return refusedOpen(error, params.opportunity_id);
	}
}

/** The world may refuse one and take another; anything else is thrown on. */
function refusedOpen(error: unknown, opportunityId: string): false {
	if (!isDecision(error) || isRpcError(error, 'INVALID_PARAMS', 'AGENT_STOPPED', 'TRADING_HALTED'))
		throw error;
	say('refused', { opportunity_id: opportunityId, code: error.code, message: error.message });
	return false;
}

/** The service has looked at this very trade and its key, and does not take it. */
function isDecision(error: unknown): error is RpcError {
	return error instanceof RpcError && (error.rpcCode === -32000 || error.rpcCode === -32602);
}

/** True for what may be over by the next look: the service is away, busy, or halted for a moment. */
function mayPass(error: unknown): boolean {
	const away = performance.now() - answeredAt;
	if (away > patienceMs) return false;
	if (error instanceof TransportError) return error.kind !== 'not_json_rpc';
	return error instanceof RpcError && error.retryable;
}

/** A token from the environment; or, of an agent, one for its id and key, and a new one when that has ended. */
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
			throw new TransportError('network', 'No token: the service cannot be reached.', { cause });
		});
		// It is starting, or a proxy does not reach it, or it was asked too often.
		if (response.status >= 500 || response.status === 429)
			throw new TransportError('network', `No token yet: HTTP ${response.status}.`);
		const answer: unknown = await response.json().catch(() => undefined);
		const { access_token: given } = (answer ?? {}) as { readonly access_token?: string };
		if (given === undefined) throw new NeedsPersonError(`The agent gets no token: HTTP ${response.status}.`);
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
