/** Executes authenticate, subscribe and unsubscribe for one connection. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { JsonObject } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { CallSession } from '../methods/dispatch.ts';
import {
	authenticateParams,
	STREAM_METHODS,
	type StreamMethod,
	unsubscribeParams,
} from '../methods/stream-methods.ts';
import { type Method, readParams } from '../rpc/method.ts';
import { show } from '../rpc/param-errors.ts';
import type { Peer, Subscribed } from './hub.ts';
import { STREAM_TEXT } from './text.ts';
import { readSubscribeRequest, type WantedParts, wantedOf } from './wanted.ts';

/** Connection, session and services that the stream methods use. */
export type StreamCallParts = {
	readonly peer: Peer;
	readonly wanted: WantedParts;
	/** Session for all calls in the same message. It authorizes and charges them. */
	readonly session: Pick<CallSession, 'authorize' | 'holder' | 'charge'>;
	/**
	 * Makes the token's holder the user of the connection. @throws CarrywireError UNAUTHORIZED; the connection then
	 * keeps its user.
	 */
	readonly authenticate: (token: string, proof: string | undefined) => Promise<Caller>;
	/** Called with a new subscription, which must be started after the response to the `subscribe` call. */
	readonly onSubscribed: (subscribed: Subscribed) => void;
};

/** Finds a stream method by name; undefined if the name is not a stream method's. */
export function findStreamCall(name: string, parts: StreamCallParts): Method | undefined {
	const description = STREAM_METHODS.find((method) => method.name === name);
	if (description === undefined) return undefined;
	return { ...description, run: (params) => carryOut(description, params, parts) };
}

function carryOut({ name }: StreamMethod, params: JsonObject, parts: StreamCallParts): unknown {
	switch (name) {
		case 'authenticate':
			return authenticate(params, parts);
		case 'subscribe':
			return subscribe(params, parts);
		case 'unsubscribe':
			return unsubscribe(params, parts);
	}
}

/**
 * Authenticates the connection. The call is charged as a public call to the token, or to the address if the token is
 * invalid.
 */
async function authenticate(params: JsonObject, parts: StreamCallParts) {
	const { token, dpop_proof: proof } = readAuthenticate(params, parts);
	const { userId, agent, scopes } = await parts.authenticate(token, proof);
	return { user_id: userId, agent_id: agent?.agentId ?? null, scopes: [...scopes] };
}

function readAuthenticate(params: JsonObject, { session }: StreamCallParts) {
	try {
		return readParams(authenticateParams, params);
	} catch (error) {
		session.charge('public', undefined);
		throw error;
	}
}

async function subscribe(params: JsonObject, { peer, wanted, session, onSubscribed }: StreamCallParts) {
	const asked = readSubscribeRequest(params);
	const { scope } = asked.channel;
	const caller = scope === 'public' ? undefined : await session.authorize(scope);
	if (caller !== undefined) session.charge('read', caller);
	const isOfStranger = caller === undefined && (await session.holder()) === undefined;
	const subscribed = await peer.subscribe({ ...wantedOf(asked, caller, wanted), isOfStranger }, asked.cursor);
	onSubscribed(subscribed);
	const { subscription, channel, resumed } = subscribed;
	return { subscription, channel, resumed };
}

function unsubscribe(params: JsonObject, { peer }: StreamCallParts) {
	const { subscription } = readParams(unsubscribeParams, params);
	if (peer.unsubscribe(subscription)) return { subscription, ended: true };
	throw new CarrywireError('UNKNOWN_SUBSCRIPTION', STREAM_TEXT.unknownSubscription(show(subscription)), {
		field: 'subscription',
	});
}
