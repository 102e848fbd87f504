import { describe, expect, test } from 'vitest';
import { DASHBOARD_PATHS } from '../src/identity/pages/dashboard-pages.ts';
import {
	faultsOfScreenshots,
	renderScreenshotList,
	SCREENSHOT_BYTES_MAX,
	SCREENSHOT_PAGES,
	SCREENSHOT_THEMES,
	SCREENSHOT_WINDOWS,
	screenshotFile,
	screenshotFilesOf,
} from './screenshot-list.ts';

const BYTES = 1_000;

/** Returns a complete folder with the changes. */
function folder(changes: Readonly<Record<string, number | undefined>> = {}, list = renderScreenshotList()) {
	const files = new Map(
		SCREENSHOT_PAGES.flatMap(({ name }) => screenshotFilesOf(name)).map((name) => [name, BYTES]),
	);
	for (const [name, size] of Object.entries(changes))
		if (size === undefined) files.delete(name);
		else files.set(name, size);
	return { files, list };
}

describe('the list of screenshots', () => {
	test('has every page of the dashboard at every width and in every theme', () => {
		expect(faultsOfScreenshots(folder(), DASHBOARD_PATHS)).toEqual([]);
		const wanted = SCREENSHOT_PAGES.length * SCREENSHOT_WINDOWS.length * SCREENSHOT_THEMES.length;
		expect(folder().files.size).toBe(wanted);
		expect(renderScreenshotList().match(/\.webp/g)?.length).toBe(wanted);
	});

	test('names each state once', () => {
		const names = SCREENSHOT_PAGES.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
	});

	test('names the width and the theme in a file name', () => {
		expect(screenshotFile('status', { width: 390, height: 844 }, 'dark')).toBe('status-390-dark.webp');
	});

	test('reports a page without a screenshot', () => {
		expect(faultsOfScreenshots(folder(), [...DASHBOARD_PATHS, '/new'])).toEqual([
			'no screenshot shows the page /new',
		]);
	});

	test('reports missing, empty and surplus screenshots, but no other file', () => {
		const changes = {
			'status-390-dark.webp': undefined,
			'status-390-light.webp': 0,
			'gone-390-dark.webp': BYTES,
			'structure.svg': BYTES,
		};
		expect(faultsOfScreenshots(folder(changes), DASHBOARD_PATHS)).toEqual([
			'status-390-light.webp is missing or empty',
			'status-390-dark.webp is missing or empty',
			'gone-390-dark.webp is not in the list',
		]);
	});

	test('reports an old list, and screenshots that are too large together', () => {
		expect(faultsOfScreenshots(folder({}, 'old'), DASHBOARD_PATHS)).toEqual([
			'README.md is not the list of the screenshots',
		]);
		const files = folder({ 'status-390-dark.webp': SCREENSHOT_BYTES_MAX });
		expect(faultsOfScreenshots(files, DASHBOARD_PATHS)).toEqual([
			expect.stringMatching(/^the screenshots are too large: were \d+ bytes, limit 12000000$/),
		]);
	});
});
