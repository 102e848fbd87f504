import { createHmac } from 'node:crypto';
import {
	type CreatesKeyRow,
	documented,
	type ExchangeKeys,
	refusedBy,
	unverified,
} from '../../ports/exchange-oauth.ts';
import { bearer, JSON_BODY, keyOf, keyRequest } from '../shared/oauth-keys.ts';
import { bybit } from './facts.ts';

const DAY = 24 * 3_600_000;

/**
 * Creates and deletes the API key. The response to a creation is `{ ret_code: 0, result: { api_key, api_secret } }`.
 */
const keys: ExchangeKeys = {
	async create({ ask }, exchange, accessToken) {
		const request = keyRequest(exchange);
		const answer = await ask({ ...request, method: 'GET', headers: bearer(accessToken) });
		const { ret_code: code, result } = answer.members;
		if (answer.status >= 400 || code !== 0) throw refusedBy(request, code);
		return { credentials: keyOf(request, result, ['api_key', 'api_secret']), label: null };
	},
	// The signature covers timestamp, key, window and body, as for every private request (docs/v5/guide, read
	// 2026-11-21).
	deletion: {
		request(described, { clock }, _accessToken, credentials) {
			const { apiKey = '', secret = '' } = credentials ?? {};
			const [timestamp, window, body] = [String(clock.now()), '5000', '{}'];
			const signature = createHmac('sha256', secret).update(timestamp + apiKey + window + body);
			return {
				...described,
				method: 'POST',
				headers: {
					...JSON_BODY,
					'x-bapi-api-key': apiKey,
					'x-bapi-timestamp': timestamp,
					'x-bapi-recv-window': window,
					'x-bapi-sign': signature.digest('hex'),
				},
				body,
			};
		},
		done: ({ status, members }) => status < 400 && members.retCode === 0,
	},
};

/** OAuth flow in which a user connects a Bybit account on Bybit's page. */
export const bybitOAuth: CreatesKeyRow = {
	result: 'creates_key',
	name: bybit.shownName,
	page: 'https://bybit-exchange.github.io/docs/v5/broker/api-broker/guidance',
	readOn: '2026-11-21',
	authorizeUrl: documented('https://www.bybit.com/en/oauth'),
	authorizeParameters: documented({}),
	redirectUriAs: documented(
		'encoded',
		'Bybit replaces an unregistered URI with the first registered one, without an error.',
	),
	scopes: documented(['openapi']),
	scopeSeparator: unverified(
		' ',
		'RFC 6749 prescribes a space. It makes no difference here: we request one scope.',
	),
	pkce: unverified(
		'S256',
		'The guide for brokers does not mention PKCE; Bybit’s own client for agents sends it to the same two endpoints.',
	),
	callbackValues: documented({}),
	tokenUrl: documented('https://api2.bybit.com/oauth/v1/public/access_token'),
	tokenRequest: documented('POST form', 'The example in the documentation sends a browser’s user agent.'),
	tokenParameters: documented([], 'Only the code and the client; no grant_type or redirect_uri.'),
	clientAuthentication: documented('post'),
	codeMs: documented(null, 'Single use, “quickly”; no duration stated.'),
	accessTokenMs: documented(DAY),
	refreshTokenMs: documented(30 * DAY),
	revoke: documented(null, 'No endpoint is documented; we discard the token.'),
	keys,
	keyUrl: documented(
		'https://api2.bybit.com/oauth/v1/resource/restrict/openapi',
		'The key works only from the IP addresses registered for the client.',
	),
	keyDelete: documented(
		{ url: 'https://api.bybit.com/v5/user/delete-api', by: 'key' },
		'docs/v5/user/rm-master-apikey: only a key with transfer or withdrawal permission can delete itself.',
	),
	needsTrustedIps: documented(false),
};
