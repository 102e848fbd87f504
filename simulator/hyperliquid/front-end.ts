/**
 * Serves Hyperliquid's API as a front end of the simulated exchange: `POST /info`, `POST /exchange` with EIP-712
 * signatures, and the WebSocket `/ws` (page "API", read 2026-11). Any client that knows an address can read its
 * account. Only the account's own key, or that of an approved wallet, can act for it.
 */

import { callerOf, perCaller } from '../core/caller.ts';
import { FieldError, type Fields, readFields, required } from '../core/json-fields.ts';
import type { Exchange, FrontEnd, FrontEndRequest, FrontEndResponse } from '../core/types.ts';
import { act } from './action-routes.ts';
import { type Action, readAction } from './actions.ts';
import { ownAccountOf, signerAt } from './addresses.ts';
import { instrumentAt } from './assets.ts';
import { ActionRefusal, MalformedRequest } from './errors.ts';
import { answerInfo, coinOf } from './info-routes.ts';
import {
	type ActionBudget,
	actionWeight,
	answerWeight,
	createActionBudget,
	createWeightWindow,
	HYPERLIQUID_LIMITS,
	type HyperliquidLimits,
	infoWeight,
} from './limits.ts';
import { createNonces } from './nonces.ts';
import { signedHash, signerOf } from './signing.ts';
import { createStreams } from './stream.ts';
import { isUserSigned, readUserSigned } from './user-signed.ts';

const HOSTS = ['api.hyperliquid.xyz'];
const JSON_HEADERS = { 'content-type': 'application/json' } as const;
const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8' } as const;
const NONCE_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Operation class of an `/info` request in the fault plan, by request `type`. Any other type belongs to the class
 * `market`.
 */
const INFO_OPERATIONS: Readonly<Record<string, string>> = {
	orderStatus: 'order.query',
	openOrders: 'order.query',
	frontendOpenOrders: 'order.query',
	historicalOrders: 'order.query',
	userFills: 'order.query',
	userFillsByTime: 'order.query',
	clearinghouseState: 'account',
	spotClearinghouseState: 'account',
	activeAssetData: 'position',
	userFees: 'account',
	userRole: 'account',
	extraAgents: 'account',
	userAbstraction: 'account',
	userRateLimit: 'account',
	userNonFundingLedgerUpdates: 'account',
	userFunding: 'funding',
	fundingHistory: 'funding',
	predictedFundings: 'funding',
};

/**
 * Operation class of an action in the fault plan, by action `type`. Any other type belongs to the class `promotion`.
 */
const ACTION_OPERATIONS: Readonly<Record<string, string>> = {
	order: 'order.create',
	cancel: 'order.cancel',
	cancelByCloid: 'order.cancel',
	scheduleCancel: 'deadMan',
	updateLeverage: 'position',
};

export function createHyperliquidFrontEnd(
	exchange: Exchange,
	limits: HyperliquidLimits = HYPERLIQUID_LIMITS,
	isTest = false,
): FrontEnd {
	const weightsOf = perCaller(() => createWeightWindow(limits));
	let isLimited = true;
	const budget = createActionBudget(exchange, limits);
	const takeNonce = createNonces();
	const inform = (body: unknown): unknown => answerInfo(exchange, budget.countOf, body);
	const perform = (body: unknown): unknown => performed({ exchange, budget, takeNonce, isTest }, body);
	const streams = createStreams(exchange, inform, perform);

	function handle(request: FrontEndRequest): FrontEndResponse {
		try {
			return answer(request);
		} catch (error) {
			if (isMalformed(error))
				return { status: 422, headers: TEXT_HEADERS, body: new MalformedRequest().message };
			console.error(error);
			return { status: 500, headers: TEXT_HEADERS, body: 'Internal Server Error' };
		}
	}

	function answer(request: FrontEndRequest): FrontEndResponse {
		const endpoint = `${request.method} ${request.path}`;
		if (endpoint !== 'POST /info' && endpoint !== 'POST /exchange')
			return { status: 404, headers: TEXT_HEADERS, body: 'Not Found' };
		const body = readJson(request.body);
		const now = exchange.now();
		const weights = weightsOf(callerOf(request));
		const fits = (weight: number): boolean => !isLimited || weights.take(weight, now);
		if (endpoint === 'POST /exchange') {
			if (!fits(weightOfAction(body))) return tooMany();
			return done(perform(body));
		}
		const { type } = body;
		if (!fits(infoWeight(type))) return tooMany();
		const told = inform(body);
		weights.charge(answerWeight(type, told));
		return done(told);
	}

	return {
		name: 'hyperliquid',
		hosts: HOSTS,
		handle,
		connect: (socket) => streams.connect(socket),
		operation: (request) => operationOf(exchange, request),
		rateLimitResponse: tooMany,
		// All streams have the same address; only a connection's subscriptions show whether it is private.
		isPrivateStream: () => false,
		isPrivateByNow: streams.isOfAccount,
		limit(isOn) {
			isLimited = isOn;
		},
		bookDeltaSymbol: () => undefined,
	};

	function done(body: unknown): FrontEndResponse {
		return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) };
	}
}

type Body = Readonly<Record<string, unknown>>;

/** @throws MalformedRequest if the body is not a JSON object */
function readJson(text: string): Body {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
	} catch {
		// The throw below handles this case.
	}
	throw new MalformedRequest();
}

function isMalformed(error: unknown): boolean {
	return error instanceof MalformedRequest || error instanceof FieldError || error instanceof RangeError;
}

/**
 * Returns the rate-limit response. The page gives no body, but clients have recorded the JSON body `null` and no
 * Retry-After. No IP ban is documented.
 */
