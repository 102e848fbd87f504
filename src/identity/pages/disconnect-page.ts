/** Asks before an account at an exchange is disconnected: what is erased, what stays, what is still open on it. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { ExchangeAccounts, ListedAccount } from '../../ports/exchange-accounts.ts';
import type { AuditNotes } from './audit-notes.ts';
import { isOn } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hidden } from './layout.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';
import { type Form, orShownAgain, type Refusal, viewOf } from './refused-form.ts';

const LIST_PATH = '/connections';
const PATH = '/connections/account/:accountId/disconnect';

/** The pages of one account's end: a question, and its answer. */
export function disconnectPages(parts: {
	readonly accounts: Pick<ExchangeAccounts, 'list' | 'openOn' | 'disconnect'>;
	readonly notes: AuditNotes;
	readonly mode: TradingMode;
	/** An exchange as people write it. */
	readonly nameOf: (venue: VenueName) => string;
}): readonly Page[] {
	const { accounts, notes, mode, nameOf } = parts;

	async function askDisconnect(visitor: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		const { userId, csrf, params } = visitor;
		const { accountId = '' } = params;
		const open = accounts.openOn(userId, accountId);
		const account = accounts.list(userId).find((one) => one.accountId === accountId);
		if (account === undefined)
			throw new CarrywireError('UNKNOWN_ACCOUNT', `There is no account ${accountId} to disconnect.`);
		const name = nameOf(account.venue);
		return {
			kind: 'page',
			title: `Disconnect ${name}?`,
			body: disconnectBody({ account, name, open, mode }, csrf, refusal),
		};
	}

	async function disconnect({ userId, address, params, form }: LoggedIn): Promise<PageAnswer> {
		const { accountId = '' } = params;
		const closeFirst = isOn(form, 'close_first');
		await notes.around(
			{ userId, address, action: 'connection.disconnect', subject: accountId, details: { closeFirst } },
			() => accounts.disconnect(userId, accountId, { closeFirst }).catch(sayWhatToDo),
		);
		return redirect(LIST_PATH);
	}

	const row = { access: 'user', nav: LIST_PATH, path: PATH } as const;
	return [
		{ ...row, method: 'GET', answer: (visitor: LoggedIn) => askDisconnect(visitor) },
		{
			...row,
			method: 'POST',
			answer: (visitor: LoggedIn) =>
				orShownAgain(disconnectForm(visitor.params.accountId ?? ''), visitor, disconnect, askDisconnect),
		},
	];
}

function disconnectForm(accountId: string): Form {
	return {
		action: `${LIST_PATH}/account/${accountId}/disconnect`,
		fields: ['close_first'],
		idOf: (field) => `${field}-${accountId}`,
	};
}

/** In the words of the page. */
function sayWhatToDo(error: unknown): never {
	if (!(error instanceof CarrywireError) || error.code !== 'EXECUTIONS_RUNNING') throw error;
	throw new CarrywireError(
		error.code,
		`${error.message} Close it before you disconnect, or tick “close what is open first”.`,
		{ facts: error.facts, cause: error },
	);
}

/** Shows what a disconnect erases, what it leaves at the exchange, and the button that does it. */
function disconnectBody(
	{
		account,
		name,
		open,
		mode,
	}: {
		readonly account: ListedAccount;
		readonly name: string;
		/** Executions with a leg on this account. */
		readonly open: readonly string[];
		readonly mode: TradingMode;
	},
	csrf: string,
	refusal: Refusal | undefined,
): Html {
	const form = disconnectForm(account.accountId);
	const view = viewOf(form, refusal);
	const positions =
		open.length === 0
			? html`<p>No position of yours is open on it here.</p>`
			: html`<p><b>${open.length} of your positions ${open.length === 1 ? 'has' : 'have'} a leg on it:</b> ${open.map((id) => html`<a href="/executions/${id}">${id}</a> `)}</p>
<label class="choice"><input type="checkbox" id="${view.id('close_first')}" name="close_first"${view.marks('close_first')}> ${view.label('close_first')}</label>${view.fault('close_first')}`;
	return html`<p><b>${name}</b>, ${account.label} <small>${account.accountId}</small></p>
<section><h2>What is erased</h2>
${
	mode === 'paper'
		? html`<p>The paper account ends, with its demo money. The next start or login gives you a new one.</p>`
		: html`<p>Carrywire erases its copy of the key. It cannot read this account or trade on it any more. To trade here again, you connect it again${account.kind === 'oauth' ? ` on the page of ${name}` : ' with a key'}.</p>`
}</section>
<section><h2>What stays</h2>
${
	mode === 'paper'
		? null
		: html`<p>At ${name} nothing changes: positions, orders and money that are there stay open and yours. The key stays valid until you delete it at ${name}.</p>`
}
<p>Your history, the ledger and the audit trail stay here.</p></section>
<form method="post" action="${form.action}">${hidden(csrf)}
${positions}
<div class="row"><button>Disconnect and erase the key</button> <a class="button quiet" href="${LIST_PATH}">Keep it connected</a></div></form>`;
}
