/**
 * Serves the admin port as JSON over HTTP on 127.0.0.1. The port requires a token that only the run file and the
 * parent process have.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdminContext } from './admin-route.ts';
import { type AdminAnswer, answerAdmin } from './admin-routes.ts';
import { readBody, refuseMalformed, writeAnswer } from './http-body.ts';

const CONNECTIONS_MAX = 100;

export type AdminServer = {
	readonly port: number;
	/** Token sent as `Authorization: Bearer <token>`. Each start creates a new one. */
	readonly token: string;
	close(): Promise<void>;
};

export function startAdminServer(
	context: AdminContext,
	port: number,
	onError: (error: unknown) => void,
): Promise<AdminServer> {
	const token = randomBytes(24).toString('hex');
	const http = createServer((request, response) => {
		serve(context, token, request, response).catch((error: unknown) => {
			onError(error);
			writeJson(response, {
				status: 500,
				body: { error: 'The simulator failed at this call; see its output.' },
			});
		});
	});
	http.maxConnections = CONNECTIONS_MAX;
	http.on('clientError', refuseMalformed);
	return new Promise((resolve, reject) => {
		http.once('error', reject);
		http.listen(port, '127.0.0.1', () => {
			http.off('error', reject);
			resolve({
				port: (http.address() as AddressInfo).port,
				token,
				close: () =>
					new Promise((done) => {
						http.close(() => done());
						http.closeAllConnections();
					}),
			});
		});
	});
}

async function serve(
	context: AdminContext,
	token: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	if (!isAuthorized(request.headers.authorization, token)) {
		writeJson(response, { status: 401, body: { error: 'The bearer token is missing or wrong.' } });
		return;
	}
	const text = await readBody(request);
	if (text === undefined) {
		writeJson(response, { status: 413, body: { error: 'The body is too long, limit 1 MiB.' } });
		return;
	}
	let body: unknown;
	try {
		body = text === '' ? undefined : JSON.parse(text);
	} catch {
		writeJson(response, {
			status: 400,
			body: { error: `The body is not JSON, was ${JSON.stringify(text.slice(0, 60))}.` },
		});
		return;
	}
	const path = (request.url ?? '/').split('?')[0] ?? '/';
	writeJson(response, await answerAdmin(context, request.method ?? 'GET', path, body));
}

function isAuthorized(header: string | undefined, token: string): boolean {
	const given = Buffer.from(header ?? '');
	const expected = Buffer.from(`Bearer ${token}`);
	return given.length === expected.length && timingSafeEqual(given, expected);
}

function writeJson(response: ServerResponse, { status, body }: AdminAnswer): void {
	writeAnswer(response, status, JSON.stringify(body), { 'content-type': 'application/json; charset=utf-8' });
}
