/**
 * Tests the dashboard under load. The list of opportunities runs for 3,600 changes (one minute at 60 per second) and
 * for ten minutes of use; the portfolio runs for ten minutes of use with 200 positions.
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { VENUE_NAMES } from '../../src/venues/facts.ts';
import { type DashboardFixture, openDashboardFixture } from '../browser/dashboard-fixture.ts';
import { FAST_STREAM, heapReader, type Load, openLoad } from '../browser/dashboard-load.ts';
import { copyPositions } from '../browser/many-positions.ts';
import { pasteToken } from '../browser/opening-steps.ts';
import { previewedWish } from '../browser/trades.ts';
import { untilStatus } from '../e2e/trading.ts';
import type { Opened } from '../e2e/wire.ts';

const UPDATES = 3_600;
const DRAWN_MAX = 45;
const MINUTES = 10;
const MINUTE_MS = 60_000;
/** Length of the warm-up, minutes. All pages, texts and figures are loaded by its end. */
const WARM_MINUTES = 2;
/** Maximum growth in the page's memory from the end of the warm-up to the end of the test, bytes. */
const GROWTH_BYTES_MAX = 3_000_000;
const POSITIONS = 200;
/** Positions at the simulated exchanges; the page gets copies of them. */
const REAL_POSITIONS = 2;
const AMOUNT_USD = 300;
const STEP_MS_MAX = 3_600_000;

let fixture: DashboardFixture | undefined;
let load: Load;

/**
 * Opens the list with all five exchanges, as `npm start` does. With two exchanges, the list would change less often
 * than the screen is redrawn.
 */
async function open(): Promise<void> {
	fixture = await openDashboardFixture(FAST_STREAM, [], VENUE_NAMES);
	load = await openLoad(fixture);
}

afterEach(async () => {
	const complaints = fixture?.complaints();
	await fixture?.[Symbol.asyncDispose]();
	expect(complaints).toEqual([]);
}, STEP_MS_MAX);

async function workFor(goesOn: () => boolean): Promise<number> {
	let keys = 0;
	while (goesOn()) {
		const done = await load.work();
		keys += done.keys;
		expect(done.droppedKeys, `after ${keys} keys and ${load.updates()} changes`).toBe(0);
		expect(done.rows).toBeLessThan(DRAWN_MAX);
	}
	return keys;
}

test('loses no key press over the changes of one minute at 60 a second', async () => {
	await open();
	const [beganAt, before] = [performance.now(), load.updates()];
	await load.longestFrameMs();
	const keys = await workFor(() => load.updates() - before < UPDATES);
	expect(keys).toBeGreaterThan(0);
	const seconds = (performance.now() - beganAt) / 1_000;
	const changes = load.updates() - before;
	console.log(
		`list under load: ${changes} changes in ${seconds.toFixed(0)} s (${(changes / seconds).toFixed(0)} a second), ${keys} keys, longest frame ${await load.longestFrameMs()} ms`,
	);
});

test('holds no more memory after ten minutes of changes and use than after two', async () => {
	await open();
	const heaps: number[] = [];
	for (let minute = 1; minute <= MINUTES; minute += 1) {
		const endsAt = performance.now() + MINUTE_MS;
		await workFor(() => performance.now() < endsAt);
		heaps.push(await load.heapBytes());
	}
	expectFlat('list', heaps);
});

test('holds no more memory after ten minutes with 200 positions than after two', async () => {
	fixture = await openDashboardFixture(FAST_STREAM, [], VENUE_NAMES);
	const { page } = await portfolioOf(fixture);
	const heapBytes = await heapReader(page);
	const rows = page.getByRole('table', { name: 'Open positions' }).getByRole('row');
	const heaps: number[] = [];
	for (let minute = 1; minute <= MINUTES; minute += 1) {
		const endsAt = performance.now() + MINUTE_MS;
		for (let round = 1; performance.now() < endsAt; round += 1) {
			expect(await rows.count()).toBe(1 + POSITIONS);
			await usePortfolio(page, round);
		}
		heaps.push(await heapBytes());
	}
	expectFlat('portfolio', heaps);
});

/** Opens two positions, and the portfolio page of their holder with a hundred copies of each. */
async function portfolioOf(opened: DashboardFixture): Promise<{ readonly page: Page }> {
	const token = await opened.fixture.token('arb:read arb:trade');
	const coins = new Set<string>();
	for (let count = 0; count < REAL_POSITIONS; count += 1) {
		const { params, base, previewId } = await previewedWish(opened.service, token, AMOUNT_USD, coins);
		coins.add(base);
		const { execution_id: id } = await opened.service.call<Opened>(
			'execute_opportunity',
			{ ...params, preview_id: previewId },
			token,
		);
		await untilStatus(opened.service, token, id, ['running']);
	}
	const visitor = await opened.visitor();
	await copyPositions(visitor.page, POSITIONS / REAL_POSITIONS);
	await visitor.go('/portfolio');
	await pasteToken(visitor.page, token);
	await visitor.page.getByText(`${POSITIONS} positions`, { exact: true }).waitFor();
	return visitor;
}

/** Unfolds a position, scrolls to the end and back, and folds it again. */
async function usePortfolio(page: Page, round: number): Promise<void> {
	const row = page
		.getByRole('table', { name: 'Open positions' })
		.getByRole('row')
		.nth(1 + (round % POSITIONS));
	const fold = row.getByRole('button').first();
	await fold.click();
	await page.mouse.wheel(0, 20_000);
	await page.mouse.wheel(0, -20_000);
	await fold.click();
}

function expectFlat(what: string, heaps: readonly number[]): void {
	console.log(
		`${what} in memory: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')} MB after each minute`,
	);
	const [warm = 0, last = 0] = [heaps[WARM_MINUTES - 1], heaps.at(-1)];
	expect(warm).toBeGreaterThan(0);
	expect(last - warm, `${heaps.join(', ')} bytes`).toBeLessThan(GROWTH_BYTES_MAX);
}
