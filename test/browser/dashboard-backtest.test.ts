/**
 * Tests the Backtest page against a real service and two folders of settled rates: from choosing data to reading,
 * comparing and downloading results. The tests run in order, and each continues from the previous one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReplayData } from '../support/replay-data.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { behindTheDoor, keepComplaints, PHONE_PX } from './watched-browser.ts';

const SHORT_DAYS = 64;
const LONG_DAYS = 3_000;

/** Runs in the report: what a script in it can reach. */
const REACH = `(async () => {
	const fault = async (act) => {
		try {
			await act();
			return 'reached';
		} catch (error) {
			return error.name;
		}
	};
	const script = document.createElement('script');
	script.textContent = 'window.ownScript = true';
	document.head.append(script);
	return {
		origin: self.origin,
		opener: window.opener,
		storage: await fault(() => localStorage.length),
		cookies: await fault(() => document.cookie),
		service: await fault(() => fetch('/jsonrpc/', { method: 'POST', body: '{}', mode: 'no-cors' })),
		tokens: await fault(() => fetch('/dashboard/token', { method: 'POST', credentials: 'include' })),
		ownScript: window.ownScript === true,
	};
})()`;

let folder: string;
let fixture: DashboardFixture;
let visitor: Visitor;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-backtest-'));
	fixture = await openDashboardFixture({
		replay: {
			dataFolders: {
				'a-quarter': writeReplayData(join(folder, 'quarter'), SHORT_DAYS),
				'b-decade': writeReplayData(join(folder, 'decade'), LONG_DAYS),
			},
		},
	});
	visitor = await fixture.visitor({ loggedIn: true });
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const form = (): Locator => visitor.page.getByRole('form', { name: 'New backtest' });
const list = (): Locator => visitor.page.getByRole('region', { name: 'Your backtests' });
const newest = (): Locator => list().locator('tbody tr').first();
const result = (): Locator => visitor.page.getByRole('region', { name: /^Result: / });
const start = (): Promise<void> => form().getByRole('button', { name: 'Start backtest' }).click();

/** Unfolds the form, which a start folds. */
async function unfoldForm(): Promise<void> {
	if (!(await form().isVisible())) await visitor.page.getByText('New backtest', { exact: true }).click();
	await form().waitFor();
}

/** Empties the fields that a test has changed. A start folds the form and keeps what was typed. */
async function resetForm(): Promise<void> {
	await unfoldForm();
	await form().getByLabel('Paper users').selectOption('one');
	await form()
		.getByRole('combobox', { name: /^Coins/ })
		.fill('');
	await form().getByLabel(/^From/).fill('');
	await form()
		.getByLabel(/^Until/)
		.fill('');
	await form().getByRole('checkbox', { name: 'TOO_GOOD' }).uncheck();
	await form().getByText('Switched-off rules and sweep windows').click();
}

/** Waits until the newest backtest has one of the states. */
async function newestIs(state: string): Promise<void> {
	await newest().locator('.state', { hasText: state }).waitFor();
}

test('tells a visitor without a login how to get access', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/backtest');
	await stranger.page.getByRole('heading', { name: 'Backtest', level: 1 }).waitFor();
	await stranger.page.getByRole('main').getByRole('link', { name: 'Log in' }).first().waitFor();
	expect(await stranger.page.getByRole('button', { name: 'Start backtest' }).count()).toBe(0);
	expect(await stranger.barriers()).toEqual([]);
});

test('tells the holder of a token without the scope which scope is missing', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/backtest');
	await stranger.page.getByText('Use a token instead').click();
	await stranger.page
		.getByLabel('Token', { exact: false })
		.first()
		.fill(await fixture.fixture.token('arb:read'));
	await stranger.page.getByRole('button', { name: 'Use token' }).click();
	await stranger.page.getByText('This token cannot run backtests.').waitFor();
	expect(await stranger.page.getByRole('button', { name: 'Start backtest' }).count()).toBe(0);
});

