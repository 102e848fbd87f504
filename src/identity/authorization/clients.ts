/** Defines the OAuth clients: the configured applications, our own command line, and users' agents. */
import type { ClientMetadata } from 'oidc-provider';
import type { StoredAgent } from '../../ports/agent-store.ts';
import { keyMark } from '../agents.ts';

/** A configured third-party program that requests access from users. It has no secret and uses PKCE instead. */
export type Application = {
	readonly clientId: string;
	readonly name: string;
	/**
	 * Redirect URIs. The URI in a request must match one exactly, except for the loopback port of a native
	 * application (RFC 8252, section 7.3).
	 */
	readonly redirectUris: readonly string[];
	readonly kind: 'web' | 'native';
};

/** Client id of `carrywire login` in a terminal (RFC 8628). */
export const COMMAND_LINE_CLIENT = 'carrywire-cli';

/** Grant type for a device code, used by terminals (RFC 8628). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Returns the client metadata of a configured application: public, with PKCE, authorization code and refresh token.
 */
export function applicationMetadata({ clientId, name, redirectUris, kind }: Application): ClientMetadata {
	return {
		client_id: clientId,
		client_name: name,
		application_type: kind,
		redirect_uris: [...redirectUris],
		response_types: ['code'],
		grant_types: ['authorization_code', 'refresh_token'],
		token_endpoint_auth_method: 'none',
	};
}

/** Returns the client metadata of our command line, which has no redirect and gets its tokens by a device code. */
export function commandLineMetadata(): ClientMetadata {
	return {
		client_id: COMMAND_LINE_CLIENT,
		client_name: 'Carrywire command line',
		application_type: 'native',
		redirect_uris: [],
		response_types: [],
		grant_types: [DEVICE_GRANT, 'refresh_token'],
		token_endpoint_auth_method: 'none',
	};
}

/**
 * Returns an agent's client metadata. The secret is the hash of the agent's key, because the server's
 * `compareClientSecret` hashes the key that it receives.
 */
export function agentMetadata(agent: StoredAgent): ClientMetadata {
	return {
		client_id: agent.agentId,
		client_name: agent.name,
		redirect_uris: [],
		response_types: [],
		grant_types: ['client_credentials'],
		dpop_bound_access_tokens: agent.requiresDpop,
		...(agent.keyHash === null
			? {
					token_endpoint_auth_method: 'private_key_jwt',
					jwks: { keys: (agent.publicKeys ?? []).map((key) => ({ ...key })) },
				}
			: { token_endpoint_auth_method: 'client_secret_basic', client_secret: agent.keyHash }),
	};
}

const KEY_MARK = 'agent_key_mark';

/**
 * Returns extra data for an agent's token: the mark of the key that the server compared when it issued the token. A
 * key may change while a token is being issued; the mark then makes the token for the old key invalid.
 */
export function tokenExtra(token: {
	readonly kind: string;
	readonly client?: { readonly clientSecret?: string | undefined } | undefined;
}): Record<string, string> | undefined {
	const secret = token.kind === 'ClientCredentials' ? token.client?.clientSecret : undefined;
	return secret === undefined ? undefined : { [KEY_MARK]: keyMark(secret) };
}

/** Reads the key mark from a token's extra data. Undefined for a token that the agent got without a secret key. */
export function agentKeyMarkOf(extra: Readonly<Record<string, unknown>> | undefined): string | undefined {
	const mark = extra?.[KEY_MARK];
	return typeof mark === 'string' ? mark : undefined;
}
