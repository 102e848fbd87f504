/**
 * Follows a newcomer who has only a wallet and a browser, from `npm start` to a closed trade and the logout. Runs
 * once with a browser wallet and once on a phone without one. The tests run in order, and each continues from the
 * state of the previous one.
 */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { type FixtureRecords, openExchangeRecords } from '../e2e/exchange-records.ts';
import { VENUES } from '../e2e/fixture.ts';
import { closeAndEnd, executionOf, hedgedSize, quietPortfolio, untilStatus } from '../e2e/trading.ts';
import type { Opened } from '../e2e/wire.ts';
import { type BrowserRun, openBrowserRun } from './browser-run.ts';
import {
	accountRow,
	connectExchange,
	createToken,
	follow,
	goToExchange,
	hasFocus,
	heading,
	logInByHand,
	logInWithWallet,
	logOut,
	refusal,
	rows,
	userName,
} from './people-steps.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';
import { previewedWish, sizesAt, sizesOf } from './trades.ts';
import { type Person, PHONE_PX } from './watched-browser.ts';

const AMOUNT_USD = 1_000;

let run: BrowserRun;

beforeAll(async () => {
	run = await openBrowserRun();
});

afterAll(async () => {
	await run?.[Symbol.asyncDispose]();
});

describe.each([
	{ way: 'with a wallet in the browser', hasWallet: true, width: 1_280, isInterrupted: true },
	{ way: 'on a phone, with a manual signature', hasWallet: false, width: PHONE_PX, isInterrupted: false },
])('a newcomer $way', ({ hasWallet, width, isInterrupted }) => {
	const wallet = newTestWallet();
	const exchangeLogin = { name: `newcomer-${width}`, password: `a good password of ${width}` };
	let me: Person;
	let records: FixtureRecords | undefined;
	let token = '';
	let id = '';

	beforeAll(async () => {
		me = await run.person({ script: true, width });
		if (hasWallet) await installWallet(me, wallet);
	});

	afterAll(async () => {
		await records?.[Symbol.asyncDispose]();
	});

	/** Returns every position's signed size in coins, as each exchange itself reports it. */
	async function sizesAtExchanges(): Promise<Record<string, Decimal>> {
		records ??= await openExchangeRecords(run.fixture, await userName(me.page));
		return sizesAt(records);
	}

	const mainText = async () => (await me.page.getByRole('main').textContent()) ?? '';

	test('logs in with the wallet', async () => {
		await me.page.goto(`${run.service().url}/`);
		await me.page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
		await me.page.getByRole('heading', { name: 'Log in' }).waitFor();
		if (hasWallet) await logInWithWallet(me.page);
		else await logInByHand(me.page, wallet);
		expect(new URL(me.page.url()).pathname).toBe('/');
		await follow(me.page, 'Account');
		await me.page.getByText(wallet.address, { exact: true }).waitFor();
		await me.page.getByText('not connected yet: Bybit, KuCoin').waitFor();
		expect(wallet.signatures).toHaveLength(1);
	});

	test('connects Bybit on its page, which says what the access allows and what it does not', async () => {
		await goToExchange(me.page, 'Bybit', exchangeLogin);
		const asked = await mainText();
		expect(asked).toContain('read balances, orders, positions and payments of the account');
		expect(asked).toContain('trade USDT perpetuals');
		expect(asked).toContain('withdraw or transfer anything');
		await me.page.getByRole('button', { name: 'Allow' }).click();
		await accountRow(me.page, 'Bybit').waitFor();
		expect(await accountRow(me.page, 'Bybit').textContent()).toMatch(/in use.*login at the exchange/s);
	});

	test('denies access at KuCoin, reads that nothing was connected, and then allows it', async () => {
		await goToExchange(me.page, 'KuCoin', exchangeLogin);
		await me.page.getByRole('button', { name: 'Refuse' }).click();
		expect(await refusal(me.page)).toBe('You declined the connection at KuCoin. Nothing was connected.');
		await follow(me.page, 'Exchanges');
		await accountRow(me.page, 'Bybit').waitFor();
		expect(await accountRow(me.page, 'KuCoin').count()).toBe(0);
		await connectExchange(me.page, 'KuCoin', exchangeLogin);
		expect(await accountRow(me.page, 'KuCoin').textContent()).toMatch(/in use.*login at the exchange/s);
	});

	test('creates and copies a token, and sees it listed without its text', async () => {
		token = await createToken(me.page, 'first steps');
		expect(token).toMatch(/^cw_[\w-]{43}$/);
		run.secrets.note('token that is shown once', token);
		await me.page.getByRole('button', { name: 'I have copied it' }).click();
		await me.page.locator('tbody tr', { hasText: 'first steps' }).waitFor();
		expect((await rows(me.page)).join()).toMatch(/first steps.*arb:read.*arb:trade/s);
	});

	test('trades the previewed sizes with the token, confirmed by both exchanges', async () => {
		const service = run.service();
		const accounts = await service.call<readonly object[]>('account_exchange_pair', {}, token);
		expect(accounts).toMatchObject(
			VENUES.map((exchange) => ({ exchange, kind: 'oauth', is_connected: true, in_use: true })),
		);
		const { params, previewId } = await previewedWish(service, token, AMOUNT_USD);
		expect(await sizesAtExchanges()).toEqual({});
		const opened = await service.call<Opened>(
			'execute_opportunity',
			{ ...params, preview_id: previewId },
			token,
		);
		id = opened.execution_id;
		const execution = await untilStatus(service, token, id, ['running', 'failed']);
		expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
		expect(await sizesAtExchanges()).toEqual(sizesOf(execution));
	});

	if (isInterrupted) {
		test('keeps login, connections, token and execution through a kill -9 of a running execution', async () => {
			const before = sizesOf(await executionOf(run.service(), token, id));
			await records?.[Symbol.asyncDispose]();
			records = undefined;
			await run.killAndRestart();
			await me.page.goto(`${run.service().url}/connections`);
			await me.page.getByRole('heading', { name: 'Exchanges', level: 1 }).waitFor();
			for (const name of ['Bybit', 'KuCoin'])
				expect(await accountRow(me.page, name).textContent()).toContain('in use');
			const after = await untilStatus(run.service(), token, id, ['running']);
			expect(sizesOf(after)).toEqual(before);
			expect(await sizesAtExchanges()).toEqual(before);
		});
	}

	test('refuses to disconnect an exchange with a running execution', async () => {
		await follow(me.page, 'Exchanges');
		await accountRow(me.page, 'Bybit').getByRole('link', { name: 'Disconnect …' }).click();
		// The page names the execution at once. The refusal also names it, for a user who leaves the box unticked.
		expect(await me.page.getByRole('link', { name: id }).getAttribute('href')).toBe(`/executions/${id}`);
		await me.page.getByRole('button', { name: 'Disconnect and erase the key' }).click();
		expect(await me.page.locator('.fault').textContent()).toContain(id);
		// The refusal leads back to the page, with the focus on the box that would permit the disconnection.
		expect(await heading(me.page)).toBe('Disconnect Bybit?');
		expect(await hasFocus(me.page.getByLabel('Close these positions first'))).toBe(true);
		await follow(me.page, 'Exchanges');
		expect(await accountRow(me.page, 'Bybit').textContent()).toContain('in use');
	});

	test('closes flat, confirmed by both exchanges, with nothing unexplained', async () => {
		const closed = await closeAndEnd(run.service(), token, id);
		expect(closed.execution.status).toBe('closed');
		expect(await sizesAtExchanges()).toEqual({});
		const { accounts } = await quietPortfolio(run.service(), token);
		expect(accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
			VENUES.map((exchange) => ({ exchange, unexplained: ZERO })),
		);
	});

	test('disconnects both exchanges after the close', async () => {
		await run.secrets.noteSealed(run.fixture);
		for (const name of ['Bybit', 'KuCoin']) {
			await follow(me.page, 'Exchanges');
			await accountRow(me.page, name).getByRole('link', { name: 'Disconnect …' }).click();
			await me.page.getByRole('button', { name: 'Disconnect and erase the key' }).click();
			await me.page.getByRole('heading', { name: 'Exchanges', level: 1 }).waitFor();
			await accountRow(me.page, name).waitFor({ state: 'detached' });
		}
		expect(await run.service().call('account_exchange_pair', {}, token)).toEqual([]);
	});

	test('shows every step on the audit page', async () => {
		await follow(me.page, 'Audit');
		const shown = (await rows(me.page)).reverse();
		const inOrder = [
			/login.*first: true.*ok$/s,
			/connection\.connect.*bybit.*ok$/s,
			/connection\.connect.*kucoin.*EXCHANGE_OAUTH_REFUSED$/s,
			/connection\.connect.*kucoin.*ok$/s,
			/token\.create.*ok$/s,
			/execute_opportunity/s,
			/connection\.disconnect.*EXECUTIONS_RUNNING/s,
			/close_execution/s,
			/connection\.disconnect.*ok$/s,
			/connection\.disconnect.*ok$/s,
		];
		let at = -1;
		for (const pattern of inOrder) {
			at = shown.findIndex((row, index) => index > at && pattern.test(row));
			expect(at, `${pattern} among ${shown.join('\n')}`).not.toBe(-1);
		}
		const [file] = await Promise.all([
			me.page.waitForEvent('download'),
			me.page.getByRole('button', { name: 'Download all as JSON lines' }).click(),
		]);
		const lines = await text(await file.createReadStream());
		expect(lines.trimEnd().split('\n')).toHaveLength(shown.length);
	});

	test('closes the pages on logout, even to a browser that kept the cookies', async () => {
		const { url } = run.service();
		const cookies = await me.context.cookies();
		await follow(me.page, 'Account');
		await logOut(me.page);
		await me.page.goBack();
		expect(await heading(me.page)).toBe('Log in');
		await me.context.addCookies(cookies);
		await me.page.goto(`${url}/account`);
		expect(await heading(me.page)).toBe('Log in');
	});

	test('answers only the refused request with an error', () => {
		const refused = me.seen.filter(({ status }) => status !== 200);
		expect(refused.map(({ url, status }) => `${status} ${new URL(url).pathname}`)).toEqual([
			'409 /connections/callback/kucoin',
		]);
	});
});

test('serves pages without faults and causes no complaint of a browser', async () => {
	// The open page tried to reconnect while the service restarted, and the browser logged each failed attempt.
	const faults = await run.faults();
	expect(faults.filter((fault) => !/WebSocket connection .*ERR_CONNECTION_REFUSED/.test(fault))).toEqual([]);
});

test('leaves secrets only in their permitted places', async () => {
	expect(run.fixture.written()).toContain('journaled');
	expect(await run.leaks()).toEqual([]);
	expect(run.secrets.counts()).toMatchObject({
		'wallet signature': 2,
		'password at an exchange': 2,
		'code of an exchange': 4,
		'state of a connection': 6,
		'token that is shown once': 2,
		'key of the vault': 1,
	});
});
