/** Messages of the authorization server, for users, applications and logs. */
import { spoken } from '../../domain/english.ts';
import { authorization, terminalCode } from '../../sentences/authorization.ts';

/** Refusals that an application or its user receives. */
export const REFUSAL_TEXT = {
	...spoken('authorization', authorization),
	byUser: 'The user refused.',
	resource: (resource: string) => `the only resource of this service is ${resource}`,
	assertionAudience: 'aud must be the issuer or the token endpoint, and nothing else',
	assertionEnd: (seconds: number) => `the assertion must expire within ${seconds} s`,
	assertionFuture: 'the assertion was issued in the future',
	agentScopes: (allowed: readonly string[]) => `this agent has only the scopes ${allowed.join(' ')}`,
	loginUnknown: 'Our page has not yet reported the logged-in user.',
	requestTooLong: (limit: number) => `a request may have at most ${limit} characters`,
	used: 'it has already been used',
} as const;

/** Messages about a code that a user copied from a terminal. */
export const CODE_TEXT = spoken('terminal_code', terminalCode);

/** Log messages. */
export const SERVER_LOG = {
	grantUnreadable: 'The grant of an application cannot be decrypted.',
	expiredNotRemoved: 'Expired records of the authorization server could not be removed.',
	answerNotSent: 'An answer of the authorization server could not be sent.',
	failed: 'The authorization server failed.',
	auditNotWritten: 'The audit trail could not be written.',
	tokenNotRecorded: 'The audit trail could not record that an agent received a token.',
} as const;
