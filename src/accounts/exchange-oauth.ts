/**
 * Connects a logged-in user's exchange account through the exchange's own OAuth page. `begin` returns the URL to open
 * in the browser. `finish` takes the callback's query, obtains the credentials and connects the account.
 *
 * Redirects are protected as RFC 9700, sections 2.1, 4.4 and 4.7, requires. The state has 256 bits and is stored as a
 * hash. It is valid for ten minutes, and for a single use by one user in one browser. Each exchange has its own
 * redirect URI. PKCE is used if the exchange supports it. The state is used up before the service sends anything, so
 * no authorization code is tried twice.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { EXCHANGE_OAUTH_TEXT } from '../domain/exchange-oauth-text.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ExchangeOAuthClient, ExchangeOAuthTable, OAuthExchange } from '../ports/exchange-oauth.ts';
import type {
	OAuthPendingStore,
	PendingBinding,
	PendingConnection,
	PendingSeal,
} from '../ports/oauth-pending-store.ts';
import { shownNameOf } from '../venues/facts.ts';
import { createAskExchange, type Reach } from './ask-exchange.ts';
import { connectGranted, type GrantParts } from './connect-granted.ts';
import { exchangeCode, queryText } from './exchange-token.ts';
import { ACCOUNT_TEXT } from './text.ts';

/** Dependencies for connecting by OAuth. */
export type ExchangeOAuthParts = {
	readonly table: ExchangeOAuthTable;
	/** OAuth clients by venue. The service does not offer OAuth for a venue without a client. */
	readonly clients: Readonly<Record<VenueName, ExchangeOAuthClient>>;
	/** Returns the URL at which browsers reach this service: http or https, without a trailing slash. */
	readonly redirectBase: () => string;
	readonly pending: OAuthPendingStore;
	readonly seal: PendingSeal;
	readonly reach: Reach;
} & Omit<GrantParts, 'ask'>;

/** Returns the callback's path below the base URL, as registered at the exchange. */
export function callbackPath(venue: VenueName): string {
	return `/connections/callback/${venue}`;
}

/** Connects accounts by OAuth. A connection begins at the exchange's page and ends with a stored API key. */
export interface ExchangeOAuth {
	/** True if `begin` can connect accounts at the venue. Otherwise the user must enter a key. */
	offers(venue: VenueName): boolean;
	/**
	 * @param request.browser hash of the session cookie
	 * @param request.label the user's name for the account, 1 to 64 characters
	 * @throws CarrywireError EXCHANGE_OAUTH_NOT_OFFERED, INVALID_PARAMS, RATE_LIMITED
	 */
	begin(request: {
		readonly userId: string;
		readonly venue: VenueName;
		readonly browser: string;
		readonly label: string;
	}): Promise<{ readonly url: string }>;
	/**
	 * Finishes a connection after the exchange's callback. Resolves when the account is connected.
	 * @param request.venue the venue in the callback's path
	 * @param request.query the callback's query, unchanged
	 * @throws CarrywireError EXCHANGE_OAUTH_STATE if the callback does not belong to a connection that this browser
	 * began; EXCHANGE_OAUTH_REFUSED if the user or the exchange refused; EXCHANGE_OAUTH_FAILED if the exchange gave
	 * no usable response; errors from `complete`
	 */
	finish(request: {
		readonly venue: VenueName;
		readonly query: URLSearchParams;
		readonly userId: string;
		readonly browser: string;
	}): Promise<{ readonly label: string }>;
}

/** Lifetime of a pending connection, milliseconds. */
export const PENDING_MS_MAX = 10 * 60_000;
/** Maximum number of pending connections per user. */
export const PENDING_PER_USER_MAX = 5;
const PENDING_TOTAL_MAX = 10_000;
const LABEL_LENGTH_MAX = 64;
const STATE_BYTES = 32;
/** The verifier has 64 hexadecimal characters; RFC 7636, section 4.1, allows 43 to 128 characters. */
const VERIFIER_BYTES = 32;

