/**
 * Describes how exchanges let a user connect an account without handing over a key: one row per exchange, stated by
 * its module.
 *
 * Every fact is marked as `documented` (in the exchange's public documentation) or `unverified` (from another source,
 * which it names, and never tested on the real exchange). `docs/exchange-oauth.md` is generated from the rows.
 * Correct a wrong fact in its row only.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock, Random } from './clock.ts';
import type { VenueCredentials } from './venue.ts';

/** A statement about an exchange, and whether its documentation confirms it. */
export type Fact<Value> = {
	readonly value: Value;
	readonly verified: 'documented' | 'unverified';
	/** A remark that a reader must know; the source of an unverified fact. */
	readonly note?: string;
};

/**
 * Facts about every exchange with OAuth. Lifetimes are milliseconds; null is an unknown lifetime, or a feature that
 * does not exist.
 */
type OAuthRow = {
	/** Display name. */
	readonly name: string;
	/** Source page of the documented facts. */
	readonly page: string;
	/** Date on which the page was read. */
	readonly readOn: string;
	readonly authorizeUrl: Fact<string>;
	/** Constant further parameters of the authorize URL. */
	readonly authorizeParameters: Fact<Readonly<Record<string, string>>>;
	/** `literal`: the exchange wants the redirect URI in a query unchanged, not percent-encoded. */
	readonly redirectUriAs: Fact<'encoded' | 'literal'>;
	readonly scopes: Fact<readonly string[]>;
	readonly scopeSeparator: Fact<' ' | ','>;
	readonly pkce: Fact<'S256' | 'none'>;
	/** Parameters of the callback that must have this value if present; any other value is refused. */
	readonly callbackValues: Fact<Readonly<Record<string, string>>>;
	readonly tokenUrl: Fact<string>;
	readonly tokenRequest: Fact<'POST form' | 'POST JSON' | 'GET query'>;
	/** RFC 6749 parameters that it accepts beside the code and the client. */
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

/** The token is used once to create an API key; only the key is stored. */
export type CreatesKeyRow = OAuthRow & {
	readonly result: 'creates_key';
	/** Request that creates the key, and how to read its answer. */
	readonly keys: ExchangeKeys;
	readonly keyUrl: Fact<string>;
	/** Deletion of a created key: with the token, or with a request signed by the key itself. */
	readonly keyDelete: Fact<{ readonly url: string; readonly by: 'token' | 'key' } | null>;
	/** The exchange creates a key only for named IP addresses, which the client must then have. */
	readonly needsTrustedIps: Fact<boolean>;
};

/** There is no OAuth: the user enters a key manually. */
export type ManualKeyRow = {
	readonly result: 'manual_key';
	readonly name: string;
	readonly page: string;
	readonly readOn: string;
	readonly why: Fact<string>;
};

/** How to connect accounts of one exchange. */
export type ExchangeRow = CreatesKeyRow | ManualKeyRow;
/** The row of each exchange, keyed by its name. */
export type ExchangeOAuthTable = Readonly<Record<VenueName, ExchangeRow>>;

/** A fact from the exchange's public documentation. */
export function documented<const Value>(value: Value, note?: string): Fact<Value> {
	return { value, verified: 'documented', ...(note === undefined ? {} : { note }) };
}

/** A fact from another source, never tested on the real exchange. @param note the source */
export function unverified<const Value>(value: Value, note: string): Fact<Value> {
	return { value, verified: 'unverified', note };
}

/** A request to an exchange's OAuth server. */
export type ExchangeRequest = {
	readonly venue: VenueName;
	/** Display name of the exchange. */
	readonly name: string;
	/** The requested thing, to continue "Bybit gave no usable answer to …". */
	readonly what: string;
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** `status`: ignores the body of the answer. */
	readonly answer?: 'status';
};

/** Members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The JSON object in the exchange's answer: with 2xx, or with 4xx, which the caller must treat as a refusal. */
export type ExchangeAnswer = { readonly status: number; readonly members: JsonMembers };

/** Sends the request. @throws CarrywireError EXCHANGE_OAUTH_FAILED without a readable answer */
export type AskExchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** Credentials that the exchange gave this service at registration. */
export type ExchangeOAuthClient = {
	readonly clientId: string;
	readonly clientSecret: string;
	/** Addresses from which the service trades, for exchanges that bind a key to them. */
	readonly trustedIps?: readonly string[];
};

/** An exchange with usable OAuth: its row, and a client there. */
export type OAuthExchange = {
	readonly venue: VenueName;
	readonly row: CreatesKeyRow;
	readonly client: ExchangeOAuthClient;
};

/** A key that an exchange has created for us. */
export type CreatedKey = {
	readonly credentials: VenueCredentials;
	/** Label of the key at the exchange; null if it states none. */
	readonly label: string | null;
};

/** Inputs for creating and deleting a key. */
export type KeyParts = { readonly ask: AskExchange; readonly clock: Clock; readonly random: Random };

/** Name of a request in messages, and its destination. */
export type DescribedRequest = Pick<ExchangeRequest, 'venue' | 'name' | 'what' | 'url'>;

/** Creates an API key with a token, and deletes it again. */
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

/** True for a JSON object. */
export function isMembers(value: unknown): value is JsonMembers {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member if it is a non-empty text. */
export function textMember(members: JsonMembers, name: string): string | undefined {
	const value = Object.hasOwn(members, name) ? members[name] : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The error for an unusable answer. @param fault what is wrong with it, in lower case without a full stop */
export function noAnswer({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, fault: string) {
	return new CarrywireError(
		'EXCHANGE_OAUTH_FAILED',
		`${name} gave no usable answer to ${what}: ${fault}. Start the connection again.`,
	);
}

/** Error codes of RFC 6749 (section 5.2), with their meaning for the user. */
const REFUSALS: Readonly<Record<string, string>> = {
	invalid_grant: 'the code or token is invalid or has expired',
	invalid_client:
		'the exchange does not recognize the OAuth client of this service; the operator must check it',
	unauthorized_client: 'the OAuth client of this service lacks permission; the operator must check it',
	invalid_request: 'it considers the request malformed',
	unsupported_grant_type: 'it does not support the request',
	invalid_scope: 'it does not grant the required permissions',
	invalid_token: 'the token is invalid or has expired',
};

/**
 * The error for a refusal. `code` is shown only if the RFC defines it or it is a plain number; other text of an
 * answer is never shown.
 */
export function refusedBy({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, code: unknown) {
	const shown = shownCode(code);
	const why = shown === undefined ? '' : ` with ${shown}${meaningOf(shown)}`;
	return new CarrywireError(
		'EXCHANGE_OAUTH_REFUSED',
		`${name} refused ${what}${why}. Start the connection again, or enter an API key.`,
		shown === undefined ? {} : { facts: { exchangeCode: shown } },
	);
}

function shownCode(code: unknown): string | undefined {
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const text = String(code);
	return Object.hasOwn(REFUSALS, text) || /^\d{1,8}$/.test(text) ? text : undefined;
}

function meaningOf(code: string): string {
	return Object.hasOwn(REFUSALS, code) ? `: ${REFUSALS[code]}` : '';
}
