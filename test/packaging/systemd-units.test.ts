/** Judges the systemd units of `packaging/` with systemd's own programs, without a running systemd. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';

const UNITS = 'packaging/systemd';
/** Limit of systemd's exposure level, from 0 (closed) to 10 (everything is open). */
const EXPOSURE_MAX = 2;

const units = readdirSync(UNITS);
const services = units.filter((name) => name.endsWith('.service'));
const folder = mkdtempSync(join(tmpdir(), 'carrywire-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function analyze(...args: readonly string[]): { readonly exit: number | null; readonly output: string } {
	const program = requireProgram('systemd-analyze', thisMachine());
	const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
	return { exit: status, output: `${stdout}${stderr}` };
}

function exposureOf(path: string): number {
	const { output } = analyze('security', '--offline=true', '--no-pager', path);
	const [, level] = /Overall exposure level for [\w.-]+: ([\d.]+)/.exec(output) ?? [];
	expect(level, output).toBeDefined();
	return Number(level);
}

test('finds the service and its backup', () => {
	expect(units.toSorted()).toEqual([
		'carrywire-backup.service',
		'carrywire-backup.timer',
		'carrywire.service',
	]);
});

test.each(services)('%s is exposed at most to level 2', (name) => {
	const level = exposureOf(join(UNITS, name));
	console.log(`exposure of ${name}: ${level}`);
	expect(level).toBeLessThanOrEqual(EXPOSURE_MAX);
});

test('measures the exposure of a unit without protection as far above the limit', () => {
	const path = join(folder, 'open.service');
	writeFileSync(path, '[Service]\nExecStart=/bin/true\n');
	expect(exposureOf(path)).toBeGreaterThan(9);
});

test('systemd understands every line of the units', () => {
	// systemd-analyze checks that programs exist, below the folder that it is given as root.
	for (const program of [
		'opt/carrywire/current/bin/carrywire',
		'opt/carrywire/current/lib/node_modules/carrywire/node_modules/.bin/node',
		'bin/sh',
		'usr/bin/find',
	]) {
		mkdirSync(dirname(join(folder, 'root', program)), { recursive: true });
		writeFileSync(join(folder, 'root', program), '#!/bin/sh\n');
		chmodSync(join(folder, 'root', program), 0o755);
	}
	const target = join(folder, 'root/etc/systemd/system');
	mkdirSync(target, { recursive: true });
	for (const name of units) spawnSync('cp', [join(UNITS, name), target]);
	const wrong = join(target, 'wrong.service');
	writeFileSync(wrong, '[Service]\nExecStart=/bin/absent\nProtectSystem=sometimes\nNoSuchSetting=yes\n');
	const judged = (name: string) => analyze('verify', `--root=${join(folder, 'root')}`, '--man=no', name);
	const faults = (output: string): readonly string[] =>
		// The folder has none of systemd's own units, and their absence is not a fault of ours.
		output.split('\n').filter((line) => /\.(?:service|timer):(?:\d+:| Command )/.test(line));
	expect(faults(judged('wrong.service').output)).toEqual([
		expect.stringContaining('protect system value'),
		expect.stringContaining('NoSuchSetting'),
		expect.stringContaining('/bin/absent is not executable'),
	]);
	for (const name of units) expect(faults(judged(name).output), name).toEqual([]);
});
