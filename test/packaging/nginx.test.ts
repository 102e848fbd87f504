/** Tests the nginx configuration of `packaging/` in a running nginx, with TLS. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';
import { changedFile, openProxiedService, type ProxiedService, type ProxyPlaces } from './proxied-service.ts';
import { testProxyRules } from './proxy-rules.ts';

let service: ProxiedService;

beforeAll(async () => {
	const nginx = requireProgram('nginx', thisMachine());
	service = await openProxiedService((places) => {
		const main = join(places.folder, 'nginx.conf');
		writeFileSync(join(places.folder, 'carrywire.conf'), ownPlaces(places));
		writeFileSync(main, mainFile(places.folder));
		return { program: nginx, args: ['-e', 'stderr', '-p', places.folder, '-c', main] };
	});
});

afterAll(() => service?.[Symbol.asyncDispose]());

testProxyRules(() => service);

function ownPlaces({ httpPort, httpsPort, servicePort, certificate, key }: ProxyPlaces): string {
	return changedFile('packaging/nginx/carrywire.conf', [
		['\tlisten [::]:80;\n', '', 1],
		['\tlisten [::]:443 ssl http2;\n', '', 1],
		['listen 80;', `listen 127.0.0.1:${httpPort};`, 1],
		['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`, 1],
		['/etc/ssl/carrywire/fullchain.pem', certificate, 1],
		['/etc/ssl/carrywire/privkey.pem', key, 1],
		['http://127.0.0.1:8080', `http://127.0.0.1:${servicePort}`, 1],
	]);
}

/** Returns the file that Debian's nginx.conf is on a server: it includes ours. */
function mainFile(folder: string): string {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `\t${name}_temp_path ${join(folder, name)};`,
	);
	const user = process.getuid?.() === 0 ? ['user root;'] : [];
	return [
		...user,
		'daemon off;',
		'worker_processes 1;',
		`pid ${join(folder, 'nginx.pid')};`,
		'events {}',
		'http {',
		'\taccess_log off;',
		...temporary,
		'\tinclude carrywire.conf;',
		'}',
		'',
	].join('\n');
}
