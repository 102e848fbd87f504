/**
 * Exchanges an authorization code for a token, and revokes tokens. Each exchange's table row defines its request
 * format.
 */
import { EXCHANGE_OAUTH_TEXT } from '../domain/exchange-oauth-text.ts';
import {
	type AskExchange,
	type CreatesKeyRow,
	type ExchangeOAuthClient,
	type ExchangeRequest,
	noAnswer,
	type OAuthExchange,
	refusedBy,
	textMember,
} from '../ports/exchange-oauth.ts';
import type { OAuthRequest } from '../sentences/exchange-oauth.ts';

/** A token as the exchange issued it, kept only in memory. */
export type ExchangeToken = {
	readonly accessToken: string;
	readonly refreshToken: string | null;
	/**
	 * Lifetime of the access token, counted from its receipt, milliseconds; null if neither the response nor the
	 * table gives it.
	 */
	readonly accessMs: number | null;
};

/** Exchanges the code for a token. @throws CarrywireError EXCHANGE_OAUTH_REFUSED or EXCHANGE_OAUTH_FAILED */
export function exchangeCode(
	ask: AskExchange,
	exchange: OAuthExchange,
	grant: { readonly code: string; readonly redirectUri: string; readonly verifier: string | null },
): Promise<ExchangeToken> {
	const takes = exchange.row.tokenParameters.value;
	return requestToken(ask, exchange, 'token', {
		...(takes.includes('grant_type') ? { grant_type: 'authorization_code' } : {}),
		code: grant.code,
		...(takes.includes('redirect_uri') ? { redirect_uri: grant.redirectUri } : {}),
		...(grant.verifier === null ? {} : { code_verifier: grant.verifier }),
	});
}

/**
 * Revokes the tokens if the exchange supports it. Some exchanges take the access token as the request's bearer token
 * and revoke only that token. Other exchanges are sent the refresh token, then the access token (RFC 7009, section
 * 2.1).
 * @throws CarrywireError EXCHANGE_OAUTH_REFUSED or EXCHANGE_OAUTH_FAILED
 */
export async function revokeTokens(
	ask: AskExchange,
	exchange: OAuthExchange,
	tokens: Pick<ExchangeToken, 'accessToken' | 'refreshToken'>,
): Promise<void> {
	const { venue, row, client } = exchange;
	const revoke = row.revoke.value;
	if (revoke === null) return;
	const isByBearer = revoke.sends.includes('bearer');
	const ended = isByBearer ? [] : [tokens.refreshToken].filter((token) => token !== null);
	for (const token of [...ended, tokens.accessToken]) {
		const described = { name: row.name, what: 'revocation' } as const;
		const parameters = revoke.sends.includes('parameters') ? { token, ...clientParameters(row, client) } : {};
		const { status } = await ask({
			...described,
			venue,
			method: 'POST',
			url: revoke.url,
			headers: {
				...FORM,
				...clientHeaders(row, client),
				...(isByBearer ? { authorization: `Bearer ${token}` } : {}),
			},
			body: queryText(parameters, 'encoded'),
			// Only the response's status matters (RFC 7009, section 2.2).
			answer: 'status',
		});
		if (status >= 400) throw refusedBy(described, status);
	}
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function requestToken(
	ask: AskExchange,
	{ venue, row, client }: OAuthExchange,
	what: OAuthRequest,
	grant: Readonly<Record<string, string>>,
): Promise<ExchangeToken> {
	const parameters = { ...grant, ...clientParameters(row, client) };
	const { name } = row;
	const { status, members } = await ask({
		venue,
		name,
		what,
		...tokenRequest(row, parameters),
		headers: { ...tokenRequest(row, parameters).headers, ...clientHeaders(row, client) },
	});
	const accessToken = textMember(members, 'access_token');
	if (status >= 400 || accessToken === undefined) {
		const code = members.error ?? members.retCode ?? members.ret_code ?? members.code;
		if (status < 400 && code === undefined) throw noAnswer({ name, what }, EXCHANGE_OAUTH_TEXT.noToken());
		throw refusedBy({ name, what }, code);
	}
	const type = textMember(members, 'token_type');
	if (type !== undefined && type.toLowerCase() !== 'bearer')
		throw noAnswer({ name, what }, EXCHANGE_OAUTH_TEXT.notBearer());
	return {
		accessToken,
		refreshToken: textMember(members, 'refresh_token') ?? null,
		accessMs: secondsMember(members.expires_in) ?? row.accessTokenMs.value,
	};
}

function tokenRequest(
	row: CreatesKeyRow,
	parameters: Readonly<Record<string, string>>,
): Pick<ExchangeRequest, 'method' | 'url' | 'headers' | 'body'> {
	const url = row.tokenUrl.value;
	switch (row.tokenRequest.value) {
		case 'POST form':
			return { method: 'POST', url, headers: FORM, body: queryText(parameters, 'encoded') };
		case 'POST JSON':
			return {
				method: 'POST',
				url,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(parameters),
			};
		case 'GET query':
			return { method: 'GET', url: `${url}?${queryText(parameters, row.redirectUriAs.value)}` };
	}
}

/** Returns the client's credentials as request parameters (RFC 6749, section 2.3.1). */
function clientParameters(row: CreatesKeyRow, client: ExchangeOAuthClient): Readonly<Record<string, string>> {
	switch (row.clientAuthentication.value) {
		case 'post':
			return { client_id: client.clientId, client_secret: client.clientSecret };
		case 'none':
			return { client_id: client.clientId };
		case 'basic':
			return {};
	}
}

function clientHeaders(row: CreatesKeyRow, client: ExchangeOAuthClient): Readonly<Record<string, string>> {
	if (row.clientAuthentication.value !== 'basic') return {};
	const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
	return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Builds a query string, `a=1&b=2`. With `literal`, the redirect URI is not percent-encoded. */
export function queryText(
	parameters: Readonly<Record<string, string>>,
	redirectUriAs: 'encoded' | 'literal',
): string {
	return Object.entries(parameters)
		.map(([name, value]) =>
			name === 'redirect_uri' && redirectUriAs === 'literal'
				? `${name}=${value}`
				: `${name}=${encodeURIComponent(value)}`,
		)
		.join('&');
}

const LIFETIME_SECONDS_MAX = 10 * 366 * 86_400;

function secondsMember(value: unknown): number | undefined {
	const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
	return typeof seconds === 'number' && seconds > 0 && seconds <= LIFETIME_SECONDS_MAX
		? Math.floor(seconds * 1_000)
		: undefined;
}
