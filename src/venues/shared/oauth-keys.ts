/** Code shared by exchanges that hand out an API key for a token. */
import {
	type DescribedRequest,
	isMembers,
	type JsonMembers,
	noAnswer,
	type OAuthExchange,
	textMember,
} from '../../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../../ports/venue.ts';

/** The name that a user finds our key under, at exchanges that let it be named. */
export const KEY_LABEL = 'Carrywire';
/** Header of a body in JSON. */
export const JSON_BODY = { 'content-type': 'application/json' };
/** Header of a body of form fields. */
export const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request to make a key, as messages name it. */
export function keyRequest({ venue, row }: OAuthExchange): DescribedRequest {
	return { venue, name: row.name, what: 'the request for a key', url: row.keyUrl.value };
}

/** The header that names a token. */
export function bearer(accessToken: string) {
	return { authorization: `Bearer ${accessToken}` };
}

/** The key, by the names under which the answer has its parts. @throws CarrywireError EXCHANGE_OAUTH_FAILED where one is missing */
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
		throw noAnswer(request, 'an answer without a key');
	return { apiKey, secret, ...(passphrase === undefined ? {} : { passphrase }) };
}
