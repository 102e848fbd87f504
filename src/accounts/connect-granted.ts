/**
 * Turns a user's OAuth grant into an account that is connected with an API key. If the service refuses the account,
 * this module deletes the key again or tells the user to delete it.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { EXCHANGE_OAUTH_TEXT } from '../domain/exchange-oauth-text.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ConnectAccount } from '../ports/connect-account.ts';
import type {
	AskExchange,
	CreatedKey,
	DescribedRequest,
	KeyParts,
	OAuthExchange,
} from '../ports/exchange-oauth.ts';
import { joined, type Words } from '../sentences/sentence.ts';
import { type ExchangeToken, revokeTokens } from './exchange-token.ts';

/** Dependencies for turning a grant into a connected account. */
export type GrantParts = {
	readonly ask: AskExchange;
	readonly clock: Clock;
	readonly random: Random;
	readonly complete: ConnectAccount;
};

/**
 * Connects an account with a user's grant. Resolves when the account is connected. @throws CarrywireError for a
 * failure at the exchange, and errors from `complete`
 */
export async function connectGranted(
	parts: GrantParts,
	exchange: OAuthExchange,
	token: ExchangeToken,
	{ userId, label }: { readonly userId: string; readonly label: string },
): Promise<void> {
	const { accessToken } = token;
	try {
		const key = await makeKey(parts, exchange, accessToken);
		try {
			await parts.complete({
				userId,
				venue: exchange.venue,
				label,
				kind: 'oauth',
				credentials: key.credentials,
				keyExpiresAt: null,
			});
		} catch (error) {
			const isDeleted = await deleteKey(parts, exchange, accessToken, key);
			throw notKept(
				error,
				isDeleted
					? EXCHANGE_OAUTH_TEXT.keyDeleted({ exchange: exchange.row.name })
					: keyLeftText(exchange, key),
			);
		}
	} finally {
		// The token is no longer needed. If the exchange cannot revoke it, it expires.
		await quietly(revokeTokens(parts.ask, exchange, token));
	}
}

/**
 * Creates the API key. If the response is lost, the exchange may nevertheless have created the key. The service then
 * deletes the key with the token if the exchange allows that; otherwise the error tells the user that the key may
 * exist.
 */
async function makeKey(parts: GrantParts, exchange: OAuthExchange, accessToken: string): Promise<CreatedKey> {
	try {
		return await exchange.row.keys.create(parts, exchange, accessToken);
	} catch (error) {
		if (!(error instanceof CarrywireError) || error.code !== 'EXCHANGE_OAUTH_FAILED') throw error;
		const byToken = exchange.row.keyDelete.value?.by === 'token';
		const isDeleted = byToken && (await deleteKey(parts, exchange, accessToken, undefined));
		const { name } = exchange.row;
		throw notKept(
			error,
			isDeleted
				? EXCHANGE_OAUTH_TEXT.keyDeleted({ exchange: name })
				: EXCHANGE_OAUTH_TEXT.keyMaybeCreated({ exchange: name }),
		);
	}
}

/**
 * Returns the error of the failed connection, with an added sentence about the key that the exchange created. A
 * CarrywireError keeps its code; any other error becomes EXCHANGE_OAUTH_FAILED.
 */
function notKept(error: unknown, whatFollows: Words): CarrywireError {
	if (!(error instanceof CarrywireError))
		return new CarrywireError(
			'EXCHANGE_OAUTH_FAILED',
			joined([EXCHANGE_OAUTH_TEXT.notStored(), whatFollows]),
			{
				cause: error,
			},
		);
	return new CarrywireError(error.code, joined([error.words, whatFollows]), {
		...(error.field === undefined ? {} : { field: error.field }),
		...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
		facts: error.facts,
		cause: error,
	});
}

/**
 * Returns the text that tells the user to delete the key. It names the key by its label, or by the last characters of
 * its id if it has no label.
 */
function keyLeftText({ row }: OAuthExchange, { label, credentials }: CreatedKey): Words {
	const shown = label?.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 64) ?? '';
	return EXCHANGE_OAUTH_TEXT.keyLeft({
		exchange: row.name,
		label: shown === '' ? null : shown,
		ending: credentials.apiKey.slice(-4),
	});
}

async function quietly(work: Promise<void>): Promise<void> {
	try {
		await work;
	} catch {
		// An access token that could not be revoked expires by itself.
	}
}

/**
 * Returns true if the exchange has deleted the key. Returns false if the exchange could not or did not delete it; the
 * user must then delete it.
 */
async function deleteKey(
	parts: KeyParts,
	{ venue, row }: OAuthExchange,
	accessToken: string,
	/** The created key; undefined if its creation was not confirmed, so that only the token can delete it. */
	key: CreatedKey | undefined,
): Promise<boolean> {
	const { deletion } = row.keys;
	const way = row.keyDelete.value;
	if (deletion === undefined || way === null) return false;
	try {
		const described: DescribedRequest = { venue, name: row.name, what: 'deletion', url: way.url };
		return deletion.done(await parts.ask(deletion.request(described, parts, accessToken, key?.credentials)));
	} catch {
		return false;
	}
}
