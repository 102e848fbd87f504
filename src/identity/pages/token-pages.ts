/** /tokens: tokens to copy, and the applications that a user has let in. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Consents, GrantedApplication } from '../authorization/consents.ts';
import { SCOPE_MEANINGS, SCOPES, type Scope } from '../scopes.ts';
import { type IssuedToken, type TokenAuthority, type TokenListing, tokenWishFaults } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import { choice, scopes, words } from './form-fields.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { COPY_SCRIPT, hidden, shownOnce, table, time } from './layout.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';
import {
	type FormView,
	fieldReader,
	orShownAgain,
	type Refusal,
	requireNone,
	textField,
	viewOf,
} from './refused-form.ts';

const HOUR_MS = 3_600_000;
/** Hours that can be chosen; the authority's own bounds are one minute and thirty days. */
const LIFETIMES = ['1', '8', '24', '168', '720'] as const;
const LIFETIME_WORDS: Readonly<Record<(typeof LIFETIMES)[number], string>> = {
	1: '1 hour',
	8: '8 hours',
	24: '1 day',
	168: '7 days',
	720: '30 days',
};
const PATH = '/tokens';
const FORM = { action: PATH, fields: ['name', 'scope', 'lifetime'] } as const;

export function tokenPages(parts: {
	readonly tokens: TokenAuthority;
	readonly consents: () => Consents;
	readonly notes: AuditNotes;
	readonly clock: Clock;
	readonly baseUrl: () => string;
}): readonly Page[] {
	const { tokens, consents, notes, clock, baseUrl } = parts;

	async function list(visitor: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const [own, applications] = await Promise.all([
			tokens.listOf(visitor.userId),
			consents().list(visitor.userId),
		]);
		return {
			kind: 'page',
			title: 'Tokens',
			body: listBody(visitor, own, applications, clock.now(), viewOf(FORM, refusal)),
		};
	}

	async function create(visitor: LoggedIn): Promise<PageAnswer> {
		const { form, userId, address } = visitor;
		const read = fieldReader();
		const hours = read.of(() => choice(form, 'lifetime', LIFETIMES), '1');
		const wish = {
			name: words(form, 'name') || 'token',
			scopes: read.of(() => scopes(form), []),
			ttlMs: Number(hours) * HOUR_MS,
		};
		const faults = [...read.found, ...tokenWishFaults(wish)];
		if (read.found.length > 0) requireNone(faults);
		const issued = await notes.around(
			{ userId, address, action: 'token.create', details: { scopes: wish.scopes, hours: Number(hours) } },
			async () => {
				requireNone(faults);
				return tokens.issueTo(visitor, wish);
			},
			({ tokenId }) => tokenId,
		);
		return readyPage(issued, baseUrl());
	}

	async function rotate(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, params } = visitor;
		const { tokenId = '' } = params;
		const issued = await notes.around(
			{ userId, address, action: 'token.rotate', details: { replaced: tokenId } },
			() => tokens.rotate(userId, tokenId),
			(token) => token.tokenId,
		);
		return readyPage(issued, baseUrl());
	}

	async function revoke(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, params } = visitor;
		const { tokenId = '' } = params;
		await notes.around({ userId, address, action: 'token.revoke', subject: tokenId }, () =>
			tokens.revokeOf(userId, tokenId),
		);
		return redirect(PATH);
	}

	async function revokeApplication(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, params } = visitor;
		const { applicationId = '' } = params;
		await notes.around(
			{ userId, address, action: 'application.revoke', subject: applicationId },
			async () => {
				if (await consents().revoke(userId, applicationId)) return;
				throw new CarrywireError(
					'UNKNOWN_TOKEN',
					`application_id names no application of yours, was ${JSON.stringify(applicationId.slice(0, 80))}.`,
				);
			},
		);
		return redirect(PATH);
	}

	return [
		{ method: 'GET', path: PATH, access: 'user', nav: PATH, answer: (visitor) => list(visitor) },
		{
			method: 'POST',
			path: PATH,
			access: 'user',
			nav: PATH,
			answer: (visitor) => orShownAgain(FORM, visitor, create, list),
		},
		{ method: 'POST', path: '/tokens/:tokenId/rotate', access: 'user', nav: PATH, answer: rotate },
		{ method: 'POST', path: '/tokens/:tokenId/revoke', access: 'user', nav: PATH, answer: revoke },
		{
			method: 'POST',
			path: '/applications/:applicationId/revoke',
			access: 'user',
			nav: PATH,
			answer: revokeApplication,
		},
	];
}

const NO_FORM: FormView = viewOf({ action: '', fields: ['scope'] }, undefined);

/** Boxes for scopes, with what each means. */
export function scopeChoices(offered: readonly Scope[], chosen: readonly string[], view = NO_FORM): Html {
	const ticked = view.chosen('scope', chosen);
	return html`<fieldset><legend>${view.label('scope')}</legend>${view.fault('scope')}${offered.map(
		(scope, index) =>
			html`<label class="choice"><input type="checkbox"${index === 0 ? html` id="${view.id('scope')}"` : null} name="scope" value="${scope}"${ticked.includes(scope) ? html` checked` : null}${view.marks('scope', index === 0)}> <span><code>${scope}</code> ${SCOPE_MEANINGS[scope]}</span></label>`,
	)}</fieldset>`;
}

