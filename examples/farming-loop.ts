/**
 * Farms funding unattended with one pot of capital. The loop plans the pot with `plan_portfolio` and makes the changes
 * itself: openings with `execute_opportunity`, moves of one leg with `roll_leg`, the others with `close_execution`. It
 * makes one change, then plans again from what is held, until no change is left; then it waits a day. It also closes a
 * position on the service's advice, at a maximum age or number of settlements, or when a leg comes close to liquidation.
 * Without `--trade` it only prints what it would do. A pot of the autopilot does the same inside the service; this loop
 * shows how your own program does it, with rules that you can change.
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
import {
	type Client,
	createClient,
	isRpcError,
	type MethodParams,
	RpcError,
	TransportError,
} from 'carrywire/client';
import { type Intent, type Memory, recall, remember } from './farming-memory.ts';
import {
	amountOfChange,
	type Change,
	isOpen,
	type Limits,
	type Plan,
	type Portfolio,
	reasonNotToMake,
	reasonToClose,
} from './farming-rules.ts';

const { values: flags } = parseArgs({
	options: {
		url: { type: 'string', default: process.env.CARRYWIRE_URL ?? 'http://127.0.0.1:8080' },
		/** File that stores the ids of the loop's executions, and the call that is about to open or roll one. */
		state: { type: 'string', default: 'farming-loop.json' },
		/** Sends orders. Without this flag, the loop does everything except send orders. */
		trade: { type: 'boolean', default: false },
		/** Capital of the pot, USD, with the part that stays idle. */
		capital: { type: 'string', default: '5000' },
		leverage: { type: 'string', default: '1.8' },
		/** Leverage of each opening. Some exchanges accept only whole numbers. */
		'order-leverage': { type: 'string', default: '2' },
		/** Share of the capital that stays idle. */
		idle: { type: 'string', default: '0.25' },
		/** Largest share of the pot in one coin. */
		'coin-share': { type: 'string', default: '0.1' },
		/** Exchanges of the pot, separated by commas. If omitted, all with an account. */
		exchanges: { type: 'string' },
		'max-open': { type: 'string', default: '5000' },
		'max-per-coin': { type: 'string', default: '2000' },
		'max-per-exchange': { type: 'string', default: '3000' },
		/** Minimum expected net of the plan above cash, a fraction of the capital per year. */
		'min-net-over-cash': { type: 'string', default: '0' },
		'min-liquidation-distance-pct': { type: 'string', default: '20' },
		/** Maximum holding period. A short one would close profitable positions at the cost of a round trip. */
		'max-hold-hours': { type: 'string', default: '2160' },
		/** Closes an execution after this many settlements on each leg. */
		'max-settlements': { type: 'string' },
		/** Maximum number of executions to open or roll in total. The loop exits once all of them are closed. */
		'max-opens': { type: 'string' },
		'every-seconds': { type: 'string', default: '15' },
		/** Time between the end of a plan's changes and the next plan. */
		'plan-every-hours': { type: 'string', default: '24' },
		'patience-minutes': { type: 'string', default: '10' },
		/** Also follows plans that pay no more than cash, for rehearsals. */
		'accept-no-trade': { type: 'boolean', default: false },
	},
});

const limits: Limits = {
	capital: positive('capital'),
	leverage: positive('leverage'),
	orderLeverage: positive('order-leverage'),
	openAmountMax: positive('max-open'),
	openAmountPerCoinMax: positive('max-per-coin'),
	openAmountPerExchangeMax: positive('max-per-exchange'),
	netOverCashMin: number('min-net-over-cash'),
	liquidationDistancePctMin: positive('min-liquidation-distance-pct'),
	holdHoursMax: positive('max-hold-hours'),
	settlementsMax: flags['max-settlements'] === undefined ? null : positive('max-settlements'),
	acceptsNoTrade: flags['accept-no-trade'],
};
const opensMax = flags['max-opens'] === undefined ? Number.POSITIVE_INFINITY : positive('max-opens');
const everyMs = positive('every-seconds') * 1_000;
const patienceMs = positive('patience-minutes') * 60_000;
const HOUR_MS = 3_600_000;
const planEveryMs = positive('plan-every-hours') * HOUR_MS;
/** Terms of every plan. */
const pot = {
	capital: limits.capital,
	leverage: limits.leverage,
	idle: number('idle'),
	coin_share: positive('coin-share'),
	...(flags.exchanges === undefined ? {} : { exchanges: flags.exchanges.split(',') }),
};
const MOVING = new Set(['queued', 'opening', 'closing']);
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
/** Monotonic time of the next plan, ms. */
let planAt = 0;
/** Changes that were refused since the plan became due. The next plan may contain them again. */
const refusals = new Set<string>();

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

