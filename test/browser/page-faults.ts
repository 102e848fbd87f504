/** What every page must have, whoever looks at it: a language, a title, one main heading, a name for each field and button. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { SeenPage } from './watched-browser.ts';

const FIND_FAULTS = readFileSync(new URL('./page-faults.js', import.meta.url), 'utf8');

/** A sentence per fault. `reader` is a page as wide as a phone; `origin` is where the style sheet of the pages is. */
export async function pageFaults(reader: Page, seen: readonly SeenPage[], origin: string): Promise<string[]> {
	const texts = JSON.stringify(seen.map(({ html }) => html));
	const found = await reader.evaluate<readonly (readonly string[])[]>(`${FIND_FAULTS}\nfindFaults(${texts})`);
	const faults = found.flatMap((sentences, index) =>
		sentences.map((sentence) => `${seen[index]?.status} ${seen[index]?.url}: ${sentence}`),
	);
	return [...faults, ...(await tooWide(reader, seen, origin))];
}

/** Shows each once more, by itself and going nowhere: none may be wider than a phone. */
async function tooWide(reader: Page, seen: readonly SeenPage[], origin: string): Promise<string[]> {
	let shown = '';
	await reader.route(`${origin}${SHOWN_PATH}`, (route) =>
		route.fulfill({
			contentType: 'text/html; charset=utf-8',
			body: shown.replace(/<meta http-equiv="refresh"[^>]*>/, ''),
		}),
	);
	const once = new Map(seen.map((page) => [`${page.status} ${kindOf(page.url)}`, page]));
	const faults: string[] = [];
	for (const { url, status, html } of once.values()) {
		shown = html;
		await reader.goto(`${origin}${SHOWN_PATH}`);
		const excess = await reader.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
		if (excess > 0) faults.push(`${status} ${url}: it is ${excess} px wider than a phone`);
	}
	return faults;
}

const SHOWN_PATH = '/shown-once-more';

/** Pages of one kind look alike: of an account, of an agent, of a request for access. */
function kindOf(url: string): string {
	return new URL(url).pathname.replaceAll(/\/[^/]*[\d_-][^/]*(?=\/|$)/g, '/:id');
}
