/** Tests the Caddyfile of `packaging/` in a running Caddy, with TLS. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';
import { changedFile, openProxiedService, type ProxiedService, type ProxyPlaces } from './proxied-service.ts';
import { testProxyRules } from './proxy-rules.ts';

let service: ProxiedService;

beforeAll(async () => {
	const caddy = requireProgram('caddy', thisMachine());
	service = await openProxiedService((places) => {
		const file = join(places.folder, 'Caddyfile');
		writeFileSync(file, ownPlaces(places));
		return { program: caddy, args: ['run', '--config', file, '--adapter', 'caddyfile'] };
	});
});

afterAll(() => service?.[Symbol.asyncDispose]());

testProxyRules(() => service);

/** Returns the file with the test's ports and certificate. Caddy cannot request a certificate for a test's host. */
function ownPlaces({ httpPort, httpsPort, servicePort, certificate, key }: ProxyPlaces): string {
	const options = `{
	admin off
	default_bind 127.0.0.1
	http_port ${httpPort}
	https_port ${httpsPort}
}
`;
	const site = changedFile('packaging/caddy/Caddyfile', [
		['carrywire.example.com {\n', `carrywire.example.com {\n\ttls ${certificate} ${key}\n`, 1],
		['127.0.0.1:8080', `127.0.0.1:${servicePort}`, 1],
	]);
	return `${options}${site}`;
}
