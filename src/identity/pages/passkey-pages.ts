/**
 * Serves the passkey pages: list, creation, removal and login. `assets/passkey.js` reads the options from a form,
 * passes them to the authenticator, and posts the authenticator's response in a form field.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Html, html } from '../../domain/html.ts';
import type { StoredPasskey } from '../../ports/passkey-store.ts';
import { isGuest } from '../guest-login.ts';
import { nameFault } from '../names.ts';
import type { PasskeyOptions, Passkeys } from '../passkeys.ts';
import type { UserDirectory } from '../users.ts';
import type { AuditNotes } from './audit-notes.ts';
import { attempt, beginLogin, type LoginParts } from './begin-login.ts';
import { fieldText } from './form-fields.ts';
import { button, hidden, table, time } from './layout.ts';
import { type LoggedIn, ownPath, type Page, type PageAnswer, redirect, type Visitor } from './page.ts';
import { texts } from './page-language.ts';
import { type FormView, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

const LOGIN_PATH = '/login/passkey';
const LOGIN_ANSWER_PATH = '/login/passkey/answer';
const MAKE_PATH = '/account/passkeys';
const MAKE_ANSWER_PATH = '/account/passkeys/answer';
const NAV = '/account';
const SCRIPT = 'passkey.js';
const MAKE_FORM = { action: MAKE_PATH, fields: ['name'] } as const;

/** Says whether passkeys work on the current page, at another address of this service, or nowhere. */
export type PasskeyPlace =
	| { readonly kind: 'here' }
	/** Passkeys work under another name of this service. */
	| { readonly kind: 'there'; readonly origin: string }
	/** Browsers accept none of this service's names. */
	| { readonly kind: 'nowhere' };

/** @param origin scheme and authority for passkeys; undefined if the service has none */
export function passkeyPlace({ site }: Pick<Visitor, 'site'>, origin: string | undefined): PasskeyPlace {
	if (origin === undefined) return { kind: 'nowhere' };
	return site === origin ? { kind: 'here' } : { kind: 'there', origin };
}

/**
 * Renders the login page's section for passkeys: a form, or a link to the address where they work. Null if they work
 * nowhere or no user has one.
 */
export function passkeyLoginSection(
	{ csrf }: Pick<Visitor, 'csrf'>,
	place: PasskeyPlace,
	{ isAny, returnTo }: { readonly isAny: boolean; readonly returnTo: string },
): Html | null {
	if (place.kind === 'there')
		return html`<section><h2>${texts().PASSKEYS.loginHeading}</h2>${thereNotice(place.origin, `/login?return_to=${encodeURIComponent(returnTo)}`)}</section>`;
	if (place.kind === 'nowhere' || !isAny) return null;
	return html`<section><h2>${texts().PASSKEYS.loginHeading}</h2>
<form method="post" action="${LOGIN_PATH}">${hidden(csrf)}<input type="hidden" name="return_to" value="${returnTo}"><button>${texts().PASSKEYS.loginButton}</button></form></section>`;
}

/** Renders the user's passkeys and a form to add one. */
function passkeyList(
	{ csrf }: Pick<LoggedIn, 'csrf'>,
	place: PasskeyPlace,
	passkeys: readonly StoredPasskey[],
	view: FormView,
): Html {
	const rows = passkeys.map(({ passkeyId, name, site, createdAt, lastUsedAt }) => [
		name,
		site,
		time(createdAt),
		time(lastUsedAt),
		button(csrf, `${MAKE_PATH}/${passkeyId}/remove`, texts().PASSKEYS.remove, 'quiet danger'),
	]);
	return html`<p>${texts().PASSKEYS.intro}</p>
${table(texts().PASSKEYS.columns, rows, texts().PASSKEYS.none)}
${makeBody(csrf, place, view)}
<p><a href="${NAV}">${texts().PASSKEYS.backToAccount}</a></p>`;
}

function makeBody(csrf: string, place: PasskeyPlace, view: FormView): Html {
	if (place.kind === 'there') return thereNotice(place.origin, MAKE_PATH);
	if (place.kind === 'nowhere')
		return html`<p class="notice">${whereBody()} ${texts().PASSKEYS.publicUrl[0]} <code>server.publicUrl</code> ${texts().PASSKEYS.publicUrl[1]}</p>`;
	return html`<form method="post" action="${MAKE_PATH}">${hidden(csrf)}
${textField(view, 'name', { value: texts().PASSKEYS.defaultName, more: html` maxlength="64" required` })}<br>
<button>${texts().PASSKEYS.add}</button></form>`;
}

function thereNotice(origin: string, path: string): Html {
	const { host } = new URL(origin);
	return html`<p class="notice">${whereBody()} <a href="${origin}${path}">${texts().PASSKEYS.openAt(host)}</a>. ${texts().PASSKEYS.separately}</p>`;
}

function whereBody(): Html {
	return html`${texts().PASSKEYS.where[0]} <code>localhost</code> ${texts().PASSKEYS.where[1]}`;
}

