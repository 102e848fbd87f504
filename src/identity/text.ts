/** Messages about logins, tokens, agents and passkeys, for callers and logs. Exact figures go into an error's data. */
import { spoken } from '../domain/english.ts';
import { durationText } from '../domain/figure-text.ts';
import { agent, token } from '../sentences/agent.ts';
import { login, openid, passkey } from '../sentences/login.ts';

const QUOTED_LENGTH_MAX = 80;
const counted = (count: number): string => count.toLocaleString('en-US');

/** Refusals of calls about agents and their keys, and a log warning. */
export const AGENT_TEXT = {
	...spoken('agent', agent),
	useNotRecorded: 'The last use of an agent could not be recorded.',
} as const;

/** Refusals of calls about tokens, and a log warning. */
export const TOKEN_TEXT = {
	...spoken('token', token),
	useNotRecorded: 'The last use of a token could not be recorded.',
} as const;

/** Returns at most the shown length of a value that a caller sent. */
export function shownValue(was: string): string {
	return was.slice(0, QUOTED_LENGTH_MAX);
}

/** Refusals of calls about passkeys. */
export const PASSKEY_TEXT = spoken('passkey', passkey);

/** Refusals for all types of login. */
export const LOGIN_TEXT = spoken('login', login);

/** Refusals of logins at an OpenID provider. */
export const OPENID_TEXT = spoken('openid', openid);

/** Refusals of login tokens from an external provider; `name` is the provider. */
export const JWT_TEXT = {
	tooLong: (length: number, limit: number) =>
		`The token has ${counted(length)} characters; the limit is ${counted(limit)}.`,
	malformed: 'The token must be three parts in base64url, separated by dots.',
	replayed: 'This token has already been used for a login. Log in at the provider again.',
	keysNotRead: (name: string, fault: string) => `The key server of ${name} ${fault}. Try again.`,
	noKeySet: 'did not answer with a key set',
	refused: (name: string, fault: string) => `The token of ${name} was refused: ${fault}.`,
	algorithm: 'its algorithm is not configured',
	noKey: 'it does not match exactly one key of the issuer',
	signature: 'its signature is not the issuer’s',
	notSigned: 'it is not a signed JWT of a supported kind',
} as const;

/** Failures of a request to an external server; each follows the server's name. */
export const FETCH_FAULT = {
	insecure: 'must be called over https',
	timeout: (limitMs: number) => `did not answer within ${durationText(limitMs)}`,
	unreachable: (code: string) => `could not be reached${code}`,
	tooLarge: (limit: number) => `answered with more than ${counted(limit)} bytes`,
} as const;

/** Refusals of logins by a wallet's signature. */
export const WALLET_TEXT = {
	address: 'address must be 0x and 40 hex digits, in lower case or EIP-55, and not zero.',
	chainId: (chains: string) => `chainId must be one of ${chains}.`,
	statement: (lengthMax: number) =>
		`statement must be one line of 1 to ${lengthMax} letters, digits, spaces and URI characters.`,
	signatureForm: (bytesMax: number) =>
		`The signature must be 0x and whole bytes in hex, at most ${counted(bytesMax)} bytes.`,
	chain: (chains: string, was: number) => `The chain of the message must be one of ${chains}; was ${was}.`,
	nonce: 'The nonce of the message is unknown, already used, expired, or from another browser. Start again.',
	noNode: (address: string, chain: string) =>
		`The signature was not made by the key of ${address}. If that is a contract wallet, it cannot log in on ${chain}: the operator has configured no node for that chain.`,
	notAccepted: (address: string, chain: string) =>
		`The signature was not made by the key of ${address}, and no contract wallet at that address on ${chain} accepts it.`,
	wrongNode: (chain: string, expected: number, was: number) =>
		`The node configured for ${chain} must serve chain ${expected}; it serves ${was}.`,
	node: (chain: string, fault: string) =>
		`The ${chain} node that checks contract wallets ${fault}. Try again.`,
	noCode: 'did not answer with contract code',
	noResult: 'did not answer with the result of the call',
	nodeError: 'answered with an error or without JSON-RPC',
	tooLong: (length: number, limit: number) =>
		`The message has ${counted(length)} characters; the limit is ${counted(limit)}.`,
	resources: 'The message must not list resources.',
	otherUri: (uri: string) => `The URI of the message must be ${uri}; it is a different one.`,
	chainNumber: 'The chain id of the message is too large.',
	notMessage: 'The text is not an EIP-4361 version 1 message.',
	otherSite: (site: string) => `The message must be for ${site}; it is for another site.`,
	messageAddress: 'The address of the message must be in EIP-55 form and not zero.',
	future: (skewMs: number) => `The message was issued more than ${durationText(skewMs)} in the future.`,
	old: (ageMs: number) => `The message is older than ${durationText(ageMs)}. Start again.`,
	expired: 'The message has expired. Start again.',
	early: 'The message is not valid yet.',
} as const;

/** Faults in a DPoP proof; each follows the words “The DPoP proof is not valid:”. */
export const DPOP_FAULT = {
	tooLong: (limit: number) => `it must have at most ${counted(limit)} characters`,
	notSigned: 'it is not a signed DPoP proof',
	noKey: 'its header must contain the public key',
	otherKey: 'its key is not the one that the token is bound to',
	jti: (lengthMax: number) => `jti must be a string of 1 to ${lengthMax} characters`,
	htm: (method: string) => `htm must be ${method}`,
	htu: (url: string) => `htu must be ${url}`,
	iat: (seconds: number) => `iat must be within ${seconds} s of now`,
	beforeStart: 'iat must not be before the start of the service; make a new proof',
	ath: 'ath must be the hash of the access token',
	used: 'it has already been used',
	tooMany: 'too many proofs were used in the last minute; make a new one in a minute',
} as const;
