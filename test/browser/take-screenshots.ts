/**
 * Takes the screenshots of every page for the documentation: at three widths, in light and dark colours, with few and
 * many opportunities and positions. It also writes the list of the screenshots. `scripts/screenshot-list.ts` says which
 * screenshots there are. Usage: `node test/browser/take-screenshots.ts [folder] [--language es] [--only NAME,…]`. With
 * a language, it takes each page once: on a desktop, in light colours, without a list.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
	renderScreenshotList,
	SCREENSHOT_LIST,
	SCREENSHOT_PAGES,
	SCREENSHOT_WINDOWS,
} from '../../scripts/screenshot-list.ts';
import { createCamera, FULL } from './screenshot-camera.ts';
import { takeScreenshots } from './screenshot-visits.ts';
import { openBrowser } from './watched-browser.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { language: { type: 'string' }, only: { type: 'string' } },
});
const { language, only } = values;
const folder = resolve(
	positionals[0] ?? (language === undefined ? 'docs/pictures' : `docs/pictures/${language}`),
);
mkdirSync(folder, { recursive: true });

const camera = createCamera({
	folder,
	...(language === undefined ? FULL : { windows: SCREENSHOT_WINDOWS.slice(0, 1), themes: ['light'] }),
	only: only === undefined ? undefined : new Set(only.split(',')),
});
await using browser = await openBrowser();
await takeScreenshots(browser, camera, language);
const missing = SCREENSHOT_PAGES.filter(({ name }) => camera.wants(name) && !camera.taken().has(name));
if (missing.length > 0) throw new Error(`No screenshot of ${missing.map(({ name }) => name).join(', ')}.`);
if (language === undefined) writeFileSync(join(folder, SCREENSHOT_LIST), renderScreenshotList());
