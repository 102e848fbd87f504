/**
 * Creates the service's OAuth client for exchanges, with simulated exchanges. Store and encryption are real; the test
 * moves the clock.
 */

import type { ExchangeOAuthParts } from '../../src/accounts/exchange-oauth.ts';
import { createExchangeOAuth, type ExchangeOAuth } from '../../src/accounts/exchange-oauth.ts';
import type { ConnectAccount } from '../../src/ports/connect-account.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createOAuthPendingStore } from '../../src/store/oauth-pending.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { EXCHANGE_OAUTH_TABLE } from '../../src/venues/modules.ts';
import { PLAYED } from './exchange-oauth-server.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { testSeal } from './pending-seal.ts';

export const CLIENT = { clientId: 'client-of-carrywire', clientSecret: 'secret&of the client' } as const;
export const USER = 'user_1';
export const BROWSER = 'hash-of-the-session-cookie';
export const BASE_URL = 'https://carry.example/app';
export const STARTED_AT = Date.UTC(2026, 10, 21);

export type Connected = Parameters<ConnectAccount>[0];

export type OAuthConnection = {
	readonly oauth: ExchangeOAuth;
	readonly clock: VirtualClock;
	/** Arguments of each call to `complete` so far. */
	readonly connected: readonly Connected[];
	/** Begins a connection and returns the URL of the exchange's page that the user is sent to. */
	begin(venue: string, by?: { readonly userId?: string; readonly browser?: string }): Promise<URL>;
	/** Returns from the exchange's page to the service, with these query parameters in the redirect. */
	finish(
		venue: string,
		query: Readonly<Record<string, string>> | URLSearchParams,
		by?: { readonly userId?: string; readonly browser?: string },
	): Promise<{ readonly label: string }>;
	/** Begins a connection, and returns from the exchange's page with a code. */
	connect(venue: string): Promise<{ readonly label: string }>;
};

/** @param port port of the simulated exchanges; if undefined, the exchanges' real addresses are used */
export function openOAuthConnection(
	port: number | undefined,
	options: Partial<ExchangeOAuthParts> = {},
): OAuthConnection {
	const database = openMemoryDatabase();
	const clock = createVirtualClock(STARTED_AT);
	const connected: Connected[] = [];
	const oauth = createExchangeOAuth({
		table: EXCHANGE_OAUTH_TABLE,
		clients: {
			bybit: CLIENT,
			kucoin: CLIENT,
			okx: CLIENT,
			binance: { ...CLIENT, trustedIps: ['192.0.2.1', '192.0.2.2'] },
		},
		redirectBase: () => BASE_URL,
		pending: createOAuthPendingStore(createSqliteDatabase(database)),
		seal: testSeal(),
		reach: (_venue, url) =>
			port === undefined ? url : new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
		clock,
		random: seededRandom(1),
		complete: async (request) => connected.push(request),
		...options,
	});
	const begin: OAuthConnection['begin'] = async (venue, by) =>
		new URL((await oauth.begin({ userId: USER, browser: BROWSER, venue, label: 'main', ...by })).url);
	const finish: OAuthConnection['finish'] = (venue, query, by) =>
		oauth.finish({ userId: USER, browser: BROWSER, venue, query: new URLSearchParams(query), ...by });
	return {
		oauth,
		clock,
		connected,
		begin,
		finish,
		connect: async (venue) => finish(venue, { code: PLAYED.code, state: stateOf(await begin(venue)) }),
	};
}

export function stateOf(url: URL): string {
	return url.searchParams.get('state') ?? '';
}
