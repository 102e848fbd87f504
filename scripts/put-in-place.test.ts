import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putInPlace } from './put-in-place.ts';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-in-place-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function folderWith(name: string, text: string): string {
	const path = join(folder, name);
	mkdirSync(path);
	writeFileSync(join(path, 'what'), text);
	return path;
}

test('a folder takes its place, whether another stood there or none, and nothing else is left', () => {
	const target = join(folder, 'place');
	putInPlace(folderWith('.first', 'first'), target);
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('first');
	putInPlace(folderWith('.second', 'second'), target);
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('second');
	expect(readdirSync(folder)).toEqual(['place']);
});

test('where there is nothing to put, what stands stays', () => {
	const target = folderWith('stays', 'stays');
	expect(() => putInPlace(join(folder, '.absent'), target)).toThrow('ENOENT');
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('stays');
});
