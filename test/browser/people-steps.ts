/** Provides the steps of users on the pages. The steps find fields, buttons and headings by their visible names. */
import type { Locator, Page } from 'playwright-core';
import { type TestWallet, WALLET_NAME } from './test-wallet.ts';
import { behindTheDoor } from './watched-browser.ts';

/** Name and password of a new account at a simulated exchange. */
export type ExchangeLogin = { readonly name: string; readonly password: string };

/** Logs in with the browser wallet. */
export async function logInWithWallet(page: Page): Promise<void> {
	await page.getByRole('button', { name: WALLET_NAME }).click();
	await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
}

/** Types the address, signs the shown message outside the page, and pastes the signature. */
export async function logInByHand(page: Page, wallet: TestWallet): Promise<void> {
	await page.getByLabel('Address').fill(wallet.address);
	await page.getByRole('button', { name: 'Show the message to sign' }).click();
	const message = await page.locator('#message').textContent();
	await page.getByLabel('Signature').fill(await wallet.sign(message ?? ''));
	await page.getByRole('button', { name: 'Log in' }).click();
	await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
}

/** Logs out and waits for the login page. */
export async function logOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Log out', exact: true }).click();
	await page.getByRole('heading', { name: 'Log in' }).waitFor();
}

/**
 * Goes from the list of exchanges to one exchange's page. If that page requires a login, opens a new account there.
 */
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

/** Connects an exchange and allows the access on the exchange's page. */
export async function connectExchange(page: Page, name: string, login: ExchangeLogin): Promise<void> {
	await goToExchange(page, name, login);
	await page.getByRole('button', { name: 'Allow' }).click();
	await accountRow(page, name).waitFor();
}

/** Finds the row of a connected account. */
export function accountRow(page: Page, name: string): Locator {
	return page.locator('tbody tr', { hasText: name });
}

/** Creates a token with the default scopes and copies it from the page. */
export async function createToken(page: Page, name: string): Promise<string> {
	await follow(page, 'Tokens');
	await page.getByLabel('Name').fill(name);
	await page.getByRole('button', { name: 'Create token' }).click();
	return copied(page.locator('#token'));
}

/** Clicks the element and returns the selected text, which a copy would contain. */
export async function copied(place: Locator): Promise<string> {
	await place.click();
	return place.page().evaluate<string>('String(window.getSelection())');
}

/** Page headings that differ from their link in the navigation. */
const HEADINGS: Readonly<Record<string, string>> = { Account: 'Your account' };

/** Pages whose links appear once a page of the settings is open. */
const SETTINGS = ['Exchanges', 'Tokens', 'Agents', 'Audit', 'Account'];

/** Follows a navigation link and waits for its page. */
export async function follow(page: Page, name: string): Promise<void> {
	const navigation = page.getByRole('navigation');
	if (SETTINGS.includes(name)) await navigation.getByRole('link', { name: 'Settings' }).click();
	await navigation.getByRole('link', { name }).click();
	await page.getByRole('heading', { name: HEADINGS[name] ?? name, level: 1 }).waitFor();
}

/** Returns the page's main heading. */
export async function heading(page: Page): Promise<string> {
	return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

/** True if the element has the keyboard focus. */
export async function hasFocus(place: Locator): Promise<boolean> {
	return (await place.and(place.page().locator(':focus')).count()) === 1;
}

/** Returns the page's message about a refused action. */
export async function refusal(page: Page): Promise<string> {
	await page.getByRole('heading', { name: 'That did not work' }).waitFor();
	return (await page.locator('.notice.bad').textContent()) ?? '';
}

/** Returns the logged-in user's full name, as the service shows it. */
export async function userName(page: Page): Promise<string> {
	return (await page.locator('.who span').getAttribute('title')) ?? '';
}

/** Returns the text of each row in the page's tables. */
export async function rows(page: Page): Promise<string[]> {
	await behindTheDoor(page);
	await page.getByRole('main').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
	return page.locator('tbody tr').allTextContents();
}

/** Caps and settings of a new agent, as its owner types them. */
export type AgentWish = {
	readonly name: string;
	readonly amountMax: string;
	readonly openAmountMax: string;
	readonly executionsPerDay: string;
	readonly pair: string;
	/** Public keys as JSON. If absent, the service generates an agent key. */
	readonly publicKeys?: string;
};

/**
 * Creates an agent and copies its id and the key, which the page shows once. `key` is empty for an agent with its own
 * key pair.
 */
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

/** Stops an agent on its page. */
export async function stopAgent(page: Page, name: string): Promise<void> {
	await follow(page, 'Agents');
	await page.getByRole('link', { name }).click();
	await page.getByRole('button', { name: 'Stop this agent' }).click();
	// The sentence about open positions is on the page before the stop as well.
	await page.getByText('Stopped permanently').waitFor();
}
