/** /agents: programs that act for a user, with caps. */

import type { PublicKey } from '../auth/agent-public-keys.ts';
import { AGENT_SCOPES, type AgentAuthority, type AgentListing } from '../auth/agents.ts';
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { AgentCaps } from '../ports/desk.ts';
import type { AuditNotes } from './audit-notes.ts';
import { choice, isOn, optionalAmount, optionalWhole, scopes, words } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { COPY_SCRIPT, hidden, shownOnce, table, time } from './layout.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';
import { button, meanings, scopeChoices } from './token-pages.ts';

const PATH = '/agents';
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

	async function list({ userId, csrf }: LoggedIn): Promise<PageAnswer> {
		const own = await agents.list(userId);
		return { kind: 'page', title: 'Agents', body: listBody(own, csrf, pairs) };
	}

	async function create({ form, userId, address }: LoggedIn): Promise<PageAnswer> {
		const credential = choice(form, 'credential', ['key', 'public_key']);
		const wish = {
			name: words(form, 'name'),
			scopes: scopes(form),
			caps: capsOf(form),
			publicKeys: credential === 'key' ? undefined : readKeys(words(form, 'public_keys')),
			requiresDpop: isOn(form, 'dpop'),
		};
		const { agent, key } = await notes.around(
			{ userId, address, action: 'agent.create', details: { scopes: wish.scopes, ...shownCaps(wish.caps) } },
			() => agents.create(userId, wish),
			(created) => created.agent.agentId,
		);
		return readyPage(agent, key, baseUrl());
	}

	async function detail({ userId, params, csrf }: LoggedIn): Promise<PageAnswer> {
		const agent = await agents.get(userId, params.agentId ?? '');
		return { kind: 'page', title: agent.name, body: detailBody(agent, csrf, pairs) };
	}

	async function update({ form, userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { agentId = '' } = params;
		const wish = { name: words(form, 'name'), scopes: scopes(form), caps: capsOf(form) };
		await notes.around(
			{
				userId,
				address,
				action: 'agent.update',
				subject: agentId,
				details: { scopes: wish.scopes, ...shownCaps(wish.caps) },
			},
			() => agents.update(userId, agentId, wish),
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
		{ ...row, method: 'GET', path: PATH, answer: list },
		{ ...row, method: 'POST', path: PATH, answer: create },
		{ ...row, method: 'GET', path: '/agents/:agentId', answer: detail },
		{ ...row, method: 'POST', path: '/agents/:agentId', answer: update },
		{ ...row, method: 'POST', path: '/agents/:agentId/rotate', answer: rotate },
		{ ...row, method: 'POST', path: '/agents/:agentId/stop', answer: stop },
	];
}

function listBody(own: readonly AgentListing[], csrf: string, pairs: readonly string[]): Html {
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
${wishFields({ name: '', scopes: AGENT_SCOPES, caps: NO_CAPS }, pairs)}
<fieldset><legend>It proves itself by</legend>
<label class="choice"><input type="radio" name="credential" value="key" checked> <span>a key that is made here and shown once</span></label>
<label class="choice"><input type="radio" name="credential" value="public_key"> <span>a key pair of its own (<code>private_key_jwt</code>): paste its public keys below</span></label></fieldset>
<label for="public_keys">Public keys <small>JSON Web Key Set, for a key pair only</small></label>
<textarea id="public_keys" name="public_keys" rows="3"></textarea>
<label class="choice"><input type="checkbox" name="dpop"> <span>Its tokens count with a proof of its key only (DPoP)</span></label>
<button>Create agent</button></form></section>`;
}

function wishFields(
	{ name, scopes: chosen, caps }: Pick<AgentListing, 'name' | 'scopes' | 'caps'>,
	pairs: readonly string[],
): Html {
	const amount = (value: Decimal | null) => (value === null ? '' : formatDecimal(value));
	return html`<label for="name">Name</label><input type="text" id="name" name="name" maxlength="64" value="${name}" required>
${scopeChoices(AGENT_SCOPES, chosen)}
<label for="amount_max">At most per execution <small>USD over both legs; empty: no cap</small></label>
<input type="text" inputmode="decimal" id="amount_max" name="amount_max" value="${amount(caps.amountMax)}">
<label for="open_amount_max">At most open at once <small>USD over both legs of all its executions; empty: no cap</small></label>
<input type="text" inputmode="decimal" id="open_amount_max" name="open_amount_max" value="${amount(caps.openAmountMax)}">
<label for="executions_per_day">Executions a day <small>since 00:00 UTC; empty: no cap</small></label>
<input type="text" inputmode="numeric" id="executions_per_day" name="executions_per_day" value="${caps.executionsPerDay}">
<fieldset><legend>Only on these exchange pairs <small>none ticked: on all</small></legend>${pairs.map(
		(pair) =>
			html`<label class="choice"><input type="checkbox" name="pair" value="${pair}"${caps.pairs?.includes(pair) === true ? html` checked` : null}> <code>${pair}</code></label>`,
	)}</fieldset>
<label class="choice"><input type="checkbox" name="must_be_trade"${caps.mustBeTrade ? html` checked` : null}> <span>Only what has the verdict <code>trade</code></span></label>`;
}

function detailBody(agent: AgentListing, csrf: string, pairs: readonly string[]): Html {
	const path = `${PATH}/${agent.agentId}`;
	const facts = html`<p>${stateOf(agent)} <small>${agent.agentId} · created ${time(agent.createdAt)} · last used ${time(agent.lastUsedAt)} · ${agent.credential === 'key' ? html`key of ${time(agent.keyChangedAt)}` : 'proves itself by a key pair'}${agent.requiresDpop ? ' · DPoP' : ''}</small></p>`;
	if (agent.stoppedAt !== null)
		return html`${facts}<p class="notice bad">Stopped ${time(agent.stoppedAt)}, for good. What it had open is yours and runs on.</p>`;
	return html`${facts}
<section><h2>What it may do</h2><form method="post" action="${path}">${hidden(csrf)}${wishFields(agent, pairs)}<button>Save</button></form></section>
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

function capsOf(form: URLSearchParams): AgentCaps {
	const chosen = form.getAll('pair');
	return {
		amountMax: optionalAmount(form, 'amount_max'),
		openAmountMax: optionalAmount(form, 'open_amount_max'),
		pairs: chosen.length === 0 ? null : chosen,
		executionsPerDay: optionalWhole(form, 'executions_per_day'),
		mustBeTrade: isOn(form, 'must_be_trade'),
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