/** Data of a pending connection, stored sealed. Only `finish` reads it. */
type Begun = {
	readonly label: string;
	readonly redirectUri: string;
	/** PKCE code verifier; null if the exchange does not use PKCE. */
	readonly verifier: string | null;
};

type Caller = { readonly venue: VenueName; readonly userId: string; readonly browser: string };

/** Creates the OAuth connection service for the venues that have a client. */
export function createExchangeOAuth(parts: ExchangeOAuthParts): ExchangeOAuth {
	const { pending, seal, clock, random } = parts;
	const ask = createAskExchange(parts);
	const grantParts = { ...parts, ask };
	return {
		offers: (venue) => find(parts, venue) !== undefined,
		async begin({ userId, venue, browser, label }) {
			const exchange = offered(parts, venue);
			requireLabel(label);
			const state = random.hex(STATE_BYTES);
			const stateHash = sha256Hex(state);
			const begun: Begun = {
				label,
				redirectUri: `${parts.redirectBase()}${callbackPath(venue)}`,
				verifier: exchange.row.pkce.value === 'S256' ? random.hex(VERIFIER_BYTES) : null,
			};
			const createdAt = clock.now();
			const kept = await pending.put(
				{
					stateHash,
					userId,
					browser,
					venue,
					payload: await seal.seal(JSON.stringify(begun), bindingOf({ stateHash, userId })),
					createdAt,
					expiresAt: createdAt + PENDING_MS_MAX,
				},
				{ perUserMax: PENDING_PER_USER_MAX, totalMax: PENDING_TOTAL_MAX },
			);
			if (!kept)
				throw new CarrywireError(
					'RATE_LIMITED',
					EXCHANGE_OAUTH_TEXT.tooManyPending({ limit: PENDING_TOTAL_MAX }),
					{
						retryAfterMs: PENDING_MS_MAX,
					},
				);
			return { url: parts.reach(venue, new URL(authorizeUrl(exchange, state, begun))).href };
		},
		async finish({ venue, query, userId, browser }) {
			const exchange = offered(parts, venue);
			const begun = await take(parts, query.getAll('state'), { venue, userId, browser });
			if (begun === undefined)
				throw new CarrywireError(
					'EXCHANGE_OAUTH_STATE',
					EXCHANGE_OAUTH_TEXT.foreignReturn({
						exchange: exchange.row.name,
						minutes: PENDING_MS_MAX / 60_000,
					}),
				);
			const code = codeOf(exchange, query);
			const token = await exchangeCode(ask, exchange, { code, ...begun });
			await connectGranted(grantParts, exchange, token, { userId, label: begun.label });
			return { label: begun.label };
		},
	};
}

function find(parts: ExchangeOAuthParts, venue: VenueName): OAuthExchange | undefined {
	const row = Object.hasOwn(parts.table, venue) ? parts.table[venue] : undefined;
	const client = Object.hasOwn(parts.clients, venue) ? parts.clients[venue] : undefined;
	if (row === undefined || client === undefined || row.result === 'manual_key') return undefined;
	const canUse = !row.needsTrustedIps.value || (client.trustedIps ?? []).length > 0;
	return canUse ? { venue, row, client } : undefined;
}

function offered(parts: ExchangeOAuthParts, venue: VenueName): OAuthExchange {
	const exchange = find(parts, venue);
	if (exchange !== undefined) return exchange;
	throw new CarrywireError(
		'EXCHANGE_OAUTH_NOT_OFFERED',
		EXCHANGE_OAUTH_TEXT.notOffered({ exchange: shownNameOf(venue.slice(0, 32)) }),
	);
}

/**
 * Uses up the pending connection with this state and returns its data. Returns undefined unless the connection
 * belongs to this caller and has not expired.
 */
async function take(
	parts: ExchangeOAuthParts,
	states: readonly string[],
	by: Caller,
): Promise<Begun | undefined> {
	const [state] = states;
	if (state === undefined || states.length !== 1) return undefined;
	const taken = await parts.pending.take(sha256Hex(state));
	if (taken === undefined || !belongs(taken, by, parts.clock.now())) return undefined;
	try {
		return JSON.parse(String(await parts.seal.open(taken.payload, bindingOf(taken)))) as Begun;
	} catch {
		// The vault key is gone or the row was changed, so this connection cannot be finished.
		return undefined;
	}
}