/** Makes one pass over the portfolio and the plan. Returns true if nothing remains to do. */
async function turn(): Promise<boolean> {
	// Without `--trade`, the intent stays stored for the next run that has the flag.
	if (memory.intent !== null && !flags.trade) say('would_send', { params: memory.intent.params });
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
	if (performance.now() >= planAt) await followPlan(portfolio, own);
	return memory.executions.length >= opensMax && !own.some(isOpen);
}

/**
 * Plans the pot from what is held, and makes the first change that is not refused. The next pass plans again. Without
 * `--trade`, it prints all changes.
 */
async function followPlan(portfolio: Portfolio, own: Portfolio['executions']): Promise<void> {
	if (portfolio.accounts.some(({ stale }) => stale))
		return say('not_planning', { reason: 'the data of an account is stale' });
	if (own.some(({ execution }) => MOVING.has(execution.status)))
		return say('not_planning', { reason: 'an execution still opens or closes' });
	const ids = own.filter(isOpen).map(({ execution }) => execution.id);
	const plan = await planned(ids);
	if (!plan) return planLater();
	const changes = plan.changes.map((change) => ({ change, reason: obstacle(change, plan, portfolio, ids) }));
	say('planned', {
		net_on_capital: plan.outcome.net_on_capital,
		over_cash: plan.outcome.over_cash,
		changes: changes.map(({ change: { kind, coin, notional }, reason }) => ({
			kind,
			coin,
			notional,
			reason,
		})),
	});
	for (const { change, reason } of changes) {
		if (reason !== null) continue;
		const isMade = await make(change);
		if (!isMade) refusals.add(nameOf(change));
		else if (flags.trade) return;
	}
	planLater();
}

/** Returns the plan of the pot; undefined if there is none now. */
async function planned(executionIds: readonly string[]): Promise<Plan | undefined> {
	const params = { ...pot, execution_ids: executionIds };
	try {
		return await client.call('plan_portfolio', params, { signal: stopping.signal });
	} catch (error) {
		if (!isRpcError(error, 'PLAN_CONTRADICTION', 'PLAN_UNAVAILABLE')) throw error;
		say('no_plan', { code: error.code, message: error.message });
		return undefined;
	}
}

/** Waits for the next plan; at most an hour if the service refused a change. */
function planLater(): void {
	const waitMs = refusals.size === 0 ? planEveryMs : Math.min(planEveryMs, HOUR_MS);
	planAt = performance.now() + waitMs;
	refusals.clear();
	say('nothing_to_change', { next_plan_in_hours: waitMs / HOUR_MS });
}

/** Returns the reason not to make a change; null to make it. */
function obstacle(change: Change, plan: Plan, portfolio: Portfolio, ids: readonly string[]): string | null {
	const reduces = change.kind === 'close' || change.kind === 'reduce';
	if (!reduces && memory.executions.length >= opensMax) return 'all permitted executions have opened';
	if (refusals.has(nameOf(change))) return 'the service refused it';
	return reasonNotToMake(change, plan, portfolio, limits, ids);
}

function nameOf({ kind, opportunity_id: id, execution_id: executionId }: Change): string {
	return `${kind} ${id} ${executionId}`;
}

/** Makes one change. Returns false if the service refused it. */
async function make(change: Change): Promise<boolean> {
	const { execution_id: executionId, share, message, roll } = change;
	if (executionId === null || share === null) return open(change);
	if (roll === null) return close(executionId, message, share).then(() => true);
	const { exchange, symbol } = change[roll.leg];
	return move({ execution_id: executionId, leg: roll.leg, exchange, symbol, share });
}

