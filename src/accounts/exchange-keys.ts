/**
 * How each exchange that hands out an API key for a token is asked for it, and how the key is deleted again. One entry
 * per exchange; where the requests go is in its row of `exchange-oauth-table.ts`.
 */
import { constants, createHmac, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto';
import type { Clock, Random } from '../ports/clock.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import {
	type AskExchange,
	type ExchangeAnswer,
	type ExchangeRequest,
	isMembers,
	type JsonMembers,
	noAnswer,
	refusedBy,
	textMember,
} from './ask-exchange.ts';
import type { CreatesKeyRow } from './exchange-oauth-table.ts';
import { type ExchangeOAuthClient, type OAuthExchange, queryText } from './exchange-token.ts';

/** An API key that was created with a grant of OAuth. */
export type CreatedKey = {
	readonly credentials: VenueCredentials;
	/** What the exchange shows the key as; null where it says none. */
	readonly label: string | null;
};

/** An exchange at which a grant creates a key. */
export type KeyExchange = OAuthExchange & { readonly row: CreatesKeyRow };

type Parts = { readonly ask: AskExchange; readonly clock: Clock; readonly random: Random };

/** What a user finds our key under, at exchanges that let it be named. */
const KEY_LABEL = 'Carrywire';
const JSON_BODY = { 'content-type': 'application/json' };
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };

/** Has the exchange make a key. @throws CarrywireError EXCHANGE_OAUTH_REFUSED or EXCHANGE_OAUTH_FAILED */
export function createKey(parts: Parts, exchange: KeyExchange, accessToken: string): Promise<CreatedKey> {
	return DIALECTS[exchange.row.keyDialect].create(parts, exchange, accessToken);
}

/** Whether the exchange has deleted the key. False where it has no way to, or did not do it: then a person must. */
export async function deleteKey(
	parts: Parts,
	exchange: KeyExchange,
	accessToken: string,
	/** Undefined where a key is deleted by the token alone. */
	key: CreatedKey | undefined,
): Promise<boolean> {
	const { deletion } = DIALECTS[exchange.row.keyDialect];
	const way = exchange.row.keyDelete.value;
	if (deletion === undefined || way === null) return false;
	try {
		const request = { ...described(exchange, 'the deletion of the key'), url: way.url };
		return deletion.done(await parts.ask(deletion.request(request, parts, accessToken, key?.credentials)));
	} catch {
		return false;
	}
}

type Described = Pick<ExchangeRequest, 'venue' | 'name' | 'what' | 'url'>;

type KeyDialect = {
	readonly create: (parts: Parts, exchange: KeyExchange, accessToken: string) => Promise<CreatedKey>;
	readonly deletion?: {
		readonly request: (
			described: Described,
			parts: Parts,
			accessToken: string,
			credentials: VenueCredentials | undefined,
		) => ExchangeRequest;
		readonly done: (answer: ExchangeAnswer) => boolean;
	};
};

