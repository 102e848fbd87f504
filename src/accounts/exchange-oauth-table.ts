/**
 * How each exchange lets a user connect an account without handing over a key: one row per exchange, data only.
 *
 * Every fact says whether it stands in the exchange's public documentation (`documented`) or was put together from
 * elsewhere and has never met the real exchange (`unverified`, with where it comes from). `docs/exchange-oauth.md` is
 * written from this table. A fact that turns out wrong is corrected here, and nowhere else.
 */
import type { VenueName } from '../domain/instrument.ts';

/** A value of an exchange's OAuth, with its source and whether it was tried there. */
export type Fact<Value> = {
	readonly value: Value;
	readonly verified: 'documented' | 'unverified';
	/** What a reader must know of it; for an unverified one, where it comes from. */
	readonly note?: string;
};

/** What every exchange with OAuth has. Lifetimes are milliseconds; null is a lifetime that is not known, or a thing that there is not. */
type OAuthRow = {
	/** As people write it. */
	readonly name: string;
	/** The page that the documented facts are from. */
	readonly page: string;
	/** When it was read. */
	readonly readOn: string;
	readonly authorizeUrl: Fact<string>;
	/** Further parameters of the authorize URL, always the same. */
	readonly authorizeParameters: Fact<Readonly<Record<string, string>>>;
	/** `literal`: the exchange wants the redirect URI in a query as it is, not percent-encoded. */
	readonly redirectUriAs: Fact<'encoded' | 'literal'>;
	readonly scopes: Fact<readonly string[]>;
	readonly scopeSeparator: Fact<' ' | ','>;
	readonly pkce: Fact<'S256' | 'none'>;
	/** Parameters of the callback that must have this value where they are there; another is refused. */
	readonly callbackValues: Fact<Readonly<Record<string, string>>>;
	readonly tokenUrl: Fact<string>;
	readonly tokenRequest: Fact<'POST form' | 'POST JSON' | 'GET query'>;
	/** Which of RFC 6749's parameters it takes beside the code and the client. */
	readonly tokenParameters: Fact<readonly ('grant_type' | 'redirect_uri')[]>;
	/** `post`: id and secret are parameters. `none`: the id alone. */
	readonly clientAuthentication: Fact<'basic' | 'post' | 'none'>;
	readonly codeMs: Fact<number | null>;
	readonly accessTokenMs: Fact<number | null>;
	readonly refreshTokenMs: Fact<number | null>;
	/** `bearer`: the token goes into the Authorization header. `parameters`: token and client as form (RFC 7009). */
	readonly revoke: Fact<{
		readonly url: string;
		readonly sends: readonly ('bearer' | 'parameters')[];
	} | null>;
};

/** The token is used once, to have an API key made; the key is what is kept. */
export type CreatesKeyRow = OAuthRow & {
	readonly result: 'creates_key';
	/** Which request makes the key and how its answer is read: `exchange-keys.ts`. */
	readonly keyDialect: 'bybit' | 'kucoin' | 'okx' | 'binance';
	readonly keyUrl: Fact<string>;
	/** How a key that was made is deleted again: by the token, or by a request signed with the key itself. */
	readonly keyDelete: Fact<{ readonly url: string; readonly by: 'token' | 'key' } | null>;
	/** The exchange makes a key that trades only for named IP addresses, which the client must then have. */
	readonly needsTrustedIps: Fact<boolean>;
};

/** There is no OAuth: the user enters a key by hand. */
export type ManualKeyRow = {
	readonly result: 'manual_key';
	readonly name: string;
	readonly page: string;
	readonly readOn: string;
	readonly why: Fact<string>;
};

/** How an exchange connects accounts: a grant creates the key, or a person does. */
export type ExchangeRow = CreatesKeyRow | ManualKeyRow;
/** How each exchange connects accounts, by venue. */
export type ExchangeOAuthTable = Readonly<Record<VenueName, ExchangeRow>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function documented<const Value>(value: Value, note?: string): Fact<Value> {
	return { value, verified: 'documented', ...(note === undefined ? {} : { note }) };
}

function unverified<const Value>(value: Value, note: string): Fact<Value> {
	return { value, verified: 'unverified', note };
}