async function close(executionId: string, reason: string, share = 1): Promise<void> {
	if (!flags.trade) return say('would_close', { execution_id: executionId, share, reason });
	say('closing', { execution_id: executionId, share, reason });
	try {
		const answer = await client.call(
			'close_execution',
			{ execution_id: executionId, share },
			{ signal: stopping.signal },
		);
		if ('preview' in answer) throw new Error('The service answered a close with a preview.');
		// Only success means that both exchanges confirmed the position as flat. Otherwise the close continues, and
		// a later pass repeats the call or plans the rest.
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

/**
 * Previews an opening of the plan, and opens it if every check passes. The plan decides that it pays, and its
 * direction. Returns false if the opening was refused and another change may be tried.
 */
async function open(change: Change): Promise<boolean> {
	const { opportunity_id: opportunityId } = change;
	const terms = {
		opportunity_id: opportunityId,
		amount: amountOfChange(change, limits),
		leverage: limits.orderLeverage,
		any_direction: true,
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
		return refused(error, { opportunity_id: opportunityId });
	}
	if (!flags.trade) {
		say('would_open', { opportunity_id: opportunityId, amount: terms.amount });
		return true;
	}
	const idempotencyKey = `farm_${crypto.randomUUID()}`;
	memory = remember(flags.state, {
		...memory,
		intent: { idempotencyKey, params: { ...terms, preview_id: previewId } },
	});
	return carryOut();
}

/** Previews the move of one leg, and moves it if every check passes. Returns false if it was refused. */
async function move(params: MethodParams<'roll_leg'>): Promise<boolean> {
	const { execution_id, leg, exchange } = params;
	let previewId: string;
	try {
		const preview = await client.call('roll_leg', { ...params, preview: true }, { signal: stopping.signal });
		if (!('preview' in preview)) throw new NeedsPersonError('The service answered a preview with a roll.');
		const failed = preview.checks.find(({ passed }) => !passed);
		say('previewed', { execution_id, leg, exchange, failed: failed?.message ?? null });
		if (failed !== undefined) return false;
		previewId = preview.preview_id;
	} catch (error) {
		return refused(error, { execution_id, leg, exchange });
	}
	if (!flags.trade) {
		say('would_roll', { execution_id, leg, exchange });
		return true;
	}
	const idempotencyKey = `farm_${crypto.randomUUID()}`;
	const intent = {
		idempotencyKey,
		method: 'roll_leg',
		params: { ...params, preview_id: previewId },
	} as const;
	memory = remember(flags.state, { ...memory, intent });
	return carryOut();
}

/**
 * Sends the stored intent, which may come from an earlier run. Returns false if the service refused it, so that
 * nothing was opened.
 */
async function carryOut(): Promise<boolean> {
	const { intent } = memory;
	if (intent === null) return false;
	const { idempotencyKey } = intent;
	try {
		// Do not pass the abort signal, because we need the response once the call is sent.
		const opened =
			intent.method === 'roll_leg'
				? await client.call('roll_leg', intent.params, { idempotencyKey })
				: await client.call('execute_opportunity', intent.params, { idempotencyKey });
		if ('preview' in opened) throw new NeedsPersonError('The service answered an opening with a preview.');
		memory = remember(flags.state, { executions: [...memory.executions, opened.execution_id], intent: null });
		say(intent.method === 'roll_leg' ? 'rolled' : 'opened', {
			execution_id: opened.execution_id,
			message: opened.message,
		});
		return true;
	} catch (error) {
		// Only a refusal by the order service proves that nothing was opened. After a lost response, a refusal by an
		// earlier layer (not ready, too many calls, no token) does not reveal whether the first attempt succeeded.
		// The intent then stays stored, and the next pass resends it with its key.
		if (!isDecision(error)) throw error;
		memory = remember(flags.state, { ...memory, intent: null });
		return refused(error, subjectOf(intent));
	}
}

function subjectOf({ method, params }: Intent): object {
	return method === 'roll_leg'
		? { execution_id: params.execution_id, leg: params.leg, exchange: params.exchange }
		: { opportunity_id: params.opportunity_id };
}

/** Logs a refusal that concerns only this change; rethrows every other error. */
function refused(error: unknown, subject: object): false {
	if (!isDecision(error) || isRpcError(error, 'INVALID_PARAMS', 'AGENT_STOPPED', 'TRADING_HALTED'))
		throw error;
	say('refused', { ...subject, code: error.code, message: error.message });
	return false;
}

/** True if the order service itself refused, so that nothing was opened under this idempotency key. */
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
