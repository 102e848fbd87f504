/**
 * Builds the documentation site from `docs/`: static pages, a search index, scripts and a stylesheet. Pages contain
 * no inline script or style.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildBeside } from '../build-beside.ts';
import { filesOnDisk } from '../repository-files.ts';
import type { DocPage, SidebarPart } from './doc-pages.ts';
import type { SiteAssets } from './site-template.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES_STYLE = 'src/identity/pages/assets/style.css';
const ICON = 'src/identity/pages/assets/icon.svg';
const BROWSER = 'dashboard/site';
/** Files that are served unchanged at the site's root. */
const PUBLIC = 'docs/public';
/**
 * Path at which the service serves the site. Links on the page for unknown addresses begin with it, because that page
 * may be shown at any depth.
 */
const SERVED_AT = '/docs/';
const SOURCES = {
	folders: ['docs', BROWSER, 'scripts/site'],
	files: [PAGES_STYLE, ICON, 'package-lock.json', 'scripts/build-beside.ts', 'scripts/document-rules.ts'],
};

/** @throws Error when a page has no title or shows an image that does not exist; the message names the page */
export function buildSite(target: string): Promise<'built' | 'current'> {
	return buildBeside(target, SOURCES, fillSite);
}

async function fillSite(folder: string): Promise<void> {
	// These modules are imported here because loading them takes longer than finding out that nothing has changed.
	const { readDocPages, sidebarOf } = await import('./doc-pages.ts');
	const { renderPage } = await import('./site-html.ts');
	const { framedPage } = await import('./site-template.ts');
	const pages = readDocPages(ROOT);
	const sidebar = sidebarOf(pages);
	const assets = await writeAssets(folder, sidebar);
	const targets = {
		pages: new Map(pages.map(({ address, title }) => [address, title])),
		files: new Set(filesOnDisk(join(ROOT, 'docs'), '').filter((path) => !path.endsWith('.md'))),
	};
	const copied = new Set<string>();
	for (const page of pages) {
		const { html, headings, files } = renderPage(page, targets);
		for (const file of files) copied.add(file);
		const toRoot = '../'.repeat(page.address.split('/').length - 1);
		const { title, summary } = page;
		write(
			folder,
			fileOf(page),
			framedPage({ title, summary, html, headings, page, toRoot }, sidebar, assets),
		);
		write(folder, page.path, page.text);
	}
	for (const file of copied) copy(join(ROOT, 'docs', file), join(folder, file));
	cpSync(join(ROOT, PUBLIC), folder, { recursive: true });
	const missing = {
		title: 'No such page',
		summary: '',
		html: MISSING,
		headings: [],
		page: undefined,
		toRoot: SERVED_AT,
	};
	write(folder, '404.html', framedPage(missing, sidebar, assets));
}

const MISSING = `<h1>No such page</h1>
<p>This address has no page. It may have moved: search for it above, or begin at the <a href="${SERVED_AT}">first page</a>.</p>
`;

/**
 * Returns the file of a page: `index.html` in its folder if the address is empty or ends with a slash, otherwise
 * `<address>.html`.
 */
function fileOf({ address }: DocPage): string {
	return address === '' || address.endsWith('/') ? `${address}index.html` : `${address}.html`;
}

async function writeAssets(folder: string, sidebar: readonly SidebarPart[]): Promise<SiteAssets> {
	const { rolldown } = await import('rolldown');
	const { searchIndex } = await import('./site-search.ts');
	const bundled = async (name: string, format: 'esm' | 'iife') => {
		const bundle = await rolldown({ input: join(ROOT, BROWSER, name), cwd: ROOT, platform: 'browser' });
		const { output } = await bundle.generate({ format, minify: true });
		await bundle.close();
		return output[0].code;
	};
	const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
	copy(join(ROOT, ICON), join(folder, 'assets/icon.svg'));
	return {
		style: writeHashed(
			folder,
			'site',
			'css',
			`${coloursOf(read(PAGES_STYLE))}\n${read(`${BROWSER}/style.css`)}`,
		),
		theme: writeHashed(folder, 'theme', 'js', await bundled('theme.ts', 'iife')),
		script: writeHashed(folder, 'site', 'js', await bundled('main.ts', 'esm')),
		index: writeHashed(folder, 'search', 'json', searchIndex(sidebar)),
	};
}

/**
 * Returns the block of colour variables from the stylesheet of the service's other pages. @throws Error when the
 * stylesheet has no such block
 */
function coloursOf(style: string): string {
	const [colours] = /^:root \{[^}]+\}/m.exec(style) ?? [];
	if (colours === undefined) throw new Error(`${PAGES_STYLE} has no colours in a block :root.`);
	return colours;
}

/**
 * Writes a file whose name contains a hash of its content, so that browsers may cache it for good. Returns its path.
 */
function writeHashed(folder: string, name: string, ending: string, content: string): string {
	const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
	const path = `assets/${name}-${hash}.${ending}`;
	write(folder, path, content);
	return path;
}

function write(folder: string, path: string, content: string): void {
	const to = join(folder, path);
	mkdirSync(dirname(to), { recursive: true });
	writeFileSync(to, content);
}

function copy(from: string, to: string): void {
	mkdirSync(dirname(to), { recursive: true });
	cpSync(from, to);
}
