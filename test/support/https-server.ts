/** Starts an HTTPS server on this machine for any host name, with a certificate that only the test trusts. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../scripts/self-signed.ts';

export type HttpsServer = AsyncDisposable & { readonly port: number };

export async function httpsServer(host: string, answer: RequestListener): Promise<HttpsServer> {
	const { key, cert } = selfSigned(host);
	const trusted = getCACertificates('default');
	setDefaultCACertificates([...trusted, cert]);
	const server = createServer({ key, cert }, answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		async [Symbol.asyncDispose]() {
			setDefaultCACertificates(trusted);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
