/**
 * Serves /interaction, where an application requests access and its user logs in, reads the scopes, and grants or
 * denies them.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Html, html } from '../../domain/html.ts';
import type { Consents, WaitingRequest } from '../authorization/consents.ts';
import type { Scope } from '../scopes.ts';
import type { AuditNotes } from './audit-notes.ts';
import { choice, scopes } from './form-fields.ts';
import { hidden } from './layout.ts';
import type { Page, PageAnswer, Visitor } from './page.ts';
import { texts } from './page-language.ts';

const PATH = '/interaction/:uid';
const ANSWERED: PageAnswer = { kind: 'answered' };

/** Returns the page for an access request, and the form that completes it. */
export function consentPages(parts: {
	readonly consents: () => Consents;
	readonly notes: AuditNotes;
}): readonly Page[] {
	const { consents, notes } = parts;

	async function waiting({ raw, params }: Visitor): Promise<WaitingRequest> {
		const found = await consents().find(raw.request, raw.response);
		if (found !== undefined && found.uid === params.uid) return found;
		throw new CarrywireError('NOT_FOUND', texts().CONSENT.nothingWaits);
	}

	async function show(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const found = await waiting(visitor);
		if (userId === undefined)
			return { kind: 'redirect', to: `/login?return_to=${encodeURIComponent(visitor.path)}` };
		if (found.step === 'login') {
			await consents().logIn(visitor.raw.request, visitor.raw.response, userId);
			return ANSWERED;
		}
		return {
			kind: 'page',
			title: texts().CONSENT.title(found.applicationName),
			body: consentBody(found, visitor),
			formTargets: targetsOf(found.redirectUri),
		};
	}

	async function decide(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const found = await waiting(visitor);
		const { raw, form, address } = visitor;
		if (userId === undefined || found.step !== 'consent' || found.userId !== userId)
			throw new CarrywireError('UNAUTHORIZED', texts().CONSENT.otherUser);
		const isGranted = choice(form, 'decision', ['refuse', 'grant']) === 'grant';
		const granted = isGranted ? scopes(form) : [];
		await notes.note({
			userId,
			address,
			action: isGranted ? 'application.authorize' : 'application.refuse',
			subject: found.clientId,
			details: { scopes: granted },
		});
		if (isGranted) await consents().grant(raw.request, raw.response, granted);
		else await consents().refuse(raw.request, raw.response);
		return ANSWERED;
	}

	return [
		{ method: 'GET', path: PATH, access: 'anyone', answer: show },
		{ method: 'POST', path: PATH, access: 'anyone', answer: decide },
	];
}

function consentBody(
	{ applicationName, clientId, scopes: asked, redirectUri }: WaitingRequest,
	visitor: Visitor,
): Html {
	return html`<section><p><b>${applicationName}</b> <small>${clientId}</small> ${asked.length === 0 ? texts().CONSENT.identityOnly : texts().CONSENT.intro}</p>
<form method="post" action="${visitor.path}">${hidden(visitor.csrf)}
${asked.length === 0 ? null : scopeChoices(asked)}
${
	asked.some(isPowerful)
		? html`<p class="notice bad">${texts().CONSENT.powerful(
				asked
					.filter(isPowerful)
					.map((scope) => texts().SCOPES[scope])
					.join(' '),
			)}</p>`
		: null
}
<p class="soft">${redirectUri === undefined ? texts().CONSENT.terminal : texts().CONSENT.returnTo(new URL(redirectUri).host || redirectUri)} ${texts().CONSENT.endAccess}</p>
<div class="row"><button name="decision" value="grant">${texts().CONSENT.allow}</button><button class="danger" name="decision" value="refuse">${texts().CONSENT.deny}</button></div></form></section>`;
}

/** Renders check boxes for the scopes, all ticked, each with its meaning. */
function scopeChoices(asked: readonly Scope[]): Html {
	return html`<fieldset><legend>${texts().CONSENT.permissions}</legend>${asked.map(
		(scope) =>
			html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked> <span><code>${scope}</code> ${texts().SCOPES[scope]}</span></label>`,
	)}</fieldset>`;
}

function isPowerful(scope: Scope): boolean {
	return scope === 'exchange:connect' || scope === 'agents:manage';
}

/**
 * Returns the target of the response as a content security policy source: an origin, or the scheme of a native
 * application.
 */
function targetsOf(redirectUri: string | undefined): readonly string[] {
	if (redirectUri === undefined) return [];
	const { origin, protocol } = new URL(redirectUri);
	return [origin === 'null' ? protocol : origin];
}
