import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Machine } from './debian-packages.ts';
import {
	type DebianProgram,
	excludedTests,
	findProgram,
	LONG_PROGRAMS,
	provideProgram,
	requireProgram,
	SHORT_PROGRAMS,
} from './debian-programs.ts';

/** A program that no machine has. */
const PROXY: DebianProgram = {
	name: 'carrywire-proxy',
	package: 'carrywire-proxies',
	how: 'unpacked',
	tests: ['test/a.test.ts'],
	needsRoot: false,
};
const TOOL: DebianProgram = { ...PROXY, name: 'carrywire-tool', how: 'installed', tests: ['test/b.test.ts'] };

let folder = '';
const bin = () => join(folder, 'bin');
const cache = () => join(folder, 'cache');
const machine = (isRoot: boolean): Machine => ({ env: { PATH: bin() }, isRoot });

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-programs-'));
	mkdirSync(bin());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): void {
	writeFileSync(join(bin(), name), `#!/bin/sh\n${script}\n`);
	chmodSync(join(bin(), name), 0o755);
}

/** Creates a package manager whose downloads are files, and whose packages hold the proxy. */
function packageManager(script = ': > carrywire-proxies_1_all.deb'): void {
	program('apt-get', `echo "$1" >> ${join(folder, 'calls')}\n${script}`);
	const target = '"$3/usr/sbin"';
	program(
		'dpkg-deb',
		`/bin/mkdir -p ${target}; printf '#!/bin/sh\\n' > ${target}/carrywire-proxy; /bin/chmod 755 ${target}/carrywire-proxy`,
	);
}

const calls = (): readonly string[] =>
	existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];

test('unpacks a package without installing it, once, and without root', () => {
	packageManager();
	expect(findProgram(PROXY, machine(false), cache())).toBeUndefined();
	expect(provideProgram(PROXY, machine(false), cache())).toBeUndefined();
	expect(findProgram(PROXY, machine(false), cache())).toBe(
		join(cache(), 'carrywire-proxies/usr/sbin/carrywire-proxy'),
	);
	expect(provideProgram(PROXY, machine(false), cache())).toBeUndefined();
	expect(calls()).toEqual(['download']);
});

test('renews the package lists once if a download fails', () => {
	packageManager('echo "no such package" >&2; exit 100');
	expect(provideProgram(PROXY, machine(true), cache())).toContain('no such package');
	expect(calls()).toEqual(['download', 'update']);
});

test('installs a package only for root', () => {
	packageManager(
		`printf '#!/bin/sh\\n' > ${join(bin(), 'carrywire-tool')}; /bin/chmod 755 ${join(bin(), 'carrywire-tool')}`,
	);
	expect(provideProgram(TOOL, machine(false), cache())).toBe(
		'carrywire-tool was not found; Debian: apt-get install carrywire-proxies',
	);
	expect(calls()).toEqual([]);
	expect(provideProgram(TOOL, machine(true), cache())).toBeUndefined();
	expect(calls()).toEqual(['install']);
});

test('leaves out only the tests of absent programs, with a line for each program', () => {
	program('carrywire-tool', '');
	expect(excludedTests([PROXY, TOOL], machine(false), cache())).toEqual({
		tests: ['test/a.test.ts'],
		lines: [
			'not run: test/a.test.ts: carrywire-proxy was not found; Debian: apt-get install carrywire-proxies',
		],
	});
	const forRoot = { ...TOOL, needsRoot: true };
	expect(excludedTests([forRoot], machine(true), cache())).toEqual({ tests: [], lines: [] });
	expect(excludedTests([forRoot], machine(false), cache()).lines).toEqual([
		'not run: test/b.test.ts: carrywire-tool needs root',
	]);
});

test('refuses an unknown program', () => {
	expect(() => requireProgram('carrywire-tool', machine(true))).toThrow(
		'Unknown program: was carrywire-tool.',
	);
});

test.each([...SHORT_PROGRAMS, ...LONG_PROGRAMS])('names existing test files for $name', ({ tests }) => {
	expect(tests.length).toBeGreaterThan(0);
	for (const path of tests) expect(existsSync(path), path).toBe(true);
});
