/** Functions for the modules of exchanges that issue an API key for an OAuth token. */
import { EXCHANGE_OAUTH_TEXT } from '../../domain/exchange-oauth-text.ts';
import {
	type DescribedRequest,
	isMembers,
	type JsonMembers,
	noAnswer,
	type OAuthExchange,
	textMember,
} from '../../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../../ports/venue.ts';

/** Name for our key in the user's list, at exchanges that support names. */
export const KEY_LABEL = 'Carrywire';
/** Header for a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' };
/** Header for a form body. */
export const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };

/** Describes the request that creates a key, for messages. */
export function keyRequest({ venue, row }: OAuthExchange): DescribedRequest {
	return { venue, name: row.name, what: 'key', url: row.keyUrl.value };
}

/** Returns the Authorization header with a bearer token. */
export function bearer(accessToken: string) {
	return { authorization: `Bearer ${accessToken}` };
}

/**
 * Extracts the key from a response. @param names field names for key, secret and passphrase @throws CarrywireError
 * EXCHANGE_OAUTH_FAILED if a part is missing
 */
export function keyOf(
	request: DescribedRequest,
	answered: unknown,
	[apiKeyName, secretName, passphraseName]: readonly [string, string, string?],
): VenueCredentials {
	const members: JsonMembers = isMembers(answered) ? answered : {};
	const apiKey = textMember(members, apiKeyName);
	const secret = textMember(members, secretName);
	const passphrase = passphraseName === undefined ? undefined : textMember(members, passphraseName);
	if (
		apiKey === undefined ||
		secret === undefined ||
		(passphraseName !== undefined && passphrase === undefined)
	)
		throw noAnswer(request, EXCHANGE_OAUTH_TEXT.noKey());
	return { apiKey, secret, ...(passphrase === undefined ? {} : { passphrase }) };
}
