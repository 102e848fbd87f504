/** Tests the file of finished trials: what it keeps, and what it makes of lines that a crash has spoiled. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from '../../../test/support/data-folder.ts';
import { openTrialFile } from './trial-file.ts';

const TRIAL = { returns: [0.1, -0.2, 1e-17], opened: [1, 0, 2] };
const OTHER = { returns: [0], opened: [0] };

test('keeps trials with their numbers, exactly, for the sweep with the same key', () => {
	using folder = dataFolder();
	const keep = join(folder.path, 'new', 'kept');
	openTrialFile(keep, () => 'one').add(3, TRIAL);
	openTrialFile(keep, () => 'two').add(3, OTHER);
	expect(openTrialFile(keep, () => 'one').known()).toEqual(new Map([[3, TRIAL]]));
	expect(openTrialFile(keep, () => 'three').known()).toEqual(new Map());
});

test('is empty before its first trial, and nothing is kept without a folder', () => {
	using folder = dataFolder();
	expect(openTrialFile(folder.path, () => 'one').known()).toEqual(new Map());
	const nowhere = openTrialFile(undefined, () => {
		throw new Error('A sweep that keeps nothing needs no key.');
	});
	nowhere.add(1, TRIAL);
	expect(nowhere.known()).toEqual(new Map());
});

test.each([1, 20, 60])('ignores a last line that was cut after %i characters, and writes on', (length) => {
	using folder = dataFolder();
	const path = join(folder.path, 'trials.jsonl');
	const file = openTrialFile(folder.path, () => 'one');
	file.add(0, TRIAL);
	const whole = readFileSync(path, 'utf8');
	appendFileSync(path, whole.slice(0, length));
	const again = openTrialFile(folder.path, () => 'one');
	expect(again.known()).toEqual(new Map([[0, TRIAL]]));
	again.add(1, OTHER);
	expect(openTrialFile(folder.path, () => 'one').known()).toEqual(
		new Map([
			[0, TRIAL],
			[1, OTHER],
		]),
	);
	expect(readFileSync(path, 'utf8').startsWith(whole)).toBe(true);
});

test.each([
	'\0\0\0\0',
	'{"key":"one","index":0}',
	'null',
	'[]',
	'{"key":"one","index":0,"returns":5,"opened":[]}',
])('ignores the spoiled line %j', (line) => {
	using folder = dataFolder();
	const path = join(folder.path, 'trials.jsonl');
	writeFileSync(path, `${line}\n`);
	const file = openTrialFile(folder.path, () => 'one');
	expect(file.known()).toEqual(new Map());
	file.add(1, OTHER);
	expect(file.known()).toEqual(new Map([[1, OTHER]]));
});
