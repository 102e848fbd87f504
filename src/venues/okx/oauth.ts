import {
	type CreatesKeyRow,
	type ExchangeKeys,
	type KeyParts,
	type OAuthExchange,
	refusedBy,
	unverified,
} from '../../ports/exchange-oauth.ts';
import { bearer, JSON_BODY, KEY_LABEL, keyOf, keyRequest } from '../shared/oauth-keys.ts';
import { okx } from './facts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const KEY_EXISTS = '50116';
const NO_SUCH_KEY = '59506';

const DELETE_URL = 'https://www.okx.com/api/v5/users/oauth/delete-apikey';

const deletion: NonNullable<ExchangeKeys['deletion']> = {
	request: (described, _parts, accessToken) => ({
		...described,
		method: 'POST',
		headers: { ...JSON_BODY, ...bearer(accessToken) },
		body: '{}',
	}),
	done: ({ members }) => members.code === '0' || members.code === NO_SUCH_KEY,
};

/**
 * Creates and deletes the API key. The response to a creation is `{ code: "0", data: [{ label, apiKey, secretKey,
 * passphrase }] }`; we chose the passphrase.
 */
const keys: ExchangeKeys = {
	async create(parts, exchange, accessToken) {
		const { ask, random } = parts;
		const request = keyRequest(exchange);
		// OKX requires 8 to 32 characters with an upper-case letter, a lower-case letter, a digit and another
		// character.
		const passphrase = `Aa1!${random.hex(14)}`;
		const once = () =>
			ask({
				...request,
				method: 'POST',
				headers: { ...JSON_BODY, ...bearer(accessToken) },
				body: JSON.stringify({ label: KEY_LABEL, passphrase, perm: 'trade', bindApp: true }),
			});
		let answer = await once();
		if (answer.members.code === KEY_EXISTS && (await deleteEarlier(parts, exchange, accessToken)))
			answer = await once();
		const { code, data } = answer.members;
		if (answer.status >= 400 || code !== '0') throw refusedBy(request, code);
		const key = Array.isArray(data) ? data[0] : undefined;
		return {
			credentials: { ...keyOf(request, key, ['apiKey', 'secretKey']), passphrase },
			label: KEY_LABEL,
		};
	},
	deletion,
};

/**
 * Deletes the user's previous key, because OKX allows one key per user and broker. That key is useless once the user
 * requests a new one.
 */
async function deleteEarlier(
	parts: KeyParts,
	{ venue, row }: OAuthExchange,
	accessToken: string,
): Promise<boolean> {
	try {
		const described = { venue, name: row.name, what: 'deletion' as const, url: DELETE_URL };
		return deletion.done(await parts.ask(deletion.request(described, parts, accessToken, undefined)));
	} catch {
		return false;
	}
}

/** OKX's public pages say that Fast API exists and what it does, but its calls are documented only for brokers. */
const OKX_GUIDES = 'From integrators’ guides to Fast API; OKX sends its documentation on request.';

/** OAuth flow in which a user connects an OKX account on OKX's page. */
export const okxOAuth: CreatesKeyRow = {
	result: 'creates_key',
	name: okx.shownName,
	page: 'https://www.okx.com/help/almost-api-launch',
	readOn: '2026-11-21',
	authorizeUrl: unverified(
		'https://www.okx.com/account/oauth/authorize',
		`OKX’s script for web pages opens it. ${OKX_GUIDES}`,
	),
	authorizeParameters: unverified({ access_type: 'offline' }, OKX_GUIDES),
	redirectUriAs: unverified('encoded', `OKX refuses a doubly encoded one with 53016. ${OKX_GUIDES}`),
	scopes: unverified(['fast_api'], OKX_GUIDES),
	scopeSeparator: unverified(',', 'It makes no difference here: we request one scope.'),
	pkce: unverified('none', `PKCE is for tokens that trade. ${OKX_GUIDES}`),
	callbackValues: unverified(
		{ domain: 'https://www.okx.com' },
		`Accounts of other regions (eea, tr) return with their own host, which we do not support. ${OKX_GUIDES}`,
	),
	tokenUrl: unverified(
		'https://www.okx.com/v5/users/oauth/token',
		`According to an integrator’s test; other guides write it with /api. ${OKX_GUIDES}`,
	),
	tokenRequest: unverified('POST JSON', OKX_GUIDES),
	tokenParameters: unverified(['grant_type'], OKX_GUIDES),
	clientAuthentication: unverified('post', OKX_GUIDES),
	codeMs: unverified(10 * MINUTE, OKX_GUIDES),
	accessTokenMs: unverified(HOUR, OKX_GUIDES),
	refreshTokenMs: unverified(null, `Fast API has none. ${OKX_GUIDES}`),
	revoke: unverified(null, `No endpoint is documented; we discard the token. ${OKX_GUIDES}`),
	keys,
	keyUrl: unverified(
		'https://www.okx.com/api/v5/users/oauth/apikey',
		`One key per user and broker; we delete an older one when OKX answers 50116. ${OKX_GUIDES}`,
	),
	keyDelete: unverified({ url: DELETE_URL, by: 'token' }, OKX_GUIDES),
	needsTrustedIps: unverified(
		false,
		`bindApp binds the key to the addresses registered for the broker. ${OKX_GUIDES}`,
	),
};
