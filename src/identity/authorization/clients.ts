/** Which programs may ask for tokens: applications of the configuration, our own command line, and users' agents. */
import type { ClientMetadata } from 'oidc-provider';
import type { StoredAgent } from '../../ports/agent-store.ts';
import { keyMark } from '../agents.ts';

/** A program of somebody's that asks a user for access, as the configuration names it. It has no secret: PKCE stands for it. */
export type Application = {
	readonly clientId: string;
	readonly name: string;
	/** Exact; of a native application on loopback the port is free (RFC 8252, section 7.3). */
	readonly redirectUris: readonly string[];
	readonly kind: 'web' | 'native';
};

/** `carrywire login` in a terminal (RFC 8628). */
export const COMMAND_LINE_CLIENT = 'carrywire-cli';

/** Grant type of terminals (RFC 8628). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Registers an application of the settings: public, with PKCE, by code and refresh token. */
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

/** Registers our command line, which has no redirect and gets its tokens by a device code. */
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

/** The hash of the key stands in the place of the secret: `compareClientSecret` of the server hashes what is sent. */
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
 * What is kept with an agent's token: the mark of the key that it was taken with, as the server had it when it compared.
 * A key may be changed while a token is made; the token of the old one then counts for nothing.
 */
export function tokenExtra(token: {
	readonly kind: string;
	readonly client?: { readonly clientSecret?: string | undefined } | undefined;
}): Record<string, string> | undefined {
	const secret = token.kind === 'ClientCredentials' ? token.client?.clientSecret : undefined;
	return secret === undefined ? undefined : { [KEY_MARK]: keyMark(secret) };
}

/** Undefined where the token was taken without a key of ours. */
export function agentKeyMarkOf(extra: Readonly<Record<string, unknown>> | undefined): string | undefined {
	const mark = extra?.[KEY_MARK];
	return typeof mark === 'string' ? mark : undefined;
}
