/**
 * A service behind a proxy with TLS: the real HTTP server, and a proxy that runs the configuration file of
 * `packaging/` on free ports of this machine. Callers reach it as clients on the network would, each from its own
 * address.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../scripts/self-signed.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import { NOW_MS } from '../rpc/in-memory-trading.ts';
import { startTestServer } from '../rpc/test-server.ts';
import { lastingPort } from '../support/lasting-port.ts';

/** Host name in the configuration files of `packaging/`. */
export const HOST = 'carrywire.example.com';
/** Calls that an address may make; the clock does not move, so none comes back. */
export const CALLS_PER_ADDRESS = 12;
const ROOT = join(import.meta.dirname, '../..');
const POLL_MS = 20;

/** Files and ports that the proxy uses instead of the machine's. */
export type ProxyPlaces = {
	readonly folder: string;
	readonly certificate: string;
	readonly key: string;
	readonly httpPort: number;
	readonly httpsPort: number;
	readonly servicePort: number;
};

/** The program and its arguments. */
export type ProxyCommand = { readonly program: string; readonly args: readonly string[] };

/** The answer to a request. */
export type ProxyAnswer = {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

/** A request to the proxy. */
export type ProxyRequest = {
	readonly path?: string;
	/** A JSON-RPC request to post; absent: a GET request. */
	readonly call?: object;
	readonly headers?: Readonly<Record<string, string>>;
	/** The caller's address, in 127.0.0.0/8. */
	readonly from?: string;
	/** The newest version of TLS that the caller speaks. */
	readonly maxVersion?: 'TLSv1.1' | 'TLSv1.3';
};

/** A service behind a proxy. Disposing it stops both. */
export type ProxiedService = AsyncDisposable & {
	/** Address of the service itself, without the proxy. */
	readonly directUrl: string;
	/** Address of the proxy with TLS. The host name leads nowhere, so callers look it up as this machine. */
	readonly url: string;
	/** Certificate of the proxy, as PEM. */
	readonly certificate: string;
	/** Sends a request with TLS. */
	ask(request: ProxyRequest): Promise<ProxyAnswer>;
	/** Sends a GET request without TLS. */
	askPlain(path: string): Promise<ProxyAnswer>;
};

/**
 * Starts the service and the proxy.
 * @param prepare writes the proxy's files into the folder and returns its command
 * @throws TestRunError when the proxy ends before it listens, with its output
 */
export async function openProxiedService(
	prepare: (places: ProxyPlaces) => ProxyCommand,
): Promise<ProxiedService> {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-proxy-'));
	const servicePort = await lastingPort();
	const server = await startTestServer({
		clock: createVirtualClock(NOW_MS, undefined, 0),
		rateLimits: { public: { perSecond: 1, burst: CALLS_PER_ADDRESS } },
		server: { port: servicePort, publicUrl: `https://${HOST}`, trustedProxies: ['127.0.0.1'] },
	});
	const { key, cert } = selfSigned(HOST);
	const places: ProxyPlaces = {
		folder,
		certificate: join(folder, 'fullchain.pem'),
		key: join(folder, 'privkey.pem'),
		httpPort: await lastingPort(),
		httpsPort: await lastingPort(),
		servicePort,
	};
	writeFileSync(places.certificate, cert);
	writeFileSync(places.key, key, { mode: 0o600 });
	const close = async (): Promise<void> => {
		await server[Symbol.asyncDispose]();
		rmSync(folder, { recursive: true, force: true });
	};
	const stop = await startProxy(prepare(places), places).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	const secure = { host: '127.0.0.1', port: places.httpsPort, servername: HOST, ca: cert };
	return {
		directUrl: `http://127.0.0.1:${servicePort}`,
		url: `https://${HOST}:${places.httpsPort}`,
		certificate: cert,
		ask: ({ path = '/jsonrpc/', call, headers = {}, from = '127.0.0.1', maxVersion = 'TLSv1.3' }) =>
			answerOf(
				tlsRequest({
					...secure,
					...(maxVersion === 'TLSv1.1'
						? { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' }
						: {}),
					path,
					method: call === undefined ? 'GET' : 'POST',
					localAddress: from,
					agent: false,
					headers: { host: HOST, 'content-type': 'application/json', ...headers },
				}),
				call,
			),
		askPlain: (path) =>
			answerOf(
				plainRequest({
					host: '127.0.0.1',
					port: places.httpPort,
					path,
					agent: false,
					headers: { host: HOST },
				}),
			),
		async [Symbol.asyncDispose]() {
			await stop();
			await close();
		},
	};
}

/**
 * Reads a configuration file of `packaging/` and replaces parts of its text. Each part must occur exactly as often as
 * stated, so the test cannot pass on a file that lost it. @throws TestRunError when it occurs more or less often
 */
export function changedFile(
	path: string,
	changes: readonly (readonly [part: string, replacement: string, count: number])[],
): string {
	let text = readFileSync(join(ROOT, path), 'utf8');
	for (const [part, replacement, count] of changes) {
		const found = text.split(part).length - 1;
		if (found !== count)
			throw new TestRunError(`${path} has ${JSON.stringify(part)} ${found} times, not ${count}.`);
		text = text.replaceAll(part, replacement);
	}
	return text;
}

async function startProxy(
	{ program, args }: ProxyCommand,
	{ folder, httpPort, httpsPort }: ProxyPlaces,
): Promise<() => Promise<void>> {
	const child = spawn(program, args, {
		cwd: folder,
		env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const stop = async (): Promise<void> => {
		child.kill('SIGTERM');
		await ended;
	};
	for (const port of [httpPort, httpsPort])
		await until(
			{ what: `${program} to listen on port ${port}`, periodMs: POLL_MS, seen: () => output },
			async () => {
				if (child.exitCode !== null) throw new TestRunError(`${program} has ended: ${output}`);
				return (await accepts(port)) ? true : undefined;
			},
		).catch(async (error: unknown) => {
			await stop();
			throw error;
		});
	return stop;
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}

function answerOf(sent: ReturnType<typeof plainRequest>, call?: object): Promise<ProxyAnswer> {
	return new Promise((resolve, reject) => {
		sent.once('error', reject);
		sent.once('response', async (response) => {
			let body = '';
			for await (const text of response.setEncoding('utf8')) body += text;
			resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
		});
		sent.end(call === undefined ? undefined : JSON.stringify(call));
	});
}
