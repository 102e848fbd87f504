/**
 * Builds `llms.txt` (<https://llmstxt.org>), which tells a language model which pages about the service it can read,
 * and their addresses.
 */
import { type DocPage, pagesOfSidebar, sidebarOf } from './doc-pages.ts';

/**
 * Returns the heading and summary of the first page, then a list of Markdown pages for each part of the sidebar.
 * @throws Error if there is no first page
 */
export function llmsText(pages: readonly DocPage[]): string {
	const first = pages.find(({ address }) => address === '');
	if (first === undefined)
		throw new Error('docs/index.md is missing: the list of pages begins with its title.');
	const parts = sidebarOf(pages).map((part) => {
		const entries = pagesOfSidebar([part]).map(
			({ title, path, summary }) => `- [${title}](/docs/${path})${summary === '' ? '' : `: ${summary}`}`,
		);
		return `## ${part.name}\n\n${entries.join('\n')}\n`;
	});
	return [`# ${first.title}\n`, `> ${first.summary}\n`, ...parts].join('\n');
}
