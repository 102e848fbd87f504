/** Reads the pages of `docs/` for the documentation site: address, title, first sentence, and place in the sidebar. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lexer, type Token, type TokensList } from 'marked';
import { filesOnDisk } from '../repository-files.ts';

const DOCS = 'docs';

/** A Markdown page of the documentation. */
export type DocPage = {
	/** Path below `docs/`, such as `design/api.md`. */
	readonly path: string;
	/** Address below the site's root, such as `design/api`; empty for the first page. */
	readonly address: string;
	/** Text of the first heading. */
	readonly title: string;
	/** First sentence of the first paragraph, as plain text; empty on a page without one. */
	readonly summary: string;
	readonly text: string;
	readonly tokens: TokensList;
};

/** A heading in the sidebar and the pages below it. */
export type SidebarGroup = { readonly name: string; readonly pages: readonly DocPage[] };
/** A part of the sidebar: first its own pages, then its groups. */
export type SidebarPart = SidebarGroup & { readonly groups: readonly SidebarGroup[] };

/**
 * Reads every Markdown page below `docs/` in the repository at `root`, sorted by path.
 * @param generated page text, keyed by path below `docs/`; if a page is in it, the file on disk is not read
 */
export function readDocPages(
	root: string,
	generated: ReadonlyMap<string, string> = new Map(),
): readonly DocPage[] {
	const onDisk = filesOnDisk(root, DOCS).map((path) => path.slice(DOCS.length + 1));
	return [...new Set([...onDisk, ...generated.keys()])]
		.filter((path) => path.endsWith('.md'))
		.sort()
		.map((path) => docPage(path, generated.get(path) ?? readFileSync(join(root, DOCS, path), 'utf8')));
}

/** @throws Error when the page has no first-level heading */
export function docPage(path: string, text: string): DocPage {
	const tokens = new Lexer().lex(text);
	const heading = tokens.find((token) => token.type === 'heading' && token.depth === 1);
	if (heading === undefined) throw new Error(`docs/${path} has no title: begin it with a line "# Title".`);
	const summary = firstSentence(tokens);
	return { path, address: addressOf(path), title: plainText(heading), summary, text, tokens };
}

/**
 * Returns a page's address below the site's root: its path without the file extension. A folder's first page has the
 * folder's path as its address, with a trailing slash.
 */
export function addressOf(path: string): string {
	return path.replace(/(^|\/)(?:index|README)\.md$/, '$1').replace(/\.md$/, '');
}

/** Returns a token's text, without markup. */
export function plainText(token: Token): string {
	if (token.type === 'image' || token.type === 'html') return '';
	const parts = 'tokens' in token ? token.tokens : undefined;
	if (parts !== undefined) return parts.map(plainText).join('');
	if (token.type === 'br') return ' ';
	return 'text' in token && typeof token.text === 'string' ? unescaped(token.text) : '';
}

function unescaped(text: string): string {
	return text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');
}

function firstSentence(tokens: TokensList): string {
	for (const token of tokens) {
		if (token.type !== 'paragraph') continue;
		const [first, ...rest] = token.tokens ?? [];
		// In the decision records, a bold word with a full stop that begins a paragraph is a label, not a sentence.
		const isLabel = first?.type === 'strong' && /\.$/.test(plainText(first));
		const text = (isLabel ? rest : (token.tokens ?? []))
			.map(plainText)
			.join('')
			.replaceAll(/\s+/g, ' ')
			.trim();
		// A decision record begins with its status, which says nothing about its content.
		if (text !== '' && !text.startsWith('Status: '))
			return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(text)?.[0] ?? text;
	}
	return '';
}

/** Name of the sidebar part with the pages about the code. */
export const ENGINEERS = 'For engineers';

