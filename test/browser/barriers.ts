/** Checks the accessibility of a page with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type AxeResult = {
	readonly violations: readonly {
		readonly id: string;
		readonly help: string;
		readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
	}[];
	readonly passes: readonly unknown[];
};

/** Elements are reported only for violations, because details of passed rules would take half of the time. */
const AXE_OPTIONS = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] });

/** Returns one message per violation of WCAG 2.2 AA that axe finds on the current page. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
	// axe is evaluated through the debugger, which the page's content security policy does not restrict.
	await page.evaluate(AXE);
	const { violations, passes } = (await page.evaluate(`axe.run(document, ${AXE_OPTIONS})`)) as AxeResult;
	if (passes.length === 0) return ['axe checked nothing.'];
	return violations.map(
		({ id, help, nodes }) =>
			`${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`).join('; ')}`,
	);
}
