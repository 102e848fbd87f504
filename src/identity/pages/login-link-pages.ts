/** /login/link: a link of the operator logs the browser in. Only the form does, so that whatever merely opens a link uses nothing up. */
import { LINK_PATH, type LoginLinks } from '../login-link.ts';
import type { UserDirectory } from '../users.ts';
import { attempt, beginLogin, type LoginParts } from './begin-login.ts';
import { words } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hidden } from './layout.ts';
import { ownPath, type Page, type PageAnswer, type Visitor } from './page.ts';
import { type Form, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

const FORM: Form = { action: LINK_PATH, fields: ['link_code'] };

/** The way to log in as the operator, on the page of the login. */
export function linkSection(csrf: string, returnTo: string): Html {
	return html`<section><h2>With a link from the command line</h2>
<p>Run <code>npx carrywire login-link</code> on the machine of the service, and open the link that it prints, or paste it here.</p>
${linkForm(csrf, returnTo, undefined)}</section>`;
}

/** The page that a link opens, and the form that logs in. */
export function loginLinkPages(
	parts: LoginParts & { readonly links: LoginLinks; readonly users: UserDirectory },
): readonly Page[] {
	const { links, users } = parts;

	/** Somebody else's link would log the visitor in as somebody else: who is logged in now is told what ends. */
	async function confirm(
		{ csrf }: Visitor,
		userId: string | undefined,
		returnTo: string,
		refusal?: Refusal,
	): Promise<PageAnswer> {
		const now = userId === undefined ? undefined : await users.find(userId);
		return {
			kind: 'page',
			title: 'Log in with a link',
			body: html`<p>The link counts once, in this browser. Continue only if you made it yourself, or had it made for you.</p>
${now === undefined ? null : html`<p class="notice">You are logged in as ${now.name}. The link ends that login in this browser.</p>`}
${linkForm(csrf, returnTo, refusal)}
<p><a href="/login">Log in another way</a></p>`,
			script: 'login-link.js',
		};
	}

	async function redeem(visitor: Visitor): Promise<PageAnswer> {
		const { form } = visitor;
		const user = await attempt(parts, visitor, async () =>
			users.letIn(await links.redeem(words(form, 'link_code')), 'operator'),
		);
		const { userId } = user;
		return beginLogin(
			parts,
			visitor,
			{ userId, provider: 'link', details: {} },
			ownPath(form.get('return_to')),
		);
	}

	return [
		{
			method: 'GET',
			path: LINK_PATH,
			access: 'anyone',
			answer: (visitor, userId) => confirm(visitor, userId, ownPath(visitor.query.get('return_to'))),
		},
		{
			method: 'POST',
			path: LINK_PATH,
			access: 'anyone',
			answer: (visitor: Visitor, userId) =>
				orShownAgain(FORM, visitor, redeem, async (_, refusal) =>
					confirm(visitor, userId, ownPath(visitor.form.get('return_to')), refusal),
				),
		},
	];
}

function linkForm(csrf: string, returnTo: string, refusal: Refusal | undefined): Html {
	const view = viewOf(FORM, refusal);
	return html`<form method="post" action="${LINK_PATH}" data-login-link>${hidden(csrf)}<input type="hidden" name="return_to" value="${returnTo}">
${textField(view, 'link_code', { more: html` autocomplete="off" spellcheck="false" required` })}<br>
<button>Log in with the link</button></form>`;
}
