/** Messages of the authorization server, for users, applications and logs. */

/** Refusals that an application or its user receives. */
export const REFUSAL_TEXT = {
	responseMode: (mode: string) => `response_mode must not be ${mode}`,
	byUser: 'The user refused.',
	otherBrowser: 'you did not answer the access request in this browser',
	resource: (resource: string) => `the only resource of this service is ${resource}`,
	assertionAudience: 'aud must be the issuer or the token endpoint, and nothing else',
	assertionEnd: (seconds: number) => `the assertion must expire within ${seconds} s`,
	assertionFuture: 'the assertion was issued in the future',
	agentScopes: (allowed: readonly string[]) => `this agent has only the scopes ${allowed.join(' ')}`,
	loginUnknown: 'Our page has not yet reported the logged-in user.',
	requestTooLong: (limit: number) => `a request may have at most ${limit} characters`,
	used: 'it has already been used',
	pageTooOld: 'this page was open for too long',
	failed: 'the service failed; its log has the details',
} as const;

/** Messages about a code that a user copied from a terminal. */
export const CODE_TEXT = {
	absent: 'Enter the code that your terminal shows.',
	invalid: 'This code is not valid or has expired. Check your terminal, or start again there.',
	otherPage: 'This page has expired or was opened in another browser. Enter the code again.',
} as const;

/** Log messages. */
export const SERVER_LOG = {
	grantUnreadable: 'The grant of an application cannot be decrypted.',
	expiredNotRemoved: 'Expired records of the authorization server could not be removed.',
	answerNotSent: 'An answer of the authorization server could not be sent.',
	failed: 'The authorization server failed.',
	auditNotWritten: 'The audit trail could not be written.',
	tokenNotRecorded: 'The audit trail could not record that an agent received a token.',
} as const;
