/**
 * Passkeys on pages: made, listed and removed on a page of their own, and a way to log in. The browser asks the authenticator by
 * `assets/passkey.js`, with options in the form; its answer comes back in a field of it.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { StoredPasskey } from '../../ports/passkey-store.ts';
import { isGuest } from '../guest-login.ts';
import { nameFault } from '../names.ts';
import type { PasskeyOptions, Passkeys } from '../passkeys.ts';
import type { UserDirectory } from '../users.ts';
import type { AuditNotes } from './audit-notes.ts';
import { attempt, beginLogin, type LoginParts } from './begin-login.ts';
import { words } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { button, hidden, table, time } from './layout.ts';
import { type LoggedIn, ownPath, type Page, type PageAnswer, redirect, type Visitor } from './page.ts';
import { type FormView, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

const LOGIN_PATH = '/login/passkey';
const LOGIN_ANSWER_PATH = '/login/passkey/answer';
const MAKE_PATH = '/account/passkeys';
const MAKE_ANSWER_PATH = '/account/passkeys/answer';
const NAV = '/account';
const SCRIPT = 'passkey.js';
const MAKE_FORM = { action: MAKE_PATH, fields: ['name'] } as const;

/** The place at which passkeys work, seen from the page that a visitor is on. */
export type PasskeyPlace =
	| { readonly kind: 'here' }
	/** At another name of this service. */
	| { readonly kind: 'there'; readonly origin: string }
	/** The service has no name that browsers take. */
	| { readonly kind: 'nowhere' };

/** @param origin of passkeys: scheme and authority; undefined where the service has none */
export function passkeyPlace({ site }: Pick<Visitor, 'site'>, origin: string | undefined): PasskeyPlace {
	if (origin === undefined) return { kind: 'nowhere' };
	return site === origin ? { kind: 'here' } : { kind: 'there', origin };
}

/** The way to log in with one, on the page of the login; nothing where nobody has one and this is the place. */
export function passkeyLoginSection(
	{ csrf }: Pick<Visitor, 'csrf'>,
	place: PasskeyPlace,
	{ isAny, returnTo }: { readonly isAny: boolean; readonly returnTo: string },
): Html | null {
	if (place.kind === 'there')
		return html`<section><h2>With a passkey</h2>${thereNotice(place.origin, `/login?return_to=${encodeURIComponent(returnTo)}`)}</section>`;
	if (place.kind === 'nowhere' || !isAny) return null;
	return html`<section><h2>With a passkey</h2>
<form method="post" action="${LOGIN_PATH}">${hidden(csrf)}<input type="hidden" name="return_to" value="${returnTo}"><button>Log in with a passkey</button></form></section>`;
}

/** The user's passkeys, and a form for another. */
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
		button(csrf, `${MAKE_PATH}/${passkeyId}/remove`, 'Remove', 'quiet danger'),
	]);
	return html`<p>A passkey logs you in with your finger, face or PIN, or with a security key. It never leaves your device or password manager.</p>
${table(['Name', 'At', 'Made', 'Last login', 'Actions'], rows, 'You have no passkey.')}
${makeBody(csrf, place, view)}
<p><a href="${NAV}">Back to Account</a></p>`;
}

function makeBody(csrf: string, place: PasskeyPlace, view: FormView): Html {
	if (place.kind === 'there') return thereNotice(place.origin, MAKE_PATH);
	if (place.kind === 'nowhere')
		return html`<p class="notice">Browsers offer passkeys at <code>localhost</code> and at https names alone. Set <code>server.publicUrl</code> to an https name to use them here.</p>`;
	return html`<form method="post" action="${MAKE_PATH}">${hidden(csrf)}
${textField(view, 'name', { value: 'my passkey', more: html` maxlength="64" required` })}<br>
<button>Add a passkey</button></form>`;
}

function thereNotice(origin: string, path: string): Html {
	const { host } = new URL(origin);
	return html`<p class="notice">Browsers offer passkeys at <code>localhost</code> and at https names alone. <a href="${origin}${path}">Open this page at ${host}</a>; you log in there separately.</p>`;
}

