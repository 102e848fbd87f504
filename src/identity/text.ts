/** Messages about logins, tokens, agents and passkeys, for callers and logs. Exact figures go into an error's data. */
import { spoken } from '../domain/english.ts';
import { durationText } from '../domain/figure-text.ts';
import { agent, token } from '../sentences/agent.ts';
import { login, openid, passkey } from '../sentences/login.ts';
import { wallet } from '../sentences/wallet.ts';

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
export const WALLET_TEXT = spoken('wallet', wallet);

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
