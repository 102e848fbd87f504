/**
 * Makes a release in a copy of the repository, checks its files against one another, and runs the package with npx on
 * an empty machine: an empty folder, an empty home with an empty npm cache, and only Node 24 with npm on the path.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	appendFileSync,
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { RpcError } from '../../client/errors.ts';
import { filesInGit } from '../../scripts/repository-files.ts';
import { TestRunError, until } from '../e2e/polling.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const POLL_MS = 200;
const MB = 1_048_576;
const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const NAME = `carrywire-${version}`;

const folder = mkdtempSync(join(tmpdir(), 'carrywire-made-'));
const copy = join(folder, 'copy');
const out = join(folder, 'out');

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const json = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'));

function git(...args: readonly string[]): string {
	const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
	return execFileSync('git', [...identity, ...args], { cwd: copy, encoding: 'utf8' }).trim();
}

function release() {
	return spawnSync(process.execPath, ['scripts/release.ts', '--out', out], { cwd: copy, encoding: 'utf8' });
}

beforeAll(() => {
	for (const path of filesInGit(ROOT)) {
		mkdirSync(dirname(join(copy, path)), { recursive: true });
		cpSync(join(ROOT, path), join(copy, path));
	}
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	git('init', '--quiet');
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Copy');
	const { status, stdout, stderr } = release();
	expect(status, stderr).toBe(0);
	console.log(stdout.trimEnd().split('\n').at(-1));
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

test('writes the package, its bill of materials, its provenance and their checksums', () => {
	const names = [`${NAME}.cdx.json`, `${NAME}.provenance.json`, `${NAME}.tgz`];
	expect(readdirSync(out).toSorted()).toEqual(['SHA256SUMS', ...names]);
	const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
	expect(checked.toString().match(/: OK$/gm)).toHaveLength(names.length);
	const { subject, predicate } = json(`${NAME}.provenance.json`);
	expect(subject).toEqual(
		[`${NAME}.tgz`, `${NAME}.cdx.json`].map((name) => ({
			name,
			digest: { sha256: sha256(join(out, name)) },
		})),
	);
	expect(
		predicate.buildDefinition.resolvedDependencies.map(({ digest }: { digest: object }) => digest),
	).toEqual([{ gitCommit: git('rev-parse', 'HEAD') }, { sha256: sha256(join(copy, 'package-lock.json')) }]);
	console.log(`package: ${(statSync(join(out, `${NAME}.tgz`)).size / MB).toFixed(1)} MB packed`);
});

test('lists every package that an installation or a page contains, with version, licence and checksum', () => {
	const shrinkwrap = JSON.parse(fileOf('npm-shrinkwrap.json'));
	const locked = new Set(
		Object.entries(shrinkwrap.packages as Record<string, { version: string }>)
			.filter(([path]) => path !== '')
			.map(([path, entry]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${entry.version}`),
	);
	type Component = { readonly 'bom-ref': string; readonly hashes: object[]; readonly licenses: object[] };
	const { specVersion, components } = json(`${NAME}.cdx.json`) as {
		readonly specVersion: string;
		readonly components: readonly Component[];
	};
	expect(specVersion).toBe('1.5');
	const listed = components.map((component) => component['bom-ref']);
	for (const [name, pinned] of Object.entries(dependencies)) expect(listed).toContain(`${name}@${pinned}`);
	const bundled = listed.filter((ref) => !locked.has(ref)).map((ref) => ref.replace(/@[^@]+$/, ''));
	expect(bundled).toEqual(['clsx', 'fancy-canvas', 'lightweight-charts', 'minisearch', 'svelte']);
	for (const component of components) {
		expect(component.hashes, component['bom-ref']).toHaveLength(1);
		expect(component.licenses.length, component['bom-ref']).toBeGreaterThan(0);
	}
});

test('has a manifest that is ready to publish, and no part for development', () => {
	const manifest = JSON.parse(fileOf('package.json'));
	expect(manifest).toMatchObject({
		name: 'carrywire',
		version,
		license: 'Apache-2.0',
		publishConfig: { access: 'public', provenance: true },
		repository: { type: 'git' },
	});
	for (const field of ['private', 'scripts', 'devDependencies', 'workspaces', 'allowScripts'])
		expect(manifest).not.toHaveProperty(field);
});

test('gives the same bytes when it is built in another folder', () => {
	const other = join(folder, 'another-copy');
	const again = join(folder, 'again');
	const isSource = (path: string): boolean => path !== join(copy, 'dist');
	cpSync(copy, other, { recursive: true, verbatimSymlinks: true, filter: isSource });
	execFileSync(process.execPath, ['scripts/pack-release.ts', again], { cwd: other, stdio: 'pipe' });
	expect(readdirSync(again)).toEqual([`${NAME}.tgz`]);
	expect(sha256(join(again, `${NAME}.tgz`))).toBe(sha256(join(out, `${NAME}.tgz`)));
});

test('refuses a checkout with changes', () => {
	appendFileSync(join(copy, 'README.md'), '\n');
	const { status, stderr } = release();
	expect([status, stderr]).toEqual([1, expect.stringContaining('commit or stash these changes')]);
	expect(stderr).toContain('README.md');
	git('checkout', '--quiet', 'README.md');
});

test('runs with npx on an empty machine', async () => {
	const home = join(folder, 'home');
	const work = join(folder, 'work');
	const bin = join(folder, 'bin');
	for (const one of [home, work, bin]) mkdirSync(one);
	const npm = dirname(
		realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()),
	);
	symlinkSync(realpathSync(process.execPath), join(bin, 'node'));
	for (const name of ['npm', 'npx']) symlinkSync(join(npm, `${name}-cli.js`), join(bin, name));
	copyFileSync(join(out, `${NAME}.tgz`), join(work, `${NAME}.tgz`));
	const dataDir = join(work, 'data');
	const { NODE_EXTRA_CA_CERTS } = process.env;
	const child = spawn('npx', ['--yes', `./${NAME}.tgz`, 'serve', '--port', '0', '--data-dir', dataDir], {
		cwd: work,
		env: {
			PATH: `${bin}:/usr/bin:/bin`,
			HOME: home,
			...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		// Its own process group, to which a terminal would send Ctrl-C.
		detached: true,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	const ended = new Promise<number | NodeJS.Signals | null>((finish) =>
		child.once('exit', (code, signal) => finish(code ?? signal)),
	);
	try {
		const url = await until(
			{ what: 'the service to be ready', periodMs: POLL_MS, seen: () => output },
			async () => {
				if (child.exitCode !== null) throw new TestRunError(`npx has ended: ${output}`);
				return readyAddress(dataDir);
			},
		);
		const client = createClient({ url });
		expect(await client.call('test')).toMatchObject({ status: 'ok', trading_mode: 'simulated' });
		const refused = await client
			.call('opportunity_detail', { opportunity_id: 'opp_none' })
			.catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(RpcError);
		expect(refused).toMatchObject({ rpcCode: -32_602 });
		expect(readdirSync(join(home, '.npm'))).toContain('_cacache');
	} finally {
		process.kill(-(child.pid ?? 0), 'SIGINT');
	}
	await ended;
	expect(existsSync(join(dataDir, 'run.json')) ? await readyAddress(dataDir) : undefined).toBeUndefined();
});

function fileOf(name: string): string {
	return execFileSync('tar', ['-xOzf', join(out, `${NAME}.tgz`), `package/${name}`], { encoding: 'utf8' });
}

/** Returns the address of the service of this data directory if it is ready. */
async function readyAddress(dataDir: string): Promise<string | undefined> {
	try {
		const { service } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
		const url = `http://${service.host}:${service.port}`;
		return (await fetch(`${url}/ready`)).ok ? url : undefined;
	} catch {
		return undefined;
	}
}
