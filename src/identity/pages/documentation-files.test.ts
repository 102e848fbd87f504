import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	addDocumentationFiles,
	documentationMethods,
	documentationPages,
	readDocumentation,
} from './documentation-files.ts';
import type { Visitor } from './page.ts';

const FILES = {
	'index.html': '<h1>Carrywire</h1>',
	'rpc.html': '<h1>Methods</h1>'.repeat(50),
	'404.html': '<h1>No such page</h1>',
	'decisions/index.html': '<h1>Decisions</h1>',
	'rpc.md': '# Methods',
	'llms.txt': '# Carrywire',
	'assets/site-abcdefghij.js': 'void 0;',
	'pictures/list.png': 'picture',
	'pictures/list.webp': 'picture',
	'built-from': 'mark',
};
const HEADERS = { 'content-security-policy': "default-src 'none'; script-src 'self'" };

let root = '';
let app: FastifyInstance;

function write(name: string, content: string): void {
	const path = join(root, 'dist', 'docs', name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content);
	if (!/\.(?:html|js|json|svg|css)$/.test(name)) return;
	writeFileSync(`${path}.br`, brotliCompressSync(content));
	writeFileSync(`${path}.gz`, gzipSync(content));
}

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-documentation-'));
	app = fastify();
});
afterEach(async () => {
	await app.close();
	rmSync(root, { recursive: true, force: true });
});

describe('a site that is not built', () => {
	test('answers nothing and says how to build it', async () => {
		const site = readDocumentation(root);
		expect([site.files.size, documentationMethods(site).size]).toEqual([0, 0]);
		const pages = documentationPages(site);
		expect(pages.map(({ path }) => path)).toEqual(['/docs', '/docs/']);
		for (const { answer } of pages)
			await expect(answer({} as Visitor & { userId: string } as never, undefined as never)).rejects.toThrow(
				'The documentation has not been built in this checkout. Run npm run docs and start the service again.',
			);
		addDocumentationFiles(app, site, () => HEADERS);
		expect((await app.inject('/docs/')).statusCode).toBe(404);
	});
});

describe('a built site', () => {
	const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
		app.inject({ url, headers, method });

	beforeEach(async () => {
		for (const [name, content] of Object.entries(FILES)) write(name, content);
		const site = readDocumentation(root);
		expect(documentationPages(site)).toEqual([]);
		expect([...documentationMethods(site)]).toEqual([
			['/docs/', 'GET, HEAD'],
			['/llms.txt', 'GET, HEAD'],
		]);
		addDocumentationFiles(app, site, () => HEADERS);
		await app.ready();
	});

	test.each([
		['/docs/', 'text/html; charset=utf-8', 'index.html'],
		['/docs/rpc', 'text/html; charset=utf-8', 'rpc.html'],
		['/docs/rpc?from=search', 'text/html; charset=utf-8', 'rpc.html'],
		['/docs/decisions/', 'text/html; charset=utf-8', 'decisions/index.html'],
		['/docs/rpc.md', 'text/markdown; charset=utf-8', 'rpc.md'],
		['/docs/llms.txt', 'text/plain; charset=utf-8', 'llms.txt'],
		['/llms.txt', 'text/plain; charset=utf-8', 'llms.txt'],
		['/docs/assets/site-abcdefghij.js', 'text/javascript; charset=utf-8', 'assets/site-abcdefghij.js'],
		['/docs/pictures/list.png', 'image/png', 'pictures/list.png'],
		['/docs/pictures/list.webp', 'image/webp', 'pictures/list.webp'],
	] as const)('answers %s as %s', async (path, type, name) => {
		const { statusCode, headers, body } = await ask(path);
		expect([statusCode, headers['content-type'], body]).toEqual([200, type, FILES[name]]);
	});

	test('gives pages the policy for their scripts, and files no policy of their own', async () => {
		const page = await ask('/docs/rpc');
		expect(page.headers['content-security-policy']).toBe(HEADERS['content-security-policy']);
		const file = await ask('/docs/assets/site-abcdefghij.js');
		expect(file.headers['content-security-policy']).toBeUndefined();
	});

	test('lets browsers keep files with a hash in their name, and revalidate everything else', async () => {
		const kept = async (path: string) => (await ask(path)).headers['cache-control'];
		expect(await kept('/docs/assets/site-abcdefghij.js')).toBe('public, max-age=31536000, immutable');
		for (const path of ['/docs/', '/docs/rpc.md', '/llms.txt', '/docs/pictures/list.png'])
			expect(await kept(path)).toBe('no-cache');
	});

	test('packs a page as the browser asks, with a tag of its own for each form', async () => {
		const forms = await Promise.all(
			['br', 'gzip', 'identity'].map((coding) => ask('/docs/rpc', { 'accept-encoding': coding })),
		);
		expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
		const [br, gzip, plain] = forms.map(({ rawPayload }) => rawPayload);
		expect(brotliDecompressSync(br ?? '').toString()).toBe(FILES['rpc.html']);
		expect(gunzipSync(gzip ?? '').toString()).toBe(FILES['rpc.html']);
		expect(plain?.toString()).toBe(FILES['rpc.html']);
		expect(new Set(forms.map(({ headers }) => headers.etag)).size).toBe(3);
		for (const { headers } of forms) expect(headers.vary).toBe('accept-encoding');
		const markdown = await ask('/docs/rpc.md', { 'accept-encoding': 'br' });
		expect([markdown.headers['content-encoding'], markdown.body]).toEqual([undefined, '# Methods']);
	});

	test('does not send a page again that the browser has', async () => {
		const { headers } = await ask('/docs/rpc');
		const again = await ask('/docs/rpc', { 'if-none-match': String(headers.etag) });
		expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
		expect(again.headers['content-security-policy']).toBe(HEADERS['content-security-policy']);
	});

	test('answers HEAD with the headers alone', async () => {
		const { statusCode, headers, body } = await ask('/docs/rpc', {}, 'HEAD');
		expect([statusCode, headers['content-length'], body]).toEqual([
			200,
			String(FILES['rpc.html'].length),
			'',
		]);
	});

	test.each([
		['/docs', '/docs/'],
		['/docs?a=1', '/docs/?a=1'],
		['/docs/decisions', '/docs/decisions/'],
		['/docs/rpc/', '/docs/rpc'],
	])('redirects %s to %s', async (path, to) => {
		const { statusCode, headers } = await ask(path);
		expect([statusCode, headers.location]).toEqual([308, to]);
	});

	test.each([
		'/docs/none',
		'/docs/none/at/all/',
		'/docs/404',
		'/docs/404.html',
		'/docs/built-from',
		'/docs/rpc.html.br',
		'/docs/../package.json',
		'/docs/%2e%2e/%2e%2e/package.json',
		'/docs//example.org/',
	])('answers %s with the page for unknown addresses', async (path) => {
		const { statusCode, headers, body } = await ask(path);
		const isOfSite = !path.includes('..');
		expect(statusCode).toBe(404);
		if (isOfSite && !path.includes('%2e'))
			expect([headers['content-type'], body]).toEqual(['text/html; charset=utf-8', FILES['404.html']]);
		expect(body).not.toContain('"name"');
	});

	test('answers 404 for a page that a later build has dropped, and the page again once it is back', async () => {
		const gone = await (async () => {
			rmSync(join(root, 'dist', 'docs', 'decisions'), { recursive: true });
			return ask('/docs/decisions/');
		})();
		expect(gone.statusCode).toBe(404);
		write('decisions/index.html', 'Back.');
		expect((await ask('/docs/decisions/')).body).toBe('Back.');
	});
});
