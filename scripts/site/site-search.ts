/**
 * Builds the documentation site's search index. It has one entry per section, so that a result can lead to the right
 * heading.
 */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from '../../dashboard/site/search-options.ts';
import { headingNamer } from '../document-rules.ts';
import { type DocPage, ENGINEERS, pagesOfSidebar, plainText, type SidebarPart } from './doc-pages.ts';

type Section = {
	readonly id: number;
	/** Address below the site's root, including the heading's anchor. */
	readonly to: string;
	readonly page: string;
	readonly title: string;
	/**
	 * Factor for the section's rank. Pages for engineers get a lower one, because most readers want to know how to
	 * use the service.
	 */
	readonly weight: number;
	text: string;
};

/** Returns the search index of all sidebar pages as JSON text, which the site's script loads. */
export function searchIndex(sidebar: readonly SidebarPart[]): string {
	const index = new MiniSearch<Section>(SEARCH_OPTIONS);
	const engineers = new Set(pagesOfSidebar(sidebar.filter(({ name }) => name === ENGINEERS)));
	let id = 0;
	for (const page of pagesOfSidebar(sidebar)) {
		const weight = engineers.has(page) ? 0.5 : 1;
		const nameOf = headingNamer();
		let section: Section | undefined;
		for (const token of page.tokens) {
			if (token.type === 'heading') {
				if (section !== undefined) index.add(section);
				const name = nameOf(token.text);
				const title = plainText(token);
				const to = token.depth === 1 ? page.address : `${page.address}#${name}`;
				section = { id: id++, to, page: page.title, title, weight, text: '' };
			} else if (section !== undefined) section.text += `${textOf(token)} `;
		}
		if (section !== undefined) index.add(section);
	}
	return JSON.stringify(index);
}

/**
 * Returns the words in a block. Example responses in JSON are left out, because their figures do not help a search
 * and would be half of the index.
 */
function textOf(token: DocPage['tokens'][number]): string {
	if (token.type === 'code') return token.lang === 'json' ? '' : token.text;
	if (token.type === 'list') return token.items.map((item: typeof token) => textOf(item)).join(' ');
	if (token.type === 'table')
		return [token.header, ...token.rows]
			.flat()
			.map((cell) => plainText(cell))
			.join(' ');
	if (token.type === 'list_item' || token.type === 'blockquote')
		return (token.tokens ?? []).map(textOf).join(' ');
	return plainText(token);
}
