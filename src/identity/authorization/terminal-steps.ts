/**
 * Provides the pages on which a user authorizes a terminal (RFC 8628, section 3.3): entering the code, and confirming
 * it.
 */
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Words } from '../../sentences/sentence.ts';
import { type AuthorizationPages, ROUTES, type TerminalForm } from './pages-and-paths.ts';
import { CODE_TEXT } from './text.ts';

type DeviceFlow = Exclude<NonNullable<Configuration['features']>['deviceFlow'], undefined>;

/**
 * Replaces the server's forms, which have inline scripts and unlabelled fields, with our pages. Our forms contain the
 * server's CSRF token.
 */
export function terminalSteps(
	pages: AuthorizationPages,
): Pick<DeviceFlow, 'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'> {
	return {
		async userCodeInputSource(ctx, _form, _out, error) {
			ctx.body =
				error?.name === 'AbortedError'
					? pages.deviceRefused()
					: pages.enterCode(formOf(ctx), String(ctx.state[LINKED_CODE] ?? ''), codeFault(error));
		},
		async userCodeConfirmSource(ctx, _form, client, _device, userCode) {
			ctx.body = pages.confirmCode(formOf(ctx), client.clientName ?? client.clientId, userCode);
		},
		async successSource(ctx) {
			ctx.body = pages.deviceDone();
		},
	};
}

const LINKED_CODE = 'linkedCode';
const LINKED_CODE_LENGTH_MAX = 32;

/**
 * Fills in the form from a link that contains the code (section 3.3.1). The server's own form would submit itself by
 * script. On our page, the user must still confirm the code (section 5.4).
 */
export async function takeLinkedCode(
	ctx: Pick<KoaContextWithOIDC, 'method' | 'path' | 'query' | 'state'>,
	next: () => Promise<unknown>,
): Promise<void> {
	const { user_code: code } = ctx.query;
	if (ctx.method === 'GET' && ctx.path === ROUTES.code_verification && typeof code === 'string') {
		ctx.state[LINKED_CODE] = code.slice(0, LINKED_CODE_LENGTH_MAX);
		ctx.query = {};
	}
	await next();
}

function formOf({ oidc }: KoaContextWithOIDC): TerminalForm {
	return { action: ROUTES.code_verification, xsrf: String(oidc.session?.state?.secret ?? '') };
}

function codeFault(error: Error | undefined): Words | undefined {
	switch (error?.name) {
		case undefined:
			return undefined;
		case 'NoCodeError':
			return CODE_TEXT.absent();
		case 'NotFoundError':
		case 'ExpiredError':
		case 'AlreadyUsedError':
			return CODE_TEXT.invalid();
		default:
			return CODE_TEXT.otherPage();
	}
}
