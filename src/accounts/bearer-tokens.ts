/**
 * Accounts whose OAuth token trades by itself: hands out an access token that is valid for some minutes yet, and gets a
 * new one before it ends. A refresh token can be used once (RFC 6749, section 6; RFC 9700, section 4.14), so of all who
 * ask at once one refreshes, and what came back is kept before anybody uses it.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { BearerTokenStore, KeptBearer } from '../ports/bearer-token-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { BearerCredentials } from '../ports/connect-account.ts';
import { createAskExchange, type Reach } from './ask-exchange.ts';
import type { ExchangeOAuthTable } from './exchange-oauth-table.ts';
import {
	type ExchangeOAuthClient,
	type OAuthExchange,
	refreshToken,
	revokeTokens,
} from './exchange-token.ts';

/** A token that ends sooner is refreshed before it is handed out. */
export const REFRESH_BEFORE_END_MS = 5 * 60_000;

export interface BearerTokens {
	/**
	 * @throws CarrywireError EXCHANGE_NOT_CONNECTED for an unknown account, EXCHANGE_OAUTH_REFUSED when the exchange has ended
	 *   the connection, EXCHANGE_OAUTH_FAILED when the token has ended and no new one could be had
	 */
	accessToken(accountId: string): Promise<string>;
	/** Ends the connection at the exchange. The account is the caller's to remove. @throws CarrywireError as above */
	revoke(accountId: string): Promise<void>;
}

export function createBearerTokens(parts: {
	readonly table: ExchangeOAuthTable;
	readonly clients: Readonly<Record<string, ExchangeOAuthClient>>;
	readonly reach: Reach;
	readonly store: BearerTokenStore;
	readonly clock: Clock;
}): BearerTokens {
	const { table, clients, store, clock } = parts;
	const ask = createAskExchange(parts);
	/** Refreshes on their way, by account. */
	const refreshing = new Map<string, Promise<string>>();

	function exchangeOf({ venue }: KeptBearer): OAuthExchange {
		const row = table[venue];
		const client = clients[venue];
		if (row?.result === 'bearer' && client !== undefined) return { venue, row, client };
		throw new CarrywireError(
			'EXCHANGE_OAUTH_NOT_OFFERED',
			`A token is refreshed at exchanges that know this service; was ${venue}.`,
		);
	}

	async function kept(accountId: string): Promise<KeptBearer> {
		const found = await store.read(accountId);
		if (found !== undefined) return found;
		throw new CarrywireError('EXCHANGE_NOT_CONNECTED', `There is no account ${accountId}.`);
	}

	const leftMs = ({ accessEndsAt }: BearerCredentials) =>
		accessEndsAt === null ? Number.POSITIVE_INFINITY : accessEndsAt - clock.now();

	async function refreshed(accountId: string, found: KeptBearer, token: string): Promise<string> {
		const { credentials } = found;
		try {
			const next = await refreshToken(ask, exchangeOf(found), token);
			await store.replace(accountId, {
				accessToken: next.accessToken,
				accessEndsAt: next.accessMs === null ? null : clock.now() + next.accessMs,
				refreshToken: next.refreshToken ?? token,
			});
			return next.accessToken;
		} catch (error) {
			const passing = error instanceof CarrywireError && error.code === 'EXCHANGE_OAUTH_FAILED';
			if (passing && leftMs(credentials) > 0) return credentials.accessToken;
			throw error;
		}
	}

	return {
		async accessToken(accountId) {
			const underWay = refreshing.get(accountId);
			if (underWay !== undefined) return underWay;
			const found = await kept(accountId);
			const { accessToken, refreshToken: token } = found.credentials;
			if (token === null || leftMs(found.credentials) > REFRESH_BEFORE_END_MS) return accessToken;
			const begunMeanwhile = refreshing.get(accountId);
			if (begunMeanwhile !== undefined) return begunMeanwhile;
			const work = refreshed(accountId, found, token).finally(() => refreshing.delete(accountId));
			refreshing.set(accountId, work);
			return work;
		},
		async revoke(accountId) {
			const found = await kept(accountId);
			await revokeTokens(ask, exchangeOf(found), found.credentials);
		},
	};
}
