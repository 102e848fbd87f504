/** What people do on the pages, step by step, by what they read there: names of fields, buttons and headings. */
import type { Locator, Page } from 'playwright-core';
import { type TestWallet, WALLET_NAME } from './test-wallet.ts';
import { behindTheDoor } from './watched-browser.ts';

/** Opened anew at a simulated exchange. */
export type ExchangeLogin = { readonly name: string; readonly password: string };

export async function logInWithWallet(page: Page): Promise<void> {
	await page.getByRole('button', { name: WALLET_NAME }).click();
	await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
}

/** Types the address, signs elsewhere what is shown, and pastes the signature. */
export async function logInByHand(page: Page, wallet: TestWallet): Promise<void> {
	await page.getByLabel('Address').fill(wallet.address);
	await page.getByRole('button', { name: 'Show the message to sign' }).click();
	const message = await page.locator('#message').textContent();
	await page.getByLabel('Signature').fill(await wallet.sign(message ?? ''));
	await page.getByRole('button', { name: 'Log in' }).click();
	await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
}

export async function logOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Log out', exact: true }).click();
	await page.getByRole('heading', { name: 'Log in' }).waitFor();
}

/** Goes from the list of exchanges to the page of one, and logs in there with a new account where it asks for one. */
export async function goToExchange(page: Page, name: string, login: ExchangeLogin): Promise<void> {
	await follow(page, 'Exchanges');
	await page.getByRole('button', { name: `Connect ${name}`, exact: true }).click();
	await page.getByText(`Simulated ${name}`).waitFor();
	if ((await heading(page)) !== 'Log in') return;
	await page.getByText('Open a new simulated account').click();
	const opening = page.locator('details');
	await opening.getByLabel('Account name').fill(login.name);
	await opening.getByLabel('New password').fill(login.password);
	await opening.getByRole('button', { name: 'Open account' }).click();
	await page.getByRole('heading', { name: 'Allow Carrywire?' }).waitFor();
}

/** Connects and allows. */
export async function connectExchange(page: Page, name: string, login: ExchangeLogin): Promise<void> {
	await goToExchange(page, name, login);
	await page.getByRole('button', { name: 'Allow' }).click();
	await accountRow(page, name).waitFor();
}

/** The row of a connected account. */
export function accountRow(page: Page, name: string): Locator {
	return page.locator('tbody tr', { hasText: name });
}

/** Creates a token with what is ticked already, and copies it from the page. */
export async function createToken(page: Page, name: string): Promise<string> {
	await follow(page, 'Tokens');
	await page.getByLabel('Name').fill(name);
	await page.getByRole('button', { name: 'Create token' }).click();
	return copied(page.locator('#token'));
}

/** What a click selects and a copy would take. */
export async function copied(place: Locator): Promise<string> {
	await place.click();
	return place.page().evaluate<string>('String(window.getSelection())');
}

/** Of parts of the navigation whose page is not called as they are. */
const HEADINGS: Readonly<Record<string, string>> = { Account: 'Your account' };

/** By a link of the navigation. */
export async function follow(page: Page, name: string): Promise<void> {
	await page.getByRole('navigation').getByRole('link', { name }).click();
	await page.getByRole('heading', { name: HEADINGS[name] ?? name, level: 1 }).waitFor();
}

export async function heading(page: Page): Promise<string> {
	return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

/** Whether what is typed goes there. */
export async function hasFocus(place: Locator): Promise<boolean> {
	return (await place.and(place.page().locator(':focus')).count()) === 1;
}

/** The sentence of a page that says what was not done. */
export async function refusal(page: Page): Promise<string> {
	await page.getByRole('heading', { name: 'That did not work' }).waitFor();
	return (await page.locator('.notice.bad').textContent()) ?? '';
}

/** As the service calls whoever is logged in. */
export async function userName(page: Page): Promise<string> {
	return (await page.locator('.who span').getAttribute('title')) ?? '';
}

/** What stands in each row of the page's tables. */
export async function rows(page: Page): Promise<string[]> {
	await behindTheDoor(page);
	await page.getByRole('main').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
	return page.locator('tbody tr').allTextContents();
}

/** What an owner allows an agent, as it is typed in. */
export type AgentWish = {
	readonly name: string;
	readonly amountMax: string;
	readonly openAmountMax: string;
	readonly executionsPerDay: string;
	readonly pair: string;
	/** JSON; absent: a key is made. */
	readonly publicKeys?: string;
};

/** Creates an agent and copies what it is told once. `key` is empty for one that has its own. */
export async function createAgent(
	page: Page,
	wish: AgentWish,
): Promise<{ readonly id: string; readonly key: string }> {
	await follow(page, 'Agents');
	await page.getByLabel('Name').fill(wish.name);
	await page.getByLabel('Maximum per position').fill(wish.amountMax);
	await page.getByLabel('Maximum open at once').fill(wish.openAmountMax);
	await page.getByLabel('Positions per day').fill(wish.executionsPerDay);
	await page.getByLabel(wish.pair).check();
	if (wish.publicKeys !== undefined) {
		await page.getByLabel('its own key pair').check();
		await page.getByRole('textbox', { name: 'Public keys' }).fill(wish.publicKeys);
		await page.getByLabel('Require tokens bound to its key').check();
	}
	await page.getByRole('button', { name: 'Create agent' }).click();
	await page.getByRole('heading', { name: `${wish.name} is ready` }).waitFor();
	const id = await copied(page.locator('#agent-id'));
	return { id, key: wish.publicKeys === undefined ? await copied(page.locator('#agent-key')) : '' };
}

export async function stopAgent(page: Page, name: string): Promise<void> {
	await follow(page, 'Agents');
	await page.getByRole('link', { name }).click();
	await page.getByRole('button', { name: 'Stop this agent' }).click();
	await page.getByText('Its open positions are yours and keep running.').waitFor();
}
