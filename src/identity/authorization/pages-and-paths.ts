/** Where the authorization server is reached, and what it shows there itself. */

/** Paths of the authorization server; its metadata names them (RFC 8414). */
export const ROUTES = {
	authorization: '/oauth/authorize',
	token: '/oauth/token',
	jwks: '/oauth/keys',
	revocation: '/oauth/revoke',
	introspection: '/oauth/introspect',
	device_authorization: '/oauth/device-authorization',
	code_verification: '/oauth/device',
	pushed_authorization_request: '/oauth/par',
} as const;

/** Metadata, which scripts of other sites may read. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set([
	ROUTES.jwks,
	'/.well-known/openid-configuration',
	'/.well-known/oauth-authorization-server',
]);

/** A form of the pages for a terminal: where it is sent, and what proves that it is theirs. */
export type TerminalForm = { readonly action: string; readonly xsrf: string };

/** What the browser sees where `oidc-provider` shows something itself, as HTML. */
export type AuthorizationPages = {
	/** `code` is filled in already; `fault` says what was wrong with the last one. */
	readonly enterCode: (form: TerminalForm, code: string, fault: string | undefined) => string;
	readonly confirmCode: (form: TerminalForm, applicationName: string, code: string) => string;
	readonly deviceDone: () => string;
	readonly deviceRefused: () => string;
	readonly failure: (code: string, description: string | undefined) => string;
};
