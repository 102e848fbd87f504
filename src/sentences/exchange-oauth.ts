/** Refusals when connecting through an exchange's own OAuth page. Exchanges are display names. */
import type { Words, Writer } from './sentence.ts';

/** A request to an exchange's OAuth server. */
export type OAuthRequest = 'token' | 'key' | 'deletion' | 'revocation';

const REQUESTS: Readonly<Record<OAuthRequest, string>> = {
	token: 'the request for a token',
	key: 'the request for an API key',
	deletion: 'the request to delete the key',
	revocation: 'the request to revoke the token',
};

const MEANINGS: Readonly<Record<string, string>> = {
	invalid_grant: 'the code or token is invalid or has expired',
	invalid_client:
		'the exchange does not recognize the OAuth client of this service; the operator must check it',
	unauthorized_client: 'the OAuth client of this service lacks permission; the operator must check it',
	invalid_request: 'it considers the request malformed',
	unsupported_grant_type: 'it does not support the request',
	invalid_scope: 'it does not grant the required permissions',
	invalid_token: 'the token is invalid or has expired',
};

type At = { readonly exchange: string };
type Asked = At & { readonly request: OAuthRequest };

/** Refusals, and phrases that complete them. */
export const exchangeOauth = {
	tooManyPending: ({ limit }: { limit: number }) =>
		`At most ${limit} connections can be in progress at once. Try again in a few minutes.`,
	foreignReturn: ({ exchange, minutes }: At & { minutes: number }) =>
		`This redirect from ${exchange} is not valid. You started no such connection in this browser in the last ${minutes} minutes, or the redirect was already used. Start the connection again.`,
	notOffered: ({ exchange }: At) =>
		`This service cannot connect ${exchange} accounts by OAuth. Enter an API key instead.`,
	denied: ({ exchange }: At) => `You declined the connection at ${exchange}. Nothing was connected.`,
	/** @param error the exchange's code; null if it is not a known one */
	failed: ({ exchange, error }: At & { error: string | null }) =>
		`${exchange} sent the browser back with ${error === null ? 'an error' : `the error ${error}`}. Nothing was connected. Start the connection again.`,
	noCode: ({ exchange, limit, count }: At & { limit: number; count: number }) =>
		`The redirect from ${exchange} must carry exactly one code of at most ${limit} characters; number of codes: ${count}. Start the connection again.`,
	otherSite: ({ exchange, parameter, value }: At & { parameter: string; value: string }) =>
		`Only ${exchange} accounts with ${parameter} ${value} can be connected this way; this account is on another site. Enter an API key instead.`,
	notStored: () => 'The service could not check and store the account.',
	keyDeleted: ({ exchange }: At) => `The API key that ${exchange} had created was deleted.`,
	keyMaybeCreated: ({ exchange }: At) =>
		`${exchange} may still have created an API key. Check your keys there, and delete that key if it exists.`,
	/** @param label label of the key; null: `ending` are the last characters of its id */
	keyLeft: ({ exchange, label, ending }: At & { label: string | null; ending: string }) =>
		`This service could not delete the API key that ${exchange} had created. Delete the key ${label === null ? `whose id ends in ${ending}` : `“${label}”`} there.`,
	noAnswer: ({ exchange, request, fault }: Asked & { fault: Words }, write: Writer) =>
		`${exchange} gave no usable answer to ${REQUESTS[request]}: ${write.words(fault)}. Start the connection again.`,
	/** @param code the exchange's code; null if it is not shown */
	refused: ({ exchange, request, code }: Asked & { code: string | null }) => {
		const meaning = code === null ? undefined : MEANINGS[code];
		const why = code === null ? '' : ` with ${code}${meaning === undefined ? '' : `: ${meaning}`}`;
		return `${exchange} refused ${REQUESTS[request]}${why}. Start the connection again, or enter an API key.`;
	},
	late: ({ limit }: { limit: number }) => `no answer within ${limit} ms`,
	redirected: ({ status }: { status: number }) =>
		`it sent a redirect (HTTP ${status}), which this service does not follow`,
	notJson: ({ status }: { status: number }) =>
		`HTTP ${status} with a content type that is not application/json`,
	notObject: ({ status }: { status: number }) => `HTTP ${status} with a body that is not a JSON object`,
	tooLong: ({ limit }: { limit: number }) => `the answer has more than ${limit} bytes`,
	/** @param code the system's error code; null if there is none */
	broken: ({ code }: { code: string | null }) =>
		code === null ? 'the connection broke' : `the connection broke (${code})`,
	noToken: () => 'the answer has no token',
	notBearer: () => 'the token is not a bearer token',
	noKey: () => 'the answer has no key',
	keyEncrypted: () => 'the key cannot be decrypted',
};
