/**
 * Tests the Status page in a browser: health, outages with their cause, real or simulated money, old figures. Totals
 * across users are not public in this fixture. The tests run in order, because one opens an execution. Each visitor
 * leaves after its test, because an open page continues to fetch and render.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceStatusResult } from '../../client/methods.ts';
import { VENUES } from '../e2e/fixture.ts';
import { closeAndEnd, openAndRun, openableOpportunities } from '../e2e/trading.ts';
import type { Opportunity } from '../e2e/wire.ts';
import {
	type DashboardFixture,
	DESKTOP_PX,
	openDashboardFixture,
	type Visitor,
} from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

const AMOUNT_USD = 1_500;

let fixture: DashboardFixture;
let member: Visitor;

beforeAll(async () => {
	fixture = await openDashboardFixture({ server: { publicFigures: false } });
	member = await fixture.visitor({ loggedIn: true });
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const exchangeRow = (page: Page, name: string): Locator =>
	section(page, 'Exchanges').getByRole('row').filter({ hasText: name });

async function shown({ page, go }: Visitor): Promise<void> {
	await go('/status');
	await exchangeRow(page, 'KuCoin').getByText('Fresh').waitFor();
}

/** Returns the current `service_status` result. */
async function said(token?: string): Promise<ServiceStatusResult> {
	return JSON.parse((await fixture.service.answer('service_status', {}, token)).text).result;
}

