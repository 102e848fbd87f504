/** /account: who is logged in, and what there is to do. */

import type { Clock } from '../../ports/clock.ts';
import type { WebSessionStore } from '../../ports/web-session-store.ts';
import type { Passkeys } from '../passkeys.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { UserDirectory } from '../users.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { type Html, html } from './html.ts';
import { table, time } from './layout.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';
import { isGuest, MAKE_FORM, passkeyMakingPages, passkeyPlace, passkeySection } from './passkey-pages.ts';
import { type Refusal, viewOf } from './refused-form.ts';
import { button } from './token-pages.ts';

export function accountPages(parts: {
	readonly users: UserDirectory;
	readonly passkeys: Passkeys;
	/** The origin at which browsers offer passkeys; undefined where they offer none. */
	readonly passkeysAt: () => string | undefined;
	readonly tokens: TokenAuthority;
	/** Exchanges that the user has connected, of those that there are. */
	readonly connected: (userId: string) => readonly string[];
	readonly venues: readonly string[];
	readonly sessions: BrowserSessions;
	readonly sessionStore: WebSessionStore;
	readonly notes: AuditNotes;
	readonly clock: Clock;
}): readonly Page[] {
	const { users, passkeys, passkeysAt, tokens, connected, venues, sessions, sessionStore, notes, clock } =
		parts;

	async function home(visitor: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const { userId, userName, csrf } = visitor;
		const [identities, guest, own] = await Promise.all([
			users.identitiesOf(userId),
			isGuest(users, userId),
			passkeys.listOf(userId),
		]);
		const now = clock.now();
		const active = (await tokens.listOf(userId)).filter(
			({ revokedAt, expiresAt, login }) => login === null && revokedAt === null && expiresAt > now,
		);
		const body = html`${guest ? GUEST_NOTICE : null}
${stepsBody(connected(userId), venues, active.length)}
<h2>Who you are here</h2>
<p>${userName} <small>${userId}</small></p>
${table(
	['Proven by', 'As', 'First', 'Last login'],
	identities.map(({ provider, wallet, subject, linkedAt, lastLoginAt }) => [
		provider,
		html`<code>${wallet ?? subject}</code>`,
		time(linkedAt),
		time(lastLoginAt),
	]),
	'No identity is linked.',
)}
${guest ? null : passkeySection(visitor, passkeyPlace(visitor, passkeysAt()), own, viewOf(MAKE_FORM, refusal))}
<h2>Every browser</h2>
<p>Ends your login in every browser, this one too. Tokens and agents go on.</p>
${button(csrf, '/account/log-out-everywhere', 'Log out everywhere', 'danger')}`;
		return { kind: 'page', title: 'Your account', body };
	}

	async function logOutEverywhere(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address } = visitor;
		await sessionStore.deleteOf(userId);
		await tokens.revokeOfLogins(userId);
		await notes.note({ userId, address, action: 'logout', details: { everywhere: true } });
		return { kind: 'redirect', to: '/login', cookies: await sessions.logOut(visitor) };
	}

	return [
		{ method: 'GET', path: '/account', access: 'user', nav: '/account', answer: (visitor) => home(visitor) },
		...passkeyMakingPages({ passkeys, users, notes, account: home }),
		{
			method: 'POST',
			path: '/account/log-out-everywhere',
			access: 'user',
			nav: '/account',
			answer: logOutEverywhere,
		},
	];
}

const GUEST_NOTICE = html`<p class="notice warn">You are a <b>guest</b>: nobody can log in as this user again. Once you log out, or after two hours without a page, what it holds is out of reach.</p>`;

function stepsBody(connected: readonly string[], venues: readonly string[], tokens: number): Html {
	return html`<section><h2>To trade</h2><ol class="steps">
<li><a href="/connections">Connect two exchanges</a>: ${connected.length === 0 ? `none of ${venues.join(', ')} is connected yet` : `${connected.join(', ')} connected`}</li>
<li><a href="/">Choose an opportunity</a>, see in its preview what it costs and what could go wrong, and confirm.</li>
<li><a href="/portfolio">Follow it in the portfolio</a>, and close it there.</li></ol>
<p class="soft">For programs: <a href="/tokens">a token</a> acts as you (${tokens === 0 ? 'there is none yet' : `${tokens} active`}), sent as <code>Authorization: Bearer …</code>; <a href="/agents">an agent</a> trades by itself, within caps.</p></section>`;
}
