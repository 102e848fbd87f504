/**
 * Turns a user's grant into an account that is connected with an API key. Where it is refused, the key is deleted again, or the user
 * is told to delete it.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ConnectAccount } from '../ports/connect-account.ts';
import type { AskExchange, CreatedKey, KeyParts, OAuthExchange } from '../ports/exchange-oauth.ts';
import { type ExchangeToken, revokeTokens } from './exchange-token.ts';

/** The parts that turning a grant into a connected account needs. */
export type GrantParts = {
	readonly ask: AskExchange;
	readonly clock: Clock;
	readonly random: Random;
	readonly complete: ConnectAccount;
};

/** Resolves when the account is connected. @throws CarrywireError of the exchange, and what `complete` throws */
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
			throw notKept(error, isDeleted ? deletedText(exchange) : deleteByHandText(exchange, key));
		}
	} finally {
		// The token has done what it was for; what an exchange cannot end ends by itself.
		await quietly(revokeTokens(parts.ask, exchange, token));
	}
}

/** A key whose answer was lost may be there all the same: it is deleted where the token can, else the user is told. */
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
				? deletedText(exchange)
				: `${name} may have made an API key all the same: look for it there, and delete it by hand.`,
		);
	}
}

/** The account was not connected: the same code, and what became of what the exchange had handed out. */
function notKept(error: unknown, whatFollows: string): CarrywireError {
	if (!(error instanceof CarrywireError))
		return new CarrywireError(
			'EXCHANGE_OAUTH_FAILED',
			`The account could not be checked and kept. ${whatFollows}`,
			{ cause: error },
		);
	return new CarrywireError(error.code, `${error.message} ${whatFollows}`, {
		...(error.field === undefined ? {} : { field: error.field }),
		...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
		facts: error.facts,
		cause: error,
	});
}

function deletedText({ row }: OAuthExchange): string {
	return `The API key that ${row.name} had made was deleted again.`;
}

/** A key is named as the exchange shows it in its list: by its label, else by the last characters of its id. */
function deleteByHandText({ row }: OAuthExchange, { label, credentials }: CreatedKey): string {
	const shown = label?.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 64) ?? '';
	const named = shown === '' ? `whose id ends in ${credentials.apiKey.slice(-4)}` : `“${shown}”`;
	return `${row.name} had made an API key that this service could not delete: delete the key ${named} there by hand.`;
}

async function quietly(work: Promise<void>): Promise<void> {
	try {
		await work;
	} catch {
		// A token that could not be ended ends by itself; the account is what matters.
	}
}

/** Whether the exchange has deleted the key. False where it has no way to, or did not do it: then a person must. */
async function deleteKey(
	parts: KeyParts,
	{ venue, row }: OAuthExchange,
	accessToken: string,
	/** Undefined where a key is deleted by the token alone. */
	key: CreatedKey | undefined,
): Promise<boolean> {
	const { deletion } = row.keys;
	const way = row.keyDelete.value;
	if (deletion === undefined || way === null) return false;
	try {
		const described = { venue, name: row.name, what: 'the deletion of the key', url: way.url };
		return deletion.done(await parts.ask(deletion.request(described, parts, accessToken, key?.credentials)));
	} catch {
		return false;
	}
}
