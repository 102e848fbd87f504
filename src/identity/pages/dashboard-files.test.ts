import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../domain/languages.ts';
import { addDashboardFiles, readDashboard } from './dashboard-files.ts';

const SCRIPT = 'console.log("the dashboard");'.repeat(50);
const MANIFEST = { 'src/main.ts': { file: 'main-1.js', css: ['main-2.css'] } };

let folder = '';
let app: FastifyInstance;

function write(files: Readonly<Record<string, string>>): void {
	for (const language of LANGUAGES) writeLanguage(language, files);
}

function writeLanguage(language: string, files: Readonly<Record<string, string>>): void {
	const built = join(folder, 'dist', 'dashboard', language);
	mkdirSync(built, { recursive: true });
	for (const [name, content] of Object.entries(files)) {
		writeFileSync(join(built, name), content);
		if (!/\.(?:js|css)$/.test(name)) continue;
		writeFileSync(join(built, `${name}.br`), brotliCompressSync(content));
		writeFileSync(join(built, `${name}.gz`), gzipSync(content));
	}
}

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-dashboard-'));
	app = fastify();
});
afterEach(async () => {
	await app.close();
	rmSync(folder, { recursive: true, force: true });
});

describe('the build', () => {
	test('is read with the files that the shell loads', () => {
		write({
			'manifest.json': JSON.stringify(MANIFEST),
			'main-1.js': SCRIPT,
			'main-2.css': 'p{}',
			notes: 'x',
		});
		const { entries, files } = readDashboard(folder);
		expect(entries).toEqual({
			en: { script: '/dashboard/en/main-1.js', styles: ['/dashboard/en/main-2.css'] },
			es: { script: '/dashboard/es/main-1.js', styles: ['/dashboard/es/main-2.css'] },
		});
		expect([...files].map(([path, { type }]) => [path, type])).toEqual([
			['/dashboard/en/main-1.js', 'text/javascript; charset=utf-8'],
			['/dashboard/en/main-2.css', 'text/css; charset=utf-8'],
			['/dashboard/es/main-1.js', 'text/javascript; charset=utf-8'],
			['/dashboard/es/main-2.css', 'text/css; charset=utf-8'],
		]);
	});

	test('is empty without a build', () => {
		expect(readDashboard(folder)).toEqual({ entries: undefined, files: new Map() });
	});

	test('is refused if incomplete', () => {
		write({ 'manifest.json': '{}' });
		expect(() => readDashboard(folder)).toThrow('has no entry src/main.ts');
		write({ 'manifest.json': JSON.stringify(MANIFEST), 'main-1.js': SCRIPT });
		rmSync(join(folder, 'dist', 'dashboard', 'es', 'main-1.js.br'));
		expect(() => readDashboard(folder)).toThrow('main-1.js.br');
	});
});

describe('a file of the dashboard', () => {
	const ask = (coding?: string, path = '/dashboard/en/main-1.js') =>
		app.inject({ url: path, headers: coding === undefined ? {} : { 'accept-encoding': coding } });

	beforeEach(async () => {
		write({ 'manifest.json': JSON.stringify(MANIFEST), 'main-1.js': SCRIPT, 'main-2.css': 'p{}' });
		addDashboardFiles(app, readDashboard(folder));
		await app.ready();
	});

	test.each([
		[undefined, undefined],
		['', undefined],
		['identity', undefined],
		['gzip', 'gzip'],
		['GZIP;q=0.5', 'gzip'],
		['gzip, deflate, br, zstd', 'br'],
		['br;q=0, gzip', 'gzip'],
		['br;q=0,gzip;q=0', undefined],
		['br; q=0.1', 'br'],
		['bro, xgzip', undefined],
	])('is compressed as the browser accepts: %j', async (accepted, coding) => {
		const { headers, rawPayload, statusCode } = await ask(accepted);
		expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'accept-encoding']);
		const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
		const text = coding === 'br' || coding === 'gzip' ? unpack[coding](rawPayload) : rawPayload;
		expect(text.toString()).toBe(SCRIPT);
		if (coding !== undefined) expect(rawPayload.length).toBeLessThan(SCRIPT.length);
	});

	test('is cached permanently, because its name changes with its content', async () => {
		const { headers } = await ask();
		expect([headers['content-type'], headers['cache-control']]).toEqual([
			'text/javascript; charset=utf-8',
			'public, max-age=31536000, immutable',
		]);
	});

	test.each([
		'/dashboard/',
		'/dashboard/en/',
		'/dashboard/en/manifest.json',
		'/dashboard/en/main-9.js',
		'/dashboard/main-1.js',
		'/dashboard/en/../manifest.json',
		'/dashboard/%2e%2e/%2e%2e/src/identity',
		'/dashboard/en/main-1.js/',
		'/dashboard/en/main-1.js.br',
	])('does not exist at %s', async (path) => {
		expect((await ask('br', path)).statusCode).toBe(404);
	});
});