/** Returns the passkey pages for a logged-in user. */
export function passkeyMakingPages(parts: {
	readonly passkeys: Passkeys;
	readonly users: UserDirectory;
	readonly notes: AuditNotes;
	/** Returns the origin at which browsers offer passkeys; undefined if there is none. */
	readonly passkeysAt: () => string | undefined;
}): readonly Page[] {
	const { passkeys, users, notes, passkeysAt } = parts;
	const ownerOf = ({ userId, userName, login }: LoggedIn) => ({ userId, userName, loginId: login.id });

	async function list(visitor: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const own = await passkeys.listOf(visitor.userId);
		const place = passkeyPlace(visitor, passkeysAt());
		return {
			kind: 'page',
			title: texts().PASSKEYS.title,
			body: passkeyList(visitor, place, own, viewOf(MAKE_FORM, refusal)),
		};
	}

	async function beginRegistration(visitor: LoggedIn): Promise<PageAnswer> {
		const name = fieldText(visitor.form, 'name');
		const fault = nameFault('name', name);
		if (fault !== undefined) throw fault;
		if (isGuest(await users.identitiesOf(visitor.userId)))
			throw new CarrywireError('INVALID_PARAMS', texts().PASSKEYS.noGuests);
		const options = await passkeys.beginRegistration(ownerOf(visitor));
		return askPage('create', texts().PASSKEYS.add, options, {
			csrf: visitor.csrf,
			action: MAKE_ANSWER_PATH,
			fields: html`<input type="hidden" name="name" value="${name}">`,
			button: texts().PASSKEYS.create,
			back: MAKE_PATH,
		});
	}

	async function finishRegistration(visitor: LoggedIn): Promise<PageAnswer> {
		const { form, userId, address } = visitor;
		const name = fieldText(form, 'name');
		await notes.around(
			{ userId, address, action: 'passkey.add', details: { name } },
			() =>
				passkeys.finishRegistration(ownerOf(visitor), { name, answer: fieldText(form, 'passkey_answer') }),
			({ passkeyId }) => passkeyId,
		);
		return redirect(MAKE_PATH);
	}

	async function remove(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, params } = visitor;
		const { passkeyId = '' } = params;
		await notes.around({ userId, address, action: 'passkey.remove', subject: passkeyId }, () =>
			passkeys.remove(userId, passkeyId),
		);
		return redirect(MAKE_PATH);
	}

	const orListed = (work: (visitor: LoggedIn) => Promise<PageAnswer>) => (visitor: LoggedIn) =>
		orShownAgain(MAKE_FORM, visitor, work, list);
	const own = { method: 'POST', access: 'user', nav: NAV } as const;
	return [
		{ ...own, method: 'GET', path: MAKE_PATH, answer: (visitor: LoggedIn) => list(visitor) },
		{ ...own, path: MAKE_PATH, answer: orListed(beginRegistration) },
		{ ...own, path: MAKE_ANSWER_PATH, answer: orListed(finishRegistration) },
		{ ...own, path: `${MAKE_PATH}/:passkeyId/remove`, answer: remove },
	];
}

/** Returns the pages for login with a passkey. */
export function passkeyLoginPages(
	parts: LoginParts & { readonly passkeys: Passkeys; readonly users: UserDirectory },
): readonly Page[] {
	const { passkeys, users } = parts;

	async function beginUsing({ browser, csrf, form }: Visitor): Promise<PageAnswer> {
		const returnTo = ownPath(form.get('return_to'));
		return askPage('get', texts().PASSKEYS.loginButton, await passkeys.beginLogin(browser), {
			csrf,
			action: LOGIN_ANSWER_PATH,
			fields: html`<input type="hidden" name="return_to" value="${returnTo}">`,
			button: texts().PASSKEYS.useButton,
			back: `/login?return_to=${encodeURIComponent(returnTo)}`,
		});
	}

	async function finishUsing(visitor: Visitor): Promise<PageAnswer> {
		const { form, browser } = visitor;
		const { userId, passkeyId } = await attempt(parts, visitor, () =>
			passkeys.finishLogin(fieldText(form, 'passkey_answer'), browser),
		);
		await users.admitKnown(userId, 'passkey');
		const details = { passkey: passkeyId };
		return beginLogin(
			parts,
			visitor,
			{ userId, provider: 'passkey', details },
			ownPath(form.get('return_to')),
		);
	}

	const row = { method: 'POST', access: 'anyone' } as const;
	return [
		{ ...row, path: LOGIN_PATH, answer: beginUsing },
		{ ...row, path: LOGIN_ANSWER_PATH, answer: finishUsing },
	];
}

/** Returns the page whose script calls the authenticator. */
function askPage(
	kind: 'create' | 'get',
	title: string,
	options: PasskeyOptions,
	form: {
		readonly csrf: string;
		readonly action: string;
		readonly fields: Html;
		readonly button: string;
		readonly back: string;
	},
): PageAnswer {
	return {
		kind: 'page',
		title,
		script: SCRIPT,
		body: html`<p>${texts().PASSKEYS.asking}</p>
<noscript><p class="notice bad">${texts().PASSKEYS.noScript}</p></noscript>
<form method="post" action="${form.action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">${hidden(form.csrf)}${form.fields}
<input type="hidden" name="passkey_answer" value="">
<p class="notice bad" data-passkey-fault role="alert" hidden></p>
<button type="button" data-passkey-ask>${form.button}</button></form>
<p><a href="${form.back}">${texts().PASSKEYS.back}</a></p>`,
	};
}