test('shows each wrong value beside its field and starts nothing', async () => {
	await visitor.go('/backtest');
	await form().getByLabel('Data', { exact: true }).selectOption('a-quarter');
	await form().getByLabel('Policy', { exact: true }).selectOption('month-mean');
	await form()
		.getByLabel(/^Capital/)
		.fill('5');
	await form()
		.getByLabel(/^Enter above/)
		.fill('400');
	await form().getByLabel(/^From/).fill('2026-03-01');
	await form()
		.getByLabel(/^Until/)
		.fill('2026-02-01');
	await start();
	await form().getByText('Enter a number from 10 to 1,000,000,000.').waitFor();
	await form().getByText('Enter a number from 0 to 100.').waitFor();
	await form().getByText('The end must be after the start.').waitFor();
	expect(await visitor.page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
	await list()
		.getByText(/^No backtests yet/)
		.waitFor();
	expect(await faultsOfAppearance(visitor, 'backtest-form')).toEqual([]);
});

test('shows a refusal of the service beside its field', async () => {
	await form()
		.getByLabel(/^Capital/)
		.fill('10000');
	await form()
		.getByLabel(/^Enter above/)
		.fill('');
	await form().getByLabel(/^From/).fill('');
	await form()
		.getByLabel(/^Until/)
		.fill('');
	await form()
		.getByLabel(/^Decide every/)
		.fill('1.5');
	await start();
	await form()
		.getByText(/step must be a whole number from 1 to 168/)
		.waitFor();
	await form()
		.getByLabel(/^Decide every/)
		.fill('8');
});

test('runs a backtest and shows its result', async () => {
	await start();
	await newestIs('Complete');
	await result().getByText('Net a year', { exact: true }).first().waitFor();
	expect(new URL(visitor.page.url()).searchParams.get('replay')).toMatch(/^replay_[0-9a-f]{24}$/);
	for (const name of [
		'How far to trust it',
		'Compared with other uses of the same capital',
		'How the net adds up',
		'Portfolio over time',
		'Positions',
		'Refused requests',
		'Assumptions',
		'Repeat it',
	])
		await result().getByRole('heading', { name, exact: true }).waitFor();
	await result()
		.getByRole('row', { name: /^30-day rule \(this backtest\)/ })
		.waitFor();
	await result().getByRole('row', { name: /^Cash/ }).waitFor();
	await result()
		.getByRole('table', { name: 'How the net adds up' })
		.getByRole('row', { name: /^Funding received/ })
		.waitFor();
	await result().locator('[data-drawn="true"]').waitFor();
	await result().getByRole('button', { name: 'Drawdown' }).click();
	await result().getByRole('button', { name: 'Use of capital' }).click();
	await result()
		.getByRole('slider', { name: /Use of capital/ })
		.waitFor();
	await result()
		.getByText(/^carrywire replay --data a-quarter --policy month-mean/)
		.waitFor();
	await result()
		.getByText(/^\d+ events$/)
		.first()
		.click();
	expect(await faultsOfAppearance(visitor, 'backtest-result')).toEqual([]);
});

test('keeps the chosen backtest in the address', async () => {
	await visitor.page.reload();
	await result().getByText('Net a year', { exact: true }).first().waitFor();
	await newest()
		.getByRole('button', { name: /^View result/, pressed: true })
		.waitFor();
});

test('downloads the report as one file', async () => {
	const waiting = visitor.page.waitForEvent('download');
	await result().getByRole('button', { name: 'Download report' }).click();
	const download = await waiting;
	expect(download.suggestedFilename()).toMatch(/^replay_[0-9a-f]{24}\.html$/);
	expect(readFileSync(await download.path(), 'utf8')).toMatch(/^<!doctype html>/i);
});

test('opens the report in a tab that reaches neither the storage of this site nor the service', async () => {
	const opened = visitor.context.waitForEvent('page');
	await result().getByRole('link', { name: 'Open report' }).click();
	const report = await opened;
	await behindTheDoor(report);
	const complaints: string[] = [];
	keepComplaints(report, complaints);
	// More reloads than the door page permits in a loop.
	for (let reloads = 0; reloads < 5; reloads += 1) {
		await report.reload();
		await behindTheDoor(report);
	}
	await report.getByRole('heading', { name: /^Replay of /, level: 1 }).waitFor();
	await report.locator('.u-over').first().waitFor();
	expect(complaints).toEqual([]);
	expect(await report.evaluate(REACH)).toEqual({
		origin: 'null',
		opener: null,
		storage: 'SecurityError',
		cookies: 'SecurityError',
		service: 'TypeError',
		tokens: 'TypeError',
		ownScript: false,
	});
	await report.close();
});

test('compares two backtests figure by figure', async () => {
	await unfoldForm();
	await form().getByLabel('Data', { exact: true }).selectOption('a-quarter');
	await form().getByLabel('Policy', { exact: true }).selectOption('hold');
	await form()
		.getByLabel(/^Leg size/)
		.fill('500');
	await form()
		.getByLabel(/Run the comparisons/)
		.uncheck();
	await form().getByLabel('Paper users').selectOption('pairs');
	await form().getByRole('button', { name: 'BTC' }).click();
	await form().getByLabel(/^From/).fill('2026-02-01');
	await form()
		.getByLabel(/^Until/)
		.fill('2026-03-01');
	await form().getByText('Switched-off rules and sweep windows').click();
	await form().getByRole('checkbox', { name: 'TOO_GOOD' }).check();
	await start();
	await newestIs('Complete');
	await result()
		.getByText(/^Not tested: /)
		.waitFor();
	expect(
		await result()
			.getByRole('row', { name: /^Highest headline spread/ })
			.count(),
	).toBe(0);
	const command = await result().locator('pre').textContent();
	for (const flag of [
		'--from 2026-02-01',
		'--until 2026-03-01',
		'--set legUsd=500',
		'--coins BTC',
		'--users pairs',
		'--without TOO_GOOD',
		'--no-compare',
	])
		expect(command).toContain(flag);
	const select = result().getByLabel('Compare with');
	await select.selectOption({ index: 1 });
	const table = result().getByRole('table', { name: 'Comparison' });
	const net = table.getByRole('row', { name: /^Net a year/ });
	await net.waitFor();
	const [a, b, difference] = (await net.getByRole('cell').allTextContents()).map((text) =>
		Number(text.replace(/[%,+ ]/g, '').replace('−', '-')),
	);
	expect(Math.abs((b ?? 0) - (a ?? 0) - (difference ?? 0))).toBeLessThan(0.011);
	expect(new URL(visitor.page.url()).searchParams.get('with')).toMatch(/^replay_/);
	await table
		.getByRole('row', { name: /^Net when acting one step later/ })
		.getByText('—')
		.first()
		.waitFor();
	await result()
		.getByText(/^A and B use different data or dates/)
		.waitFor();
	expect(await faultsOfAppearance(visitor, 'backtest-compare')).toEqual([]);
	await select.selectOption({ index: 0 });
	await table.waitFor({ state: 'detached' });
	await resetForm();
});

test('shows the progress of a long backtest, and cancels a waiting and a running one', async () => {
	await unfoldForm();
	await form().getByLabel('Data', { exact: true }).selectOption('b-decade');
	await form().getByLabel('Policy', { exact: true }).selectOption('month-mean');
	await start();
	await newestIs('Running');
	const progress = newest().getByRole('progressbar', { name: 'Progress of 30-day rule' });
	await progress.waitFor();
	await newest()
		.getByText(/% done/)
		.waitFor();
	await result().getByText('The result appears here when the backtest ends.').waitFor();
	await unfoldForm();
	await start();
	await newestIs('Waiting');
	await newest().getByText('1 backtest is ahead').waitFor();
	expect(await visitor.barriers()).toEqual([]);
	await newest()
		.getByRole('button', { name: /^Cancel/ })
		.click();
	await newestIs('Canceled');
	await result().getByText('This backtest ended without a result.').waitFor();
	const running = list().locator('tbody tr').nth(1);
	await running.getByRole('button', { name: /^Cancel/ }).click();
	await running.locator('.state', { hasText: /^(?:Partial|Canceled)$/ }).waitFor();
});

test('shows a sweep with its trials', async () => {
	await unfoldForm();
	await form().getByLabel('Data', { exact: true }).selectOption('a-quarter');
	await form().getByLabel('Policy', { exact: true }).selectOption('month-mean');
	await form()
		.getByLabel(/^Enter above/)
		.fill('0.05; 0.2');
	await form()
		.getByLabel(/^Decide every/)
		.fill('8');
	await form().getByText('A sweep of 2 trials').waitFor();
	await form().getByText('Switched-off rules and sweep windows').click();
	await form()
		.getByLabel(/^Training window/)
		.fill('30');
	await form()
		.getByLabel(/^Test window/)
		.fill('15');
	await start();
	await newestIs('Complete');
	await result().getByText('Chance of overfitting').waitFor();
	await result()
		.getByRole('table', { name: 'Trials' })
		.getByRole('row', { name: /Enter above 0\.2/ })
		.waitFor();
	expect(await faultsOfAppearance(visitor, 'backtest-sweep')).toEqual([]);
});

test('says so for a backtest that is not among the user’s', async () => {
	await visitor.go('/backtest?replay=replay_000000000000000000000000');
	await result().getByText('This backtest is not among yours.').waitFor();
	expect(fixture.complaints()).toEqual([]);
});

test('shows a result in Spanish at every width', async () => {
	const spanish = await fixture.visitor({ locale: 'es-ES', loggedIn: false });
	const { page, go } = spanish;
	await go('/login?return_to=/backtest');
	await page.getByRole('button', { name: 'Probar sin billetera' }).click();
	const order = page.getByRole('form', { name: 'Nuevo backtest' });
	await order.getByLabel('Datos', { exact: true }).selectOption('a-quarter');
	await order.getByRole('button', { name: 'Iniciar backtest' }).click();
	await page.getByRole('heading', { name: 'Cómo se suma el neto' }).waitFor();
	await page.locator('[data-drawn="true"]').waitFor();
	await page.getByText('Nuevo backtest', { exact: true }).click();
	for (const width of [1_440, 1_024, PHONE_PX]) {
		await page.setViewportSize({ width, height: 900 });
		const { texts, english } = await englishLeft(page);
		expect(texts).toBeGreaterThan(50);
		expect(english, `${width} px`).toEqual([]);
	}
	await order.getByLabel('Estrategia', { exact: true }).selectOption('hold');
	await order.getByLabel(/Ejecutar las comparaciones/).uncheck();
	await order.getByRole('button', { name: 'Iniciar backtest' }).click();
	await page.getByRole('heading', { name: 'Resultado: Mantener siempre' }).waitFor();
	await page.getByLabel('Comparar con', { exact: true }).selectOption({ index: 1 });
	await page.getByRole('table', { name: 'Comparación' }).getByRole('row').nth(3).waitFor();
	await page.getByRole('link', { name: 'Abrir informe' }).waitFor();
	expect((await englishLeft(page)).english).toEqual([]);
	expect(await spanish.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('says which setting turns backtests on where they are off', async () => {
	await using off = await openDashboardFixture({ replay: { enabled: false } });
	const { page, go } = await off.visitor({ loggedIn: true });
	await go('/backtest');
	await page.getByText('The operator turns them on with').waitFor();
	await page.getByRole('link', { name: 'Configuration' }).waitFor();
	expect(await page.getByRole('button', { name: 'Start backtest' }).count()).toBe(0);
	expect(off.complaints()).toEqual([]);
});