const bybit: CreatesKeyRow = {
	result: 'creates_key',
	name: 'Bybit',
	page: 'https://bybit-exchange.github.io/docs/v5/broker/api-broker/guidance',
	readOn: '2026-11-21',
	authorizeUrl: documented('https://www.bybit.com/en/oauth'),
	authorizeParameters: documented({}),
	redirectUriAs: documented(
		'encoded',
		'One that is not registered is replaced by the first that is, without an error.',
	),
	scopes: documented(['openapi']),
	scopeSeparator: unverified(' ', 'RFC 6749; there is one scope.'),
	pkce: unverified(
		'S256',
		'The guide for brokers names none; Bybit’s own client for agents sends it to the same two endpoints.',
	),
	callbackValues: documented({}),
	tokenUrl: documented('https://api2.bybit.com/oauth/v1/public/access_token'),
	tokenRequest: documented('POST form', 'The example sends the user agent of a browser.'),
	tokenParameters: documented([], 'Neither grant_type nor redirect_uri: the code and the client alone.'),
	clientAuthentication: documented('post'),
	codeMs: documented(null, 'Once and “quickly”; no figure.'),
	accessTokenMs: documented(DAY),
	refreshTokenMs: documented(30 * DAY),
	revoke: documented(null, 'No endpoint is named: the token is forgotten.'),
	keyDialect: 'bybit',
	keyUrl: documented(
		'https://api2.bybit.com/oauth/v1/resource/restrict/openapi',
		'The key works from the IP addresses that were registered for the client.',
	),
	keyDelete: documented(
		{ url: 'https://api.bybit.com/v5/user/delete-api', by: 'key' },
		'docs/v5/user/rm-master-apikey: only a key that may transfer or withdraw can delete itself.',
	),
	needsTrustedIps: documented(false),
};

/** Where the facts of KuCoin come from that its public page was not seen to hold. */
const KUCOIN_COPY = 'From a broker’s copy of KuCoin’s document; not seen on the public page.';

const kucoin: CreatesKeyRow = {
	result: 'creates_key',
	name: 'KuCoin',
	page: 'https://www.kucoin.com/docs-new/rest/broker/api-broker/fast-api',
	readOn: '2026-11-21',
	authorizeUrl: unverified('https://www.kucoin.com/oauth', KUCOIN_COPY),
	authorizeParameters: unverified({}, KUCOIN_COPY),
	redirectUriAs: unverified('literal', `It asks not to encode the redirect URL. ${KUCOIN_COPY}`),
	scopes: unverified(['OAUTH_CREATE_API'], KUCOIN_COPY),
	scopeSeparator: unverified(' ', 'RFC 6749; there is one scope.'),
	pkce: documented('none', 'Authorization code only.'),
	callbackValues: unverified({}, KUCOIN_COPY),
	tokenUrl: unverified('https://www.kucoin.com/_oauth/access-token', KUCOIN_COPY),
	tokenRequest: unverified(
		'GET query',
		`The code, and with it the client secret, stand in a URL. ${KUCOIN_COPY}`,
	),
	tokenParameters: unverified(['grant_type', 'redirect_uri'], KUCOIN_COPY),
	clientAuthentication: unverified(
		'post',
		'The page says that the secret is needed and the table of the request leaves it out; brokers send client_secret.',
	),
	codeMs: documented(null, 'No figure.'),
	accessTokenMs: documented(HOUR),
	refreshTokenMs: documented(3 * DAY),
	revoke: documented(null, 'No endpoint is named: the token is forgotten.'),
	keyDialect: 'kucoin',
	keyUrl: unverified(
		'https://www.kucoin.com/_oauth/resource/ucenter/outer/api-key/add',
		`The key may do what the user has granted on the page. A newer path takes the permissions as a body. ${KUCOIN_COPY}`,
	),
	keyDelete: documented(null, 'None for a main account: the user deletes it in API management.'),
	needsTrustedIps: documented(false, 'The key is bound to the addresses registered for the broker.'),
};

/** OKX's public pages say that Fast API is there and what it does; how it is called it tells its brokers. */
const OKX_GUIDES = 'From integrators’ guides to Fast API; OKX hands its documentation out on request.';