function listBody(
	visitor: LoggedIn,
	own: readonly TokenListing[],
	applications: readonly GrantedApplication[],
	now: number,
	view: FormView,
): Html {
	const [lifetime] = view.chosen('lifetime', []);
	// What a page of the dashboard holds is no token that anybody copied.
	const copied = own.filter(({ login }) => login === null);
	const active = copied.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now);
	const ended = copied.filter((token) => !active.includes(token));
	const held = own.filter(
		({ login, revokedAt, expiresAt }) => login !== null && revokedAt === null && expiresAt > now,
	);
	return html`<section><h2>New token</h2>
<p class="soft">A program that holds it acts as you, within what you tick here, until it ends or you revoke it.</p>
<form method="post" action="${PATH}">${hidden(visitor.csrf)}
${textField(view, 'name', { value: 'my token', more: html` maxlength="64" required` })}
${scopeChoices(SCOPES, ['arb:read', 'arb:trade'], view)}
<label for="${view.id('lifetime')}">${view.label('lifetime')}</label>${view.fault('lifetime')}<select id="${view.id('lifetime')}" name="lifetime"${view.marks('lifetime')}>${LIFETIMES.map((hours) => html`<option value="${hours}"${hours === lifetime ? html` selected` : null}>${LIFETIME_WORDS[hours]}</option>`)}</select><br>
<button>Create token</button></form></section>
<h2>Your tokens</h2>
${tokenTable(active, visitor.csrf, now, 'You have no token. Create one above for a program; the pages here need none.')}
${heldLine(held.length)}
${ended.length === 0 ? null : html`<details><summary>${ended.length} that have ended</summary>${tokenTable(ended, visitor.csrf, now, '')}</details>`}
<h2>Applications with access</h2>
${table(
	['Application', 'May', 'Since', 'Until', 'Actions'],
	applications.map((application) => [
		application.name,
		meanings(application.scopes),
		time(application.grantedAt),
		time(application.expiresAt),
		button(visitor.csrf, `/applications/${application.applicationId}/revoke`, 'Revoke', 'quiet danger'),
	]),
	'No application has access. One asks for it by itself, and you decide then on a page of this service.',
)}`;
}

/** Those of all logins of the user. */
function heldLine(count: number): Html | null {
	if (count === 0) return null;
	const hold =
		count === 1
			? '1 page of this dashboard holds a token'
			: `${count} pages of this dashboard hold a token each`;
	return html`<p class="soft" id="held">${hold}, of 15 minutes at most. They end when you log out.</p>`;
}

/** What the scopes mean, each by its name too. */
export function meanings(scopes: readonly string[]): Html {
	const known = SCOPES.filter((scope) => scopes.includes(scope));
	return html`<ul class="scopes">${known.map((scope) => html`<li>${SCOPE_MEANINGS[scope]} <code>${scope}</code></li>`)}</ul>`;
}

function tokenTable(tokens: readonly TokenListing[], csrf: string, now: number, empty: string): Html {
	const rows = tokens.map((token): readonly HtmlPart[] => {
		const isActive = token.revokedAt === null && token.expiresAt > now;
		return [
			html`${token.name}<br><small>${token.tokenId}</small>`,
			meanings(token.scopes),
			token.revokedAt === null ? time(token.expiresAt) : html`<span class="state bad">revoked</span>`,
			time(token.lastUsedAt),
			isActive &&
				html`<div class="row">${button(csrf, `/tokens/${token.tokenId}/rotate`, 'Rotate', 'quiet')}${button(csrf, `/tokens/${token.tokenId}/revoke`, 'Revoke', 'quiet danger')}</div>`,
		];
	});
	return table(['Name', 'May', 'Valid until', 'Last used', 'Actions'], rows, empty);
}

/** A form of one button. */
export function button(csrf: string, action: string, name: HtmlPart, look: string): Html {
	return html`<form method="post" action="${action}">${hidden(csrf)}<button class="${look}">${name}</button></form>`;
}

function readyPage(issued: IssuedToken, baseUrl: string): PageAnswer {
	const call = `curl -s ${baseUrl}/jsonrpc/ -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"portfolio_live","params":{}}'`;
	return {
		kind: 'page',
		title: 'Copy your token now',
		script: COPY_SCRIPT,
		body: html`<p class="notice">It is shown this once. It ends ${time(issued.expiresAt)}. Keep it out of files that you share.</p>
<p>Whoever holds it may:</p>${meanings(issued.scopes)}
${shownOnce('token', 'token', issued.token)}
<h2>Use it</h2>
<pre>TOKEN=…
${call}</pre>
<p><a href="${PATH}">I have copied it</a></p>`,
	};
}
