/**
 * Runs an authorization server for a terminal that waits for a login. The test chooses its responses. It shares no
 * code with the service's own server.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedAnswer = {
	readonly status: number;
	readonly body: object;
	readonly headers?: Readonly<Record<string, string>>;
};

export type ScriptedAuthorization = AsyncDisposable & {
	readonly url: string;
	/** Returns the number of token requests received. */
	readonly asked: () => number;
};

export const GIVEN: ScriptedAnswer = {
	status: 200,
	body: { access_token: 'the-token', token_type: 'Bearer', expires_in: 900, scope: 'arb:read' },
};

/**
 * @param answers responses of the token endpoint, in order; the last one repeats. `cut` closes the connection
 * instead.
 */
export async function startScriptedAuthorization(
	answers: readonly (ScriptedAnswer | 'cut')[],
	device: Readonly<Record<string, unknown>> = {},
): Promise<ScriptedAuthorization> {
	let asked = 0;
	const server = createServer((request, response) => {
		const url = origin();
		const say = ({ status, body, headers = {} }: ScriptedAnswer) =>
			response
				.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
				.end(JSON.stringify(body));
		switch (request.url) {
			case '/.well-known/openid-configuration':
				return say({
					status: 200,
					body: {
						issuer: url,
						token_endpoint: `${url}/token`,
						device_authorization_endpoint: `${url}/device-authorization`,
						revocation_endpoint: `${url}/revoke`,
					},
				});
			case '/device-authorization':
				return say({
					status: 200,
					body: {
						device_code: 'the-device-code',
						user_code: 'ABCD-EFGH',
						verification_uri: `${url}/device`,
						expires_in: 600,
						...device,
					},
				});
			case '/token': {
				const answer = answers[Math.min(asked, answers.length - 1)];
				asked += 1;
				if (answer === undefined || answer === 'cut') return request.socket.destroy();
				return say(answer);
			}
			default:
				return say({ status: 404, body: {} });
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const origin = () => `http://127.0.0.1:${port}`;
	return {
		url: origin(),
		asked: () => asked,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
