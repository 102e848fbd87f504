/** Creates test users, each with a wallet and a browser, and the tokens and agents that they create on the pages. */
import { createHash } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Scope } from '../../src/identity/scopes.ts';
import { SCOPES } from '../../src/identity/scopes.ts';
import { type FormBrowser, type Page, unescaped } from '../support/form-browser.ts';
import type { Fixture } from './fixture.ts';

export type Person = {
	readonly wallet: PrivateKeyAccount;
	readonly browser: FormBrowser;
	/** Path of the page shown after the login. */
	readonly landed: string;
	readonly userId: string;
};

/** Creates a wallet with a test key, which anybody can compute from the name. */
export function walletOf(name: string): PrivateKeyAccount {
	return privateKeyToAccount(`0x${createHash('sha256').update(`carrywire test ${name}`).digest('hex')}`);
}

/** Logs a wallet in through the pages, in a new browser unless one is given. */
export async function logIn(
	fixture: Fixture,
	name: string,
	options: { readonly browser?: FormBrowser; readonly from?: string } = {},
): Promise<Person> {
	const { browser = fixture.browser(), from = '/login' } = options;
	const wallet = walletOf(name);
	const asked = await askToSign(browser, wallet.address, from);
	const page = await browser.submit('/login/wallet/wallet/signed', {
		signature: await wallet.signMessage({ message: asked.message }),
	});
	if (page.status !== 200) throw new Error(`The login of ${name} ended in HTTP ${page.status}: ${page.text}`);
	const { user_id: userId } = await manage<{ readonly user_id: string }>({ browser }, 'get_account');
	return { wallet, browser, landed: page.path, userId };
}

/** Opens the page with the message to sign, and returns the message. */
export async function askToSign(
	browser: FormBrowser,
	address: string,
	from = '/login',
): Promise<Page & { readonly message: string }> {
	await browser.open(from);
	const page = await browser.submit('/login/wallet/wallet', { address, chain_id: '1' });
	const [, message] = /<textarea name="message"[^>]*>([^<]*)<\/textarea>/.exec(page.text) ?? [];
	if (message === undefined) throw new Error(`The page shows no message to sign: ${page.text}`);
	return { ...page, message: unescaped(message) };
}

export type CopiedToken = { readonly token: string; readonly tokenId: string };

/** Returns the token issued to a page in the user's browser. */
export async function pageToken(
	{ browser }: Pick<Person, 'browser'>,
	access: 'read' | 'trade' | 'manage',
): Promise<string> {
	const answer = await browser.ask('/dashboard/token', { access });
	if (answer.status !== 200) throw new Error(`The page got no token: ${await answer.text()}`);
	return ((await answer.json()) as { readonly token: string }).token;
}

/** Calls a method as a settings page in the user's browser does. @throws Error for a refusal */
export async function manage<T>(
	{ browser }: Pick<Person, 'browser'>,
	method: string,
	params: Readonly<Record<string, unknown>> = {},
): Promise<T> {
	const answer = await browser.call(await pageToken({ browser }, 'manage'), method, params);
	if ('result' in answer) return answer.result as T;
	throw new Error(`${method} was refused: ${JSON.stringify(answer)}`);
}

/** Starts a connection to an exchange. Returns the URL of the exchange's page. */
export async function beginConnection(
	{ browser }: Pick<Person, 'browser'>,
	exchange = 'bybit',
): Promise<URL> {
	const answer = await browser.ask(`/connections/begin/${exchange}`);
	if (answer.status !== 200) throw new Error(`The connection was not started: ${await answer.text()}`);
	return new URL(((await answer.json()) as { readonly url: string }).url);
}

/** Creates a personal access token for the user. */
export async function copyToken(
	person: Pick<Person, 'browser'>,
	scopes: readonly Scope[] = SCOPES,
	name = 'my token',
): Promise<CopiedToken> {
	const made = await manage<{ readonly token: string; readonly token_id: string }>(person, 'create_token', {
		name,
		scopes,
	});
	return { token: made.token, tokenId: made.token_id };
}

export type MadeAgent = { readonly agentId: string; readonly key: string };

/**
 * Creates an agent with these `create_agent` parameters. With `public_keys`, the service issues no key, so the
 * returned key is empty.
 */
export async function makeAgent(
	person: Pick<Person, 'browser'>,
	params: Readonly<Record<string, unknown>> = {},
): Promise<MadeAgent> {
	const made = await manage<{ readonly agent_id: string; readonly agent_key: string | null }>(
		person,
		'create_agent',
		{ name: 'agent', scopes: ['arb:read', 'arb:trade'], caps: {}, ...params },
	);
	return { agentId: made.agent_id, key: made.agent_key ?? '' };
}
