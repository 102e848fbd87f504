/** UI text about access and the service's responses. */
export const text = {
	loggedOut: 'This browser is no longer logged in.',
	noToken: (status: number) => `The service issued no token: HTTP ${status}.`,
	tokenRefused: 'The service no longer accepts this token: it has expired or was revoked.',
	scopesUnknown: 'The service has not confirmed yet what this token allows.',
	readOnly: (scopes: string, needed: string) =>
		`This token can only read: it has ${scopes}, and trading needs ${needed}.`,
	logInToTrade: 'Log in to trade.',
	httpStatus: (status: number) => `The service answered with HTTP ${status}.`,
} as const;
