/** Who calls over a WebSocket: said once, by the header of the upgrade or by `authenticate`, and looked up again with every call. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { CallSession } from '../methods/dispatch.ts';
import { type HttpSession, holderOf, type OpenSession, PROVEN } from './session.ts';

/** The caller of one WebSocket, who may change by `authenticate`. */
export interface ConnectionSession {
	/** For the calls of one message. A call waits for an `authenticate` that came before it. */
	forMessage(): Pick<CallSession, 'authorize' | 'holder' | 'charge' | 'address'>;
	/** @throws CarrywireError UNAUTHORIZED; then the connection is whose it was */
	authenticate(token: string, proof: string | undefined): Promise<Caller>;
	/** Who holds the token now; undefined where none was said. @throws CarrywireError UNAUTHORIZED once it has ended */
	caller(): Promise<Caller | undefined>;
}

type SessionParts = {
	readonly openSession: OpenSession;
	readonly address: string;
	/** Address of the upgrade, as clients write it. */
	readonly endpoint: () => string;
	/** Header of the upgrade, whose token was taken, and proven where it is bound to a key. */
	readonly authorization: string | undefined;
	/** A sentence while no call is taken. */
	readonly refusal: () => string | undefined;
	/** Runs once a token was taken by `authenticate`, with the agent or user who holds it. */
	readonly onHolder: (holder: string) => void;
};

type State = {
	readonly parts: SessionParts;
	/** Credits are the address's and the token's, whichever session takes them. */
	readonly purse: HttpSession;
	authorization: string | undefined;
	/** The last `authenticate`, while it is under way. It never rejects. */
	changing: Promise<unknown> | undefined;
};

/** Begins with the holder of the upgrade's token, or with a stranger. */
export function createConnectionSession(parts: SessionParts): ConnectionSession {
	const { openSession, address, authorization } = parts;
	const purse = openSession({ authorization: undefined, proof: undefined, address });
	const state: State = { parts, purse, authorization, changing: undefined };
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
	if (caller === undefined) throw new Error('A token was said and nobody holds it.');
	onHolder(holderOf(caller));
	session.charge('public', caller);
	state.authorization = authorization;
	return caller;
}

function messageSession(state: State): ReturnType<ConnectionSession['forMessage']> {
	const { parts, purse } = state;
	/** One for all entries of a batch, unless one of them says anew who is calling. */
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
			purse.charge(callClass, caller);
		},
	};
}
