/** Assembles the OAuth parts of one exchange. */
import type { AccountBook } from './accounts.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import type { ExchangeState } from './exchange-state.ts';
import { createLogins } from './logins.ts';
import type { KeyBook, OAuth } from './oauth.ts';
import { createOAuthClients } from './oauth-clients.ts';
import { createGrants } from './oauth-grants.ts';

export function createOAuth(state: ExchangeState, accounts: AccountBook, keys: KeyBook): OAuth {
	return {
		clients: createOAuthClients(state),
		logins: createLogins(state, accounts),
		sessions: createBrowserSessions(state),
		grants: createGrants(state, keys),
		keys,
	};
}
