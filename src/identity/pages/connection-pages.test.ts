import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { inMemoryExchangeAccounts } from '../../../test/rpc/in-memory-accounts.ts';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { ExchangeAccounts } from '../../ports/exchange-accounts.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { SelfCheckState } from '../../ports/self-check.ts';
import { systemClock, systemTurnEnd } from '../../runtime/clock.ts';
import { createSqliteAuditTrail } from '../../store/sqlite-audit.ts';
import { createAuditNotes } from './audit-notes.ts';
import { connectionPages } from './connection-pages.ts';
import type { LoggedIn } from './page.ts';

const databases = databasePerTest();

const FAILED: SelfCheckState = {
	status: 'failed',
	checkedAt: Date.UTC(2026, 10, 21, 8),
	retryAt: null,
	steps: [
		{ name: 'clock', verdict: 'passed', said: 'Our clock is 3 ms behind.' },
		{ name: 'settings', verdict: 'failed', said: 'SOL<b> is in hedge mode.' },
	],
};

async function pageOf(
	mode: TradingMode,
	selfCheck: SelfCheckState | null,
	isRehearsal = false,
	form: Readonly<Record<string, string>> = {},
) {
	const kept = inMemoryExchangeAccounts(systemClock);
	await kept.connect({
		userId: 'user_1',
		venue: 'bybit',
		kind: 'api_key',
		credentials: { apiKey: 'good', secret: 'secret' },
	});
	const checked: string[] = [];
	const accounts: ExchangeAccounts = {
		...kept,
		list: (userId) => kept.list(userId).map((account) => ({ ...account, selfCheck })),
		check: async (userId, accountId) => {
			checked.push(accountId);
			return kept.check(userId, accountId);
		},
	};
	const audit = createSqliteAuditTrail(databases.now(), systemTurnEnd);
	const pages = connectionPages({
		accounts,
		byPage: {
			offers: () => false,
			begin: () => Promise.reject(new Error('No page here.')),
			finish: () => Promise.reject(new Error('No page here.')),
		},
		simulated: {
			offers: () => mode === 'simulated',
			opens: () => mode === 'simulated',
			open: async () => ({ apiKey: 'fresh', secret: 'secret' }),
		},
		venues: [{ venue: 'bybit', name: 'Bybit', keyForm: 'key and secret', testKeyPage: undefined }],
		notes: createAuditNotes({ audit, clock: systemClock, logger: SILENT_LOGGER }),
		mode,
		isRehearsal,
	});
	const request = new IncomingMessage(new Socket());
	const visitor: LoggedIn = {
		browser: 'browser',
		login: { id: 'login', endsAt: 1 },
		address: '127.0.0.1',
		site: 'http://127.0.0.1:8080',
		csrf: 'csrf',
		path: '/connections',
		query: new URLSearchParams(),
		params: { accountId: kept.list('user_1')[0]?.accountId ?? '', venue: 'bybit' },
		form: new URLSearchParams(form),
		cookies: undefined,
		origin: undefined,
		raw: { request, response: new ServerResponse(request) },
		userId: 'user_1',
		userName: 'ann',
	};
	const answer = async (method: string, path: string) => {
		const page = pages.find((one) => one.method === method && one.path === path);
		if (page?.access !== 'user') throw new Error(`There is no ${method} ${path}.`);
		return page.answer(visitor);
	};
	const listed = await answer('GET', '/connections');
	if (listed.kind !== 'page') throw new Error('The list is a page.');
	return { html: readHtml(listed.body.text), answer, checked, audit };
}

describe('the page of exchanges', () => {
	test('shows every step of a self-check that did not pass, as text, and offers another', async () => {
		const { html, answer, checked, audit } = await pageOf('live', FAILED);
		const [details] = elementsOf(html, 'details');
		expect(details?.attributes).toHaveProperty('open');
		expect(textOf(elementsOf(html, 'li'))).toBe(
			'clock passed: Our clock is 3 ms behind.settings failed: SOL<b> is in hedge mode.',
		);
		const actions = elementsOf(html, 'form').map(({ attributes }) => attributes.action);
		expect(actions).toContain('/connections/account/acct_000000000000000000000001/check');
		expect(await answer('POST', '/connections/account/:accountId/check')).toEqual({
			kind: 'redirect',
			to: '/connections',
		});
		expect(checked).toEqual(['acct_000000000000000000000001']);
		expect(await audit.list({ userId: 'user_1', limit: 1 })).toMatchObject([
			{ action: 'connection.check', subject: checked[0], outcome: 'ok' },
		]);
	});

	test('opens an account where an exchange is simulated and has no page, and nowhere else', async () => {
		const { html, answer, audit } = await pageOf('simulated', null);
		const actions = elementsOf(html, 'form').map(({ attributes }) => attributes.action);
		expect(actions).toContain('/connections/simulated/bybit');
		expect(await answer('POST', '/connections/simulated/:venue')).toMatchObject({ kind: 'redirect' });
		expect(await audit.list({ userId: 'user_1', limit: 1 })).toMatchObject([
			{ action: 'connection.connect', outcome: 'ok' },
		]);
		const live = await pageOf('live', null);
		expect(elementsOf(live.html, 'form').map(({ attributes }) => attributes.action)).not.toContain(
			'/connections/simulated/bybit',
		);
		await expect(live.answer('POST', '/connections/simulated/:venue')).rejects.toThrow(
			'No simulated account is opened here at Bybit.',
		);
	});

	test('shows a key’s form again, with every field that is missing and none of what is secret', async () => {
		const typed = { label: 'second', api_key: 'half of a key', api_secret: 'x'.repeat(513) };
		const { answer, audit } = await pageOf('live', null, false, typed);
		const page = await answer('POST', '/connections/key/:venue');
		expect(page).toMatchObject({ kind: 'page', title: 'Exchanges', refusal: { code: 'INVALID_PARAMS' } });
		if (page.kind !== 'page') throw new Error('It is a page.');
		const read = readHtml(page.body.text);
		const inputs = elementsOf(read, 'input').map(({ attributes }) => attributes);
		const field = (name: string) => inputs.find(({ id }) => id === `key-${name}-bybit`);
		expect(field('label')).toMatchObject({ value: 'second', maxlength: '64' });
		expect(field('api_secret')).toMatchObject({ type: 'password', 'aria-invalid': 'true', autofocus: '' });
		expect(textOf(elementsOf(read, 'p').filter(({ attributes }) => attributes.class === 'fault'))).toBe(
			'Secret must have 1 to 512 characters.',
		);
		for (const secret of [typed.api_key, 'xxx']) expect(page.body.text).not.toContain(secret);
		expect(await audit.list({ userId: 'user_1', limit: 1 })).toEqual([]);
	});

	test('says whose money it is, and says nothing of self-checks where there are none', async () => {
		expect(textOf((await pageOf('live', FAILED)).html)).toContain('Orders are real, with real money');
		expect(textOf((await pageOf('live', FAILED, true)).html)).toContain('no order reaches a real exchange');
		const simulated = textOf((await pageOf('simulated', null)).html);
		expect(simulated).toContain('no real money is touched');
		expect(simulated).not.toMatch(/self-check/i);
	});
});
