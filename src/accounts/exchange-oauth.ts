/**
 * Connects an exchange account of a user who is logged in here, by the exchange's own OAuth page: `begin` says where to
 * send the browser, `finish` takes what it comes back with and ends with credentials that the account is connected with.
 *
 * What protects the way there and back (RFC 9700, sections 2.1, 4.4 and 4.7): a state of 256 bits that is kept as a
 * hash, for ten minutes, for one use, for one user and one browser; a redirect URI of its own per exchange; and PKCE
 * where the exchange has it. The state is taken before anything is sent, so that no code is ever tried twice.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ExchangeOAuthClient, ExchangeOAuthTable, OAuthExchange } from '../ports/exchange-oauth.ts';
import type {
	OAuthPendingStore,
	PendingBinding,
	PendingConnection,
	PendingSeal,
} from '../ports/oauth-pending-store.ts';
import { createAskExchange, type Reach } from './ask-exchange.ts';
import { connectGranted, type GrantParts } from './connect-granted.ts';
import { exchangeCode, queryText } from './exchange-token.ts';

/** The parts that connecting by OAuth needs. */
export type ExchangeOAuthParts = {
	readonly table: ExchangeOAuthTable;
	/** By venue. A venue without one is not offered. */
	readonly clients: Readonly<Record<VenueName, ExchangeOAuthClient>>;
	/** How browsers reach this service: an http or https URL without a slash at the end. */
	readonly redirectBase: () => string;
	readonly pending: OAuthPendingStore;
	readonly seal: PendingSeal;
	readonly reach: Reach;
} & Omit<GrantParts, 'ask'>;

/** Where the browser is sent back to, from the base URL on; registered at the exchange. */
export function callbackPath(venue: VenueName): string {
	return `/connections/callback/${venue}`;
}

/** Connects accounts by OAuth: from the button to the key. */
export interface ExchangeOAuth {
	/** Whether accounts of the venue can be connected by `begin`; else by a key that is entered. */
	offers(venue: VenueName): boolean;
	/**
	 * @param request.browser hash of the session cookie
	 * @param request.label what the user will call the account: 1 to 64 characters
	 * @throws CarrywireError EXCHANGE_OAUTH_NOT_OFFERED, INVALID_PARAMS, RATE_LIMITED
	 */
	begin(request: {
		readonly userId: string;
		readonly venue: VenueName;
		readonly browser: string;
		readonly label: string;
	}): Promise<{ readonly url: string }>;
	/**
	 * Resolves when the account is connected.
	 * @param request.venue of the path of the callback
	 * @param request.query of the callback, as it came
	 * @throws CarrywireError EXCHANGE_OAUTH_STATE when it does not belong to a connection that this browser began,
	 *   EXCHANGE_OAUTH_REFUSED when the user or the exchange refused, EXCHANGE_OAUTH_FAILED when the exchange gave no usable
	 *   answer, and what `complete` throws
	 */
	finish(request: {
		readonly venue: VenueName;
		readonly query: URLSearchParams;
		readonly userId: string;
		readonly browser: string;
	}): Promise<{ readonly label: string }>;
}

/** A begun connection ends after this, milliseconds. */
export const PENDING_MS_MAX = 10 * 60_000;
/** Connections that a user may have begun at once. */
export const PENDING_PER_USER_MAX = 5;
const PENDING_TOTAL_MAX = 10_000;
const LABEL_LENGTH_MAX = 64;
const STATE_BYTES = 32;
/** 64 characters of the 43 to 128 that RFC 7636, section 4.1, allows. */
const VERIFIER_BYTES = 32;

/** What the return needs and nobody else may see. */
type Begun = {
	readonly label: string;
	readonly redirectUri: string;
	/** Of PKCE. */
	readonly verifier: string | null;
};

type Whose = { readonly venue: VenueName; readonly userId: string; readonly browser: string };

