/** One state of a page in every look: on a desk by day and by night, and on a phone. */
import { DESKTOP_PX, takeScreenshot, type Visitor } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

const HEIGHT_PX = 800;
const CHECKS = [
	{ check: 'light', scheme: 'light', width: DESKTOP_PX, isSearched: true },
	// Its colours are those of the next one.
	{ check: 'dark', scheme: 'dark', width: DESKTOP_PX, isSearched: false },
	{ check: 'phone-dark', scheme: 'dark', width: PHONE_PX, isSearched: true },
	{ check: 'phone', scheme: 'light', width: PHONE_PX, isSearched: false },
] as const;

/**
 * Sentences about what is wrong with the page as it stands: what axe finds in either scheme, and what runs out at the side.
 * Takes pictures of all looks where they are asked for, and leaves the page as it was on a desk by day.
 */
export async function faultsOfAppearance(
	{ page, barriers }: Visitor,
	name: string,
): Promise<readonly string[]> {
	const faults: string[] = [];
	for (const { check, scheme, width, isSearched } of CHECKS) {
		if (!isSearched && process.env.CARRYWIRE_PICTURES === undefined) continue;
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
		await page.setViewportSize({ width, height: HEIGHT_PX });
		await takeScreenshot(page, `${name}-${check}`);
		const wider: number = await page.evaluate(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
		if (wider > 0) faults.push(`${check}: ${wider} pixels wider than its window.`);
		if (isSearched) faults.push(...(await barriers()).map((sentence) => `${check}: ${sentence}`));
	}
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
	await page.setViewportSize({ width: DESKTOP_PX, height: HEIGHT_PX });
	return faults;
}
