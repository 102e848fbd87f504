import { constants, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto';
import { EXCHANGE_OAUTH_TEXT } from '../../domain/exchange-oauth-text.ts';
import {
	type CreatesKeyRow,
	type DescribedRequest,
	documented,
	type ExchangeKeys,
	type ExchangeOAuthClient,
	noAnswer,
	refusedBy,
} from '../../ports/exchange-oauth.ts';
import { bearer, FORM_BODY, KEY_LABEL, keyOf, keyRequest } from '../shared/oauth-keys.ts';
import { binance } from './facts.ts';

const RSA_BITS = 2_048;
const TRUSTED_IPS_ONLY = '2';

/**
 * Creates an API key. The response is `{ code: "000000", success: true, data: { apiKey, secretKey } }`, with both
 * values encrypted with the public key that we sent.
 */
const keys: ExchangeKeys = {
	async create({ ask }, exchange, accessToken) {
		const request = keyRequest(exchange);
		const pair = await newKeyPair();
		const answer = await ask({
			...request,
			method: 'POST',
			headers: { ...FORM_BODY, ...bearer(accessToken) },
			body: new URLSearchParams(keyTerms(exchange.client, pair.publicKey)).toString(),
		});
		const { success, code, data } = answer.members;
		if (answer.status >= 400 || success !== true) throw refusedBy(request, code);
		const sealed = keyOf(request, data, ['apiKey', 'secretKey']);
		const open = (text: string) => decrypted(request, pair.privateKey, text);
		return {
			credentials: { apiKey: open(sealed.apiKey), secret: open(sealed.secret) },
			label: KEY_LABEL,
		};
	},
};

function newKeyPair(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
	return new Promise((resolve, reject) => {
		generateKeyPair('rsa', { modulusLength: RSA_BITS }, (error, publicKey, privateKey) =>
			error === null ? resolve({ publicKey, privateKey }) : reject(error),
		);
	});
}

function keyTerms(client: ExchangeOAuthClient, publicKey: KeyObject) {
	return {
		apiName: KEY_LABEL,
		enableTrade: 'false',
		enableFutureTrade: 'true',
		status: TRUSTED_IPS_ONLY,
		ipAddress: (client.trustedIps ?? []).join(','),
		publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
	};
}

function decrypted(request: DescribedRequest, privateKey: KeyObject, sealed: string): string {
	const noKey = noAnswer(request, EXCHANGE_OAUTH_TEXT.keyEncrypted());
	try {
		const text = privateDecrypt(
			{ key: privateKey, padding: constants.RSA_PKCS1_PADDING },
			Buffer.from(sealed, 'base64'),
		).toString('latin1');
		// If the padding is wrong, OpenSSL may return random bytes instead of an error.
		if (!/^[\x21-\x7e]{8,256}$/.test(text)) throw noKey;
		return text;
	} catch {
		throw noKey;
	}
}

/** OAuth flow in which a user connects a Binance account on Binance's page. */
export const binanceOAuth: CreatesKeyRow = {
	result: 'creates_key',
	name: binance.shownName,
	page: 'https://developers.binance.com/docs/binance_link/link-and-trade/fast-api',
	readOn: '2026-11-21',
	authorizeUrl: documented('https://accounts.binance.com/en/oauth/authorize', '/docs/login/web-integration.'),
	authorizeParameters: documented({}),
	redirectUriAs: documented('encoded'),
	scopes: documented(['user:openId', 'account:status', 'create:apikey']),
	scopeSeparator: documented(','),
	pkce: documented('none', 'PKCE is a separate flow, for clients without a secret.'),
	callbackValues: documented({}),
	tokenUrl: documented('https://accounts.binance.com/oauth/token'),
	tokenRequest: documented('POST form'),
	tokenParameters: documented(['grant_type', 'redirect_uri']),
	clientAuthentication: documented('post'),
	codeMs: documented(null),
	accessTokenMs: documented(null, 'Valid for expires_in; we discard it once the key exists.'),
	refreshTokenMs: documented(null),
	revoke: documented({ url: 'https://www.binanceapis.com/oauth-api/v1/revoke-token', sends: ['bearer'] }),
	keys,
	keyUrl: documented(
		'https://www.binanceapis.com/oauth-api/v1/api-key/create',
		'The key comes encrypted with our RSA key. The padding is not documented; we assume PKCS #1 v1.5.',
	),
	keyDelete: documented(null, 'The user deletes it in API management.'),
	needsTrustedIps: documented(true, 'A key with trade permission must be bound to IP addresses (status 2).'),
};
