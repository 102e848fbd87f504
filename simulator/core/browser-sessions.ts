/** Manages browser sessions on the simulated exchange's own pages. */
import { commit, currentTime, type ExchangeState } from './exchange-state.ts';
import type { BrowserSessions } from './oauth.ts';
import { hashOf, newSecretText } from './secret-texts.ts';

const SESSION_MS = 30 * 60_000;

export function createBrowserSessions(state: ExchangeState): BrowserSessions {
	const { store } = state;
	return {
		owner: (session) => store.sessionOwner(hashOf(session), currentTime(state)),
		start(accountId, former) {
			const session = newSecretText();
			const now = currentTime(state);
			commit(state, () => {
				store.forgetAccess(now);
				store.deleteSession(hashOf(former));
				store.putSession(hashOf(session), accountId, now + SESSION_MS);
			});
			return session;
		},
		end: (session) => commit(state, () => store.deleteSession(hashOf(session))),
	};
}
