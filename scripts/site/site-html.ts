/**
 * Converts a Markdown page to the site's HTML. HTML markup within the Markdown is shown as text, because the pages
 * need none.
 */
import { Marked, type Token, type Tokens } from 'marked';
import { headingNamer } from '../document-rules.ts';
import { addressOf, type DocPage, plainText } from './doc-pages.ts';

/** A heading below a page's title, with its anchor name. */
export type Heading = { readonly depth: number; readonly text: string; readonly name: string };

/** A page as HTML, its headings, and the files below `docs/` that it shows or links to. */
export type RenderedPage = {
	readonly html: string;
	readonly headings: readonly Heading[];
	readonly files: readonly string[];
};

/** Pages and files below `docs/` that a link can lead to. */
export type SiteTargets = {
	/** Title of each page, by address. */
	readonly pages: ReadonlyMap<string, string>;
	readonly files: ReadonlySet<string>;
};

/**
 * Files below `docs/` for which the service itself serves the current version, each with its address on the service.
 */
const OF_SERVICE: Readonly<Record<string, string>> = { 'openrpc.json': '/openrpc.json' };
const ELSEWHERE = /^(?:[a-z][a-z+.-]*:|\/)/;

/** Renders one page. A link to a file outside `docs/` becomes plain text, because the site has no such file. */
export function renderPage(page: DocPage, targets: SiteTargets): RenderedPage {
	const nameOf = headingNamer();
	const headings: Heading[] = [];
	const files = new Set<string>();
	const marked = new Marked({
		gfm: true,
		renderer: {
			heading(token) {
				const name = nameOf(token.text);
				const text = plainText(token);
				const { depth } = token;
				if (depth > 1) headings.push({ depth, text, name });
				const content = this.parser.parseInline(token.tokens);
				if (depth === 1) return `<h1 id="${name}">${content}</h1>\n`;
				// The anchor sign is for readers who use a mouse; it is hidden from screen readers, which use the
				// heading itself.
				return `<h${depth} id="${name}">${content}<a class="anchor" href="#${name}" aria-hidden="true" tabindex="-1">#</a></h${depth}>\n`;
			},
			link({ href, title, tokens }) {
				const to = linkTo(href, page, targets);
				// In the repository, a link's text is often just the file name. Readers of the site know a page by
				// its title, so the title replaces it.
				const isFileName = tokens.map(plainText).join('') === href.split('#')[0];
				const text =
					isFileName && to?.title !== undefined ? escaped(to.title) : this.parser.parseInline(tokens);
				if (to === undefined) return text;
				if (to.file !== undefined) files.add(to.file);
				const isOther = /^https?:/.test(to.href);
				return `<a href="${escaped(to.href)}"${title ? ` title="${escaped(title)}"` : ''}${isOther ? ' rel="noreferrer"' : ''}>${text}</a>`;
			},
			image({ href, text }) {
				const to = linkTo(href, page, targets);
				if (to?.file === undefined) throw new Error(`docs/${page.path} shows ${href}, which does not exist.`);
				files.add(to.file);
				return `<a class="image" href="${escaped(to.href)}"><img src="${escaped(to.href)}" alt="${escaped(text)}" loading="lazy"></a>`;
			},
			html: ({ text }) => (/^\s*<!--/.test(text) ? '' : escaped(text)),
			code: ({ text, lang }) =>
				// The block scrolls on a narrow screen. `tabindex` lets keyboard users reach it.
				`<pre tabindex="0"><code${lang ? ` class="language-${escaped(lang)}"` : ''}>${escaped(text)}</code></pre>\n`,
			table(token) {
				const cellHtml = (cell: Tokens.TableCell) =>
					// An empty cell must not be marked as a heading, because a screen reader would have nothing to
					// read.
					this.tablecell(cell.text === '' ? { ...cell, header: false } : cell);
				const row = (cells: readonly Tokens.TableCell[]) => `<tr>${cells.map(cellHtml).join('')}</tr>\n`;
				const body = token.rows.map(row).join('');
				return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
			},
		},
	});
	const html = marked.parser(page.tokens as Token[]);
	return { html, headings, files: [...files] };
}

/**
 * @returns the address to use on the site; undefined if `href` is a file that the site does not have, or not an
 * address at all
 */
function linkTo(
	href: string,
	page: DocPage,
	{ pages, files }: SiteTargets,
): { readonly href: string; readonly file?: string; readonly title?: string } | undefined {
	if (href.startsWith('#')) return { href };
	const base = `file:///docs/${page.path}`;
	// A pattern such as `http://host:port` is not a link.
	if (!URL.canParse(href, base)) return undefined;
	if (ELSEWHERE.test(href)) return { href };
	const { pathname, hash } = new URL(href, base);
	const path = decodeURIComponent(pathname.slice('/docs/'.length));
	if (!pathname.startsWith('/docs/')) return undefined;
	const own = OF_SERVICE[path];
	if (own !== undefined) return { href: own };
	if (files.has(path)) return { href: relative(page.address, path), file: path };
	const address = addressOf(path.endsWith('.md') ? path : `${path.replace(/\/$/, '')}/README.md`);
	const title = pages.get(address);
	return title === undefined ? undefined : { href: `${relative(page.address, address)}${hash}`, title };
}

/**
 * Returns the relative path from one address on the site to another. Because links are relative, the site works below
 * any path.
 */
function relative(from: string, to: string): string {
	const up = '../'.repeat(from.split('/').length - 1);
	return `${up}${to}` || './';
}

/** Escapes text for use in HTML, including attributes. */
export function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
