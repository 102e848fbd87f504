/**
 * Runs the parts of the service that log users in: the real HTTP server, pages, authorization server, vault and
 * store. Simple in-memory services replace the others. It also provides a user with a wallet who visits the pages.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createHttpServer } from '../../src/api/http/server.ts';
import { composeIdentity, type Identity } from '../../src/app/compose-identity.ts';
import { openIdentityStores } from '../../src/app/open-stores.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { withSecrets } from '../../src/config/secrets.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { inMemoryFeeds, STREAM_LIMITS } from '../rpc/in-memory-feeds.ts';
import { inMemoryServices } from '../rpc/in-memory-services.ts';
import { type FormBrowser, formBrowser, type Page } from './form-browser.ts';
import { openEmptyDatabase } from './memory-database.ts';

const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };

export type LoginService = AsyncDisposable & {
	/** Scheme, host and port of the service, which are also the issuer of the authorization server. */
	readonly url: string;
	readonly access: Identity;
	/** Makes one JSON-RPC call and returns its status and body. */
	call(method: string, token: string): Promise<{ readonly status: number; readonly body: unknown }>;
};

export async function startLoginService(): Promise<LoginService> {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-login-'));
	const database = openEmptyDatabase(folder);
	const common = { clock: systemClock, random: systemRandom };
	const config = loadConfig({ flags: {}, env: {}, cwd: folder });
	const identities = withSecrets(config.auth.identityProviders, {});
	if ('faults' in identities) throw new Error(identities.faults.join(' '));
	const vault = await openVault({
		keys: createRawKeyProvider([newRawKey(systemRandom)], 'the test', systemRandom),
		store: createVaultStore(createSqliteDatabase(database)),
		random: systemRandom,
	});
	const access = await composeIdentity({
		welcome: async () => {},
		...common,
		config: { ...config, rateLimits: { ...config.rateLimits, pages: PLENTY } },
		identityProviders: identities.providers,
		stores: openIdentityStores(createSqliteDatabase(database, systemTurnEnd)),
		vault,
		log: SILENT_LOGGER,
	});
	const services = inMemoryServices(systemClock, {
		agents: access.agents,
		audit: access.audit,
		access: access.own,
	});
	const notHere = () => Promise.reject(new Error('No exchange is connected by its page here.'));
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services,
		tokens: access.tokens,
		random: systemRandom,
		logger: SILENT_LOGGER,
		options: { ...config.server, port: 0 },
		rpcLimits: config.rpc,
		rateLimits: config.rateLimits,
		readiness: () => ({ ready: true, reasons: [] }),
		metrics: { contentType: 'text/plain', render: async () => '' },
		streams: { ...inMemoryFeeds(), turnEnd: systemTurnEnd, limits: STREAM_LIMITS },
		routes: access.routes({
			byPage: { offers: () => false, begin: notHere, finish: notHere },
			replays: services.replays,
		}),
	});
	const { url } = await server.listen();
	await access.open();
	return {
		url,
		access,
		async call(method, token) {
			const response = await fetch(`${url}/jsonrpc/`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					authorization: `Bearer ${token}`,
					connection: 'close',
				},
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
			});
			return { status: response.status, body: await response.json() };
		},
		async [Symbol.asyncDispose]() {
			await server.stop();
			access.close();
			database.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** A user with a wallet and a browser. */
export type Person = {
	readonly browser: FormBrowser;
	logIn(): Promise<void>;
	/**
	 * Enters the code that a terminal shows, and answers the questions on the pages that follow. Returns the last
	 * page.
	 */
	answerTerminal(userCode: string, answer: TerminalAnswer): Promise<Page>;
};

/**
 * `foreign`: on the page for entering the code, says that the login is somebody else's. `refuse`: refuses access.
 * Otherwise: grants these scopes.
 */
export type TerminalAnswer = 'foreign' | 'refuse' | { readonly scopes: readonly string[] };

export function personAt(url: string): Person {
	const browser = formBrowser(url);
	const wallet = privateKeyToAccount(generatePrivateKey());

	async function signIn(): Promise<void> {
		await browser
			.submit('/login/wallet/wallet', { address: wallet.address, chain_id: '1' })
			.then(signMessage);
	}

	async function signMessage({ text }: Page): Promise<void> {
		const [, written = ''] = /<pre id="message">([^<]*)<\/pre>/.exec(text) ?? [];
		const message = unescaped(written);
		const signature = await wallet.signMessage({ message });
		await browser.submit('/login/wallet/wallet/signed', { message, signature });
	}

	return {
		browser,
		async logIn() {
			await browser.open('/login');
			await signIn();
		},
		async answerTerminal(userCode, answer) {
			await browser.open('/oauth/device');
			const shown = await browser.submit('/oauth/device', { user_code: userCode });
			if (shown.status !== 200 || !shown.text.includes(userCode))
				throw new Error(`The code was refused: ${shown.text}`);
			if (answer === 'foreign') return browser.submit('/oauth/device', { abort: 'yes' });
			const asked = await browser.submit('/oauth/device');
			const [, interaction] = / action="(\/interaction\/[^"]+)"/.exec(asked.text) ?? [];
			if (interaction === undefined) return asked;
			return answer === 'refuse'
				? browser.submit(interaction, { decision: 'refuse' })
				: browser.submit(interaction, { decision: 'grant', scope: answer.scopes });
		},
	};
}

function unescaped(text: string): string {
	return text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');
}