const GUIDE_ORDER = [
	'guides/first-trade.md',
	'guides/paper.md',
	'guides/going-live.md',
	'guides/unattended-bot.md',
	'guides/plan.md',
	'guides/autopilot.md',
	'guides/what-if.md',
	'guides/backtest.md',
	'guides/agents-over-mcp.md',
	'guides/one-server.md',
	'guides/upgrade.md',
	'guides/alerts.md',
	'guides/taxes.md',
	'guides/figures.md',
	'guides/when-something-goes-wrong.md',
	'dashboard.md',
	'chat.md',
	'modes.md',
	'how-it-trades.md',
	'replay.md',
	'planner.md',
	'honest-limits.md',
	'history.md',
	'backup.md',
];
const REFERENCE_ORDER = [
	'rpc.md',
	'errors.md',
	'cli.md',
	'configuration.md',
	'limits.md',
	'rest.md',
	'streams.md',
	'access.md',
	'mcp.md',
	'client.md',
	'clients-of-others.md',
	'guards.md',
	'risk.md',
	'margin.md',
	'scores.md',
	'alerts.md',
	'export.md',
	'policies.md',
	'replay-data.md',
	'venues.md',
	'exchange-oauth.md',
	'observability.md',
	'security.md',
];
const ENGINEER_ORDER = [
	'architecture.md',
	'add-a-venue.md',
	'dependencies.md',
	'releasing.md',
	'speed.md',
	'reliability.md',
	'calibration.md',
	'planner-scores.md',
	'field-reports.md',
];
const FOLDER_ORDER = ['design', 'decisions'];

/**
 * Sorts every page except the first into the parts of the sidebar. A page that is in no list also appears: in
 * `guides/` after the other guides, in another folder within that folder's group. Any other page comes at the end of
 * the reference.
 */
export function sidebarOf(pages: readonly DocPage[]): readonly SidebarPart[] {
	const rest = pages.filter(({ address }) => address !== '');
	const isGuide = ({ path }: DocPage) => path.startsWith('guides/') || GUIDE_ORDER.includes(path);
	const isInFolder = ({ path }: DocPage) => path.includes('/');
	const isForEngineers = ({ path }: DocPage) => ENGINEER_ORDER.includes(path);
	const guides = rest.filter(isGuide);
	const folders = rest.filter((page) => !isGuide(page) && isInFolder(page));
	const engineers = rest.filter(isForEngineers);
	const reference = rest.filter((page) => ![...guides, ...folders, ...engineers].includes(page));
	return [
		{ name: 'Guides', pages: inOrder(guides, GUIDE_ORDER), groups: [] },
		{ name: 'Reference', pages: inOrder(reference, REFERENCE_ORDER), groups: [] },
		{ name: ENGINEERS, pages: inOrder(engineers, ENGINEER_ORDER), groups: foldersOf(folders) },
	].filter(({ pages: own, groups }) => own.length + groups.length > 0);
}

/** Returns all pages of these parts in sidebar order. */
export function pagesOfSidebar(parts: readonly SidebarPart[]): readonly DocPage[] {
	return parts.flatMap(({ pages, groups }) => [...pages, ...groups.flatMap((group) => group.pages)]);
}

function inOrder(pages: readonly DocPage[], order: readonly string[]): readonly DocPage[] {
	const rank = ({ path }: DocPage) => (order.includes(path) ? order.indexOf(path) : order.length);
	return pages.toSorted((a, b) => rank(a) - rank(b));
}

function foldersOf(pages: readonly DocPage[]): readonly SidebarGroup[] {
	const folders = new Map<string, DocPage[]>();
	for (const page of pages) {
		const folder = page.path.slice(0, page.path.indexOf('/'));
		folders.set(folder, [...(folders.get(folder) ?? []), page]);
	}
	const rank = (folder: string) => FOLDER_ORDER.indexOf(folder) + 1 || FOLDER_ORDER.length + 1;
	return [...folders]
		.toSorted(([a], [b]) => rank(a) - rank(b))
		.map(([folder, own]) => ({
			name: `${folder.slice(0, 1).toUpperCase()}${folder.slice(1)}`,
			// The page that introduces the folder comes first.
			pages: own.toSorted((a, b) => Number(b.address.endsWith('/')) - Number(a.address.endsWith('/'))),
		}));
}
