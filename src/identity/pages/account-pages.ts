/**
 * Serves /account/log-out-everywhere, which ends every login of a user. The account page itself is part of the
 * dashboard.
 */

import type { WebSessionStore } from '../../ports/web-session-store.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';

/** Ends all of the user's logins, and the tokens of their dashboard pages. Tokens that the user created stay valid. */
export function accountPages(parts: {
	readonly tokens: Pick<TokenAuthority, 'revokeOfLogins'>;
	readonly sessions: BrowserSessions;
	readonly sessionStore: WebSessionStore;
	readonly notes: AuditNotes;
}): readonly Page[] {
	const { tokens, sessions, sessionStore, notes } = parts;

	async function logOutEverywhere(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address } = visitor;
		await sessionStore.deleteOf(userId);
		await tokens.revokeOfLogins(userId);
		await notes.note({ userId, address, action: 'logout', details: { everywhere: true } });
		return { kind: 'redirect', to: '/login', cookies: await sessions.logOut(visitor) };
	}

	return [
		{
			method: 'POST',
			path: '/account/log-out-everywhere',
			access: 'user',
			nav: '/account',
			answer: logOutEverywhere,
		},
	];
}
