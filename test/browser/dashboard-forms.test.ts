/**
 * Tests login and settings: every page and state in the order in which a user meets them, from a guest's first click
 * to the last logout. The tests run in order, and each continues from the state of the previous one.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import {
	accountRow,
	copied,
	createAgent,
	follow,
	hasFocus,
	heading,
	logInByHand,
	logOut,
	rows,
} from './people-steps.ts';
import { newTestWallet } from './test-wallet.ts';
import { PHONE_PX } from './watched-browser.ts';

let fixture: DashboardFixture;
let guest: Visitor;

beforeAll(async () => {
	fixture = await openDashboardFixture();
	guest = await fixture.visitor();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

/** Expects an accessible page that fits the screen, and saves a screenshot for review. */
async function expectSound(visitor: Visitor, name: string): Promise<void> {
	await visitor.capture(name);
	expect(await visitor.barriers()).toEqual([]);
	const wider = await visitor.page.evaluate<number>(
		'document.documentElement.scrollWidth - document.documentElement.clientWidth',
	);
	expect([name, wider]).toEqual([name, 0]);
}

/** Returns the messages at the top of a refused login form. Each must also appear beside its field. */
async function refusals(page: Page): Promise<readonly string[]> {
	await page.getByRole('heading', { name: 'That did not work', level: 2 }).waitFor();
	expect(await page.title()).toMatch(/^Error: /);
	const alert = page.getByRole('alert').filter({ hasText: 'That did not work' });
	for (const link of await alert.getByRole('link').all()) {
		const field = page.locator((await link.getAttribute('href')) ?? '');
		const beside = page.locator(`#${await field.getAttribute('aria-describedby')}`);
		expect(await beside.textContent()).toBe(await link.textContent());
	}
	return alert.getByRole('listitem').allTextContents();
}

/** Returns the messages beside invalid settings fields. The first invalid field must have the focus. */
async function faults(page: Page): Promise<readonly string[]> {
	const wrong = page.locator('[aria-invalid="true"]');
	await wrong.first().waitFor();
	expect(await hasFocus(wrong.first())).toBe(true);
	return page.locator('main .fault').allTextContents();
}

