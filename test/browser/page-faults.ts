/** What every page must have, whoever looks at it: a language, a title, one main heading, a name for each field and button. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { SeenPage } from './watched-browser.ts';

const FIND_FAULTS = readFileSync(new URL('./page-faults.js', import.meta.url), 'utf8');

/** A sentence per fault. `reader` is any page in which script runs. */
export async function pageFaults(reader: Page, seen: readonly SeenPage[]): Promise<string[]> {
	const texts = JSON.stringify(seen.map(({ html }) => html));
	const found = await reader.evaluate<readonly (readonly string[])[]>(`${FIND_FAULTS}\nfindFaults(${texts})`);
	return found.flatMap((faults, index) =>
		faults.map((fault) => `${seen[index]?.status} ${seen[index]?.url}: ${fault}`),
	);
}
