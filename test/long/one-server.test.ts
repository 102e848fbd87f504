/**
 * Follows the guides "one server" and "upgrade" on a Debian server that boots with systemd: every command of their `sh`
 * blocks, in order, with a release made from this clone. The mode is `simulated` because the server has no network
 * except for downloads; everything else is as the guide says.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packRelease } from '../../scripts/release/release-package.ts';
import { selfSigned } from '../../scripts/self-signed.ts';
import { until } from '../e2e/polling.ts';
import { type BootedServer, bootServer } from '../support/booted-server.ts';
import { minimalSystem } from '../support/container-image.ts';

const HOST = 'carrywire.example.com';
const VERSION = '0.2.0';
const NEXT = '0.2.1';
const POLL_MS = 500;
const folder = mkdtempSync(join(tmpdir(), 'carrywire-server-'));
let server: BootedServer;

beforeAll(async () => {
	const root = minimalSystem(join(folder, 'root'), 'bookworm', ['systemd-sysv', 'dbus', 'curl']);
	writeReleases(join(root, 'root'));
	const { key, cert } = selfSigned(HOST);
	mkdirSync(join(root, 'etc/ssl/carrywire'));
	writeFileSync(join(root, 'etc/ssl/carrywire/fullchain.pem'), cert);
	writeFileSync(join(root, 'etc/ssl/carrywire/privkey.pem'), key);
	writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${HOST}\n`);
	writeFileSync(join(root, 'root/.curlrc'), 'cacert = /etc/ssl/carrywire/fullchain.pem\n');
	server = await bootServer(root);
});

afterAll(async () => {
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Writes the release, and the same release with the next version number, with their checksums. */
function writeReleases(to: string): void {
	using release = packRelease(to);
	for (const name of ['package.json', 'npm-shrinkwrap.json']) {
		const path = join(release.content, name);
		writeFileSync(
			path,
			readFileSync(path, 'utf8').replaceAll(`"version": "${VERSION}"`, `"version": "${NEXT}"`),
		);
	}
	const compiled = join(release.content, 'dist/package.json');
	writeFileSync(compiled, readFileSync(compiled, 'utf8').replace(VERSION, NEXT));
	execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', to], {
		cwd: release.content,
	});
	const sums = execFileSync('sh', ['-c', 'sha256sum carrywire-*.tgz'], { cwd: to, encoding: 'utf8' });
	expect(sums.trim().split('\n')).toHaveLength(2);
	writeFileSync(join(to, 'SHA256SUMS'), sums);
}

/** Returns the code blocks of a guide in a language, in order. */
function blocksOf(guide: string, language: string): readonly string[] {
	const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');
	return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, code = '']) =>
		kind === language ? [code] : [],
	);
}

/** Runs a block of a guide; it must succeed. Returns what it printed. */
function follow(block: string): string {
	const network = /\b(?:npm install|apt-get)\b/.test(block) ? 'machine' : 'own';
	const { exit, stdout, stderr } = server.run(block, { network });
	expect(exit, `${block}\n${stdout}\n${stderr}`).toBe(0);
	return stdout;
}

async function untilReady(): Promise<void> {
	const polling = {
		what: 'the service to be ready',
		periodMs: POLL_MS,
		seen: () => server.run('journalctl --unit carrywire --lines 30 --no-pager').stdout,
	};
	await until(polling, () =>
		server.run(`curl --silent --fail --output /dev/null http://127.0.0.1:8080/ready`).exit === 0
			? true
			: undefined,
	);
}

function call(method: string, token?: string): { readonly [member: string]: unknown } {
	const header = token === undefined ? '' : `--header 'authorization: Bearer ${token}'`;
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });
	return JSON.parse(
		follow(
			`curl --silent ${header} --header 'content-type: application/json' --data '${body}' https://${HOST}/jsonrpc/`,
		),
	);
}

test('one server: installs, starts, answers over https and is backed up', async () => {
	const [install, units, start, nginx, check, backups, ...further] = blocksOf('one-server', 'sh');
	expect(further).toEqual([]);
	follow(install ?? '');
	follow(units ?? '');
	const [config = ''] = blocksOf('one-server', 'json');
	const settings = { ...JSON.parse(config), mode: 'simulated', venues: ['bybit', 'okx'] };
	writeFileSync(join(server.root, 'etc/carrywire/config.json'), JSON.stringify(settings));
	follow(start ?? '');
	await untilReady();
	follow('apt-get update --quiet=2 && apt-get install --yes --quiet=2 nginx');
	follow(nginx ?? '');
	expect(follow(check ?? '')).toContain(`https://${HOST}/`);
	expect(call('test')).toMatchObject({ result: { status: 'ok' } });
	expect(call('nope')).toMatchObject({ error: { code: -32_601 } });
	expect(follow(backups ?? '')).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z\n$/);
	expect(follow('systemctl is-enabled carrywire carrywire-backup.timer')).toBe('enabled\nenabled\n');
});

test('the running service has the protection that its unit states', () => {
	const pid = follow('systemctl show --property MainPID --value carrywire').trim();
	const status = follow(`cat /proc/${pid}/status`);
	expect(status).toMatch(/^CapBnd:\t0{16}$/m);
	expect(status).toMatch(/^NoNewPrivs:\t1$/m);
	expect(status).toMatch(/^Seccomp:\t2$/m);
	expect(status).not.toMatch(/^Uid:\t0\t/m);
	expect(follow('journalctl --unit carrywire --output cat --no-pager')).not.toMatch(
		/EPERM|EACCES|"level":50/,
	);
});

test('restarts after a crash, and not after a wrong setting', async () => {
	follow('systemctl kill --signal KILL carrywire');
	await untilReady();
	const file = '/etc/carrywire/config.json';
	follow(`cp ${file} ~/config.json && echo '{"mode":"none"}' > ${file}`);
	server.run('systemctl restart carrywire');
	await until({ what: 'the unit to fail', periodMs: POLL_MS }, () =>
		server.run('systemctl is-failed carrywire').exit === 0 ? true : undefined,
	);
	expect(follow('systemctl show --property ExecMainStatus --value carrywire').trim()).toBe('2');
	follow(`cp ~/config.json ${file} && systemctl start carrywire`);
	await untilReady();
});

test('upgrade: changes the version and back, and keeps the data', async () => {
	const [install, change, resume, back, ...further] = blocksOf('upgrade', 'sh');
	const [remove, ...none] = further;
	expect(none).toEqual([]);
	const token = follow('carrywire token --scope arb:read').trim();
	follow(install ?? '');
	follow(change ?? '');
	await untilReady();
	expect(follow('carrywire --version')).toBe(`${NEXT}\n`);
	expect(call('portfolio_live', token)).toHaveProperty('result');
	expect(follow('carrywire halts')).toContain('upgrade');
	follow(resume ?? '');
	follow('carrywire halt --reason again');
	follow(back ?? '');
	await untilReady();
	expect(follow('carrywire --version')).toBe(`${VERSION}\n`);
	expect(call('portfolio_live', token)).toHaveProperty('result');
	expect(follow('ls /var/lib/carrywire')).toMatch(/^data\.replaced-/m);
	follow('carrywire resume');
	follow(`ln -sfn ${NEXT} /opt/carrywire/current && systemctl restart carrywire`);
	await untilReady();
	follow(remove ?? '');
	expect(follow('ls /opt/carrywire')).toBe(`${NEXT}\ncurrent\n`);
});