/** `{ ret_code: 0, result: { api_key, api_secret } }`. */
const bybit: KeyDialect = {
	async create({ ask }, exchange, accessToken) {
		const request = described(exchange, 'the request for a key');
		const answer = await ask({ ...request, method: 'GET', headers: bearer(accessToken) });
		const { ret_code: code, result } = answer.members;
		if (answer.status >= 400 || code !== 0) throw refusedBy(request, code);
		return { credentials: keyOf(request, result, ['api_key', 'api_secret']), label: null };
	},
	// Signed as every private request: timestamp, key, window and body (docs/v5/guide, read 2026-11-21).
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

/** `{ success: true, code: "200", data: { apiName, apiKey, secret, passphrase } }`. */
const kucoin: KeyDialect = {
	async create({ ask }, exchange, accessToken) {
		const request = described(exchange, 'the request for a key');
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

const OKX_KEY_EXISTS = '50116';
const OKX_NO_SUCH_KEY = '59506';

/** `{ code: "0", data: [{ label, apiKey, secretKey, passphrase }] }`; the passphrase is ours. */
const okx: KeyDialect = {
	async create(parts, exchange, accessToken) {
		const { ask, random } = parts;
		const request = described(exchange, 'the request for a key');
		// 8 to 32 characters with upper case, lower case, a digit and another.
		const passphrase = `Aa1!${random.hex(14)}`;
		const once = () =>
			ask({
				...request,
				method: 'POST',
				headers: { ...JSON_BODY, ...bearer(accessToken) },
				body: JSON.stringify({ label: KEY_LABEL, passphrase, perm: 'trade', bindApp: true }),
			});
		let answer = await once();
		if (answer.members.code === OKX_KEY_EXISTS && (await deleteOkxKey(parts, exchange, accessToken)))
			answer = await once();
		const { code, data } = answer.members;
		if (answer.status >= 400 || code !== '0') throw refusedBy(request, code);
		const key = Array.isArray(data) ? data[0] : undefined;
		return {
			credentials: { ...keyOf(request, key, ['apiKey', 'secretKey']), passphrase },
			label: KEY_LABEL,
		};
	},
	deletion: {
		request: (described, _parts, accessToken) => ({
			...described,
			method: 'POST',
			headers: { ...JSON_BODY, ...bearer(accessToken) },
			body: '{}',
		}),
		done: ({ members }) => members.code === '0' || members.code === OKX_NO_SUCH_KEY,
	},
};

/** A user has one key of each broker: the one before is of no use to anybody once this one is wanted. */
function deleteOkxKey(parts: Parts, exchange: KeyExchange, accessToken: string): Promise<boolean> {
	return deleteKey(parts, exchange, accessToken, undefined);
}

const RSA_BITS = 2_048;
const BINANCE_TRUSTED_IPS_ONLY = '2';

/** `{ code: "000000", success: true, data: { apiKey, secretKey } }`, both encrypted to a key pair of this one request. */
const binance: KeyDialect = {
	async create({ ask }, exchange, accessToken) {
		const request = described(exchange, 'the request for a key');
		const pair = await newKeyPair();
		const answer = await ask({
			...request,
			method: 'POST',
			headers: { ...FORM_BODY, ...bearer(accessToken) },
			body: queryText(binanceKeyTerms(exchange.client, pair.publicKey), 'encoded'),
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

const DIALECTS: Readonly<Record<CreatesKeyRow['keyDialect'], KeyDialect>> = { bybit, kucoin, okx, binance };

function newKeyPair(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
	return new Promise((resolve, reject) => {
		generateKeyPair('rsa', { modulusLength: RSA_BITS }, (error, publicKey, privateKey) =>
			error === null ? resolve({ publicKey, privateKey }) : reject(error),
		);
	});
}

function binanceKeyTerms(client: ExchangeOAuthClient, publicKey: KeyObject) {
	return {
		apiName: KEY_LABEL,
		enableTrade: 'false',
		enableFutureTrade: 'true',
		status: BINANCE_TRUSTED_IPS_ONLY,
		ipAddress: (client.trustedIps ?? []).join(','),
		publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
	};
}

function decrypted(request: Described, privateKey: KeyObject, sealed: string): string {
	const noKey = noAnswer(request, 'a key that cannot be decrypted');
	try {
		const text = privateDecrypt(
			{ key: privateKey, padding: constants.RSA_PKCS1_PADDING },
			Buffer.from(sealed, 'base64'),
		).toString('latin1');
		// Bytes that are no key: what OpenSSL makes of a wrong padding.
		if (!/^[\x21-\x7e]{8,256}$/.test(text)) throw noKey;
		return text;
	} catch {
		throw noKey;
	}
}

function described({ venue, row }: KeyExchange, what: string): Described {
	return { venue, name: row.name, what, url: row.keyUrl.value };
}

function bearer(accessToken: string) {
	return { authorization: `Bearer ${accessToken}` };
}

/** The key, by the names under which the answer has its parts. */
function keyOf(
	request: Described,
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
