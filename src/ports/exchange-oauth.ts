/**
 * Describes how exchanges let a user connect an account without handing over a key. Each exchange has one row,
 * supplied by its module.
 *
 * Every fact is marked as `documented` (in the exchange's public documentation) or `unverified` (from another source,
 * which the fact names, and never tested on the real exchange). `docs/exchange-oauth.md` is generated from the rows,
 * so correct a wrong fact only in its row.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { EXCHANGE_OAUTH_TEXT } from '../domain/exchange-oauth-text.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { OAuthRequest } from '../sentences/exchange-oauth.ts';
import type { Words } from '../sentences/sentence.ts';
import type { Clock, Random } from './clock.ts';
import type { VenueCredentials } from './venue.ts';

/** A statement about an exchange, and whether its documentation confirms it. */
export type Fact<Value> = {
	readonly value: Value;
	readonly verified: 'documented' | 'unverified';
	/** A caveat for readers, or the source of an unverified fact. */
	readonly note?: string;
};

/**
 * Facts about every exchange with OAuth. Lifetimes are milliseconds; null means an unknown lifetime, or a feature
 * that does not exist.
 */
type OAuthRow = {
	/** Display name of the exchange. */
	readonly name: string;
	/** The page that documents the facts. */
	readonly page: string;
	/** Date on which the page was read. */
	readonly readOn: string;
	readonly authorizeUrl: Fact<string>;
	/** Additional constant parameters in the authorize URL. */
	readonly authorizeParameters: Fact<Readonly<Record<string, string>>>;
	/** `literal`: the exchange requires the redirect URI in a query to be unchanged, not percent-encoded. */
	readonly redirectUriAs: Fact<'encoded' | 'literal'>;
	readonly scopes: Fact<readonly string[]>;
	readonly scopeSeparator: Fact<' ' | ','>;
	readonly pkce: Fact<'S256' | 'none'>;
	/**
	 * Expected values of callback parameters, by name. The service refuses a callback in which one of them has a
	 * different value, but accepts a callback that lacks them.
	 */
	readonly callbackValues: Fact<Readonly<Record<string, string>>>;
	readonly tokenUrl: Fact<string>;
	readonly tokenRequest: Fact<'POST form' | 'POST JSON' | 'GET query'>;
	/** RFC 6749 parameters that the exchange accepts in addition to the code and the client. */
	readonly tokenParameters: Fact<readonly ('grant_type' | 'redirect_uri')[]>;
	/**
	 * `basic`: the client's id and secret are sent in the Authorization header. `post`: they are sent as parameters.
	 * `none`: only the client's id is sent, as a parameter.
	 */
	readonly clientAuthentication: Fact<'basic' | 'post' | 'none'>;
	readonly codeMs: Fact<number | null>;
	readonly accessTokenMs: Fact<number | null>;
	readonly refreshTokenMs: Fact<number | null>;
	/**
	 * `bearer`: the token goes into the Authorization header. `parameters`: token and client are sent as a form (RFC
	 * 7009).
	 */
	readonly revoke: Fact<{
		readonly url: string;
		readonly sends: readonly ('bearer' | 'parameters')[];
	} | null>;
};

/** An exchange where the token is used once to create an API key, and only the key is stored. */
export type CreatesKeyRow = OAuthRow & {
	readonly result: 'creates_key';
	/** The request that creates the key, and how to read the response. */
	readonly keys: ExchangeKeys;
	readonly keyUrl: Fact<string>;
	/** How a created key is deleted: with the token, or with a request signed by the key itself. */
	readonly keyDelete: Fact<{ readonly url: string; readonly by: 'token' | 'key' } | null>;
	/**
	 * True if the exchange creates a key only for named IP addresses. The service's client must then have
	 * `trustedIps`.
	 */
	readonly needsTrustedIps: Fact<boolean>;
};

/** An exchange without OAuth, where the user enters a key manually. */
export type ManualKeyRow = {
	readonly result: 'manual_key';
	readonly name: string;
	readonly page: string;
	readonly readOn: string;
	readonly why: Fact<string>;
};

/** How to connect accounts at one exchange. */
export type ExchangeRow = CreatesKeyRow | ManualKeyRow;
/** Each exchange's row, by exchange name. */
export type ExchangeOAuthTable = Readonly<Record<VenueName, ExchangeRow>>;