function tooMany(): FrontEndResponse {
	return { status: 429, headers: JSON_HEADERS, body: 'null' };
}

function weightOfAction(body: Body): number {
	return isUserSigned(body.action) ? 1 : actionWeight(readAction(body.action));
}

type Performing = {
	readonly exchange: Exchange;
	readonly budget: ActionBudget;
	readonly takeNonce: ReturnType<typeof createNonces>;
	/** True for the testnet, whose signatures differ. */
	readonly isTest: boolean;
};

/**
 * Handles a signed request. It checks the signature, nonce, expiry and action budget, in this order, and then
 * performs the action.
 */
function performed(parts: Performing, body: unknown): unknown {
	const { exchange, budget, takeNonce } = parts;
	const now = exchange.now();
	try {
		const { action: given } = (body ?? {}) as Body;
		if (isUserSigned(given)) return performedByOwner(parts, given, (body ?? {}) as Body);
		const { action, nonce, expiresAfter, signer } = signedRequest(body, parts.isTest);
		const by = signerAt(exchange, signer);
		if (by === undefined) throw new ActionRefusal(`User or API Wallet ${signer} does not exist.`);
		const { accountId } = by.key;
		takeNonce(signer, nonce, now);
		if (expiresAfter !== undefined && now > expiresAfter) {
			budget.chargeStale(accountId);
			// No page documents the response to an expired action, so we chose this message.
			throw new ActionRefusal(`Action expired: expiresAfter ${expiresAfter} is before ${now}`);
		}
		budget.take(accountId, action, now);
		return {
			status: 'ok',
			response: act(exchange, accountId, action, () => budget.countOf(accountId).volume),
		};
	} catch (error) {
		if (error instanceof ActionRefusal) return { status: 'err', response: error.message };
		throw error;
	}
}

/** Performs an action that only the account's own key may sign; API wallets are refused. @throws ActionRefusal */
function performedByOwner(
	{ exchange, takeNonce, isTest }: Performing,
	action: { readonly type: string },
	body: Body,
): unknown {
	const { hash, nonce, act: approve } = readUserSigned(action, isTest);
	const fields = membersOf(body);
	const signer = signerOf(
		hash,
		signatureOf(required(fields.object('signature', ['r', 's', 'v']), 'signature')),
	);
	const accountId = ownAccountOf(exchange, signer);
	if (accountId === undefined)
		throw new ActionRefusal(`Must deposit before performing actions. User: ${signer}`);
	// No page documents the response if the message and the request have different nonces, so we chose this message.
	if (fields.whole('nonce', 0, NONCE_MAX) !== nonce)
		throw new ActionRefusal('Invalid nonce: the action has another.');
	takeNonce(signer, nonce, exchange.now());
	approve(exchange, accountId);
	return { status: 'ok', response: { type: 'default' } };
}

type SignedRequest = {
	readonly action: Action;
	readonly nonce: number;
	readonly expiresAfter: number | undefined;
	readonly signer: string;
};

/** @throws MalformedRequest, FieldError, ActionRefusal */
function signedRequest(body: unknown, isTest: boolean): SignedRequest {
	const members = (body ?? {}) as Body;
	const action = readAction(members.action);
	if (members.vaultAddress !== undefined && members.vaultAddress !== null)
		throw new ActionRefusal('Vault not registered.');
	const fields = membersOf(members);
	const nonce = required(fields.whole('nonce', 0, NONCE_MAX), 'nonce');
	const expiresAfter = fields.whole('expiresAfter', 0, NONCE_MAX);
	const signature = signatureOf(required(fields.object('signature', ['r', 's', 'v']), 'signature'));
	const signer = signerOf(signedHash(action, nonce, expiresAfter, isTest), signature);
	return { action, nonce, expiresAfter, signer };
}

/** Reads the fields of a signed request, without its action. @throws FieldError */
function membersOf(body: Body): Fields {
	const known = Object.fromEntries(
		Object.entries(body).filter(([name, value]) => name !== 'action' && value !== null),
	);
	return readFields(known, ['nonce', 'signature', 'expiresAfter', 'vaultAddress']);
}

function signatureOf(fields: Fields) {
	return {
		r: required(fields.text('r'), 'r'),
		s: required(fields.text('s'), 's'),
		v: required(fields.whole('v', 0, 28), 'v'),
	};
}

function operationOf(
	exchange: Exchange,
	request: FrontEndRequest,
): { readonly operation: string; readonly symbol?: string } {
	try {
		const body = readJson(request.body);
		if (request.path === '/info') {
			const operation = INFO_OPERATIONS[String(body.type)] ?? 'market';
			const symbol = coinOf(body);
			return symbol === undefined ? { operation } : { operation, symbol };
		}
		// Actions that trading does not need have their own class, so that a test can prove that no client uses them.
		if (isUserSigned(body.action))
			return { operation: body.action.type === 'approveAgent' ? 'account' : 'promotion' };
		const action = readAction(body.action);
		const operation = ACTION_OPERATIONS[action.type] ?? 'promotion';
		const symbol = symbolOf(exchange, action);
		return symbol === undefined ? { operation } : { operation, symbol };
	} catch {
		return { operation: 'market' };
	}
}

function symbolOf(exchange: Exchange, action: Action): string | undefined {
	const asset =
		action.type === 'order'
			? action.orders[0]?.a
			: action.type === 'cancel'
				? action.cancels[0]?.a
				: action.type === 'cancelByCloid'
					? action.cancels[0]?.asset
					: action.type === 'updateLeverage'
						? action.asset
						: undefined;
	return asset === undefined ? undefined : instrumentAt(exchange, asset)?.symbol;
}