/** Returns the first words of each ticked box and selected choice. */
async function ticked(page: Page): Promise<readonly string[]> {
	const labels = page.locator('label.choice').filter({ has: page.locator(':checked') });
	return (await labels.allTextContents()).map(
		(text) => /[a-z]+[:-][a-z]+|(?:a|its own) key[a-z ]*/.exec(text)?.[0].replace(/ \($/, '').trim() ?? text,
	);
}

/** Tries to connect Bybit with a key that Bybit does not know. */
async function refuseKey({ page, go }: Visitor): Promise<void> {
	await go('/connections');
	const section = page.locator('#connect-bybit');
	await section.getByText('Use an API key instead').click();
	const form = section.locator('details');
	await form.getByLabel('Name for the account').fill('the second one');
	await form.getByLabel('API key', { exact: true }).fill('nobody-has-this-key');
	await form.getByLabel('Secret').fill('nor-this-secret');
	await form.getByRole('button', { name: 'Connect with API key' }).click();
	expect(await faults(page)).toEqual([expect.stringMatching(/^Bybit refuses the key/)]);
	expect(await form.getByLabel('Name for the account').inputValue()).toBe('the second one');
	expect(await hasFocus(form.getByLabel('API key', { exact: true }))).toBe(true);
	for (const label of ['API key', 'Secret'])
		expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe('');
	const content = await page.content();
	for (const secret of ['nobody-has-this-key', 'nor-this-secret']) expect(content).not.toContain(secret);
}

test('logs a guest in with one click, explains guest sessions, and leads to the dashboard', async () => {
	const { page, go } = guest;
	await go('/');
	await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
	await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
	await page.getByText('A guest session cannot be recovered').waitFor();
	await expectSound(guest, 'login');
	await page.getByRole('button', { name: 'Try it without a wallet' }).click();
	await page.getByRole('row').nth(2).waitFor();
	expect(new URL(page.url()).pathname).toBe('/');
	expect(await page.locator('.who span').textContent()).toMatch(/^guest-[0-9a-f]{8}$/);
});

test('tells a guest on the account page about the session and the next step', async () => {
	await follow(guest.page, 'Account');
	await guest.page.getByText('A guest session cannot be recovered').waitFor();
	await expectSound(guest, 'account');
});

test('gives a guest an account at each simulated exchange', async () => {
	const { page } = guest;
	await follow(page, 'Exchanges');
	expect((await rows(page)).length).toBe(2);
	for (const name of ['Bybit', 'KuCoin'])
		expect(await accountRow(page, name).textContent()).toContain('in use');
	expect(await page.getByRole('button', { name: 'Open all demo accounts' }).count()).toBe(0);
	await expectSound(guest, 'exchanges');
});

test('disconnects an account after a question about what is erased and kept, and reopens it with one button', async () => {
	const { page } = guest;
	const ask = () => accountRow(page, 'KuCoin').getByRole('link', { name: 'Disconnect …' }).click();
	await ask();
	await page.getByRole('heading', { level: 1, name: 'Disconnect KuCoin?' }).waitFor();
	await page.getByText('Carrywire erases its copy of the key.').waitFor();
	await page.getByText('your positions, orders and money stay').waitFor();
	await page.getByText('None of your positions uses this account.').waitFor();
	await expectSound(guest, 'exchanges-disconnect');
	await page.getByRole('link', { name: 'Keep connected' }).click();
	await ask();
	await page.getByRole('button', { name: 'Disconnect and erase the key' }).click();
	await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
	await accountRow(page, 'KuCoin').waitFor({ state: 'detached' });
	await expectSound(guest, 'exchanges-one');
	await page.getByRole('button', { name: 'Open all demo accounts' }).click();
	await accountRow(page, 'KuCoin').waitFor();
	expect((await rows(page)).length).toBe(2);
});

test('offers a new token for copying once and lists it without its text', async () => {
	const { page, context } = guest;
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await follow(page, 'Tokens');
	await page.getByText('You have no active token').waitFor();
	await expectSound(guest, 'tokens-none');
	await page.getByLabel('Name').fill('first steps');
	await page.getByRole('button', { name: 'Create token' }).click();
	await page.getByRole('button', { name: 'Copy token' }).click();
	await page.getByText('Copied.').waitFor();
	const token = await copied(page.locator('#token'));
	expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
	await expectSound(guest, 'token-once');
	await page.getByRole('button', { name: 'I have copied it' }).click();
	expect((await rows(page)).join()).toMatch(/first steps.*Read the portfolio.*arb:read.*arb:trade/s);
	expect(await page.content()).not.toContain(token);
	expect(await page.locator('#held').textContent()).toMatch(
		/dashboard pages? holds? (?:a token|\d+ tokens)/i,
	);
	await expectSound(guest, 'tokens');
});

test('creates an agent, lists its caps with their units, and stops it in the list', async () => {
	const { page } = guest;
	await follow(page, 'Agents');
	await expectSound(guest, 'agents-none');
	const { id } = await createAgent(page, {
		name: 'night watch',
		amountMax: '1500',
		openAmountMax: '12000',
		executionsPerDay: '3',
		pair: 'bybit-kucoin',
	});
	expect(id).toMatch(/^agent_/);
	await expectSound(guest, 'agent-once');
	await page.getByRole('button', { name: 'Go to agent' }).click();
	await page.getByRole('button', { name: 'Save changes' }).waitFor();
	await expectSound(guest, 'agent');
	await page.getByLabel('Positions per day').fill('-1');
	await page.getByRole('button', { name: 'Save changes' }).click();
	expect(await faults(page)).toEqual(['Enter a whole number from 0 to 100,000, or leave it empty.']);
	expect([await heading(page), await page.getByLabel('Positions per day').inputValue()]).toEqual([
		'night watch',
		'-1',
	]);
	await expectSound(guest, 'agent-refused');
	await follow(page, 'Agents');
	const [row = ''] = await rows(page);
	for (const words of ['1,500 USD per position', '12,000 USD open at once', '3 positions per day', 'active'])
		expect(row).toContain(words);
	await expectSound(guest, 'agents');
	await page.getByRole('button', { name: 'Stop night watch' }).click();
	await page.getByText('Stopped permanently').waitFor();
	await expectSound(guest, 'agent-stopped');
});

test('keeps the input of a refused form and explains each fault beside its field', async () => {
	const { page } = guest;
	await follow(page, 'Agents');
	await page.getByLabel('Name').fill('too much');
	await page.getByLabel('arb:trade').uncheck();
	await page.getByLabel('Maximum per position').fill('a lot');
	await page.getByLabel('Maximum open at once').fill('-5');
	await page.getByLabel('Positions per day').fill('7');
	await page.getByLabel('bybit-kucoin').check();
	await page.getByLabel('its own key pair').check();
	await page.getByRole('textbox', { name: 'Public keys' }).fill('{"kty":"oct","k":"a key of somebody"}');
	await page.getByRole('button', { name: 'Create agent' }).click();
	expect(await faults(page)).toEqual([
		'Not a number: “a lot”. Write it as 1234.5 or 1,234.5.',
		'Enter an amount above 0, up to 1,000,000,000 USD, or leave it empty.',
	]);
	const wrong = page.getByLabel('Maximum per position');
	const beside = page.locator(`#${await wrong.getAttribute('aria-describedby')}`);
	expect(await beside.textContent()).toMatch(/^Not a number/);
	await expectSound(guest, 'agents-refused-here');
	await wrong.fill('1500');
	await page.getByLabel('Maximum open at once').fill('');
	await page.getByRole('button', { name: 'Create agent' }).click();
	// A fault that only the service detects also appears beside its field.
	expect(await faults(page)).toEqual([
		'Public keys must contain only public keys; one has private members. Treat that key as leaked and make another.',
	]);
	expect(await page.content()).not.toContain('a key of somebody');
	for (const [label, value] of [
		['Name', 'too much'],
		['Maximum per position', '1500'],
		['Maximum open at once', ''],
		['Positions per day', '7'],
		['Public keys', ''],
	] as const)
		expect([label, await page.getByRole('textbox', { name: label }).inputValue()]).toEqual([label, value]);
	expect(await ticked(page)).toEqual(['arb:read', 'bybit-kucoin', 'its own key pair']);
	await expectSound(guest, 'agents-refused');
});

test('keeps the input of a token without a scope and of a refused key, except the key’s secret', async () => {
	const { page } = guest;
	await follow(page, 'Tokens');
	await page.getByLabel('Name').fill('without a right');
	await page.getByLabel('Valid for').selectOption({ label: '7 days' });
	for (const scope of ['arb:read', 'arb:trade']) await page.getByLabel(scope).uncheck();
	await page.getByRole('button', { name: 'Create token' }).click();
	expect(await faults(page)).toEqual(['Tick at least one permission.']);
	expect(await page.getByLabel('Name').inputValue()).toBe('without a right');
	expect(await page.getByLabel('Valid for').inputValue()).toBe('168');
	expect(await hasFocus(page.getByLabel('arb:read'))).toBe(true);
	expect(await ticked(page)).toEqual([]);
	await expectSound(guest, 'tokens-refused');
	await refuseKey(guest);
	await expectSound(guest, 'exchanges-refused');
});

test('shows the whole audit trail and filters it', async () => {
	const { page } = guest;
	await follow(page, 'Audit');
	const shown = (await rows(page)).join('\n');
	for (const action of ['login', 'connection.disconnect', 'connection.connect', 'token.create', 'agent.stop'])
		expect(shown).toContain(action);
	await expectSound(guest, 'audit');
	await page.getByLabel('Show').selectOption({ label: 'refused' });
	await page.getByText('KEY_REFUSED').waitFor();
	await page.getByRole('row').filter({ hasText: 'login' }).waitFor({ state: 'detached' });
	expect(await page.getByLabel('Show').inputValue()).toBe('refused');
	expect(await rows(page)).toEqual([
		expect.stringMatching(/connection\.connect.*KEY_REFUSED/s),
		expect.stringMatching(/agent\.create.*INVALID_PARAMS/s),
	]);
	await expectSound(guest, 'audit-refused');
});

test('reports a missing page', async () => {
	await guest.go('/agents/agent_of_nobody');
	await guest.page.getByText('You have no agent agent_of_nobody.').waitFor();
	await expectSound(guest, 'not-found');
});

test('ends access to the pages on logout', async () => {
	await follow(guest.page, 'Account');
	await logOut(guest.page);
	await guest.go('/account');
	expect(await heading(guest.page)).toBe('Log in');
});

test('keeps the address of a refused manual login and says what to do', async () => {
	const { page } = guest;
	const wallet = newTestWallet();
	await page.getByLabel('Address').fill('0x<b>me</b>');
	await page.getByRole('button', { name: 'Show the message to sign' }).click();
	expect(await refusals(page)).toEqual([
		'Address must be 0x and 40 hex digits, in lower case or EIP-55, and not zero.',
	]);
	const address = page.getByLabel('Address');
	expect([await heading(page), await hasFocus(address), await address.inputValue()]).toEqual([
		'Log in',
		true,
		'0x<b>me</b>',
	]);
	await expectSound(guest, 'login-refused');
	await address.fill(wallet.address);
	await page.getByRole('button', { name: 'Show the message to sign' }).click();
	const message = await page.locator('#message').textContent();
	await page.getByLabel('Signature').fill('signed, me');
	await page.getByRole('button', { name: 'Log in' }).click();
	expect(await refusals(page)).toEqual([expect.stringMatching(/^The signature must be 0x and whole bytes/)]);
	expect([await heading(page), await page.locator('#message').textContent()]).toEqual([
		'Sign this message',
		message,
	]);
	expect(await page.getByLabel('Signature').inputValue()).toBe('');
	await expectSound(guest, 'sign-refused');
	await page.getByLabel('Signature').fill(await newTestWallet().sign(message ?? ''));
	await page.getByRole('button', { name: 'Log in' }).click();
	expect(await refusals(page)).toEqual([
		expect.stringMatching(/^The signature was not made by the key of 0x/),
	]);
	expect(await heading(page)).toBe('Log in');
	expect(await hasFocus(page.getByRole('alert'))).toBe(true);
	await expectSound(guest, 'login-refused-signature');
	expect(await address.inputValue()).toBe(wallet.address);
	await logInByHand(page, wallet);
	await logOut(page);
});

test.each([
	{ screen: 'in the dark scheme', width: 1_400, scheme: 'dark' as const },
	{ screen: 'on a phone', width: PHONE_PX, scheme: 'light' as const },
])(
	'shows accessible pages $screen to a wallet user, with no account and with all of them',
	async ({ width, scheme }) => {
		const visitor = await fixture.visitor({ width, scheme, loggedIn: true });
		const { page, go } = visitor;
		await go('/connections');
		await page.getByText('No account is connected').waitFor();
		await expectSound(visitor, 'exchanges-none');
		await page.getByRole('button', { name: 'Open all demo accounts' }).click();
		await accountRow(page, 'KuCoin').waitFor();
		expect((await rows(page)).length).toBe(2);
		await expectSound(visitor, 'exchanges');
		await go('/tokens');
		await page.getByRole('button', { name: 'Create token' }).click();
		await page.getByRole('heading', { name: 'Copy your token now' }).waitFor();
		await expectSound(visitor, 'token-once');
		for (const name of ['account', 'tokens', 'agents', 'audit']) {
			await go(`/${name}`);
			await page.getByRole('heading', { level: 1 }).waitFor();
			await rows(page);
			await expectSound(visitor, name);
		}
		await refuseKey(visitor);
		await expectSound(visitor, 'exchanges-refused');
		await follow(page, 'Agents');
		await page.getByLabel('Name').fill('!');
		await page.getByLabel('arb:read').uncheck();
		await page.getByLabel('arb:trade').uncheck();
		await page.getByLabel('Positions per day').fill('many');
		await page.getByRole('button', { name: 'Create agent' }).click();
		expect((await faults(page)).length).toBe(2);
		await expectSound(visitor, 'agents-refused');
		await logOut(page);
		await expectSound(visitor, 'login');
	},
);

test('causes no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