const okx: CreatesKeyRow = {
	result: 'creates_key',
	name: 'OKX',
	page: 'https://www.okx.com/help/almost-api-launch',
	readOn: '2026-11-21',
	authorizeUrl: unverified(
		'https://www.okx.com/account/oauth/authorize',
		`What OKX’s script for web pages opens. ${OKX_GUIDES}`,
	),
	authorizeParameters: unverified({ access_type: 'offline' }, OKX_GUIDES),
	redirectUriAs: unverified('encoded', `Encoded twice it is refused with 53016. ${OKX_GUIDES}`),
	scopes: unverified(['fast_api'], OKX_GUIDES),
	scopeSeparator: unverified(',', 'There is one scope.'),
	pkce: unverified('none', `PKCE is for tokens that trade. ${OKX_GUIDES}`),
	callbackValues: unverified(
		{ domain: 'https://www.okx.com' },
		`Accounts of other regions (eea, tr) come back with their own host, which is not served here. ${OKX_GUIDES}`,
	),
	tokenUrl: unverified(
		'https://www.okx.com/v5/users/oauth/token',
		`By an integrator’s test; elsewhere it is written with /api. ${OKX_GUIDES}`,
	),
	tokenRequest: unverified('POST JSON', OKX_GUIDES),
	tokenParameters: unverified(['grant_type'], OKX_GUIDES),
	clientAuthentication: unverified('post', OKX_GUIDES),
	codeMs: unverified(10 * MINUTE, OKX_GUIDES),
	accessTokenMs: unverified(HOUR, OKX_GUIDES),
	refreshTokenMs: unverified(null, `Fast API gives none. ${OKX_GUIDES}`),
	revoke: unverified(null, `None is named: the token is forgotten. ${OKX_GUIDES}`),
	keyDialect: 'okx',
	keyUrl: unverified(
		'https://www.okx.com/api/v5/users/oauth/apikey',
		`One key per user and broker: an older one is deleted when OKX answers 50116. ${OKX_GUIDES}`,
	),
	keyDelete: unverified(
		{ url: 'https://www.okx.com/api/v5/users/oauth/delete-apikey', by: 'token' },
		OKX_GUIDES,
	),
	needsTrustedIps: unverified(
		false,
		`bindApp binds the key to the addresses registered for the broker. ${OKX_GUIDES}`,
	),
};

const binance: CreatesKeyRow = {
	result: 'creates_key',
	name: 'Binance',
	page: 'https://developers.binance.com/docs/binance_link/link-and-trade/fast-api',
	readOn: '2026-11-21',
	authorizeUrl: documented('https://accounts.binance.com/en/oauth/authorize', '/docs/login/web-integration.'),
	authorizeParameters: documented({}),
	redirectUriAs: documented('encoded'),
	scopes: documented(['user:openId', 'account:status', 'create:apikey']),
	scopeSeparator: documented(','),
	pkce: documented('none', 'PKCE is a flow of its own, for clients without a secret.'),
	callbackValues: documented({}),
	tokenUrl: documented('https://accounts.binance.com/oauth/token'),
	tokenRequest: documented('POST form'),
	tokenParameters: documented(['grant_type', 'redirect_uri']),
	clientAuthentication: documented('post'),
	codeMs: documented(null),
	accessTokenMs: documented(null, 'By expires_in; it ends when the key is made.'),
	refreshTokenMs: documented(null),
	revoke: documented({ url: 'https://www.binanceapis.com/oauth-api/v1/revoke-token', sends: ['bearer'] }),
	keyDialect: 'binance',
	keyUrl: documented(
		'https://www.binanceapis.com/oauth-api/v1/api-key/create',
		'The key comes encrypted to an RSA key of ours; which padding (PKCS #1 v1.5 here) is not documented.',
	),
	keyDelete: documented(null, 'Deleted by the user, in API management.'),
	needsTrustedIps: documented(true, 'A key that may trade must be bound to addresses (status 2).'),
};

const hyperliquid: ManualKeyRow = {
	result: 'manual_key',
	name: 'Hyperliquid',
	page: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/nonces-and-api-wallets',
	readOn: '2026-11-21',
	why: unverified(
		'The user approves an agent wallet and enters its key by hand.',
		'No OAuth was found in its documentation.',
	),
};

/** By venue. A venue that is not here, or without a client in the configuration, is connected by a key that is entered. */
export const EXCHANGE_OAUTH_TABLE: ExchangeOAuthTable = {
	bybit,
	kucoin,
	okx,
	binance,
	hyperliquid,
};
