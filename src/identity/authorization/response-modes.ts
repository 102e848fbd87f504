/**
 * Restricts the authorization server to response modes that put the response in the redirect URI. The server could
 * also post the response (OAuth 2.0 Form Post Response Mode), through a page whose script submits a form. The content
 * security policy of our pages blocks that script, so we do not offer this mode.
 */
import type { KoaContextWithOIDC } from 'oidc-provider';
import { type AuthorizationPages, ROUTES } from './pages-and-paths.ts';
import { REFUSAL_TEXT } from './text.ts';

const NOT_OFFERED = 'form_post';

/**
 * Refuses a request for the `form_post` mode, if possible before the user sees a page, and removes the mode from the
 * metadata.
 */
export function refuseFormPost(pages: AuthorizationPages) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
		const isAsked = ctx.path === ROUTES.authorization && ctx.query.response_mode === NOT_OFFERED;
		if (!isAsked) await next();
		if (isAsked || isPosted(ctx)) {
			ctx.status = 400;
			ctx.type = 'html';
			ctx.body = pages.failure('invalid_request', REFUSAL_TEXT.responseMode({ mode: NOT_OFFERED }));
		}
		if (isMetadata(ctx.body))
			ctx.body.response_modes_supported = ctx.body.response_modes_supported.filter(
				(mode) => mode !== NOT_OFFERED,
			);
	};
}

/**
 * Detects the `form_post` mode in the response to a pushed request (RFC 9126), whose parameters are not in its URL.
 */
function isPosted({ oidc, type }: KoaContextWithOIDC): boolean {
	const isAnswer = oidc?.route === 'authorization' || oidc?.route === 'resume';
	return isAnswer && type === 'text/html' && oidc.params?.response_mode === NOT_OFFERED;
}

function isMetadata(body: unknown): body is { response_modes_supported: readonly string[] } {
	return typeof body === 'object' && body !== null && 'response_modes_supported' in body;
}
