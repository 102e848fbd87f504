/**
 * Serves /login/link, where a link from the operator logs the browser in. Only the posted form redeems the link, so a
 * link preview does not use it up.
 */

import { type Html, html } from '../../domain/html.ts';
import { LINK_PATH, type LoginLinks } from '../login-link.ts';
import type { UserDirectory } from '../users.ts';
import { attempt, beginLogin, type LoginParts } from './begin-login.ts';
import { fieldText } from './form-fields.ts';
import { hidden } from './layout.ts';
import { ownPath, type Page, type PageAnswer, type Visitor } from './page.ts';
import { texts } from './page-language.ts';
import { type Form, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

const FORM: Form = { action: LINK_PATH, fields: ['link_code'] };

/** Renders the login page's section for links from the command line. */
export function linkSection(csrf: string, returnTo: string): Html {
	return html`<section><h2>${texts().LINK.heading}</h2>
<p>${texts().LINK.note[0]} <code>npx carrywire login-link</code> ${texts().LINK.note[1]}</p>
${linkForm(csrf, returnTo, undefined)}</section>`;
}

/** Returns the page that a link opens, and the form that redeems it. */
export function loginLinkPages(
	parts: LoginParts & { readonly links: LoginLinks; readonly users: UserDirectory },
): readonly Page[] {
	const { links, users } = parts;

	/**
	 * A stranger's link would log the visitor in as another user, so the page names the current login, which the link
	 * would end.
	 */
	async function confirm(
		{ csrf }: Visitor,
		userId: string | undefined,
		returnTo: string,
		refusal?: Refusal,
	): Promise<PageAnswer> {
		const now = userId === undefined ? undefined : await users.find(userId);
		return {
			kind: 'page',
			title: texts().LINK.title,
			body: html`<p>${texts().LINK.warning}</p>
${now === undefined ? null : html`<p class="notice">${texts().LINK.loggedIn(now.name)}</p>`}
${linkForm(csrf, returnTo, refusal)}
<p><a href="/login">${texts().LINK.otherWay}</a></p>`,
			script: 'login-link.js',
		};
	}

	async function redeem(visitor: Visitor): Promise<PageAnswer> {
		const { form } = visitor;
		const user = await attempt(parts, visitor, async () =>
			users.admitKnown(await links.redeem(fieldText(form, 'link_code')), 'operator'),
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
<button>${texts().LINK.button}</button></form>`;
}
