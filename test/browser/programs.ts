/** Programs that act for a user: what each calls the service with, by an OAuth client that is not ours. */

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

export type Call = (method: string, params: object) => Promise<RpcAnswer>;

/** A program as the authorization server knows it. */
export function programAt(
	service: Service,
	clientId: string,
	auth: ClientAuth = None(),
): Promise<Configuration> {
	return discovery(new URL(service.url), clientId, {}, auth, { execute: [allowInsecureRequests] });
}

/** How an agent proves itself, and gets and uses its tokens. */
export type AgentClient = {
	/** What it calls with a new token. @throws what the server refuses it with */
	logIn(): Promise<{ readonly call: Call; readonly token: string }>;
};

export function keyAgent(service: Service, program: Configuration): AgentClient {
	return {
		async logIn() {
			const { access_token: token } = await clientCredentialsGrant(program, { scope: AGENT_SCOPE });
			return { token, call: (method, params) => service.answer(method, params, token) };
		},
	};
}

/** Its tokens are bound to a key that it has besides (RFC 9449). `keep` is given every answer. */
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

/** The client throws where it was challenged; the answer is what we look at. */
function refusedResponse(error: unknown): Response {
	if (error instanceof WWWAuthenticateChallengeError) return error.response;
	throw error;
}

const AGENT_SCOPE = 'arb:read arb:trade';

/** A key pair that its agent keeps to itself: how it proves itself by it, and what its owner is given of it. */
export async function ownKeyPair(): Promise<{
	readonly auth: ClientAuth;
	readonly publicKeys: string;
	/** The number that is the private key. */
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