/** Marks a fact from the exchange's public documentation. */
export function documented<const Value>(value: Value, note?: string): Fact<Value> {
	return { value, verified: 'documented', ...(note === undefined ? {} : { note }) };
}

/** Marks a fact from another source that was never tested on the real exchange. @param note the source */
export function unverified<const Value>(value: Value, note: string): Fact<Value> {
	return { value, verified: 'unverified', note };
}

/** A request to an exchange's OAuth server. */
export type ExchangeRequest = {
	readonly venue: VenueName;
	/** Display name of the exchange. */
	readonly name: string;
	/** The requested action, for messages. */
	readonly what: OAuthRequest;
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** `status`: only the status of the response matters; its body is ignored. */
	readonly answer?: 'status';
};

/** Fields of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The JSON object in the exchange's response, with its 2xx or 4xx status. The caller must treat 4xx as a refusal. */
export type ExchangeAnswer = { readonly status: number; readonly members: JsonMembers };

/** Sends the request. @throws CarrywireError EXCHANGE_OAUTH_FAILED if there is no readable response */
export type AskExchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** Credentials that the exchange gave this service at registration. */
export type ExchangeOAuthClient = {
	readonly clientId: string;
	readonly clientSecret: string;
	/** IP addresses from which the service trades, for exchanges that bind a key to IP addresses. */
	readonly trustedIps?: readonly string[];
};

/** An exchange with usable OAuth: its row, and the service's client at the exchange. */
export type OAuthExchange = {
	readonly venue: VenueName;
	readonly row: CreatesKeyRow;
	readonly client: ExchangeOAuthClient;
};

/** A key that an exchange has created for the service. */
export type CreatedKey = {
	readonly credentials: VenueCredentials;
	/** Label of the key at the exchange; null if the exchange gives none. */
	readonly label: string | null;
};

/** Inputs for creating and deleting a key. */
export type KeyParts = { readonly ask: AskExchange; readonly clock: Clock; readonly random: Random };

/** A request's URL, and the names that messages use for the exchange and the request. */
export type DescribedRequest = Pick<ExchangeRequest, 'venue' | 'name' | 'what' | 'url'>;

/** How an API key is created with a token, and how the key is deleted again. */
export type ExchangeKeys = {
	/** @throws CarrywireError EXCHANGE_OAUTH_REFUSED or EXCHANGE_OAUTH_FAILED */
	readonly create: (parts: KeyParts, exchange: OAuthExchange, accessToken: string) => Promise<CreatedKey>;
	readonly deletion?: {
		readonly request: (
			described: DescribedRequest,
			parts: KeyParts,
			accessToken: string,
			credentials: VenueCredentials | undefined,
		) => ExchangeRequest;
		readonly done: (answer: ExchangeAnswer) => boolean;
	};
};

/** True if the value is a JSON object. */
export function isMembers(value: unknown): value is JsonMembers {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field's value if it is a non-empty string; otherwise undefined. */
export function textMember(members: JsonMembers, name: string): string | undefined {
	const value = Object.hasOwn(members, name) ? members[name] : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Creates the error for an unusable response. @param fault the problem as a phrase, such as `the answer has no token` */
export function noAnswer({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, fault: Words) {
	return new CarrywireError(
		'EXCHANGE_OAUTH_FAILED',
		EXCHANGE_OAUTH_TEXT.noAnswer({ exchange: name, request: what, fault }),
	);
}

/** Error codes from RFC 6749 (section 5.2). */
const REFUSALS: ReadonlySet<string> = new Set([
	'invalid_grant',
	'invalid_client',
	'unauthorized_client',
	'invalid_request',
	'unsupported_grant_type',
	'invalid_scope',
	'invalid_token',
]);

/**
 * Creates the error for a refusal. `code` is shown only if the RFC defines it or if it is a plain number. The
 * response's other text is never shown.
 */
export function refusedBy({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, code: unknown) {
	const shown = shownCode(code);
	return new CarrywireError(
		'EXCHANGE_OAUTH_REFUSED',
		EXCHANGE_OAUTH_TEXT.refused({ exchange: name, request: what, code: shown ?? null }),
		shown === undefined ? {} : { facts: { exchangeCode: shown } },
	);
}

function shownCode(code: unknown): string | undefined {
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const text = String(code);
	return REFUSALS.has(text) || /^\d{1,8}$/.test(text) ? text : undefined;
}
