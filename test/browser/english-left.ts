/** Finds English words on a page of another language. */
import type { Page } from 'playwright-core';

/**
 * Reads every visible text of the page, and the attributes that people see or hear. Code and examples stay in
 * English, so `code`, `pre` and text marked as English do not count.
 */
const TEXTS = `(() => {
	const skipped = 'code, pre, script, style, noscript, [lang="en"], option[value="en"]';
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const element = walker.currentNode.parentElement;
		if (element !== null && element.closest(skipped) === null && element.checkVisibility())
			found.push(walker.currentNode.textContent);
	}
	for (const element of document.body.querySelectorAll('*'))
		for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
			if (element.hasAttribute(name) && element.closest(skipped) === null) found.push(element.getAttribute(name));
	return found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter((text) => text !== '');
})()`;

/**
 * Common English words, none of which is Spanish. Names of fields and terms such as reduce-only are the same in every
 * language.
 */
const ENGLISH =
	/(?<![\p{L}_.-])(?:the|of|and|with|your|you|this|that|is|are|for|from|by|not|when|or|an|has|have|will|was|were|which|its|only|all|than|between|each|both|cannot|open|close|closed|order|orders|price|amount|exchange's|hour|hours|day|days|year|none|unknown|yes|loading|settings|portfolio)(?![\p{L}_-])/iu;

/** Texts of a page, and those among them that contain English words. */
export type EnglishLeft = { readonly texts: number; readonly english: readonly string[] };

/** Reads a page. @param allowed texts that may stay in English */
export async function englishLeft(page: Page, allowed: readonly RegExp[] = []): Promise<EnglishLeft> {
	const texts = await page.evaluate<readonly string[]>(TEXTS);
	const english = texts.filter(
		(text) => ENGLISH.test(text) && !allowed.some((pattern) => pattern.test(text)),
	);
	return { texts: texts.length, english: [...new Set(english)] };
}
