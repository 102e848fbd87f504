/** /agents: programs that act for a user, with caps. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import type { AgentCaps } from '../../ports/desk.ts';
import { checkPublicKeys, type PublicKey } from '../agent-public-keys.ts';
import {
	AGENT_SCOPES,
	type AgentAuthority,
	type AgentListing,
	type AgentWish,
	agentWishFaults,
	EXECUTIONS_PER_DAY_MAX,
} from '../agents.ts';
import type { AuditNotes } from './audit-notes.ts';
import { choice, isOn, optionalAmount, optionalWhole, scopes, words } from './form-fields.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { COPY_SCRIPT, hidden, shownOnce, table, time } from './layout.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';
import {
	type FieldReader,
	type Form,
	type FormView,
	fieldReader,
	orShownAgain,
	type Refusal,
	requireNone,
	textField,
	viewOf,
} from './refused-form.ts';
import { button, meanings, scopeChoices } from './token-pages.ts';

const PATH = '/agents';
const WISH_FIELDS = ['name', 'scope', 'amount_max', 'open_amount_max', 'executions_per_day', 'pair'] as const;
const CREATE_FORM = { action: PATH, fields: [...WISH_FIELDS, 'credential', 'public_keys'] } as const;
const updateForm = (agentId: string): Form => ({ action: `${PATH}/${agentId}`, fields: WISH_FIELDS });
const USD_RULE = 'a number of USD above 0';
const COUNT_RULE = `a whole number from 0 to ${EXECUTIONS_PER_DAY_MAX}`;
const NO_CAPS: AgentCaps = {
	amountMax: null,
	openAmountMax: null,
	pairs: null,
	executionsPerDay: null,
	mustBeTrade: false,
};

export function agentPages(parts: {
	readonly agents: AgentAuthority;
	readonly notes: AuditNotes;
	readonly baseUrl: () => string;
	/** Exchange pairs that there are. */
	readonly pairs: readonly string[];
}): readonly Page[] {
	const { agents, notes, baseUrl, pairs } = parts;

	async function list({ userId, csrf }: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const own = await agents.list(userId);
		return { kind: 'page', title: 'Agents', body: listBody(own, csrf, pairs, viewOf(CREATE_FORM, refusal)) };
	}

	async function create({ form, userId, address }: LoggedIn): Promise<PageAnswer> {
		const read = fieldReader();
		const credential = read.of(() => choice(form, 'credential', ['key', 'public_key']), 'key');
		const wish = {
			...wishOf(form, read),
			publicKeys:
				credential === 'key' ? undefined : read.of(() => readKeys(words(form, 'public_keys')), undefined),
			requiresDpop: isOn(form, 'dpop'),
		};
		const faults = [...read.found, ...agentWishFaults(wish), ...publicKeyFaults(wish.publicKeys)];
		if (read.found.length > 0) requireNone(faults);
		const { agent, key } = await notes.around(
			{ userId, address, action: 'agent.create', details: { scopes: wish.scopes, ...shownCaps(wish.caps) } },
			async () => {
				requireNone(faults);
				return agents.create(userId, wish);
			},
			(created) => created.agent.agentId,
		);
		return readyPage(agent, key, baseUrl());
	}

	async function detail({ userId, params, csrf }: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const agent = await agents.get(userId, params.agentId ?? '');
		const view = viewOf(updateForm(agent.agentId), refusal);
		return { kind: 'page', title: agent.name, body: detailBody(agent, csrf, pairs, view) };
	}

	async function update({ form, userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { agentId = '' } = params;
		const read = fieldReader();
		const wish = wishOf(form, read);
		const faults = [...read.found, ...agentWishFaults(wish)];
		if (read.found.length > 0) requireNone(faults);
		await notes.around(
			{
				userId,
				address,
				action: 'agent.update',
				subject: agentId,
				details: { scopes: wish.scopes, ...shownCaps(wish.caps) },
			},
			async () => {
				requireNone(faults);
				return agents.update(userId, agentId, wish);
			},
		);
		return redirect(`${PATH}/${encodeURIComponent(agentId)}`);
	}

	async function rotate({ userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { agentId = '' } = params;
		const { agent, key } = await notes.around(
			{ userId, address, action: 'agent.rotate_key', subject: agentId },
			() => agents.rotateKey(userId, agentId),
		);
		return readyPage(agent, key, baseUrl());
	}

	async function stop({ userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { agentId = '' } = params;
		await notes.around({ userId, address, action: 'agent.stop', subject: agentId }, () =>
			agents.stop(userId, agentId),
		);
		return redirect(`${PATH}/${encodeURIComponent(agentId)}`);
	}

	const row = { access: 'user', nav: PATH } as const;
	return [
		{ ...row, method: 'GET', path: PATH, answer: (visitor: LoggedIn) => list(visitor) },
		{
			...row,
			method: 'POST',
			path: PATH,
			answer: (visitor: LoggedIn) => orShownAgain(CREATE_FORM, visitor, create, list),
		},
		{ ...row, method: 'GET', path: '/agents/:agentId', answer: (visitor: LoggedIn) => detail(visitor) },
		{
			...row,
			method: 'POST',
			path: '/agents/:agentId',
			answer: (visitor: LoggedIn) =>
				orShownAgain(updateForm(visitor.params.agentId ?? ''), visitor, update, detail),
		},
		{ ...row, method: 'POST', path: '/agents/:agentId/rotate', answer: rotate },
		{ ...row, method: 'POST', path: '/agents/:agentId/stop', answer: stop },
	];
}

function listBody(
	own: readonly AgentListing[],
	csrf: string,
	pairs: readonly string[],
	view: FormView,
): Html {
	const [credential = 'key'] = view.chosen('credential', []);
	const way = (value: string, meaning: HtmlPart, isFirst: boolean) =>
		html`<label class="choice"><input type="radio"${isFirst ? html` id="${view.id('credential')}"` : null} name="credential" value="${value}"${credential === value ? html` checked` : null}${view.marks('credential', isFirst)}> <span>${meaning}</span></label>`;
	const rows = own.map((agent) => [
		html`<a href="${PATH}/${agent.agentId}">${agent.name}</a><br><small>${agent.agentId}</small>`,
		meanings(agent.scopes),
		capsBody(agent.caps),
		time(agent.lastUsedAt),
		html`${stateOf(agent)}${agent.stoppedAt === null ? html`<div class="row">${button(csrf, `${PATH}/${agent.agentId}/stop`, html`Stop<span class="unseen"> ${agent.name}</span>`, 'quiet danger')}</div>` : null}`,
	]);
	return html`${table(['Name', 'May', 'Within', 'Last used', 'State'], rows, 'You have no agent. Create one below for a program that trades by itself, and set what it may do at most.')}
<section><h2>New agent</h2>
<p class="soft">An agent has an id and a key of its own, and takes its tokens by itself. It trades on your accounts, inside the caps that you set.</p>
<form method="post" action="${PATH}">${hidden(csrf)}
${wishFields({ name: '', scopes: AGENT_SCOPES, caps: NO_CAPS }, pairs, view)}
<fieldset><legend>${view.label('credential')}</legend>${view.fault('credential')}
${way('key', 'a key that is made here and shown once', true)}
${way('public_key', html`a key pair of its own (<code>private_key_jwt</code>): paste its public keys below`, false)}</fieldset>
<label for="${view.id('public_keys')}">${view.label('public_keys')} <small>JSON Web Key Set, for a key pair only</small></label>
${view.fault('public_keys')}<textarea id="${view.id('public_keys')}" name="public_keys" rows="3"${view.marks('public_keys')}></textarea>
<label class="choice"><input type="checkbox" name="dpop"${view.chosen('dpop', []).includes('on') ? html` checked` : null}> <span>Its tokens count with a proof of its key only (DPoP)</span></label>
<button>Create agent</button></form></section>`;
}

function wishFields(
	{ name, scopes: chosen, caps }: Pick<AgentListing, 'name' | 'scopes' | 'caps'>,
	pairs: readonly string[],
	view: FormView,
): Html {
	const amount = (value: Decimal | null) => (value === null ? '' : formatDecimal(value));
	const chosenPairs = view.chosen('pair', caps.pairs ?? []);
	const mustBeTrade = view.chosen('must_be_trade', caps.mustBeTrade ? ['on'] : []).includes('on');
	return html`${textField(view, 'name', { value: name, more: html` maxlength="64" required` })}
${scopeChoices(AGENT_SCOPES, chosen, view)}
${textField(view, 'amount_max', { hint: 'USD over both legs; empty: no cap', value: amount(caps.amountMax), more: html` inputmode="decimal"` })}
${textField(view, 'open_amount_max', { hint: 'USD over both legs of all its executions; empty: no cap', value: amount(caps.openAmountMax), more: html` inputmode="decimal"` })}
${textField(view, 'executions_per_day', { hint: 'since 00:00 UTC; empty: no cap', value: String(caps.executionsPerDay ?? ''), more: html` inputmode="numeric"` })}
<fieldset><legend>${view.label('pair')} <small>none ticked: on all</small></legend>${view.fault('pair')}${pairs.map(
		(pair, index) =>
			html`<label class="choice"><input type="checkbox"${index === 0 ? html` id="${view.id('pair')}"` : null} name="pair" value="${pair}"${chosenPairs.includes(pair) ? html` checked` : null}${view.marks('pair', index === 0)}> <code>${pair}</code></label>`,
	)}</fieldset>
<label class="choice"><input type="checkbox" name="must_be_trade"${mustBeTrade ? html` checked` : null}> <span>Only what has the verdict <code>trade</code></span></label>`;
}

function detailBody(agent: AgentListing, csrf: string, pairs: readonly string[], view: FormView): Html {
	const path = `${PATH}/${agent.agentId}`;
	const facts = html`<p>${stateOf(agent)} <small>${agent.agentId} · created ${time(agent.createdAt)} · last used ${time(agent.lastUsedAt)} · ${agent.credential === 'key' ? html`key of ${time(agent.keyChangedAt)}` : 'proves itself by a key pair'}${agent.requiresDpop ? ' · DPoP' : ''}</small></p>`;
	if (agent.stoppedAt !== null)
		return html`${facts}<p class="notice bad">Stopped ${time(agent.stoppedAt)}, for good. What it had open is yours and runs on.</p>`;
	return html`${facts}
<section><h2>Change it</h2><form method="post" action="${path}">${hidden(csrf)}${wishFields(agent, pairs, view)}<button>Save</button></form></section>
${agent.credential === 'key' ? html`<section><h2>New key</h2><p>The old key and every token of it end at once.</p>${button(csrf, `${path}/rotate`, 'Make a new key', '')}</section>` : null}
<section><h2>Stop it</h2><p>For good, at once: its tokens end, what it has queued is cancelled. What is open is yours and runs on.</p>${button(csrf, `${path}/stop`, 'Stop this agent', 'danger')}</section>`;
}

function readyPage(agent: AgentListing, key: string | undefined, baseUrl: string): PageAnswer {
	const secret =
		key === undefined
			? html`<p>It proves itself by its own key pair; the client id is:</p>${shownOnce('agent-id', 'id', agent.agentId)}`
			: html`<p class="notice">The key is shown this once.</p>
<p>Agent id</p>${shownOnce('agent-id', 'id', agent.agentId)}
<p>Agent key</p>${shownOnce('agent-key', 'key', key)}
<h2>How it gets a token</h2>
<pre>curl -s ${baseUrl}/oauth/token -u "$AGENT_ID:$AGENT_KEY" \\
  -d grant_type=client_credentials -d "scope=${agent.scopes.join(' ')}"</pre>`;
	return {
		kind: 'page',
		title: `${agent.name} is ready`,
		script: COPY_SCRIPT,
		body: html`${secret}<p><a href="${PATH}/${agent.agentId}">On to the agent</a></p>`,
	};
}

function stateOf({ stoppedAt }: AgentListing): Html {
	return stoppedAt === null
		? html`<span class="state good">active</span>`
		: html`<span class="state bad">stopped</span>`;
}

function wishOf(form: URLSearchParams, read: FieldReader): AgentWish {
	const pairs = form.getAll('pair');
	return {
		name: words(form, 'name'),
		scopes: read.of(() => scopes(form), []),
		caps: {
			amountMax: read.of(() => optionalAmount(form, 'amount_max', USD_RULE), null),
			openAmountMax: read.of(() => optionalAmount(form, 'open_amount_max', USD_RULE), null),
			pairs: pairs.length === 0 ? null : pairs,
			executionsPerDay: read.of(() => optionalWhole(form, 'executions_per_day', COUNT_RULE), null),
			mustBeTrade: isOn(form, 'must_be_trade'),
		},
	};
}

/** For people, each cap by itself. */
function capsBody(caps: AgentCaps): Html {
	const { amountMax, openAmountMax, pairs, executionsPerDay, mustBeTrade } = caps;
	const texts = [
		amountMax === null ? '' : `${grouped(amountMax)} USD per execution`,
		openAmountMax === null ? '' : `${grouped(openAmountMax)} USD open at once`,
		executionsPerDay === null
			? ''
			: `${executionsPerDay} ${executionsPerDay === 1 ? 'execution' : 'executions'} a day`,
		pairs === null ? '' : `only on ${pairs.join(', ')}`,
		mustBeTrade ? 'only the verdict trade' : '',
	].filter((text) => text !== '');
	if (texts.length === 0) return html`<span class="state warn">no caps</span>`;
	return html`<ul class="scopes">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** `12,345.6`. */
function grouped(amount: Decimal): string {
	const [whole = '', fraction] = formatDecimal(amount).split('.');
	const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
	return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** For the audit trail. */
function shownCaps(caps: AgentCaps): Record<string, unknown> {
	const amount = (value: Decimal | null) => (value === null ? null : formatDecimal(value));
	return { ...caps, amountMax: amount(caps.amountMax), openAmountMax: amount(caps.openAmountMax) };
}

/** @throws CarrywireError INVALID_PARAMS */
function readKeys(text: string): readonly PublicKey[] {
	try {
		const read = JSON.parse(text) as { readonly keys?: unknown };
		const keys = Array.isArray(read.keys) ? read.keys : [read];
		if (keys.every((key) => typeof key === 'object' && key !== null)) return keys as PublicKey[];
	} catch {
		// Said below: what was pasted is not shown again, for it may be a private key.
	}
	throw new CarrywireError('INVALID_PARAMS', 'public_keys must be a JSON Web Key or a set of them.', {
		field: 'public_keys',
	});
}

function publicKeyFaults(keys: readonly PublicKey[] | undefined): readonly CarrywireError[] {
	const read = fieldReader();
	if (keys !== undefined) read.of(() => checkPublicKeys(keys), undefined);
	return read.found;
}
