/** What authenticate, subscribe and unsubscribe do on one connection. */

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
import { readAsked, type WantedParts, wantedOf } from './wanted.ts';

/** Connection, session and services that the three methods of a stream work on. */
export type StreamCallParts = {
	readonly peer: Peer;
	readonly wanted: WantedParts;
	/** Of the message that the call is part of. */
	readonly session: Pick<CallSession, 'authorize' | 'holder' | 'charge'>;
	/** From here on the connection is the token's holder's. @throws CarrywireError UNAUTHORIZED; then it is whose it was */
	readonly authenticate: (token: string, proof: string | undefined) => Promise<Caller>;
	/** A subscription is there; it is to be started once its call is answered. */
	readonly onSubscribed: (subscribed: Subscribed) => void;
};

/** The method of that name on this connection; undefined for one that every transport has, or none. */
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

/** Costs the token a public credit, or the address where the token is not valid. */
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
	const asked = readAsked(params);
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
	throw new CarrywireError(
		'UNKNOWN_SUBSCRIPTION',
		`subscription must be an id that subscribe answered on this connection; was ${show(subscription)}.`,
		{ field: 'subscription' },
	);
}
