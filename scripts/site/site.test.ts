/**
 * Checks the whole site built from `docs/`. Every page is in the sidebar, every link leads to an existing target, and
 * no page has an inline script or style.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_OPTIONS } from '../../dashboard/site/search-options.ts';
import { generatedPages } from '../generated-pages.ts';
import { filesOnDisk } from '../repository-files.ts';
import { readDocPages } from './doc-pages.ts';
import { buildSite } from './site-build.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Paths outside the site that the service itself serves. */
const OF_SERVICE = new Set(['/', '/openrpc.json']);
const BASE = 'http://site/docs/';

let parent: string;
let folder: string;
/** Text of each HTML file on the site, by file name. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
	parent = mkdtempSync(join(tmpdir(), 'carrywire-site-'));
	folder = join(parent, 'docs');
	expect(await buildSite(folder)).toBe('built');
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	pages = new Map(
		names
			.filter((name) => name.endsWith('.html'))
			.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
	);
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

const linksIn = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
const urlOf = (name: string) =>
	new URL(name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, ''), BASE);

/** Returns the name of the file that the service would serve for a path on the site; undefined when there is none. */
function fileAt(pathname: string): string | undefined {
	const path = pathname.slice('/docs/'.length);
	return [path, `${path}.html`, `${path}index.html`].find((name) => {
		const isFile = name !== '' && !name.endsWith('/') && existsSync(join(folder, name));
		return isFile;
	});
}

describe('the site', () => {
	test('has a page for every Markdown file of docs/, and each is in the sidebar of the first page', () => {
		const [, sidebar = ''] =
			/<nav id="sidebar"[^>]*>([\s\S]*?)<\/nav>/.exec(pages.get('index.html') ?? '') ?? [];
		const listed = linksIn(sidebar).map((link) => fileAt(new URL(link, BASE).pathname));
		const expected = filesOnDisk(ROOT, 'docs')
			.filter((path) => path.endsWith('.md') && path !== 'docs/index.md')
			.map((path) => path.replace('docs/', '').replace('README.md', 'index.md').replace(/\.md$/, '.html'));
		expect(expected.length).toBeGreaterThan(40);
		expect([...listed].sort()).toEqual(expected.sort());
	});

	test('has no dead link, and no link to a missing heading', () => {
		const dead: string[] = [];
		let count = 0;
		for (const [name, html] of pages) {
			// The page for unknown addresses may appear at any depth, so its links must be absolute.
			const from = name === '404.html' ? new URL('any/depth/at/all', BASE) : urlOf(name);
			for (const link of linksIn(html)) {
				const url = new URL(link.replaceAll('&amp;', '&'), from);
				if (url.origin !== 'http://site' || OF_SERVICE.has(url.pathname)) continue;
				count += 1;
				if (link.startsWith('#') && name === '404.html') continue;
				const file = url.pathname.startsWith('/docs/') ? fileAt(url.pathname) : undefined;
				const text = file === undefined ? undefined : (pages.get(file) ?? '');
				const id = decodeURIComponent(url.hash.slice(1));
				if (text === undefined || (id !== '' && !text.includes(`id="${id}"`)))
					dead.push(`${name} links to ${link}`);
			}
		}
		expect(count).toBeGreaterThan(2_000);
		expect(dead).toEqual([]);
	});

	test('has nothing inline that the policy of the service would refuse', () => {
		for (const [name, html] of pages) {
			const scripts = [...html.matchAll(/<script[^>]*>[^<]*<\/script>/g)].map(([script]) => script);
			expect([name, scripts.length]).toEqual([name, 2]);
			for (const script of scripts)
				expect(script).toMatch(/^<script (?:type="module" )?src="[\w./-]+\.js"><\/script>$/);
			expect([name, / style="|<style| on[a-z]+="[^"]*"|javascript:/.test(tagsOf(html))]).toEqual([
				name,
				false,
			]);
		}
	});

	test('has the Markdown of each page beside it', () => {
		expect(readFileSync(join(folder, 'rpc.md'), 'utf8')).toBe(
			readFileSync(join(ROOT, 'docs/rpc.md'), 'utf8'),
		);
	});
});

/** Returns the tags of a page without the text between them, because examples in the text may contain anything. */
function tagsOf(html: string): string {
	return (html.match(/<[a-z][^>]*>/g) ?? []).join('\n');
}

describe('the search index', () => {
	const found = (query: string) => {
		const [name = ''] = readdirSync(join(folder, 'assets')).filter((file) => /^search-.*\.json$/.test(file));
		const index = MiniSearch.loadJSON(readFileSync(join(folder, 'assets', name), 'utf8'), SEARCH_OPTIONS);
		return index.search(query).map(({ to }) => String(to));
	};

	test.each([
		['execute_opportunity', 'rpc#execute_opportunity'],
		['prometheus', 'observability'],
		['close_executoin', 'rpc#close_execution'],
	])('finds %s', (query, to) => {
		expect(found(query).slice(0, 8)).toContainEqual(expect.stringContaining(to));
	});

	test('finds nothing for a word that no page has', () => {
		expect(found('zzyzxqqq')).toEqual([]);
	});
});

test('llms.txt lists every page with its title, in step with docs/', () => {
	const text = readFileSync(join(ROOT, 'docs/public/llms.txt'), 'utf8');
	expect(text).toBe(generatedPages().get('public/llms.txt'));
	expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toBe(text);
	expect(text).toMatch(/^# Carrywire\n\n> .+\n\n## /);
	for (const { path, title, address } of readDocPages(ROOT))
		if (address !== '') expect(text).toContain(`- [${title}](/docs/${path})`);
	for (const [, path = ''] of text.matchAll(/\]\(\/docs\/([^)]+)\)/g))
		expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
});
