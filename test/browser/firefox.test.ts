/** Drives a newcomer's path in Firefox over WebDriver BiDi, so that no page depends on Chromium alone. */
import type { Browser, Page } from 'puppeteer-core';
import { launch } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { FIREFOX, requireProgram } from '../../scripts/programs.ts';
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';

const POLL_MS = 50;

let fixture: Fixture;
let service: Service;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	browser = await launch({
		browser: 'firefox',
		executablePath: requireProgram(FIREFOX, thisMachine()),
		headless: true,
		defaultViewport: { width: 1_440, height: 900 },
		timeout: WAIT_MS_MAX,
	});
});

afterAll(async () => {
	await browser?.close();
	await fixture?.[Symbol.asyncDispose]();
});

async function openPage(path: string): Promise<Page> {
	const page = await browser.newPage();
	page.setDefaultTimeout(WAIT_MS_MAX);
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	await page.goto(new URL(path, service.url).href);
	return page;
}

/** Matches the driver's errors about an element whose document the browser has just left. */
const IS_LEFT =
	/no such (?:handle|node)|in a document other than|ownerGlobal is null|cross-origin object|no such frame|detached/i;

/**
 * Waits for a visible element, and clicks it if `isClicked`. The driver's own waiting compiles text in the page, which
 * the page's content security policy forbids.
 */
async function shown(page: Page, xpath: string, isClicked = false): Promise<void> {
	await until({ what: `${xpath} on ${page.url()}`, periodMs: POLL_MS }, async () => {
		try {
			const found = await page.$(`::-p-xpath(${xpath})`);
			if (found === null || !(await found.isVisible())) return undefined;
			if (isClicked) await found.click();
			return true;
		} catch (error) {
			if (error instanceof Error && IS_LEFT.test(error.message)) return undefined;
			throw error;
		}
	});
}

const heading = (page: Page, name: string) => shown(page, `//h1[contains(., "${name}")]`);
const click = (page: Page, xpath: string) => shown(page, xpath, true);
const button = (name: string) =>
	`//button[not(@disabled or @aria-disabled)][starts-with(normalize-space(.), "${name}")]`;
const TRADE_LINK = '(//*[@role="row"][contains(., "✓")]//a)[1]';
const link = (name: string) => `//main//a[normalize-space(.) = "${name}"]`;

test('a guest finds a trade, previews, opens, settles and closes it in Firefox', async () => {
	const page = await openPage('/');
	await heading(page, 'Opportunities');
	// A paused list keeps its verdicts, and the first one needs loaded funding histories.
	await shown(page, TRADE_LINK);
	await click(page, button('Pause'));
	await click(page, TRADE_LINK);
	await shown(page, '//h2[contains(., "What this trade is")]');
	await click(page, link('Log in'));
	await click(page, button('Try it without a wallet'));
	await click(page, button('Preview this trade'));
	await click(page, '//label[contains(., "Both at once")]');
	// The button's words depend on whether the first preview has arrived.
	await click(page, button('Preview '));
	await click(page, button('Open position: '));
	await click(page, button('Settle both legs now'));
	await click(page, button('Close position'));
	await click(page, button('Close all'));
	await shown(page, '//h2[contains(., "Final result")]');
	expect(complaints).toEqual([]);
});

test.each([
	['/portfolio', 'Portfolio'],
	['/status', 'Status'],
	['/preferences', 'Preferences'],
	['/connections', 'Exchanges'],
	['/tokens', 'Tokens'],
	['/agents', 'Agents'],
	['/audit', 'Audit'],
	['/account', 'Your account'],
])('%s shows its heading in Firefox without a complaint', async (path, name) => {
	const page = await openPage(path);
	await heading(page, name);
	expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
	expect(complaints).toEqual([]);
	await page.close();
});
