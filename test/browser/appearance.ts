/** Checks one state of a page on a desktop and on a phone, in the light and dark schemes. */
import { DESKTOP_PX, takeScreenshot, type Visitor } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

const HEIGHT_PX = 800;
const CHECKS = [
	{ check: 'light', scheme: 'light', width: DESKTOP_PX, isSearched: true },
	// axe does not check this variant, because `phone-dark` has the same colours.
	{ check: 'dark', scheme: 'dark', width: DESKTOP_PX, isSearched: false },
	{ check: 'phone-dark', scheme: 'dark', width: PHONE_PX, isSearched: true },
	{ check: 'phone', scheme: 'light', width: PHONE_PX, isSearched: false },
] as const;

/**
 * Returns one message per fault on the current page: violations that axe finds in either scheme, and sideways
 * overflow. Saves a screenshot of each variant if `CARRYWIRE_SCREENSHOTS` names a folder. Leaves the page in the
 * light scheme at desktop width.
 */
export async function faultsOfAppearance(
	{ page, barriers }: Visitor,
	name: string,
): Promise<readonly string[]> {
	const faults: string[] = [];
	for (const { check, scheme, width, isSearched } of CHECKS) {
		if (!isSearched && process.env.CARRYWIRE_SCREENSHOTS === undefined) continue;
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
