/**
 * Builds the HTML document around the content of a page on the documentation site: header with search, sidebar,
 * outline, and links to the neighboring pages.
 */
import { type DocPage, pagesOfSidebar, type SidebarGroup, type SidebarPart } from './doc-pages.ts';
import { escaped, type Heading } from './site-html.ts';

/** Names of the files that pages load, relative to the site's root. */
export type SiteAssets = {
	readonly style: string;
	readonly theme: string;
	readonly script: string;
	readonly index: string;
};

/** The parts from which one page is built. */
export type FramedPage = {
	readonly title: string;
	readonly summary: string;
	/** The page's content as HTML. */
	readonly html: string;
	readonly headings: readonly Heading[];
	/** The page itself; undefined on the page that is shown for unknown addresses. */
	readonly page: DocPage | undefined;
	/** Relative path from this page to the site's root, with a trailing slash; empty at the root. */
	readonly toRoot: string;
};

const OUTLINE_MAX = 60;

/** Returns the complete HTML document. */
export function framedPage(
	framed: FramedPage,
	sidebar: readonly SidebarPart[],
	{ style, theme, script, index }: SiteAssets,
): string {
	const { title, summary, html, toRoot, page } = framed;
	const outline = outlineOf(framed.headings);
	const name = page?.address === '' ? title : `${title} · Carrywire`;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
${summary === '' ? '' : `<meta name="description" content="${escaped(summary)}">\n`}<link rel="icon" href="${toRoot}assets/icon.svg">
<script src="${toRoot}${theme}"></script>
<link rel="stylesheet" href="${toRoot}${style}">
<script type="module" src="${toRoot}${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button id="menu" class="quiet" aria-expanded="false" aria-controls="sidebar">Menu</button>
<a class="name" href="${toRoot || './'}">Carrywire <span>docs</span></a>
<form id="search-form" role="search">
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search" aria-label="Search the documentation" data-index="${toRoot}${index}" data-root="${toRoot || './'}">
<div id="search-panel" hidden><p id="search-status" role="status"></p><ul id="results"></ul></div>
</form>
<button id="theme" class="quiet" aria-pressed="false">Dark</button>
<a class="dashboard" href="/">Dashboard</a>
</header>
<div class="frame${outline === '' ? '' : ' with-outline'}">
<nav id="sidebar" aria-label="Pages">
${sidebar.map((part) => partHtml(part, framed)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}${wayOn(framed, sidebar)}
</main>
${outline}
</div>
</body>
</html>
`;
}

function partHtml({ name, pages, groups }: SidebarPart, framed: FramedPage): string {
	return `<h2>${escaped(name)}</h2>
${listHtml(pages, framed)}${groups.map((group) => groupHtml(group, framed)).join('')}`;
}

function groupHtml({ name, pages }: SidebarGroup, framed: FramedPage): string {
	const isCurrent = pages.some((page) => page === framed.page);
	return `<details${isCurrent ? ' open' : ''}><summary>${escaped(name)}</summary>
${listHtml(pages, framed)}</details>
`;
}

function listHtml(pages: readonly DocPage[], { page: current, toRoot }: FramedPage): string {
	const entries = pages.map(
		(page) =>
			`<li><a href="${toRoot}${page.address}"${page === current ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`,
	);
	return entries.length === 0 ? '' : `<ul>\n${entries.join('\n')}\n</ul>\n`;
}

/**
 * Returns the page's outline: its second-level headings, and also its third-level ones if there are not too many in
 * total.
 */
function outlineOf(headings: readonly Heading[]): string {
	const second = headings.filter(({ depth }) => depth === 2);
	const both = headings.filter(({ depth }) => depth <= 3);
	const shown = both.length <= OUTLINE_MAX ? both : second;
	if (shown.length < 2) return '';
	const entries = shown.map(
		({ depth, name, text }) => `<li class="depth-${depth}"><a href="#${name}">${escaped(text)}</a></li>`,
	);
	return `<aside aria-label="On this page"><h2>On this page</h2>
<ul>
${entries.join('\n')}
</ul></aside>`;
}

/** Returns the footer: links to the previous and next pages in sidebar order, and to this page's Markdown. */
function wayOn({ page, toRoot }: FramedPage, sidebar: readonly SidebarPart[]): string {
	if (page === undefined || page.address === '') return '';
	const order = pagesOfSidebar(sidebar);
	const at = order.indexOf(page);
	const link = (to: DocPage | undefined, rel: string, word: string) =>
		to === undefined
			? ''
			: `<a rel="${rel}" href="${toRoot}${to.address}"><small>${word}</small> ${escaped(to.title)}</a>`;
	return `<footer><nav aria-label="Neighbours" class="neighbours">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>
<p><a href="${toRoot}${page.path}">This page as Markdown</a></p></footer>`;
}
