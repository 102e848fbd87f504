/**
 * Simulates a distant exchange: a TLS server with the Bybit endpoints for placing an order and for reading fills. Its
 * link delays bytes by half a round trip each way. A new connection takes the time of its handshakes. The TLS
 * handshake is real. A local TCP handshake takes almost no time, so the link imitates one by delaying a connection's
 * first bytes by a round trip.
 */
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../scripts/self-signed.ts';

/** Host name in the certificate. `openFarExchange` makes this process trust the certificate. */
const HOST = 'localhost';
/** Time for which an idle connection is kept open; longer than any bench runs. */
const KEEP_ALIVE_MS = 600_000;

const ANSWERS: Readonly<Record<string, () => object>> = {
	'/v5/market/time': () => ({ time: Date.now(), result: { timeNano: `${Date.now()}000000` } }),
	'/v5/order/create': () => ({ result: { orderId: '1' } }),
	'/v5/execution/list': () => ({ result: { list: [] } }),
};

export type FarExchange = { readonly rest: string; readonly close: () => void };

/** @param roundTripMs round-trip time of the link */
export async function openFarExchange(roundTripMs: number): Promise<FarExchange> {
	const { key, cert } = selfSigned(HOST);
	setDefaultCACertificates([cert]);
	const exchange = createHttps({ key, cert, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
		request.resume();
		const answer = ANSWERS[new URL(request.url ?? '/', 'https://localhost').pathname];
		response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ retCode: 0, retMsg: 'OK', ...answer?.() }));
	});
	const exchangePort = await listening(exchange);
	const link = createServer((near) => carry(near, connect(exchangePort, '127.0.0.1'), roundTripMs));
	const port = await listening(link);
	return {
		rest: `https://${HOST}:${port}`,
		close() {
			link.close();
			exchange.close();
			exchange.closeAllConnections();
		},
	};
}

function carry(near: Socket, far: Socket, roundTripMs: number): void {
	near.setNoDelay(true);
	far.setNoDelay(true);
	const openedAt = performance.now() + roundTripMs;
	const after = (bytes: Buffer, to: Socket): void => {
		const heldMs = Math.max(0, openedAt - performance.now());
		setTimeout(() => to.write(bytes), heldMs + roundTripMs / 2);
	};
	near.on('data', (bytes) => after(bytes, far));
	far.on('data', (bytes) => after(bytes, near));
	for (const [one, other] of [
		[near, far],
		[far, near],
	] as const) {
		one.on('close', () => other.destroy());
		one.on('error', () => other.destroy());
	}
}

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
