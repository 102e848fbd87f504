/** Messages about logins, tokens, agents and passkeys, for callers and logs. Exact figures go into an error's data. */
import { spoken } from '../domain/english.ts';
import { agent, token } from '../sentences/agent.ts';
import { externalServer, jwt, login, openid, passkey } from '../sentences/login.ts';
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

/** Refusals of login tokens from an external provider. */
export const JWT_TEXT = spoken('jwt', jwt);

/** Failures of a request to an external server; each follows the server's name. */
export const FETCH_FAULT = spoken('external_server', externalServer);

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
