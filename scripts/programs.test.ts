import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Machine } from './debian-packages.ts';
import {
	CHROMIUM,
	FIREFOX,
	findProgram,
	type ProgramKind,
	provideProgram,
	requireProgram,
} from './programs.ts';

let folder = '';
let bin = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-browsers-'));
	bin = join(folder, 'bin');
	mkdirSync(bin);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a machine whose search path leads only to the test's own programs. */
function machine(env: Readonly<Record<string, string>> = {}, isRoot = true): Machine {
	return { env: { PATH: `${join(folder, 'nowhere')}:${bin}`, ...env }, isRoot };
}

function program(name: string, script = '#!/bin/sh\n'): string {
	const path = join(bin, name);
	writeFileSync(path, script);
	chmodSync(path, 0o755);
	return path;
}

/** Creates an `apt-get` that records its calls and then runs the script `installs`. */
function aptGet(installs: string): void {
	program('apt-get', `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${join(folder, 'calls')}\n${installs}\n`);
}

const PUT = `printf '#!/bin/sh\\n' > "$BIN/chromium"; /bin/chmod 755 "$BIN/chromium"`;

function calls(): readonly string[] {
	const path = join(folder, 'calls');
	return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

describe('finding', () => {
	test('prefers the variable, then tries the names in order', () => {
		expect(findProgram(CHROMIUM, machine())).toBeUndefined();
		const chrome = program('google-chrome');
		expect(findProgram(CHROMIUM, machine())).toBe(chrome);
		const chromium = program('chromium');
		expect(findProgram(CHROMIUM, machine())).toBe(chromium);
		expect(findProgram(CHROMIUM, machine({ CARRYWIRE_CHROMIUM: chrome }))).toBe(chrome);
	});

	test('refuses a variable that names no executable, even if another Chromium exists', () => {
		program('chromium');
		const text = join(folder, 'text');
		writeFileSync(text, '');
		for (const named of [text, bin, join(folder, 'absent')])
			expect(() => findProgram(CHROMIUM, machine({ CARRYWIRE_CHROMIUM: named }))).toThrow(
				`CARRYWIRE_CHROMIUM must name an executable of Chromium or Google Chrome; was ${named}.`,
			);
	});

	test('skips a file that is not executable', () => {
		mkdirSync(join(bin, 'chromium'));
		writeFileSync(join(bin, 'chromium-browser'), '');
		expect(findProgram(CHROMIUM, machine())).toBeUndefined();
	});

	test('fails a test without a Chromium, explains how to get one, and installs nothing', () => {
		aptGet(PUT);
		expect(() => requireProgram(CHROMIUM, machine())).toThrow(/^No Chromium was found\. Install Chromium/);
		expect(calls()).toEqual([]);
	});
});

describe('providing', () => {
	test('uses an existing Chromium and installs nothing', () => {
		aptGet(PUT);
		const path = program('chromium-browser');
		expect(provideProgram(CHROMIUM, machine())).toEqual({ path, isNew: false });
		expect(calls()).toEqual([]);
	});

	test('installs Chromium as root without a prompt when none exists', () => {
		aptGet(PUT);
		expect(provideProgram(CHROMIUM, machine({ BIN: bin }))).toEqual({
			path: join(bin, 'chromium'),
			isNew: true,
		});
		expect(calls()).toEqual([
			'noninteractive install -y --no-install-recommends -o DPkg::Lock::Timeout=60 chromium',
		]);
	});

	test('refreshes the package lists only when the package is not found', () => {
		aptGet(
			`case "$1" in update) echo > "$BIN/lists";; install) test -f "$BIN/lists" || exit 100; ${PUT};; esac`,
		);
		expect(provideProgram(CHROMIUM, machine({ BIN: bin })).isNew).toBe(true);
		expect(calls().map((call) => call.split(' ')[1])).toEqual(['install', 'update', 'install']);
	});

	test('passes on the output of apt-get with advice', () => {
		aptGet('echo "E: Unable to locate package chromium" >&2; test "$1" = update || exit 100');
		expect(() => provideProgram(CHROMIUM, machine())).toThrow(
			/^apt-get install -y .* chromium failed:\nE: Unable to locate package chromium\nInstall Chromium/,
		);
	});

	test('stops when the package lists cannot be refreshed', () => {
		aptGet('echo "E: no network" >&2; exit 100');
		expect(() => provideProgram(CHROMIUM, machine())).toThrow(/^apt-get update .* failed:\nE: no network\n/);
	});

	test('rejects a package without an executable', () => {
		aptGet('exit 0');
		expect(() => provideProgram(CHROMIUM, machine())).toThrow(
			/brought no executable named chromium, chromium-browser/,
		);
	});

	test('explains what to do and installs nothing without root or apt-get', () => {
		expect(() => provideProgram(CHROMIUM, machine())).toThrow(
			/only for root and with apt-get\. Install Chromium/,
		);
		aptGet(PUT);
		expect(() => provideProgram(CHROMIUM, machine({}, false))).toThrow(/only for root and with apt-get/);
		expect(calls()).toEqual([]);
	});
});

test('installs Firefox by its own package and variable', () => {
	const firefox: ProgramKind = FIREFOX;
	aptGet(`printf '#!/bin/sh\\n' > "$BIN/firefox-esr"; /bin/chmod 755 "$BIN/firefox-esr"`);
	expect(provideProgram(firefox, machine({ BIN: bin }))).toEqual({
		path: join(bin, 'firefox-esr'),
		isNew: true,
	});
	expect(calls()[0]).toMatch(/ firefox-esr$/);
	const named = program('other');
	expect(findProgram(firefox, machine({ CARRYWIRE_FIREFOX: named, CARRYWIRE_CHROMIUM: 'absent' }))).toBe(
		named,
	);
});

test('prints the browsers it found, and fails with an explanation when there is none', () => {
	const script = join(import.meta.dirname, 'provide-browsers.ts');
	const step = (env: Readonly<Record<string, string>>) =>
		execFileSync(process.execPath, [script], { env, encoding: 'utf8', stdio: 'pipe' });
	const [chromium, firefox] = [program('chromium'), program('firefox-esr')];
	expect(step({ PATH: bin })).toBe(`Chromium: ${chromium}\nFirefox: ${firefox}\n`);
	expect(() => step({ PATH: bin, CARRYWIRE_CHROMIUM: join(folder, 'absent') })).toThrow(
		/CARRYWIRE_CHROMIUM must name an executable/,
	);
});
