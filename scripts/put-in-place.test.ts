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

test('puts a folder in place, with or without an older one there, and leaves nothing else behind', () => {
	const target = join(folder, 'place');
	putInPlace(folderWith('.first', 'first'), target);
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('first');
	putInPlace(folderWith('.second', 'second'), target);
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('second');
	expect(readdirSync(folder)).toEqual(['place']);
});

test('keeps the old folder when the new one does not exist', () => {
	const target = folderWith('stays', 'stays');
	expect(() => putInPlace(join(folder, '.absent'), target)).toThrow('ENOENT');
	expect(readFileSync(join(target, 'what'), 'utf8')).toBe('stays');
});
