import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findChromium, type Machine, provideChromium, requireChromium } from './chromium.ts';

let folder = '';
let bin = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-chromium-'));
	bin = join(folder, 'bin');
	mkdirSync(bin);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A machine on whose path there is nothing but what a test puts there. */
function machine(env: Readonly<Record<string, string>> = {}, isRoot = true): Machine {
	return { env: { PATH: `${join(folder, 'nowhere')}:${bin}`, ...env }, isRoot };
}

function program(name: string, script = '#!/bin/sh\n'): string {
	const path = join(bin, name);
	writeFileSync(path, script);
	chmodSync(path, 0o755);
	return path;
}

/** An apt-get that notes how it was called; `installs` is what `install` does when its turn comes. */
function aptGet(installs: string): void {
	program('apt-get', `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${join(folder, 'calls')}\n${installs}\n`);
}

const PUT = `printf '#!/bin/sh\\n' > "$BIN/chromium"; /bin/chmod 755 "$BIN/chromium"`;

function calls(): readonly string[] {
	const path = join(folder, 'calls');
	return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

describe('finding', () => {
	test('the variable comes first, then the names in their order', () => {
		expect(findChromium(machine())).toBeUndefined();
		const chrome = program('google-chrome');
		expect(findChromium(machine())).toBe(chrome);
		const chromium = program('chromium');
		expect(findChromium(machine())).toBe(chromium);
		expect(findChromium(machine({ CARRYWIRE_CHROMIUM: chrome }))).toBe(chrome);
	});

	test('a variable that names no executable is refused, whatever else there is', () => {
		program('chromium');
		const text = join(folder, 'text');
		writeFileSync(text, '');
		for (const named of [text, bin, join(folder, 'absent')])
			expect(() => findChromium(machine({ CARRYWIRE_CHROMIUM: named }))).toThrow(
				`CARRYWIRE_CHROMIUM must name an executable of Chromium or Google Chrome; was ${named}.`,
			);
	});

	test('what cannot be run is not taken', () => {
		mkdirSync(join(bin, 'chromium'));
		writeFileSync(join(bin, 'chromium-browser'), '');
		expect(findChromium(machine())).toBeUndefined();
	});

	test('a test without one fails with how to come by one, and installs nothing', () => {
		aptGet(PUT);
		expect(() => requireChromium(machine())).toThrow(/^No Chromium was found\. Install Chromium/);
		expect(calls()).toEqual([]);
	});
});

describe('providing', () => {
	test('one that is there is taken, and nothing is installed', () => {
		aptGet(PUT);
		const path = program('chromium-browser');
		expect(provideChromium(machine())).toEqual({ path, isNew: false });
		expect(calls()).toEqual([]);
	});

	test('where there is none root installs it, without asking anything', () => {
		aptGet(PUT);
		expect(provideChromium(machine({ BIN: bin }))).toEqual({ path: join(bin, 'chromium'), isNew: true });
		expect(calls()).toEqual([
			'noninteractive install -y --no-install-recommends -o DPkg::Lock::Timeout=60 chromium',
		]);
	});

	test('the lists are read anew only where the package is not found', () => {
		aptGet(
			`case "$1" in update) echo > "$BIN/lists";; install) test -f "$BIN/lists" || exit 100; ${PUT};; esac`,
		);
		expect(provideChromium(machine({ BIN: bin })).isNew).toBe(true);
		expect(calls().map((call) => call.split(' ')[1])).toEqual(['install', 'update', 'install']);
	});

	test('what apt-get says is said on, with what can be done', () => {
		aptGet('echo "E: Unable to locate package chromium" >&2; test "$1" = update || exit 100');
		expect(() => provideChromium(machine())).toThrow(
			/^apt-get install -y .* chromium failed:\nE: Unable to locate package chromium\nInstall Chromium/,
		);
	});

	test('lists that cannot be read end it', () => {
		aptGet('echo "E: no network" >&2; exit 100');
		expect(() => provideChromium(machine())).toThrow(/^apt-get update .* failed:\nE: no network\n/);
	});

	test('a package without an executable is no browser', () => {
		aptGet('exit 0');
		expect(() => provideChromium(machine())).toThrow(
			/brought no executable named chromium, chromium-browser/,
		);
	});

	test('who is not root, or has no apt-get, is told what to do, and nothing is installed', () => {
		expect(() => provideChromium(machine())).toThrow(/only for root and with apt-get\. Install Chromium/);
		aptGet(PUT);
		expect(() => provideChromium(machine({}, false))).toThrow(/only for root and with apt-get/);
		expect(calls()).toEqual([]);
	});
});

test('the step says which one it is, and fails with the sentence where there is none', () => {
	const script = join(import.meta.dirname, 'provide-chromium.ts');
	const step = (env: Readonly<Record<string, string>>) =>
		execFileSync(process.execPath, [script], { env, encoding: 'utf8', stdio: 'pipe' });
	const path = program('chromium');
	expect(step({ PATH: bin })).toBe(`chromium: ${path}\n`);
	expect(() => step({ PATH: bin, CARRYWIRE_CHROMIUM: join(folder, 'absent') })).toThrow(
		/CARRYWIRE_CHROMIUM must name an executable/,
	);
});
