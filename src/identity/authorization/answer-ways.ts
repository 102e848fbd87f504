/**
 * How an answer goes back to an application: in the address. The server would also post it (OAuth 2.0 Form Post Response
 * Mode), by a page that sends itself by script: the policy of our pages lets no such script run, so it is not offered.
 */
import type { KoaContextWithOIDC } from 'oidc-provider';
import { type AuthorizationPages, ROUTES } from './pages-and-paths.ts';
import { REFUSAL_TEXT } from './text.ts';

const NOT_OFFERED = 'form_post';

/** Says so to whoever asks for it, before a user is asked anything where that can be seen. */
export function answerByAddress(pages: AuthorizationPages) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
		const isAsked = ctx.path === ROUTES.authorization && ctx.query.response_mode === NOT_OFFERED;
		if (!isAsked) await next();
		if (isAsked || isPosted(ctx)) {
			ctx.status = 400;
			ctx.type = 'html';
			ctx.body = pages.failure('invalid_request', REFUSAL_TEXT.responseMode(NOT_OFFERED));
		}
		if (isMetadata(ctx.body))
			ctx.body.response_modes_supported = ctx.body.response_modes_supported.filter(
				(mode) => mode !== NOT_OFFERED,
			);
	};
}

/** Of a request that was pushed (RFC 9126) the way is known at its end alone. */
function isPosted({ oidc, type }: KoaContextWithOIDC): boolean {
	const isAnswer = oidc?.route === 'authorization' || oidc?.route === 'resume';
	return isAnswer && type === 'text/html' && oidc.params?.response_mode === NOT_OFFERED;
}

function isMetadata(body: unknown): body is { response_modes_supported: readonly string[] } {
	return typeof body === 'object' && body !== null && 'response_modes_supported' in body;
}
