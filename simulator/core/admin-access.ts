/** Handles the admin routes that register OAuth applications and that revoke or expire keys. */
import type { AdminContext, AdminRoute } from './admin-route.ts';
import { type ApiKey, keyStatus } from './api-keys.ts';
import { FieldError, readFields, required } from './json-fields.ts';
import { REDIRECT_URI_CHARS_MAX, REDIRECT_URIS_MAX } from './oauth-clients.ts';

export const ACCESS_ROUTES: Readonly<Record<string, AdminRoute>> = {
	'GET /oauth-clients': ({ exchange }) => ({ clients: exchange.oauth.clients.list() }),
	'POST /oauth-clients': registerClient,
	'POST /accounts/*/keys/*/revoke': (context, _body, name, key) => endKey(context, name, key, 'revoke'),
	'POST /accounts/*/keys/*/expire': (context, _body, name, key) => endKey(context, name, key, 'expire'),
};

/** Registers an application and returns it without its secret, which cannot be retrieved again. */
function registerClient({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['clientId', 'clientSecret', 'name', 'redirectUris']);
	const redirectUris = fields.texts('redirectUris', REDIRECT_URIS_MAX, REDIRECT_URI_CHARS_MAX);
	return exchange.oauth.clients.register({
		clientId: required(fields.text('clientId'), 'clientId'),
		clientSecret: required(fields.text('clientSecret', 256), 'clientSecret'),
		name: required(fields.text('name', 64), 'name'),
		redirectUris: required(redirectUris, 'redirectUris'),
	});
}

function endKey({ exchange }: AdminContext, name: string, key: string, how: 'revoke' | 'expire'): unknown {
	const { id } = exchange.accounts.named(name);
	if (!exchange.keys.ofAccount(id).some((each) => each.key === key)) {
		throw new FieldError(`The account ${name} has no key ${JSON.stringify(key.slice(0, 64))}.`);
	}
	return keySummary(exchange.keys[how](id, key), exchange.now());
}

/** Summarizes a key without its secret. */
export function keySummary(key: ApiKey, now: number): object {
	return {
		key: key.key,
		canTrade: key.canTrade,
		canWithdraw: key.canWithdraw,
		canTransfer: key.canTransfer,
		createdAt: key.createdAt,
		expiresAt: key.expiresAt ?? null,
		status: keyStatus(key, now),
		application: key.application?.name ?? null,
	};
}
