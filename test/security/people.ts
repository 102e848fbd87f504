/** People with a wallet, a browser and what they make on the pages: tokens and agents. */
import { createHash } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Scope } from '../../src/auth/scopes.ts';
import { SCOPES } from '../../src/auth/scopes.ts';
import { type Fields, type FormBrowser, type Page, unescaped } from '../support/form-browser.ts';
import type { Stage } from './stage.ts';

export type Person = {
	readonly wallet: PrivateKeyAccount;
	readonly browser: FormBrowser;
	/** Path on which the login ended. */
	readonly landed: string;
	readonly userId: string;
};

/** The key of a test: everybody can compute it. */
export function walletOf(name: string): PrivateKeyAccount {
	return privateKeyToAccount(`0x${createHash('sha256').update(`carrywire test ${name}`).digest('hex')}`);
}

/** Logs a wallet in through the pages, in a new browser unless one is given. */
export async function logIn(
	stage: Stage,
	name: string,
	options: { readonly browser?: FormBrowser; readonly from?: string } = {},
): Promise<Person> {
	const { browser = stage.browser(), from = '/login' } = options;
	const wallet = walletOf(name);
	const asked = await askToSign(browser, wallet.address, from);
	const page = await browser.submit('/login/wallet/wallet/signed', {
		signature: await wallet.signMessage({ message: asked.message }),
	});
	if (page.status !== 200) throw new Error(`The login of ${name} ended in HTTP ${page.status}: ${page.text}`);
	const account = page.path === '/account' ? page : await browser.open('/account');
	const [, userId = ''] = /<small>(user_[0-9a-f]{24})<\/small>/.exec(account.text) ?? [];
	if (userId === '') throw new Error(`Nobody is logged in: ${account.text}`);
	if (page.path !== '/account') await browser.open(page.path);
	return { wallet, browser, landed: page.path, userId };
}

/** The browser stands on the page with the message. */
export async function askToSign(
	browser: FormBrowser,
	address: string,
	from = '/login',
): Promise<Page & { readonly message: string }> {
	await browser.open(from);
	const page = await browser.submit('/login/wallet/wallet', { address, chain_id: '1' });
	const [, message] = /<textarea name="message"[^>]*>([^<]*)<\/textarea>/.exec(page.text) ?? [];
	if (message === undefined) throw new Error(`There is no message to sign: ${page.text}`);
	return { ...page, message: unescaped(message) };
}

export type CopiedToken = { readonly token: string; readonly tokenId: string };

/** The token that a page of the person's browser is given. */
export async function pageToken(
	{ browser }: Pick<Person, 'browser'>,
	access: 'read' | 'trade' | 'manage',
): Promise<string> {
	const answer = await browser.ask('/dashboard/token', { access });
	if (answer.status !== 200) throw new Error(`The page is given no token: ${await answer.text()}`);
	return ((await answer.json()) as { readonly token: string }).token;
}

/** A token as its user copies it. */
export async function copyToken(
	{ browser }: Pick<Person, 'browser'>,
	scopes: readonly Scope[] = SCOPES,
	name = 'my token',
): Promise<CopiedToken> {
	const before = await browser.open('/tokens');
	const page = await browser.submit('/tokens', { name, scope: scopes, lifetime: '1' });
	const token = shown(page, 'token');
	const known = new Set(before.text.match(/tok_[0-9a-f]{16}/g));
	const after = await browser.open('/tokens');
	const tokenId = (after.text.match(/tok_[0-9a-f]{16}/g) ?? []).find((id) => !known.has(id)) ?? '';
	return { token, tokenId };
}

export type MadeAgent = { readonly agentId: string; readonly key: string };

/** `public_keys` in the fields makes an agent without a key of ours: its key is empty. */
export async function makeAgent(
	{ browser }: Pick<Person, 'browser'>,
	fields: Fields = {},
): Promise<MadeAgent> {
	await browser.open('/agents');
	const page = await browser.submit('/agents', { name: 'agent', ...fields });
	return {
		agentId: shown(page, 'agent-id'),
		key: fields.public_keys === undefined ? shown(page, 'agent-key') : '',
	};
}

function shown({ text, status }: Page, id: string): string {
	const [, value] = new RegExp(`id="${id}">([^<]+)</code>`).exec(text) ?? [];
	if (value === undefined) throw new Error(`The page (HTTP ${status}) shows no ${id}: ${text}`);
	return value;
}
