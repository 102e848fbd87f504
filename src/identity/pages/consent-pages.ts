/** /interaction: an application asks for access; its user logs in, sees what for, and grants or refuses. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Consents, WaitingRequest } from '../authorization/consents.ts';
import { SCOPE_MEANINGS, type Scope } from '../scopes.ts';
import type { AuditNotes } from './audit-notes.ts';
import { choice, scopes } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hidden } from './layout.ts';
import type { Page, PageAnswer, Visitor } from './page.ts';

const PATH = '/interaction/:uid';
const ANSWERED: PageAnswer = { kind: 'answered' };

/** The pages of a request for access, and the form that answers it. */
export function consentPages(parts: {
	readonly consents: () => Consents;
	readonly notes: AuditNotes;
}): readonly Page[] {
	const { consents, notes } = parts;

	async function waiting({ raw, params }: Visitor): Promise<WaitingRequest> {
		const found = await consents().find(raw.request, raw.response);
		if (found !== undefined && found.uid === params.uid) return found;
		throw new CarrywireError(
			'NOT_FOUND',
			'No application waits for your answer here: it took too long, or it was asked in another browser.',
		);
	}

	async function check(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const found = await waiting(visitor);
		if (userId === undefined)
			return { kind: 'redirect', to: `/login?return_to=${encodeURIComponent(visitor.path)}` };
		if (found.step === 'login') {
			await consents().logIn(visitor.raw.request, visitor.raw.response, userId);
			return ANSWERED;
		}
		return {
			kind: 'page',
			title: `${found.applicationName} asks for access`,
			body: consentBody(found, visitor),
			formTargets: targetsOf(found.redirectUri),
		};
	}

	async function decide(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const found = await waiting(visitor);
		const { raw, form, address } = visitor;
		if (userId === undefined || found.step !== 'consent' || found.userId !== userId)
			throw new CarrywireError('UNAUTHORIZED', 'You are not logged in as the user who was asked.');
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
		{ method: 'GET', path: PATH, access: 'anyone', answer: check },
		{ method: 'POST', path: PATH, access: 'anyone', answer: decide },
	];
}

function consentBody(
	{ applicationName, clientId, scopes: asked, redirectUri }: WaitingRequest,
	visitor: Visitor,
): Html {
	return html`<section><p><b>${applicationName}</b> <small>${clientId}</small> wants to act for you. Untick what it shall not do.</p>
<form method="post" action="${visitor.path}">${hidden(visitor.csrf)}
${asked.length === 0 ? html`<p>It wants to know who you are, and nothing else.</p>` : scopeChoices(asked)}
${
	asked.some(isPowerful)
		? html`<p class="notice bad">Some of this lets it do what only you should: ${asked
				.filter(isPowerful)
				.map((scope) => SCOPE_MEANINGS[scope])
				.join(' ')}</p>`
		: null
}
<p class="soft">${redirectUri === undefined ? 'It runs in a terminal that shows your code.' : `You go back to ${new URL(redirectUri).host || redirectUri}.`} You can end its access at any time, under Tokens.</p>
<div class="row"><button name="decision" value="grant">Allow</button><button class="danger" name="decision" value="refuse">Refuse</button></div></form></section>`;
}

/** Boxes for scopes, all of them ticked, with what each means. */
function scopeChoices(asked: readonly Scope[]): Html {
	return html`<fieldset><legend>What it may do</legend>${asked.map(
		(scope) =>
			html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked> <span><code>${scope}</code> ${SCOPE_MEANINGS[scope]}</span></label>`,
	)}</fieldset>`;
}

function isPowerful(scope: Scope): boolean {
	return scope === 'exchange:connect' || scope === 'agents:manage';
}

/** Where the answer leads, as a source of a content security policy: an origin, or the scheme of a native application. */
function targetsOf(redirectUri: string | undefined): readonly string[] {
	if (redirectUri === undefined) return [];
	const { origin, protocol } = new URL(redirectUri);
	return [origin === 'null' ? protocol : origin];
}
