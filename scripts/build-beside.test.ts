import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildBeside } from './build-beside.ts';

const SOURCES = { folders: ['docs/decisions'], files: ['package.json'] };

let parent: string;
let target: string;

beforeEach(() => {
	parent = mkdtempSync(join(tmpdir(), 'carrywire-beside-'));
	target = join(parent, 'built');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('builds once and not again while the sources are the same', async () => {
	let builds = 0;
	const fill = async (folder: string) => {
		builds += 1;
		writeFileSync(join(folder, 'page.html'), '<p>built</p>');
	};
	expect(await buildBeside(target, SOURCES, fill)).toBe('built');
	expect(await buildBeside(target, SOURCES, fill)).toBe('current');
	expect(builds).toBe(1);
	expect(await buildBeside(target, { ...SOURCES, files: ['README.md'] }, fill)).toBe('built');
	expect(readdirSync(parent)).toEqual(['built']);
});

test('packs text for browsers, and leaves images and Markdown as they are', async () => {
	await buildBeside(target, SOURCES, async (folder) => {
		for (const name of ['page.html', 'index.json', 'script.js', 'source.md', 'image.png'])
			writeFileSync(join(folder, name), name.repeat(50));
	});
	for (const name of ['page.html', 'index.json', 'script.js']) {
		const text = readFileSync(join(target, name), 'utf8');
		expect(brotliDecompressSync(readFileSync(join(target, `${name}.br`))).toString()).toBe(text);
		expect(gunzipSync(readFileSync(join(target, `${name}.gz`))).toString()).toBe(text);
	}
	expect(existsSync(join(target, 'image.png.br'))).toBe(false);
	expect(existsSync(join(target, 'source.md.br'))).toBe(false);
});

test('keeps the old files when a build fails', async () => {
	await buildBeside(target, SOURCES, async (folder) => writeFileSync(join(folder, 'old.txt'), 'old'));
	const failing = buildBeside(target, { ...SOURCES, files: [] }, async (folder) => {
		writeFileSync(join(folder, 'new.txt'), 'half');
		throw new Error('The compiler failed.');
	});
	await expect(failing).rejects.toThrow('The compiler failed.');
	expect(readdirSync(parent)).toEqual(['built']);
	expect(existsSync(join(target, 'old.txt'))).toBe(true);
});
