/**
 * Lets other parts refer to the authorization server before it exists. The server needs the service's address, so it
 * is opened after the parts that use it.
 */

import type { Attempts } from '../api/http/attempts.ts';
import { addressKey } from '../api/http/rate-limit.ts';
import { REQUEST_TEXT } from '../api/http/text.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { AuthorizationServer, KeyAttempts } from '../identity/authorization/server.ts';
import type { AccessGrants } from '../identity/tokens.ts';

/** A reference to the authorization server, usable before the server is opened. */
export type LateAuthorization = {
	/** Finds no grant until the server is opened. */
	readonly grants: AccessGrants;
	readonly open: (server: AuthorizationServer) => void;
	/** @throws CarrywireError NOT_READY until the server is opened */
	readonly server: () => AuthorizationServer;
	readonly close: () => void;
};

/** Creates a reference to a server that is not open yet. */
export function lateAuthorization(): LateAuthorization {
	let opened: AuthorizationServer | undefined;
	const listeners: (() => void)[] = [];
	const grants: AccessGrants = {
		find: async (token) => opened?.grants.find(token),
		onRevoked: (listener) => listeners.push(listener),
	};
	return {
		grants,
		open(server) {
			opened = server;
			for (const listener of listeners) server.grants.onRevoked(listener);
		},
		server() {
			if (opened !== undefined) return opened;
			throw new CarrywireError('NOT_READY', REQUEST_TEXT.authorizationStarting());
		},
		close: () => opened?.close(),
	};
}

/** Counts an agent's failed key checks per address, so that a stranger's failures do not lock the agent out. */
export function attemptsOfAgents(attempts: Attempts): KeyAttempts {
	const keys = (agentId: string, address: string) => [`agent ${agentId} ${addressKey(address)}`];
	return {
		check: (agentId, address) => attempts.check(keys(agentId, address)),
		failed: (agentId, address) => attempts.failed(keys(agentId, address)),
		succeeded: (agentId, address) => attempts.succeeded(keys(agentId, address)),
	};
}
