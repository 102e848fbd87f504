/**
 * Runs an HTTP server that simulates the exchanges' token and key endpoints as documented, and records requests. A
 * test can replace any route, to return responses that no exchange should send.
 */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NotedRequest = {
	readonly route: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
};

export type PlayedAnswer = {
	readonly status?: number;
	readonly type?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: unknown;
};

/** Handles a request. It either returns a response, or writes one to `response` itself and returns undefined. */
export type Player = (request: NotedRequest, response: ServerResponse) => PlayedAnswer | undefined;

export type ExchangeOAuthServer = AsyncDisposable & {
	readonly port: number;
	/** All requests so far, in order. Each has its route as `POST /path`. */
	readonly requests: readonly NotedRequest[];
	/** Replaces the handler of a route. */
	play(route: string, player: Player): void;
	/** Resolves when another request has arrived. */
	nextRequest(): Promise<void>;
};

/** Secrets that the simulated exchanges issue. They must never appear in other places, such as a log. */
export const PLAYED = {
	code: 'the-code-that-counts-once',
	accessToken: 'access-token-of-the-exchange',
	refreshToken: 'refresh-token-of-the-exchange',
	apiKey: 'apikey-0123456789ab',
	secret: 'secret-of-the-created-key',
	passphrase: 'passphrase-of-the-created-key',
} as const;

export async function startExchangeOAuthServer(): Promise<ExchangeOAuthServer> {
	const players = new Map<string, Player>(Object.entries(exchangePlayers()));
	const requests: NotedRequest[] = [];
	let arrived = Promise.withResolvers<void>();
	const server = createServer(async (incoming, response) => {
		const url = new URL(incoming.url ?? '/', 'http://localhost');
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const request = {
			route: `${incoming.method} ${url.pathname}`,
			query: url.searchParams,
			headers: incoming.headers,
			body,
		};
		requests.push(request);
		arrived.resolve();
		arrived = Promise.withResolvers<void>();
		const answer = players.get(request.route)?.(request, response);
		if (answer === undefined) return;
		const { status = 200, type = 'application/json;charset=UTF-8', headers = {} } = answer;
		response.writeHead(status, { 'content-type': type, ...headers });
		response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		requests,
		play: (route, player) => players.set(route, player),
		nextRequest: () => arrived.promise,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function exchangePlayers(): Record<string, Player> {
	const { accessToken, refreshToken, apiKey, secret, passphrase } = PLAYED;
	const tokens = { access_token: accessToken, token_type: 'bearer', refresh_token: refreshToken };
	return {
		'POST /oauth/v1/public/access_token': () => ({
			body: { ...tokens, expires_in: 86_400, refresh_token_expires_in: 2_592_000 },
		}),
		'GET /oauth/v1/resource/restrict/openapi': () => ({
			body: { ret_code: 0, ret_msg: 'success', result: { api_key: apiKey, api_secret: secret } },
		}),
		'POST /v5/user/delete-api': () => ({
			body: { retCode: 0, retMsg: '', result: {}, retExtInfo: {}, time: 1_676_431_577_675 },
		}),
		'GET /_oauth/access-token': () => ({
			body: { ...tokens, expires_in: 3_600, scope: ['OAUTH_CREATE_API'] },
		}),
		'POST /_oauth/resource/ucenter/outer/api-key/add': () => ({
			body: {
				success: true,
				code: '200',
				msg: 'success',
				retry: false,
				data: { apiName: 'arbitrage-bot', apiKey, secret, passphrase, brokerId: 'b', ipWhiteList: '' },
			},
		}),
		'POST /v5/users/oauth/token': () => ({
			body: { access_token: accessToken, token_type: 'bearer', expires_in: 3_600 },
		}),
		'POST /api/v5/users/oauth/apikey': ({ body }) => ({
			body: { code: '0', data: [{ ...JSON.parse(body), apiKey, secretKey: secret }], msg: '' },
		}),
		'POST /api/v5/users/oauth/delete-apikey': () => ({ body: { code: '0', data: [{ result: true }] } }),
		'POST /oauth/token': () => ({ body: { ...tokens, scope: 'read', expires_in: 30_714 } }),
		'POST /oauth-api/v1/api-key/create': ({ body }) => ({
			body: { code: '000000', message: null, data: sealedKey(body), success: true },
		}),
		'POST /oauth-api/v1/revoke-token': () => ({
			body: { code: '000000', message: null, data: true, success: true },
		}),
	};
}

/**
 * Returns Binance's response with a new key. The key and its secret are encrypted with the public key from the
 * request.
 */
function sealedKey(form: string): unknown {
	const fields = new URLSearchParams(form);
	const key = createPublicKey({
		key: Buffer.from(fields.get('publicKey') ?? '', 'base64'),
		format: 'der',
		type: 'spki',
	});
	const sealed = (text: string) =>
		publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64');
	return {
		apiKey: sealed(PLAYED.apiKey),
		secretKey: sealed(PLAYED.secret),
		apiName: fields.get('apiName'),
		enableTrade: false,
		enableFutureTrade: true,
	};
}
