/** Serves the page on which the owner of a simulated account sees the wallets, and sees and revokes the keys. */
import { formatDecimal } from '../../src/domain/decimal.ts';
import { type ApiKey, keyStatus } from './api-keys.ts';
import { type Html, html } from './html.ts';
import { type PageStyle, page, seeOther } from './page-frame.ts';
import type { Account, Exchange, FrontEndRequest, FrontEndResponse } from './types.ts';
import {
	foreignForm,
	formToken,
	loggedInAs,
	loginPage,
	openVisit,
	problemPage,
	serveLogin,
	type Visit,
} from './visit.ts';

const LOGIN = { lead: html`<p>Log in to see the API keys of your account.</p>` };

export function serveKeys(exchange: Exchange, style: PageStyle, request: FrontEndRequest): FrontEndResponse {
	const visit = openVisit(exchange, style, request);
	if (request.method === 'GET') {
		return visit.account === undefined ? loginPage(visit, LOGIN) : keysPage(visit, visit.account);
	}
	if (request.method !== 'POST') {
		return problemPage(style, `The page is read with GET, was ${request.method}.`, 405);
	}
	const foreign = foreignForm(visit);
	if (foreign !== undefined) return foreign;
	const login = serveLogin(visit, LOGIN);
	if (login !== undefined) return login;
	if (visit.account === undefined) return loginPage(visit, LOGIN);
	return revoke(visit, visit.account);
}

function revoke({ exchange, style, form, request }: Visit, account: Account): FrontEndResponse {
	const { keys } = exchange.oauth;
	const named = keys.ofAccount(account.id).find(({ key }) => key === form.get('key'));
	if (form.get('action') !== 'revoke' || named === undefined) {
		return problemPage(style, 'The account has no such key.');
	}
	keys.revoke(account.id, named.key);
	return seeOther(request.path);
}

function keysPage(visit: Visit, account: Account): FrontEndResponse {
	const now = visit.exchange.now();
	const keys = [...visit.exchange.oauth.keys.ofAccount(account.id)].reverse();
	const rows = keys.map((key) => row(visit, key, now));
	const { wallets, terms } = visit.exchange;
	const main = formatDecimal(wallets.balance(account.id));
	const futures = formatDecimal(visit.exchange.balance(account.id).walletBalance);
	const money = html`<p>Main wallet ${main} ${terms.settledIn}, futures account ${futures} ${terms.settledIn}.</p>`;
	const list =
		rows.length === 0
			? html`<p>The account has no keys.</p>`
			: html`<table><thead><tr><th>Key</th><th>May</th><th>State</th></tr></thead><tbody>${rows}</tbody></table>`;
	const footer = loggedInAs(visit, account);
	return page(visit.style, 'API keys', { main: html`${money}${list}`, footer }, { cookie: visit.cookie });
}

function row(visit: Visit, key: ApiKey, now: number): Html {
	const status = keyStatus(key, now);
	const may = [
		...['read', ...(key.canTrade ? ['trade'] : [])],
		...[...(key.canTransfer ? ['transfer'] : []), ...(key.canWithdraw ? ['withdraw'] : [])],
	];
	const made = new Date(key.createdAt).toISOString().slice(0, 10);
	const state =
		status === 'active'
			? html`<form method="post">${formToken(visit)}<input type="hidden" name="key" value="${key.key}"><button name="action" value="revoke">Revoke</button></form>`
			: html`${status}`;
	return html`<tr><td><b>${key.application?.name ?? 'Own key'}</b><br><code>${key.key}</code><br>made ${made}</td><td>${may.join(', ')}</td><td>${state}</td></tr>`;
}