/** Returns how many pixels wider than its window the page is. */
function sideways(page: Page): Promise<number> {
	return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

describe('without a login', () => {
	test('states that no real money is used, and shows the state of each exchange', async () => {
		await using visitor = await fixture.visitor();
		const { page } = visitor;
		await shown(visitor);
		const mode = section(page, 'Mode: Simulated');
		await mode.getByText('No real money.').waitFor();
		await mode.getByText('✓ Ready').waitFor();
		await mode.getByText('Not halted').waitFor();
		const { venues } = await said();
		for (const { name, instruments } of venues) {
			const cells = await exchangeRow(page, name).getByRole('cell').allTextContents();
			expect(cells[0]).toContain('Fresh');
			expect(cells).toContain(String(instruments));
		}
		expect(await page.title()).toBe('Status · Carrywire');
		await visitor.capture('status');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('hides sums over all users, with the reason and a link to the login', async () => {
		await using visitor = await fixture.visitor();
		await shown(visitor);
		for (const name of ['Positions all users', 'Unhedged time per opening and close, all users']) {
			const place = section(visitor.page, name);
			await place.getByText('server.publicFigures').waitFor();
			await place.getByRole('link', { name: 'Log in' }).waitFor();
		}
	});

	test('lists every limit in force with its value, unit and setting', async () => {
		await using visitor = await fixture.visitor();
		await shown(visitor);
		const { limits } = await said();
		const place = section(visitor.page, 'Limits in force for all users, from the service settings');
		const settings = await place.locator('code').allTextContents();
		expect(settings).toEqual(limits.map(({ name }) => name));
		const row = place.getByRole('row').filter({ hasText: 'execution.amountMaxUsd' });
		expect(await row.getByRole('cell').first().textContent()).toBe('100,000 USD');
	});

	test.each([
		['dark', DESKTOP_PX],
		['light', PHONE_PX],
		['dark', 900],
	] as const)('is accessible in %s at %i pixels and does not overflow sideways', async (scheme, width) => {
		await using visitor = await fixture.visitor({ scheme, width });
		await shown(visitor);
		await visitor.capture(`status-${width}`);
		expect(await sideways(visitor.page)).toBe(0);
		expect(await visitor.barriers()).toEqual([]);
	});

	test('can be navigated by keyboard, which also opens folded parts', async () => {
		await using visitor = await fixture.visitor();
		const { page } = visitor;
		await shown(visitor);
		await page.getByRole('group', { name: 'Streams and requests by exchange' }).focus();
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText('does not trade on the book').waitFor();
		const summary = page.getByText('Requests by purpose');
		await page.keyboard.press('Tab');
		expect(await summary.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
		await page.keyboard.press('Enter');
		await page.getByRole('row', { name: 'KuCoin Prices and books' }).waitFor();
		expect(await visitor.barriers()).toEqual([]);
	});
});

describe('with a login', () => {
	test('says that no position was opened yet', async () => {
		await shown(member);
		const place = section(member.page, 'Unhedged time per opening and close, all users');
		await place.getByText('No opening or close since the service started').waitFor();
		await section(member.page, 'Positions all users').getByText('Need attention', { exact: true }).waitFor();
		await member.capture('status-nothing-yet');
		expect(await member.barriers()).toEqual([]);
	});

	test('counts an opening and a close in the table of unhedged times, and the execution under its state', async () => {
		const token = await fixture.fixture.token('arb:read arb:trade');
		const [opportunity] = await openableOpportunities(fixture.service, AMOUNT_USD);
		const { opened } = await openAndRun(fixture.service, token, opportunity as Opportunity, {
			amount: AMOUNT_USD,
		});
		const executions = section(member.page, 'Positions all users');
		const running = executions.getByRole('definition').nth(2);
		await expect.poll(() => running.textContent()).toBe('1');
		await closeAndEnd(fixture.service, token, opened.execution_id);
		const place = section(member.page, 'Unhedged time per opening and close, all users');
		await place.getByRole('row', { name: /^All 1, total .+ 1, total / }).waitFor();
		const { unhedged_seconds: times } = await said(token);
		expect(await place.getByRole('row').count()).toBe((times?.open.buckets.length ?? 0) + 2);
		await member.capture('status-times');
		expect(await member.barriers()).toEqual([]);
		const size = member.page.viewportSize();
		await member.page.setViewportSize({ width: PHONE_PX, height: 800 });
		expect(await sideways(member.page)).toBe(0);
		await member.capture('status-times-narrow');
		expect(await member.barriers()).toEqual([]);
		await member.page.setViewportSize(size ?? { width: DESKTOP_PX, height: 800 });
	});
});

test('shows the halts of an exchange and of the service with their reasons', async () => {
	const { page } = member;
	await shown(member);
	await fixture.fixture.run('halt', '--exchange', 'kucoin', '--reason', 'its prices look wrong');
	await exchangeRow(page, 'KuCoin').getByText('its prices look wrong').waitFor();
	await fixture.fixture.run('halt', '--reason', 'moving house');
	await section(page, 'Mode: Simulated').getByText('moving house').waitFor();
	await member.capture('status-halted');
	expect(await member.barriers()).toEqual([]);
	await fixture.fixture.run('resume', '--exchange', 'kucoin');
	await fixture.fixture.run('resume');
	await section(page, 'Mode: Simulated').getByText('Not halted').waitFor();
});

test('shows why an exchange is down while the others continue, and its automatic recovery', async () => {
	await using visitor = await fixture.visitor();
	const { page } = visitor;
	await shown(visitor);
	await fixture.fixture.admin('kucoin', 'POST', '/down');
	const row = exchangeRow(page, 'KuCoin');
	await row.getByText('Stale').waitFor();
	await visitor.capture('status-stale');
	await row.getByText('✕ Down').waitFor();
	await row.getByText('Cannot reach KuCoin (connection refused). Run `carrywire doctor`.').waitFor();
	await row.getByText(/^Failing since \d+ \w+, \d\d:\d\d\. (Next try:|Retrying now)/).waitFor();
	await row.getByText('Exact error').click();
	await row.getByText('ECONNREFUSED').waitFor();
	await exchangeRow(page, 'Bybit').getByText('Fresh').waitFor();
	await section(page, 'Mode: Simulated').getByText('Not ready').waitFor();
	await page
		.getByRole('list', { name: 'Why the service is not ready' })
		.getByText(/KuCoin is down/)
		.waitFor();
	await page.getByRole('status').filter({ hasText: 'KuCoin is down.' }).waitFor();
	await visitor.capture('status-down');
	expect(await visitor.barriers()).toEqual([]);
	await fixture.fixture.admin('kucoin', 'POST', '/up');
	await row.getByText('Fresh').waitFor();
	await section(page, 'Mode: Simulated').getByText('✓ Ready').waitFor();
	await page.getByRole('status').filter({ hasText: 'The data of every exchange is fresh.' }).waitFor();
});

test('keeps the last figures marked as old while the service does not answer, then updates them', async () => {
	await using visitor = await fixture.visitor();
	const { page } = visitor;
	await shown(visitor);
	process.kill(fixture.service.pid, 'SIGSTOP');
	try {
		await page.getByText('The service does not answer.', { exact: true }).waitFor();
		await page.getByText('Old:').waitFor();
		await exchangeRow(page, 'KuCoin').waitFor();
		await visitor.capture('status-old');
		expect(await visitor.barriers()).toEqual([]);
		// The service is suspended, so the page now opens without any figures and must show a message.
		await page.getByRole('link', { name: 'Opportunities', exact: true }).click();
		await page.getByRole('link', { name: 'Status', exact: true }).click();
		await page.getByText('Loading the status').or(page.getByText('Cannot show the status.')).waitFor();
		await visitor.capture('status-loading');
		expect(await visitor.barriers()).toEqual([]);
	} finally {
		process.kill(fixture.service.pid, 'SIGCONT');
	}
	await exchangeRow(page, 'KuCoin').getByText('Fresh').waitFor();
	await page.getByText('Old:').waitFor({ state: 'detached' });
});

test('labels a rehearsal as one and says that it uses no real money', async () => {
	const redirect = VENUES.map((venue) => `${venue}=${fixture.fixture.simulator(venue).port}`);
	await using rehearsal = await openDashboardFixture(
		{ mode: 'live', auth: { admitEverybody: true }, transport: { redirect } },
		['--live', VENUES.join(',')],
	);
	await using visitor = await rehearsal.visitor();
	await shown(visitor);
	const mode = section(visitor.page, 'Mode: Rehearsal');
	await mode.getByText('No real money.').waitFor();
	await mode.getByText('no order reaches a real exchange').waitFor();
	await visitor.capture('status-rehearsal');
	expect(await visitor.barriers()).toEqual([]);
	expect(rehearsal.complaints()).toEqual([]);
});

test('causes no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
