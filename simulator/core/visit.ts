/**
 * Handles a browser request to the simulated exchange's pages: its session, its form, and login.
 *
 * Every browser has a session secret in a cookie, logged in or not. The token in a form is a hash of that secret.
 * Another site's page can read neither the cookie nor the form, so it cannot send a valid form. A login replaces the
 * session.
 */
import { AccountError } from './account-error.ts';
import { type Html, html } from './html.ts';
import { LoginRefusal } from './logins.ts';
import { type PageStyle, page, seeOther } from './page-frame.ts';
import { hashOf, isSameText, newSecretText } from './secret-texts.ts';
import type { Account, Exchange, FrontEndRequest, FrontEndResponse } from './types.ts';

export type Visit = {
	readonly exchange: Exchange;
	readonly style: PageStyle;
	readonly request: FrontEndRequest;
	readonly session: string;
	/** Cookie to set; undefined if the browser already sent a session. */
	readonly cookie: string | undefined;
	/** The account that is logged in; undefined if none is. */
	readonly account: Account | undefined;
	/** Form fields; empty if the request is not a form. */
	readonly form: URLSearchParams;
};

export function openVisit(exchange: Exchange, style: PageStyle, request: FrontEndRequest): Visit {
	const brought = readCookie(request, style.cookie);
	const session = brought ?? newSecretText();
	const owner = brought === undefined ? undefined : exchange.oauth.sessions.owner(session);
	const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
	return {
		exchange,
		style,
		request,
		session,
		cookie: brought === undefined ? setCookie(style, session) : undefined,
		account: owner === undefined ? undefined : exchange.account(owner),
		form: new URLSearchParams(request.method === 'POST' && isForm ? request.body : ''),
	};
}

/** Returns the hidden field that every form of this visit needs. */
export function formToken({ session }: Visit): Html {
	return html`<input type="hidden" name="token" value="${tokenOf(session)}">`;
}

/** Returns an error page for a form that does not belong to this session; undefined for a valid form. */
export function foreignForm(visit: Visit): FrontEndResponse | undefined {
	const isOwn =
		visit.cookie === undefined && isSameText(tokenOf(visit.session), visit.form.get('token') ?? '');
	return isOwn
		? undefined
		: problemPage(visit.style, 'This form is no longer valid. Open the page again.', 403);
}

export function problemPage(style: PageStyle, sentence: string, status = 400): FrontEndResponse {
	return page(style, 'This did not work', { main: html`<p class="problem">${sentence}</p>` }, { status });
}

/** Returns the visited page's path and query, to redirect to after a form. */
function ownAddress({ request }: Visit): string {
	return request.query === '' ? request.path : `${request.path}?${request.query}`;
}

/** Content around the login form. */
export type LoginFrame = {
	readonly lead: Html;
	readonly footer?: Html;
	/** URL that the form may redirect to, as in `PageOptions`. */
	readonly leadsTo?: string;
};

/** Handles login and logout in the same way on all pages. Returns undefined for any other action. */
export function serveLogin(visit: Visit, frame: LoginFrame): FrontEndResponse | undefined {
	const { exchange, style, form } = visit;
	const { logins, sessions } = exchange.oauth;
	const action = form.get('action');
	if (action === 'leave') {
		sessions.end(visit.session);
		return seeOther(ownAddress(visit), setCookie(style, newSecretText()));
	}
	if (action !== 'enter' && action !== 'open') return undefined;
	const name = form.get('name') ?? '';
	const password = form.get('password') ?? '';
	try {
		const accountId = action === 'enter' ? logins.logIn(name, password) : logins.open(name, password);
		return seeOther(ownAddress(visit), setCookie(style, sessions.start(accountId, visit.session)));
	} catch (error) {
		if (error instanceof AccountError) {
			return loginPage(visit, frame, { action, name, problem: error.message, status: 400 });
		}
		if (!(error instanceof LoginRefusal)) throw error;
		const status = error.isTooMany ? 429 : 401;
		return loginPage(visit, frame, { action, name, problem: error.message, status });
	}
}

/** A failed login attempt. */
type Tried = {
	readonly action: 'enter' | 'open';
	readonly name: string;
	readonly problem: string;
	readonly status: number;
};

export function loginPage(visit: Visit, frame: LoginFrame, tried?: Tried): FrontEndResponse {
	const { lead, footer = html``, leadsTo } = frame;
	const problemOf = (action: Tried['action']): Html | undefined =>
		tried?.action === action ? html`<p class="problem" role="alert">${tried.problem}</p>` : undefined;
	const nameOf = (action: Tried['action']): string => (tried?.action === action ? tried.name : '');
	const main = html`${lead}
${problemOf('enter')}
<form method="post">
${formToken(visit)}
<label>Account name<input name="name" value="${nameOf('enter')}" autocomplete="username" autocapitalize="none" required maxlength="64"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="128"></label>
<p class="buttons"><button class="main" name="action" value="enter">Log in</button></p>
</form>
<details${{ markup: tried?.action === 'open' ? ' open' : '' }}>
<summary>Open a new simulated account</summary>
<p>It starts with 10,000 simulated USDT.</p>
${problemOf('open')}
<form method="post">
${formToken(visit)}
<label>Account name<input name="name" value="${nameOf('open')}" autocomplete="username" autocapitalize="none" required maxlength="64"></label>
<label>New password, at least 8 characters<input name="password" type="password" autocomplete="new-password" required minlength="8" maxlength="128"></label>
<p class="buttons"><button class="main" name="action" value="open">Open account</button></p>
</form>
</details>`;
	const options = { status: tried?.status ?? 200, cookie: visit.cookie, leadsTo };
	return page(visit.style, 'Log in', { main, footer }, options);
}

/** Returns the line that names the logged-in account, with a button to log out. */
export function loggedInAs(visit: Visit, account: Account): Html {
	return html`<form method="post">${formToken(visit)}Logged in as <b>${account.name}</b>. <button class="plain" name="action" value="leave">Use another account</button></form>`;
}

function tokenOf(session: string): string {
	return hashOf(`form:${session}`);
}

function setCookie({ cookie }: PageStyle, session: string): string {
	return `${cookie}=${session}; Path=/; HttpOnly; SameSite=Lax`;
}

function readCookie(request: FrontEndRequest, name: string): string | undefined {
	for (const pair of (request.headers.cookie ?? '').split(';')) {
		const [given = '', value = ''] = pair.trim().split('=');
		if (given === name && /^[\w-]{43}$/.test(value)) return value;
	}
	return undefined;
}
