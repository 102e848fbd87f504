import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findServer, provideServers, type ServerMachine } from './test-servers.ts';

let root = '';

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-servers-'));
	program('bin/setpriv');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Returns a machine on which only the test's own files exist. */
function machine(env: Readonly<Record<string, string>> = {}, isRoot = true): ServerMachine {
	return { root, isRoot, env: { PATH: join(root, 'bin'), ...env } };
}

function program(path: string, script = '#!/bin/sh\n'): string {
	const file = join(root, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, script);
	chmodSync(file, 0o755);
	return file;
}

function postgres(folder: string): string {
	for (const name of ['initdb', 'postgres']) program(`${folder}/${name}`);
	return join(root, folder);
}

const POLICY = 'usr/sbin/policy-rc.d';
const NO_CLUSTER = 'etc/postgresql-common/createcluster.d/carrywire-tests.conf';

/** Creates an `apt-get` that records its packages and the settings that it finds, and then installs both servers. */
function aptGet(installs = true): void {
	const put = [
		'usr/lib/postgresql/15/bin/initdb',
		'usr/lib/postgresql/15/bin/postgres',
		'usr/sbin/nats-server',
	]
		.map(
			(path) =>
				`/bin/mkdir -p $ROOT/$(/usr/bin/dirname ${path}); echo > $ROOT/${path}; /bin/chmod 755 $ROOT/${path}`,
		)
		.join('\n');
	program(
		'bin/apt-get',
		`#!/bin/sh
ROOT=${root}
echo "$@" >> $ROOT/calls
$ROOT/${POLICY} start; echo "services: $?" >> $ROOT/calls
/bin/cat $ROOT/${NO_CLUSTER} >> $ROOT/calls
${installs ? put : 'echo "E: no network" >&2; exit 100'}
`,
	);
}

const calls = () =>
	existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trimEnd().split('\n') : [];

describe('finding', () => {
	test('takes the newest PostgreSQL of Debian whose programs are complete', () => {
		expect(findServer('debian-postgres', machine()).place).toBeUndefined();
		const old = postgres('usr/lib/postgresql/9/bin');
		expect(findServer('debian-postgres', machine()).place).toBe(old);
		const fresh = postgres('usr/lib/postgresql/15/bin');
		program('usr/lib/postgresql/17/bin/psql');
		expect(findServer('debian-postgres', machine())).toMatchObject({ place: fresh, problem: undefined });
	});

	test('takes the folder that the environment names, and no other', () => {
		postgres('usr/lib/postgresql/15/bin');
		const named = postgres('own');
		expect(findServer('debian-postgres', machine({ CARRYWIRE_POSTGRES: named })).place).toBe(named);
		const absent = machine({ CARRYWIRE_POSTGRES: join(root, 'absent') });
		expect(findServer('debian-postgres', absent).place).toBeUndefined();
	});

	test('takes NATS from the PATH, else from the folder of its package', () => {
		const installed = program('usr/sbin/nats-server');
		expect(findServer('nats', machine()).place).toBe(installed);
		const own = program('bin/nats-server');
		expect(findServer('nats', machine()).place).toBe(own);
		expect(findServer('nats', machine({ CARRYWIRE_NATS_SERVER: installed })).place).toBe(installed);
		expect(findServer('nats', machine({ CARRYWIRE_NATS_SERVER: root }))).toMatchObject({
			place: undefined,
			problem: `CARRYWIRE_NATS_SERVER must name an executable of nats-server; was ${root}.`,
		});
	});

	test('says what to do without a server, and without setpriv', () => {
		expect(findServer('nats', machine()).problem).toBe(
			'NATS was not found. Install nats-server (Debian: apt-get install nats-server), or name its executable in CARRYWIRE_NATS_SERVER.',
		);
		rmSync(join(root, 'bin/setpriv'));
		program('usr/sbin/nats-server');
		expect(findServer('nats', machine()).problem).toBe(
			'NATS cannot be tested without setpriv of util-linux.',
		);
	});
});

describe('providing', () => {
	const provided = (on: ServerMachine) =>
		provideServers(on).flatMap(({ name, place, isNew }) =>
			name === 'current-postgres' ? [] : [[name, place !== undefined, isNew]],
		);

	test('installs what is missing for root, and neither service nor database begins with that', () => {
		aptGet();
		expect(provided(machine())).toEqual([
			['debian-postgres', true, true],
			['nats', true, true],
		]);
		expect(calls()).toEqual([
			'install -y --no-install-recommends -o DPkg::Lock::Timeout=60 postgresql nats-server',
			'services: 101',
			'create_main_cluster = false',
		]);
		for (const path of [POLICY, NO_CLUSTER]) expect(existsSync(join(root, path)), path).toBe(false);
	});

	test('installs only what is missing, and leaves settings of the machine', () => {
		aptGet();
		postgres('usr/lib/postgresql/15/bin');
		program(POLICY, '#!/bin/sh\nexit 104\n');
		expect(provided(machine())).toEqual([
			['debian-postgres', true, false],
			['nats', true, true],
		]);
		expect(calls().slice(0, 2)).toEqual([
			'install -y --no-install-recommends -o DPkg::Lock::Timeout=60 nats-server',
			'services: 104',
		]);
		expect(existsSync(join(root, POLICY))).toBe(true);
	});

	test('installs nothing if all is there, and nothing without root or apt-get', () => {
		aptGet();
		expect(provided(machine({}, false)).map(([, isThere]) => isThere)).toEqual([false, false]);
		postgres('usr/lib/postgresql/15/bin');
		program('usr/sbin/nats-server');
		expect(provided(machine()).map(([, isThere]) => isThere)).toEqual([true, true]);
		expect(calls()).toEqual([]);
	});

	test('passes on the output of apt-get with advice', () => {
		aptGet(false);
		const problems = provideServers(machine()).map(({ problem }) => problem);
		expect(problems[0]).toMatch(
			/^apt-get update .* failed:\nE: no network\nDebian's PostgreSQL was not found\. Install/,
		);
		expect(existsSync(join(root, POLICY))).toBe(false);
	});
});

test('prints a line about each server, and fails without one only if that is required', () => {
	const step = (env: Readonly<Record<string, string>>) =>
		execFileSync(process.execPath, [join(import.meta.dirname, 'provide-servers.ts')], {
			env: { PATH: join(root, 'bin'), CARRYWIRE_POSTGRES: join(root, 'absent'), ...env },
			encoding: 'utf8',
			stdio: 'pipe',
		});
	expect(step({})).toMatch(/^Debian's PostgreSQL was not found\. .*\n.*current PostgreSQL.*\n.*NATS/);
	expect(() => step({ CARRYWIRE_REQUIRE_PG: '1' })).toThrow();
	const named = postgres('own');
	program('bin/nats-server');
	expect(step({ CARRYWIRE_POSTGRES: named })).toContain(`Debian's PostgreSQL: ${named}\n`);
});
