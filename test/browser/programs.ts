/** Provides programs that act for a user. They get their tokens through a third-party OAuth client library. */

import { exportJWK, generateKeyPair } from 'jose';
import {
	allowInsecureRequests,
	type ClientAuth,
	type Configuration,
	clientCredentialsGrant,
	discovery,
	fetchProtectedResource,
	getDPoPHandle,
	None,
	PrivateKeyJwt,
	randomDPoPKeyPair,
	WWWAuthenticateChallengeError,
} from 'openid-client';
import type { Service } from '../e2e/fixture.ts';
import { type RpcAnswer, type RpcError, readExact } from '../e2e/wire.ts';

/** Calls one of the service's methods as one user or program. */
export type Call = (method: string, params: object) => Promise<RpcAnswer>;

/** Discovers the authorization server, and returns the configuration with which a program calls it. */
export function programAt(
	service: Service,
	clientId: string,
	auth: ClientAuth = None(),
): Promise<Configuration> {
	return discovery(new URL(service.url), clientId, {}, auth, { execute: [allowInsecureRequests] });
}

/** Authenticates an agent and calls the service with its tokens. */
export type AgentClient = {
	/** Gets a new token and a function that uses it for calls. @throws the server's refusal */
	logIn(): Promise<{ readonly call: Call; readonly token: string }>;
};

/** Creates an agent that authenticates with its agent key and gets plain bearer tokens. */
export function keyAgent(service: Service, program: Configuration): AgentClient {
	return {
		async logIn() {
			const { access_token: token } = await clientCredentialsGrant(program, { scope: AGENT_SCOPE });
			return { token, call: (method, params) => service.answer(method, params, token) };
		},
	};
}

/** Creates an agent whose tokens are bound to a second key (RFC 9449). `keep` receives every response. */
export async function boundAgent(
	service: Service,
	program: Configuration,
	keep: (answer: string) => void,
): Promise<AgentClient> {
	const DPoP = getDPoPHandle(program, await randomDPoPKeyPair('ES256'));
	const headers = new Headers({ 'content-type': 'application/json' });
	return {
		async logIn() {
			const { access_token: token } = await clientCredentialsGrant(program, { scope: AGENT_SCOPE }, { DPoP });
			const call: Call = async (method, params) => {
				const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
				const url = new URL(`${service.url}/jsonrpc/`);
				const response = await fetchProtectedResource(program, token, url, 'POST', body, headers, {
					DPoP,
				}).catch(refusedResponse);
				const text = await response.text();
				keep(text);
				const { result, error } = readExact(text) as { result?: unknown; error?: RpcError };
				return { status: response.status, text, result, error };
			};
			return { token, call };
		},
	};
}

/** The client throws on a challenge, but the tests need the response. */
function refusedResponse(error: unknown): Response {
	if (error instanceof WWWAuthenticateChallengeError) return error.response;
	throw error;
}

const AGENT_SCOPE = 'arb:read arb:trade';

/**
 * Creates an agent's own key pair. The agent authenticates with the private key, and its owner receives the public
 * keys.
 */
export async function ownKeyPair(): Promise<{
	readonly auth: ClientAuth;
	readonly publicKeys: string;
	/** Secret field `d` of the private key. */
	readonly secret: string;
}> {
	const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
	const kid = 'of-the-agent';
	const shown = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
	const { d = '' } = await exportJWK(privateKey);
	return {
		auth: PrivateKeyJwt({ key: privateKey, kid }),
		publicKeys: JSON.stringify({ keys: [shown] }),
		secret: d,
	};
}
