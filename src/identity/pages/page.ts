/** Declares what a page is: path, access and response. `page-routes.ts` serves pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Html } from '../../domain/html.ts';
import type { Login } from './browser-sessions.ts';

/** One page request. */
export type Visitor = {
	/** Name of the browser; pending sign-ins are bound to it. */
	readonly browser: string;
	/** The browser's login; undefined if nobody is logged in. */
	readonly login: Login | undefined;
	readonly address: string;
	/** Scheme and authority that the browser used to reach the service; always one of the service's own. */
	readonly site: string;
	/** Value of the hidden field in every form. */
	readonly csrf: string;
	/** Path of the request, with its query. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly params: Readonly<Record<string, string>>;
	/** Fields of a posted form; empty for GET. */
	readonly form: URLSearchParams;
	/** The `Cookie` header, for login and logout (`browser-sessions.ts`). */
	readonly cookies: string | undefined;
	/** Hash of the origin key, for login and logout (`browser-sessions.ts`). */
	readonly origin: string | undefined;
	/** Raw request and response, for the authorization server, which writes its own response. */
	readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
};

/** A request from a logged-in user. */
export type LoggedIn = Visitor & {
	readonly userId: string;
	readonly userName: string;
	readonly login: Login;
};

/** Content of a response; `page-routes.ts` adds status and headers. */
export type PageAnswer =
	| {
			readonly kind: 'page';
			readonly title: string;
			readonly body: Html;
			readonly status?: number;
			/** Error of a refused form, which determines the status and the title prefix. */
			readonly refusal?: CarrywireError;
			/** Other origins that this page's forms may reach, directly or through redirects. */
			readonly formTargets?: readonly string[];
			/** Optional script in `assets/`; the page works without it. */
			readonly script?: string;
	  }
	/** The dashboard shell. */
	| { readonly kind: 'app' }
	| { readonly kind: 'json'; readonly content: Readonly<Record<string, unknown>> }
	| { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
	/**
	 * A redirect by a page instead of HTTP. After a form, browsers follow HTTP redirects only to targets that the
	 * form's page lists.
	 */
	| {
			readonly kind: 'onward';
			readonly to: string;
			readonly name: string;
			readonly cookies?: readonly string[];
	  }
	| { readonly kind: 'file'; readonly name: string; readonly type: string; readonly content: Readable }
	/** The report of a replay, as one HTML file. The browser isolates it from the service. */
	| { readonly kind: 'report'; readonly content: string }
	/** The handler has written the raw response itself. */
	| { readonly kind: 'answered' };

type Row = {
	readonly method: 'GET' | 'POST';
	/** Path with parameters as `:name`. */
	readonly path: string;
	/** Navigation entry that the page belongs to. */
	readonly nav?: string;
	/** True for a page without forms or user data. Visitors without a login skip the door page. */
	readonly isOpen?: true;
};

/** One page. */
export type Page =
	| (Row & {
			readonly access: 'anyone';
			readonly answer: (visitor: Visitor, userId: string | undefined) => Promise<PageAnswer>;
	  })
	| (Row & { readonly access: 'user'; readonly answer: (visitor: LoggedIn) => Promise<PageAnswer> });

/** Returns a redirect (303) to one of our paths. */
export function redirect(to: string): PageAnswer {
	return { kind: 'redirect', to };
}

/** Returns the text if it is one of our paths, else `/`. Use it for untrusted input. */
export function ownPath(text: string | null): string {
	// A second slash or a backslash would start the name of another host. Browsers drop characters such as tabs,
	// which could hide a second slash, so only visible ASCII is allowed.
	return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\') ? text : '/';
}