/** Makes connecting by OAuth for the venues that have a client. */
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
					`At most ${PENDING_TOTAL_MAX} connections may be on their way at once. Begin again in some minutes.`,
					{ retryAfterMs: PENDING_MS_MAX },
				);
			return { url: parts.reach(venue, new URL(authorizeUrl(exchange, state, begun))).href };
		},
		async finish({ venue, query, userId, browser }) {
			const exchange = offered(parts, venue);
			const begun = await take(parts, query.getAll('state'), { venue, userId, browser });
			if (begun === undefined)
				throw new CarrywireError(
					'EXCHANGE_OAUTH_STATE',
					`A return from ${exchange.row.name} must belong to a connection that was begun in this browser, by this user, within ${PENDING_MS_MAX / 60_000} minutes, and each counts once; this one does not. Begin the connection again.`,
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
		`An account is connected by OAuth at exchanges that have it and that know this service; was ${venue.slice(0, 32)}. Enter an API key instead.`,
	);
}

/** Takes the login that was begun with this state, once; undefined where it is not this caller's to finish. */
async function take(
	parts: ExchangeOAuthParts,
	states: readonly string[],
	by: Whose,
): Promise<Begun | undefined> {
	const [state] = states;
	if (state === undefined || states.length !== 1) return undefined;
	const taken = await parts.pending.take(sha256Hex(state));
	if (taken === undefined || !belongs(taken, by, parts.clock.now())) return undefined;
	try {
		return JSON.parse(String(await parts.seal.open(taken.payload, bindingOf(taken)))) as Begun;
	} catch {
		// Sealed under a key that is gone, or changed where it lay: nobody can finish it.
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

/** Comparing in constant time tells nobody how near a guess was. */
function belongs(pending: PendingConnection, by: Whose, now: number): boolean {
	const same = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b));
	const isOurs = [
		same(pending.browser, by.browser),
		same(pending.userId, by.userId),
		same(pending.venue, by.venue),
		now < pending.expiresAt,
	];
	return isOurs.every(Boolean);
}

/** Errors that RFC 6749 (section 4.1.2.1) knows; the words of an exchange's own are never repeated. */
const PASSING_ERRORS = new Set(['server_error', 'temporarily_unavailable']);
const KNOWN_ERRORS = new Set([
	'invalid_request',
	'unauthorized_client',
	'unsupported_response_type',
	'invalid_scope',
]);

/** The code of the callback. RFC 6749, section 3.1: no parameter may come twice. */
function codeOf({ row }: OAuthExchange, query: URLSearchParams): string {
	const { name } = row;
	const error = query.get('error');
	if (error === 'access_denied')
		throw new CarrywireError(
			'EXCHANGE_OAUTH_REFUSED',
			`The connection was refused on the page of ${name}: nothing was connected.`,
		);
	if (error !== null)
		throw new CarrywireError(
			PASSING_ERRORS.has(error) ? 'EXCHANGE_OAUTH_FAILED' : 'EXCHANGE_OAUTH_REFUSED',
			`${name} sent the browser back with ${PASSING_ERRORS.has(error) || KNOWN_ERRORS.has(error) ? `the error ${error}` : 'an error'}: nothing was connected. Begin the connection again.`,
		);
	const codes = query.getAll('code');
	const [code] = codes;
	if (codes.length !== 1 || code === undefined || code === '' || code.length > CODE_LENGTH_MAX)
		throw new CarrywireError(
			'EXCHANGE_OAUTH_FAILED',
			`${name} must send the browser back with one code of at most ${CODE_LENGTH_MAX} characters; there were ${codes.length}. Begin the connection again.`,
		);
	for (const [parameter, value] of Object.entries(row.callbackValues.value))
		if (query.getAll(parameter).some((given) => given !== value))
			throw new CarrywireError(
				'EXCHANGE_OAUTH_REFUSED',
				`Accounts of ${name} are connected where ${parameter} is ${value}; this account is elsewhere. Enter an API key instead.`,
			);
	return code;
}

const CODE_LENGTH_MAX = 4_096;

function requireLabel(label: string): void {
	if (label.length >= 1 && label.length <= LABEL_LENGTH_MAX) return;
	throw new CarrywireError(
		'INVALID_PARAMS',
		`label must have 1 to ${LABEL_LENGTH_MAX} characters; had ${label.length}.`,
		{ field: 'label' },
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
