/** Takes the screenshots of a page once it has loaded: at every width and in every theme, one window high. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import {
	type SCREENSHOT_PAGES,
	SCREENSHOT_THEMES,
	SCREENSHOT_WINDOWS,
	type ScreenshotTheme,
	type ScreenshotWindow,
	screenshotFile,
} from '../../scripts/screenshot-list.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import type { Person } from './watched-browser.ts';

/** Name of a state of a page in the list of screenshots. */
export type ScreenshotName = (typeof SCREENSHOT_PAGES)[number]['name'];

/** Settings of a camera: the screenshots to take, and their folder. */
export type CameraOptions = {
	/** Folder of the screenshots. */
	readonly folder: string;
	/** Windows in which each page is shown. */
	readonly windows: readonly ScreenshotWindow[];
	readonly themes: readonly ScreenshotTheme[];
	/** States to take; undefined takes all. */
	readonly only: ReadonlySet<string> | undefined;
};

/** Takes screenshots and remembers which. */
export type Camera = {
	/** True if the state is to be taken. */
	wants(name: ScreenshotName): boolean;
	/**
	 * Takes all screenshots of the person's current page, from its top or from `place`.
	 * @throws TestRunError when the page scrolls sideways or the browser complains
	 */
	take(person: Person, name: ScreenshotName, place?: Locator): Promise<void>;
	/** Returns the states taken so far. */
	taken(): ReadonlySet<string>;
};

/** Quality of the screenshots, percent. Small text stays sharp at this quality. */
const QUALITY = 70;
/** Maximum time until nothing on a page loads any more, milliseconds. */
const LOADING_MS_MAX = 60_000;
/** Space above the place from which a screenshot starts, pixels. The kill switch covers it on some pages. */
const ABOVE_PX = 72;
/** True if the fonts are there and nothing visible has loaded for three frames. */
const IS_SETTLED = `(async () => {
	await document.fonts.ready;
	const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
	const loads = () => [...document.querySelectorAll('[aria-busy="true"], [data-drawn="false"]')].some((one) => one.checkVisibility());
	for (let quiet = 0; quiet < 3; quiet += 1) {
		if (loads() || [...document.images].some((image) => !image.complete)) return false;
		await frame();
	}
	return true;
})()`;
/** Returns how many pixels wider than its window the page is. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Options for all widths and themes. */
export const FULL = { windows: SCREENSHOT_WINDOWS, themes: SCREENSHOT_THEMES } as const;

/** Waits until nothing on the page loads any more. */
export async function settled(page: Page): Promise<void> {
	await until(
		{ what: `the end of loading at ${page.url()}`, periodMs: 20, limitMs: LOADING_MS_MAX },
		async () => ((await page.evaluate<boolean>(IS_SETTLED)) ? true : undefined),
	);
}

/** Creates a camera. */
export function createCamera({ folder, windows, themes, only }: CameraOptions): Camera {
	const taken = new Set<string>();
	const wants = (name: ScreenshotName): boolean => only === undefined || only.has(name);
	return {
		wants,
		async take(person, name, place) {
			if (!wants(name)) return;
			const { page, context, complaints } = person;
			const session = await context.newCDPSession(page);
			for (const window of windows) {
				await page.setViewportSize(window);
				for (const theme of themes) {
					await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
					await goTo(page, place);
					const wider = await page.evaluate<number>(SIDEWAYS);
					if (wider > 0)
						throw new TestRunError(`${name} is ${wider} pixels wider than its window of ${window.width}.`);
					await save(session, join(folder, screenshotFile(name, window, theme)));
				}
			}
			await session.detach();
			// The next step on the page begins as a visitor with the first window would.
			const [first] = windows;
			if (first !== undefined) await page.setViewportSize(first);
			taken.add(name);
			if (complaints.length > 0)
				throw new TestRunError(`The browser complained at ${name}: ${complaints.join('; ')}`);
			console.log(name);
		},
		taken: () => taken,
	};
}

/** Scrolls to the place and waits until the page has drawn it. */
async function goTo(page: Page, place: Locator | undefined): Promise<void> {
	await page.mouse.move(0, 0);
	await settled(page);
	await page.evaluate('window.scrollTo(0, 0)');
	const box = await place?.boundingBox();
	if (box) await page.evaluate(`window.scrollTo(0, ${box.y - ABOVE_PX})`);
	await settled(page);
}

async function save(session: CDPSession, path: string): Promise<void> {
	const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(path, Buffer.from(data, 'base64'));
}
