/** Checks that every page has a language, a title, one main heading, and a name for each field and button. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { SeenPage } from './watched-browser.ts';

const FIND_FAULTS = readFileSync(new URL('./page-faults.js', import.meta.url), 'utf8');
const READER_PATH = '/reader-of-the-test';
const READER = '<!doctype html><link rel="stylesheet" href="/assets/style.css"><style></style><body></body>';

/**
 * Returns one message per fault. A page wider than `reader`, which is as wide as a phone, is also a fault. `origin`
 * serves the pages' style sheet.
 */
export async function pageFaults(reader: Page, seen: readonly SeenPage[], origin: string): Promise<string[]> {
	await reader.route(`${origin}${READER_PATH}`, (route) =>
		route.fulfill({ contentType: 'text/html', body: READER }),
	);
	await reader.goto(`${origin}${READER_PATH}`);
	const texts = JSON.stringify(seen.map(({ html }) => html));
	const found = await reader.evaluate<readonly (readonly string[])[]>(`${FIND_FAULTS}\nfindFaults(${texts})`);
	return found.flatMap((faults, index) =>
		faults.map((fault) => `${seen[index]?.status} ${seen[index]?.url}: ${fault}`),
	);
}