/** Pages of who is logged in. */
export function passkeyMakingPages(parts: {
	readonly passkeys: Passkeys;
	readonly users: UserDirectory;
	readonly notes: AuditNotes;
	/** The origin at which browsers offer passkeys; undefined where they offer none. */
	readonly passkeysAt: () => string | undefined;
}): readonly Page[] {
	const { passkeys, users, notes, passkeysAt } = parts;
	const ownerOf = ({ userId, userName, login }: LoggedIn) => ({ userId, userName, loginId: login.id });

	async function list(visitor: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const own = await passkeys.listOf(visitor.userId);
		const place = passkeyPlace(visitor, passkeysAt());
		return {
			kind: 'page',
			title: 'Passkeys',
			body: passkeyList(visitor, place, own, viewOf(MAKE_FORM, refusal)),
		};
	}

	async function beginMaking(visitor: LoggedIn): Promise<PageAnswer> {
		const name = words(visitor.form, 'name');
		const fault = nameFault('name', name);
		if (fault !== undefined) throw fault;
		if (isGuest(await users.identitiesOf(visitor.userId)))
			throw new CarrywireError(
				'INVALID_PARAMS',
				'A guest has no passkeys: nobody can log in as this user again.',
			);
		const options = await passkeys.beginMaking(ownerOf(visitor));
		return askPage('create', 'Add a passkey', options, {
			csrf: visitor.csrf,
			action: MAKE_ANSWER_PATH,
			fields: html`<input type="hidden" name="name" value="${name}">`,
			button: 'Make the passkey',
			back: MAKE_PATH,
		});
	}

	async function finishMaking(visitor: LoggedIn): Promise<PageAnswer> {
		const { form, userId, address } = visitor;
		const name = words(form, 'name');
		await notes.around(
			{ userId, address, action: 'passkey.add', details: { name } },
			() => passkeys.finishMaking(ownerOf(visitor), { name, answer: words(form, 'passkey_answer') }),
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
		{ ...own, path: MAKE_PATH, answer: orListed(beginMaking) },
		{ ...own, path: MAKE_ANSWER_PATH, answer: orListed(finishMaking) },
		{ ...own, path: `${MAKE_PATH}/:passkeyId/remove`, answer: remove },
	];
}

/** The login with a passkey. */
export function passkeyLoginPages(
	parts: LoginParts & { readonly passkeys: Passkeys; readonly users: UserDirectory },
): readonly Page[] {
	const { passkeys, users } = parts;

	async function beginUsing({ browser, csrf, form }: Visitor): Promise<PageAnswer> {
		const returnTo = ownPath(form.get('return_to'));
		return askPage('get', 'Log in with a passkey', await passkeys.beginLogin(browser), {
			csrf,
			action: LOGIN_ANSWER_PATH,
			fields: html`<input type="hidden" name="return_to" value="${returnTo}">`,
			button: 'Use the passkey',
			back: `/login?return_to=${encodeURIComponent(returnTo)}`,
		});
	}

	async function finishUsing(visitor: Visitor): Promise<PageAnswer> {
		const { form, browser } = visitor;
		const { userId, passkeyId } = await attempt(parts, visitor, () =>
			passkeys.finishLogin(words(form, 'passkey_answer'), browser),
		);
		await users.letIn(userId, 'passkey');
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

/** The page on which the browser asks the authenticator. */
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
		body: html`<p>Your browser asks for the passkey now.</p>
<noscript><p class="notice bad">Passkeys need JavaScript. Allow it for this address, and start again.</p></noscript>
<form method="post" action="${form.action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">${hidden(form.csrf)}${form.fields}
<input type="hidden" name="passkey_answer" value="">
<p class="notice bad" data-passkey-fault role="alert" hidden></p>
<button type="button" data-passkey-ask>${form.button}</button></form>
<p><a href="${form.back}">Back</a></p>`,
	};
}
