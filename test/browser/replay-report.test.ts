/**
 * Opens reports of replays as files, as a trader does: light and dark, on a desktop, a tablet and a phone, with and
 * without scripts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../src/replay/report/render-report.ts';
import { renderSweep } from '../../src/replay/report/render-sweep.ts';
import { hostileResult } from '../support/hostile-result.ts';
import { drawReplayResult, drawSweepResult } from '../support/replay-result.ts';
import { barriersOf } from './barriers.ts';
import { takeScreenshot } from './dashboard-fixture.ts';
import { openBrowser, type Person, PHONE_PX, type WatchedBrowser } from './watched-browser.ts';

const YEAR = drawReplayResult({ seed: 1, days: 365, positions: 40, events: 10 });
const EMPTY = drawReplayResult({ seed: 2, days: 20, positions: 0, events: 0 });
const PAGES: Readonly<Record<string, string>> = {
	year: renderReport(YEAR),
	hostile: renderReport(hostileResult(drawReplayResult({ seed: 3, days: 40, positions: 9, events: 2 }))),
	empty: renderReport({ ...EMPTY, status: 'partial', honesty: { verdict: 'none', oneStepLate: null } }),
	sweep: renderSweep(drawSweepResult(4, 40, 0.25)),
};

/** axe checks one width of each scheme, because the colours depend on the scheme alone. */
const VARIANTS = [
	{ width: 1_440, scheme: 'light', isSearched: true },
	{ width: 1_440, scheme: 'dark', isSearched: false },
	{ width: 1_024, scheme: 'light', isSearched: false },
	{ width: PHONE_PX, scheme: 'light', isSearched: false },
	{ width: PHONE_PX, scheme: 'dark', isSearched: true },
] as const;

let folder: string;
let browser: WatchedBrowser;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-report-'));
	for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(folder, `${name}.html`), text);
	browser = await openBrowser();
});

afterAll(async () => {
	await browser?.[Symbol.asyncDispose]();
	rmSync(folder, { recursive: true, force: true });
});

/** Opens one of the pages. The caller closes the returned browser. */
async function open(
	name: string,
	width: number,
	{ script = true, scheme = 'light' }: { readonly script?: boolean; readonly scheme?: 'light' | 'dark' } = {},
): Promise<Person> {
	const person = await browser.person({ script, width });
	await person.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
	await person.page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
	return person;
}

function isWiderThanWindow({ page }: Person): Promise<boolean> {
	return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

describe('the report of a replay', () => {
	test.each(Object.keys(PAGES).flatMap((name) => VARIANTS.map((variant) => ({ name, ...variant }))))(
		'shows $name at $width pixels in $scheme accessibly, without any request',
		async ({ name, width, scheme, isSearched }) => {
			await using person = await open(name, width, { scheme });
			await takeScreenshot(person.page, `replay-${name}-${width}-${scheme}`);
			expect(await isWiderThanWindow(person)).toBe(false);
			if (isSearched) expect(await barriersOf(person.page)).toEqual([]);
			expect(person.complaints).toEqual([]);
			expect(person.addresses.filter((address) => !address.startsWith('file:'))).toEqual([]);
			expect(person.addresses).toHaveLength(1);
		},
	);

	test('draws all time charts, also after the scheme changes and the window narrows', async () => {
		await using person = await open('year', 1_440);
		const { page, complaints } = person;
		expect(await page.locator('.plot canvas').count()).toBe(5);
		await page.emulateMedia({ colorScheme: 'dark' });
		await page.setViewportSize({ width: PHONE_PX, height: 800 });
		await expect.poll(() => isWiderThanWindow(person)).toBe(false);
		expect(await page.locator('.plot canvas').count()).toBe(5);
		expect(complaints).toEqual([]);
	});

	test('runs no text of the data as a script', async () => {
		await using person = await open('hostile', 1_440);
		expect(await person.page.evaluate('globalThis.hasRun')).toBeUndefined();
		expect(await person.page.locator('img').count()).toBe(0);
		expect(await person.page.locator('.plot canvas').count()).toBe(5);
	});

	test('opens a position and shows its journal', async () => {
		await using person = await open('year', PHONE_PX);
		const [position] = YEAR.positions;
		const sentence = position?.events[1]?.sentence ?? '';
		const shown = person.page.locator('details.position').first();
		expect(await shown.getByText(sentence).isVisible()).toBe(false);
		await shown.locator('summary').click();
		expect(await shown.getByText(sentence).isVisible()).toBe(true);
	});

	test.each([1_440, PHONE_PX])('can be read without scripts at %i pixels', async (width) => {
		await using person = await open('year', width, { script: false });
		const { page } = person;
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Replay of');
		expect(await page.locator('.plot').first().isVisible()).toBe(false);
		await page.getByText('Table: the portfolio by month').click();
		expect(await page.getByRole('rowheader', { name: 'Oct 2025' }).first().isVisible()).toBe(true);
		expect(await page.getByRole('img', { name: 'Parts of the net' }).isVisible()).toBe(true);
		expect(await page.evaluate('document.querySelectorAll("svg.heat").length')).toBe(3);
	});
});
