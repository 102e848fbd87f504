/** Who calls over a WebSocket: said once, by the header of the upgrade or by `authenticate`, and looked up again with every call. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { CallSession } from '../methods/dispatch.ts';
import { type HttpSession, holderOf, type OpenSession, PROVEN } from './session.ts';

export interface ConnectionSession {
	/** For the calls of one message. A call waits for an `authenticate` that came before it. */
	forMessage(): Pick<CallSession, 'authorize' | 'holder' | 'charge' | 'address'>;
	/** @throws CarrywireError UNAUTHORIZED; then the connection is whose it was */
	authenticate(token: string, proof: string | undefined): Promise<Caller>;
	/** Who holds the token now; undefined where none was said. @throws CarrywireError UNAUTHORIZED once it has ended */
	caller(): Promise<Caller | undefined>;
}

export function createConnectionSession(parts: {
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
}): ConnectionSession {
	const { openSession, address, refusal } = parts;
	/** Credits are the address's and the token's, whichever session takes them. */
	const purse = openSession({ authorization: undefined, proof: undefined, address });
	let authorization = parts.authorization;
	/** The last `authenticate`, while it is under way. It never rejects. */
	let changing: Promise<unknown> | undefined;

	const open = () => openSession({ authorization, proof: PROVEN, address });

	async function take(token: string, proof: string | undefined): Promise<Caller> {
		const said = `${proof === undefined ? 'Bearer' : 'DPoP'} ${token}`;
		const session = openSession({
			authorization: said,
			proof,
			address,
			target: { method: 'GET', url: parts.endpoint() },
		});
		const caller = await session.caller();
		if (caller === undefined) throw new Error('A token was said and nobody holds it.');
		parts.onHolder(holderOf(caller));
		session.charge('public', caller);
		authorization = said;
		return caller;
	}

	return {
		forMessage() {
			/** One for all entries of a batch, unless one of them says anew who is calling. */
			let session: { readonly of: string | undefined; readonly opened: HttpSession } | undefined;
			async function current(): Promise<HttpSession> {
				await changing;
				if (session === undefined || session.of !== authorization)
					session = { of: authorization, opened: open() };
				return session.opened;
			}
			return {
				address,
				authorize: async (scope) => (await current()).authorize(scope),
				holder: () =>
					authorization === undefined && changing === undefined
						? undefined
						: current().then((session) => session.holder()),
				charge(callClass, caller) {
					const refused = refusal();
					if (refused !== undefined) throw new CarrywireError('NOT_READY', refused);
					purse.charge(callClass, caller);
				},
			};
		},
		authenticate(token, proof) {
			const taken = (changing ?? Promise.resolve()).then(() => take(token, proof));
			const settled = taken.catch(() => undefined);
			changing = settled;
			settled.finally(() => {
				if (changing === settled) changing = undefined;
			});
			return taken;
		},
		async caller() {
			await changing;
			return open().caller();
		},
	};
}