function authorizeUrl({ row, client }: OAuthExchange, state: string, begun: Begun): string {
	const parameters = {
		response_type: 'code',
		client_id: client.clientId,
		redirect_uri: begun.redirectUri,
		scope: row.scopes.value.join(row.scopeSeparator.value),
		state,
		...row.authorizeParameters.value,
		...(begun.verifier === null
			? {}
			: { code_challenge: sha256(begun.verifier).toString('base64url'), code_challenge_method: 'S256' }),
	};
	return `${row.authorizeUrl.value}?${queryText(parameters, row.redirectUriAs.value)}`;
}

/**
 * Checks that the pending connection belongs to the caller and has not expired. The comparison takes constant time,
 * so that timing does not reveal how close a guess was.
 */
function belongs(pending: PendingConnection, by: Caller, now: number): boolean {
	const same = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b));
	const isOurs = [
		same(pending.browser, by.browser),
		same(pending.userId, by.userId),
		same(pending.venue, by.venue),
		now < pending.expiresAt,
	];
	return isOurs.every(Boolean);
}

/**
 * Temporary errors from RFC 6749, section 4.1.2.1. The service shows users only the error codes that it knows, never
 * an exchange's own error text.
 */
const PASSING_ERRORS = new Set(['server_error', 'temporarily_unavailable']);
const KNOWN_ERRORS = new Set([
	'invalid_request',
	'unauthorized_client',
	'unsupported_response_type',
	'invalid_scope',
]);

/**
 * Returns the authorization code in the callback. The callback must have exactly one, because RFC 6749, section 3.1,
 * forbids repeated parameters.
 */
function codeOf({ row }: OAuthExchange, query: URLSearchParams): string {
	const { name } = row;
	const error = query.get('error');
	if (error === 'access_denied')
		throw new CarrywireError('EXCHANGE_OAUTH_REFUSED', EXCHANGE_OAUTH_TEXT.denied({ exchange: name }));
	if (error !== null)
		throw new CarrywireError(
			PASSING_ERRORS.has(error) ? 'EXCHANGE_OAUTH_FAILED' : 'EXCHANGE_OAUTH_REFUSED',
			EXCHANGE_OAUTH_TEXT.failed({
				exchange: name,
				error: PASSING_ERRORS.has(error) || KNOWN_ERRORS.has(error) ? error : null,
			}),
		);
	const codes = query.getAll('code');
	const [code] = codes;
	if (codes.length !== 1 || code === undefined || code === '' || code.length > CODE_LENGTH_MAX)
		throw new CarrywireError(
			'EXCHANGE_OAUTH_FAILED',
			EXCHANGE_OAUTH_TEXT.noCode({ exchange: name, limit: CODE_LENGTH_MAX, count: codes.length }),
		);
	for (const [parameter, value] of Object.entries(row.callbackValues.value))
		if (query.getAll(parameter).some((given) => given !== value))
			throw new CarrywireError(
				'EXCHANGE_OAUTH_REFUSED',
				EXCHANGE_OAUTH_TEXT.otherSite({ exchange: name, parameter, value }),
			);
	return code;
}

const CODE_LENGTH_MAX = 4_096;

function requireLabel(label: string): void {
	if (label.length >= 1 && label.length <= LABEL_LENGTH_MAX) return;
	throw new CarrywireError(
		'INVALID_PARAMS',
		ACCOUNT_TEXT.label({ limit: LABEL_LENGTH_MAX, length: label.length }),
		{
			field: 'label',
		},
	);
}

function bindingOf({ stateHash, userId }: Pick<PendingConnection, 'stateHash' | 'userId'>): PendingBinding {
	return { table: 'oauth_pending', record: stateHash, user: userId, field: 'payload' };
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

function sha256Hex(text: string): string {
	return sha256(text).toString('hex');
}
