/**
 * How exchanges let a user connect an account without handing over a key: one row per exchange, stated by its module.
 *
 * Every fact says whether it stands in the exchange's public documentation (`documented`) or was put together from elsewhere
 * and has never met the real exchange (`unverified`, with where it comes from). `docs/exchange-oauth.md` is written from the
 * rows. A fact that turns out wrong is corrected in its row, and nowhere else.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock, Random } from './clock.ts';
import type { VenueCredentials } from './venue.ts';

/** A statement about an exchange, and whether its documentation says so. */
export type Fact<Value> = {
	readonly value: Value;
	readonly verified: 'documented' | 'unverified';
	/** A remark that a reader must know; for an unverified fact, where it comes from. */
	readonly note?: string;
};

/** The facts that every exchange with OAuth has. Lifetimes are milliseconds; null is a lifetime that is not known, or a thing that there is not. */
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
	/** Which request makes the key and how its answer is read. */
	readonly keys: ExchangeKeys;
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

/** How accounts of one exchange are connected. */
export type ExchangeRow = CreatesKeyRow | ManualKeyRow;
/** The row of each exchange, keyed by its name. */
export type ExchangeOAuthTable = Readonly<Record<VenueName, ExchangeRow>>;

/** A fact of the exchange's public documentation. */
export function documented<const Value>(value: Value, note?: string): Fact<Value> {
	return { value, verified: 'documented', ...(note === undefined ? {} : { note }) };
}

/** A fact from elsewhere, which has never met the real exchange. @param note where it comes from */
export function unverified<const Value>(value: Value, note: string): Fact<Value> {
	return { value, verified: 'unverified', note };
}

/** A request to an exchange's OAuth server. */
export type ExchangeRequest = {
	readonly venue: VenueName;
	/** The exchange, as people write it. */
	readonly name: string;
	/** The thing that is asked for, to continue "Bybit gave no usable answer to …". */
	readonly what: string;
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** `status`: the body of the answer means nothing and is not read. */
	readonly answer?: 'status';
};

/** Members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The object that the exchange answered: with 2xx, or with 4xx, which the caller must read as a refusal. */
export type ExchangeAnswer = { readonly status: number; readonly members: JsonMembers };

/** @throws CarrywireError EXCHANGE_OAUTH_FAILED when there is no answer that could be read. */
export type AskExchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** The credentials that the exchange gave this service when it was registered there. */
export type ExchangeOAuthClient = {
	readonly clientId: string;
	readonly clientSecret: string;
	/** Addresses that the service trades from, for exchanges that bind a key to them. */
	readonly trustedIps?: readonly string[];
};

/** An exchange whose OAuth can be used: its row, and a client there. */
export type OAuthExchange = {
	readonly venue: VenueName;
	readonly row: CreatesKeyRow;
	readonly client: ExchangeOAuthClient;
};

/** A key that an exchange has made for us. */
export type CreatedKey = {
	readonly credentials: VenueCredentials;
	/** The label that the exchange shows the key under; null where it states none. */
	readonly label: string | null;
};

/** The parts that a key is made and deleted with. */
export type KeyParts = { readonly ask: AskExchange; readonly clock: Clock; readonly random: Random };

/** A request as messages name it, and where it goes. */
export type DescribedRequest = Pick<ExchangeRequest, 'venue' | 'name' | 'what' | 'url'>;

/** How an exchange makes an API key for a token, and deletes it again. */
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

/** Whether it is a JSON object. */
export function isMembers(value: unknown): value is JsonMembers {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member when it is a text that is not empty. */
export function textMember(members: JsonMembers, name: string): string | undefined {
	const value = Object.hasOwn(members, name) ? members[name] : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The error of an exchange that gave no usable answer. @param was what it gave, to continue `was` */
export function noAnswer({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, was: string) {
	return new CarrywireError(
		'EXCHANGE_OAUTH_FAILED',
		`${name} gave no usable answer to ${what}: was ${was}. Begin the connection again.`,
	);
}

/** Codes that RFC 6749 (section 5.2) knows, and what they mean for whoever connects. */
const REFUSALS: Readonly<Record<string, string>> = {
	invalid_grant: 'the code or token is not, or no longer, valid',
	invalid_client: 'the exchange does not know the client of this service: the operator must look',
	unauthorized_client: 'the client of this service may not do this: the operator must look',
	invalid_request: 'it takes the request for malformed',
	unsupported_grant_type: 'it does not support the request',
	invalid_scope: 'it does not grant the permissions that are needed',
	invalid_token: 'the token is not, or no longer, valid',
};

/** The exchange said no. `code` is shown where it is one of the RFC or a plain number, never other words of an answer. */
export function refusedBy({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, code: unknown) {
	const shown = shownCode(code);
	const why = shown === undefined ? '' : ` with ${shown}${meaningOf(shown)}`;
	return new CarrywireError(
		'EXCHANGE_OAUTH_REFUSED',
		`${name} refused ${what}${why}. Begin the connection again, or enter an API key.`,
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
