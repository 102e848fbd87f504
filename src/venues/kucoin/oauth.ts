import {
	type CreatesKeyRow,
	documented,
	type ExchangeKeys,
	isMembers,
	refusedBy,
	textMember,
	unverified,
} from '../../ports/exchange-oauth.ts';
import { FORM_BODY, keyOf, keyRequest } from '../shared/oauth-keys.ts';
import { kucoin } from './facts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Creates an API key. The response is `{ success: true, code: "200", data: { apiName, apiKey, secret, passphrase }
 * }`.
 */
const keys: ExchangeKeys = {
	async create({ ask }, exchange, accessToken) {
		const request = keyRequest(exchange);
		const answer = await ask({
			...request,
			method: 'POST',
			headers: { ...FORM_BODY, authorization: `bearer ${accessToken}` },
		});
		const { success, code, data } = answer.members;
		if (answer.status >= 400 || success !== true) throw refusedBy(request, code);
		return {
			credentials: keyOf(request, data, ['apiKey', 'secret', 'passphrase']),
			label: isMembers(data) ? (textMember(data, 'apiName') ?? null) : null,
		};
	},
};

/** Source of the details that are not on KuCoin's public page. */
const KUCOIN_COPY = 'From a broker’s copy of KuCoin’s document; not seen on the public page.';

/** OAuth flow in which a user connects a KuCoin account on KuCoin's page. */
export const kucoinOAuth: CreatesKeyRow = {
	result: 'creates_key',
	name: kucoin.shownName,
	page: 'https://www.kucoin.com/docs-new/rest/broker/api-broker/fast-api',
	readOn: '2026-11-21',
	authorizeUrl: unverified('https://www.kucoin.com/oauth', KUCOIN_COPY),
	authorizeParameters: unverified({}, KUCOIN_COPY),
	redirectUriAs: unverified('literal', `KuCoin wants the redirect URL unencoded. ${KUCOIN_COPY}`),
	scopes: unverified(['OAUTH_CREATE_API'], KUCOIN_COPY),
	scopeSeparator: unverified(
		' ',
		'RFC 6749 prescribes a space. It makes no difference here: we request one scope.',
	),
	pkce: documented('none', 'Authorization code only.'),
	callbackValues: unverified({}, KUCOIN_COPY),
	tokenUrl: unverified('https://www.kucoin.com/_oauth/access-token', KUCOIN_COPY),
	tokenRequest: unverified('GET query', `The URL carries the code and the client secret. ${KUCOIN_COPY}`),
	tokenParameters: unverified(['grant_type', 'redirect_uri'], KUCOIN_COPY),
	clientAuthentication: unverified(
		'post',
		'The page requires the secret, but its request table omits it; brokers send client_secret.',
	),
	codeMs: documented(null, 'No duration stated.'),
	accessTokenMs: documented(HOUR),
	refreshTokenMs: documented(3 * DAY),
	revoke: documented(null, 'No endpoint is documented; we discard the token.'),
	keys,
	keyUrl: unverified(
		'https://www.kucoin.com/_oauth/resource/ucenter/outer/api-key/add',
		`The key has the permissions that the user granted on the page. A newer path takes the permissions in the body. ${KUCOIN_COPY}`,
	),
	keyDelete: documented(null, 'No endpoint for a main account: the user deletes the key in API management.'),
	needsTrustedIps: documented(false, 'The key works only from the IP addresses registered for the broker.'),
};
