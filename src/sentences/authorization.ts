/** Sentences on the pages of the authorization server. */

/** Why the server cannot answer an application's request; phrases without a full stop. */
export const authorization = {
	responseMode: ({ mode }: { mode: string }) => `response_mode must not be ${mode}`,
	otherBrowser: () => 'you did not answer the access request in this browser',
	pageTooOld: () => 'this page was open for too long',
	failed: () => 'the service failed; its log has the details',
};

/** Messages about a code that a user copied from a terminal. */
export const terminalCode = {
	absent: () => 'Enter the code that your terminal shows.',
	invalid: () => 'This code is not valid or has expired. Check your terminal, or start again there.',
	otherPage: () => 'This page has expired or was opened in another browser. Enter the code again.',
};
