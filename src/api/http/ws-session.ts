/**
 * Identifies the caller of a WebSocket. The caller is set by the upgrade's header or by `authenticate`, and is
 * verified again at every call.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { CallSession } from '../methods/dispatch.ts';
import { type HttpSession, holderOf, type OpenSession, PROVEN } from './session.ts';

/** The caller of one WebSocket; `authenticate` may change it. */
export interface ConnectionSession {
	/** Opens the session for the calls in one message. A call waits for an earlier `authenticate`. */
	forMessage(): Pick<CallSession, 'authorize' | 'holder' | 'charge' | 'address'>;
	/**
	 * Changes the caller. @throws CarrywireError UNAUTHORIZED for an invalid token; the caller then stays the same.
	 */
	authenticate(token: string, proof: string | undefined): Promise<Caller>;
	/**
	 * Returns the token's current holder; undefined without a token. @throws CarrywireError UNAUTHORIZED once the
	 * token is invalid.
	 */
	caller(): Promise<Caller | undefined>;
}

type SessionParts = {
	readonly openSession: OpenSession;
	readonly address: string;
	/** Public address to which clients send the upgrade request. */
	readonly endpoint: () => string;
	/** The upgrade's authorization header. Its token was verified, including the proof for a key-bound token. */
	readonly authorization: string | undefined;
	/** Returns why calls are currently refused; undefined if they are accepted. */
	readonly refusal: () => Words | undefined;
	/** Called with the id of the agent or user after a successful `authenticate`. */
	readonly onHolder: (holder: string) => void;
};

type State = {
	readonly parts: SessionParts;
	/**
	 * Session that charges rate limits. Limits belong to the address or the caller, so any session can charge them.
	 */
	readonly charger: HttpSession;
	authorization: string | undefined;
	/** The last `authenticate` while it is in progress; it never rejects. */
	changing: Promise<unknown> | undefined;
};

/** Creates the session with the upgrade's token, or without one. */
export function createConnectionSession(parts: SessionParts): ConnectionSession {
	const { openSession, address, authorization } = parts;
	const charger = openSession({ authorization: undefined, proof: undefined, address });
	const state: State = { parts, charger, authorization, changing: undefined };
	return {
		forMessage: () => messageSession(state),
		authenticate(token, proof) {
			const taken = (state.changing ?? Promise.resolve()).then(() => take(state, token, proof));
			const settled = taken.catch(() => undefined);
			state.changing = settled;
			settled.finally(() => {
				if (state.changing === settled) state.changing = undefined;
			});
			return taken;
		},
		async caller() {
			await state.changing;
			return open(state).caller();
		},
	};
}

function open({ parts: { openSession, address }, authorization }: State): HttpSession {
	return openSession({ authorization, proof: PROVEN, address });
}

async function take(state: State, token: string, proof: string | undefined): Promise<Caller> {
	const { openSession, address, endpoint, onHolder } = state.parts;
	const authorization = `${proof === undefined ? 'Bearer' : 'DPoP'} ${token}`;
	const target = { method: 'GET', url: endpoint() };
	const session = openSession({ authorization, proof, address, target });
	const caller = await session.caller();
	if (caller === undefined) throw new Error('Invariant broken: a session with a token has a caller.');
	onHolder(holderOf(caller));
	session.charge('public', caller);
	state.authorization = authorization;
	return caller;
}

function messageSession(state: State): ReturnType<ConnectionSession['forMessage']> {
	const { parts, charger } = state;
	/** All entries of a batch share this session until one of them authenticates. */
	let session: { readonly of: string | undefined; readonly opened: HttpSession } | undefined;
	async function current(): Promise<HttpSession> {
		await state.changing;
		if (session === undefined || session.of !== state.authorization)
			session = { of: state.authorization, opened: open(state) };
		return session.opened;
	}
	return {
		address: parts.address,
		authorize: async (scope) => (await current()).authorize(scope),
		holder: () =>
			state.authorization === undefined && state.changing === undefined
				? undefined
				: current().then((session) => session.holder()),
		charge(callClass, caller) {
			const refused = parts.refusal();
			if (refused !== undefined) throw new CarrywireError('NOT_READY', refused);
			charger.charge(callClass, caller);
		},
	};
}
