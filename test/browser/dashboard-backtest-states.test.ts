/**
 * Tests the states of the Backtest page other than success: no data, loading, a lost service, a failed, a canceled and
 * a refused backtest, and one that a restart of the service ended. A token opens the page, as programs and agents have.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReplayData } from '../support/replay-data.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { pasteToken } from './opening-steps.ts';

const SHORT_DAYS = 40;
const LONG_DAYS = 3_000;

let folder: string;
let fixture: DashboardFixture;
let token: string;
let visitor: Visitor;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-states-'));
	const broken = join(folder, 'broken');
	mkdirSync(broken);
	writeFileSync(join(broken, 'settled.csv'), 'when,what\n1,2\n');
	fixture = await openDashboardFixture({
		replay: {
			dataFolders: {
				broken,
				long: writeReplayData(join(folder, 'long'), LONG_DAYS),
				short: writeReplayData(join(folder, 'short'), SHORT_DAYS),
			},
		},
	});
	token = await fixture.fixture.token('arb:read replay:run');
	visitor = await fixture.visitor();
	await visitor.go('/backtest');
	await pasteToken(visitor.page, token);
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const form = (): Locator => visitor.page.getByRole('form', { name: 'New backtest' });
const coins = (): Locator => form().getByRole('combobox', { name: /^Coins/ });
const newest = (page: Page = visitor.page): Locator => page.locator('main tbody tr').first();
const result = (): Locator => visitor.page.getByRole('region', { name: /^Result: / });

async function start(data: string, fill: () => Promise<void> = async () => {}): Promise<void> {
	if (!(await form().isVisible())) await visitor.page.getByText('New backtest', { exact: true }).click();
	await form().getByLabel('Data', { exact: true }).selectOption(data);
	await form()
		.getByLabel(/Run the comparisons/)
		.uncheck();
	await fill();
	await form().getByRole('button', { name: 'Start backtest' }).click();
}

test('says how to get data where there are none', async () => {
	await using empty = await openDashboardFixture({ record: { enabled: false } });
	for (const [locale, sentence] of [
		['en-US', 'There is no recorded data.'],
		['es-ES', 'No hay datos grabados.'],
	] as const) {
		const reader = await empty.visitor({ loggedIn: locale === 'en-US', locale });
		await reader.go(locale === 'en-US' ? '/backtest' : '/login?return_to=/backtest');
		if (locale === 'es-ES') await reader.page.getByRole('button', { name: 'Probar sin billetera' }).click();
		await reader.page.getByText(sentence).waitFor();
		expect(await reader.page.getByRole('main').getByRole('form').count()).toBe(0);
		expect((await reader.page.getByRole('main').getByRole('link').allTextContents()).length).toBe(1);
		expect(await faultsOfAppearance(reader, `backtest-no-data-${locale}`)).toEqual([]);
	}
	expect(empty.complaints()).toEqual([]);
});

test('suggests the exchanges and coins of the chosen data, and takes others', async () => {
	await form().getByLabel('Data', { exact: true }).selectOption('short');
	const exchanges = form().getByRole('combobox', { name: /^Exchanges/ });
	const group = form().getByRole('group', { name: 'Exchanges in the data' });
	await group.getByRole('button', { name: 'binance' }).click();
	await group.getByRole('button', { name: 'bybit' }).click();
	expect(await exchanges.inputValue()).toBe('binance, bybit');
	expect(await group.getByRole('button', { name: 'bybit' }).isDisabled()).toBe(true);
	await exchanges.fill('kraken');
	await coins().fill('BTC, ');
	const id = await coins().getAttribute('list');
	const options = form().locator(`datalist[id="${id}"] option`);
	expect([await options.count(), await options.getAttribute('value')]).toEqual([1, 'BTC, ETH']);
	await form().getByLabel('Data', { exact: true }).selectOption('broken');
	await group.waitFor({ state: 'detached' });
	await exchanges.fill('');
	await coins().fill('');
});

test('shows why a backtest failed', async () => {
	await start('broken');
	await newest().locator('.state', { hasText: 'Failed' }).waitFor();
	await result()
		.getByText(/^This backtest ended without a result\..*settled\.csv/)
		.waitFor();
	expect(await faultsOfAppearance(visitor, 'backtest-failed')).toEqual([]);
});

test('shows each wrong assumption beside its field', async () => {
	await start('short', async () => {
		await form().getByText('Assumptions', { exact: true }).click();
		await form()
			.getByLabel(/^Publication lag/)
			.fill('0.5');
		await form().getByLabel(/^Fees/).fill('bybit 5.5');
	});
	await form().getByText('Enter a whole number.').waitFor();
	await form().getByText('Write each line as name = taker / maker.').waitFor();
	await form()
		.getByLabel(/^Publication lag/)
		.fill('60');
	await form().getByLabel(/^Fees/).fill('bybit = 6 / 1');
	expect(await faultsOfAppearance(visitor, 'backtest-assumptions')).toEqual([]);
});

test('says that the service opens nothing at a large slippage, and lists the refusals', async () => {
	await start('short', async () => {
		await form()
			.getByLabel(/^Slippage/)
			.fill('15');
		await form()
			.getByText(/^Above 10 bps, the service refuses every opening/)
			.waitFor();
		await form()
			.getByLabel(/^Grade/)
			.selectOption('C');
		await form()
			.getByLabel(/^Price impact/)
			.fill('0');
		await form()
			.getByLabel(/^Interest on cash/)
			.fill('3');
		await form().getByLabel(/^Seed/).fill('7');
	});
	await newest().locator('.state', { hasText: 'Complete' }).waitFor();
	await result()
		.getByText(/^No trade was made/)
		.waitFor();
	await result().getByRole('rowheader', { name: 'INSUFFICIENT_DEPTH' }).waitFor();
	await result()
		.getByText(/^The assumed slippage of 15 bp is above the service’s limit of 10 bp/)
		.waitFor();
	await result()
		.getByText(/--fees bybit=6\/1 .*--slippage 15/)
		.waitFor();
	// The page with the report needs a login.
	expect(await result().getByRole('link', { name: 'Open report' }).count()).toBe(0);
	await result().getByRole('button', { name: 'Download report' }).waitFor();
});

test('keeps the result of a canceled backtest until the time of the cancel', async () => {
	await start('long', async () => {
		for (const [name, value] of [
			['Slippage', ''],
			['Grade', ''],
		] as const)
			await form()
				.getByLabel(new RegExp(`^${name}`))
				[name === 'Grade' ? 'selectOption' : 'fill'](value);
	});
	await newest()
		.getByText(/Running the policy: /)
		.waitFor();
	await newest()
		.getByRole('button', { name: /^Cancel/ })
		.click();
	await newest().locator('.state', { hasText: 'Partial' }).waitFor();
	await newest().getByText('You canceled the replay.').waitFor();
	await result()
		.getByText(/^Partial result: it covers the time until /)
		.waitFor();
	await result().locator('[data-drawn="true"], .empty').first().waitFor();
	expect(await faultsOfAppearance(visitor, 'backtest-partial')).toEqual([]);
});

test('shows each state in Spanish', async () => {
	const spanish = await fixture.visitor({ locale: 'es-ES' });
	const { page, go } = spanish;
	await go('/backtest');
	await page.getByText('Usar un token', { exact: false }).first().press('Enter');
	const field = page.getByLabel('Token', { exact: false }).first();
	await field.fill(token);
	await field.press('Enter');
	await page.getByText('Nuevo backtest', { exact: true }).click();
	await page.getByText('Supuestos', { exact: true }).click();
	const views = page.getByRole('button', { name: /^Ver resultado/ });
	await views.first().waitFor();
	for (const [at, words] of [
		[0, /^Resultado parcial/],
		[1, /^No hubo ninguna operación/],
		[2, /^Este backtest terminó sin resultado/],
	] as const) {
		await views.nth(at).click();
		await page.getByText(words).first().waitFor();
		expect((await englishLeft(page, [/^Has cancelado/])).english, String(words)).toEqual([]);
	}
	expect(await spanish.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('says that it loads, and what to do when the service does not answer', async () => {
	const reader = await fixture.visitor();
	await reader.go('/backtest');
	const held = Promise.withResolvers<boolean>();
	await reader.page.route('**/jsonrpc/', async (route) =>
		(await held.promise) ? route.continue() : route.abort(),
	);
	await pasteToken(reader.page, token);
	await reader.page.getByText('Loading your backtests', { exact: false }).waitFor();
	held.resolve(false);
	await reader.page.getByText('Cannot show your backtests.').waitFor();
	await reader.page.unroute('**/jsonrpc/');
	await reader.page.getByRole('button', { name: 'Try again' }).click();
	await reader.page.getByRole('heading', { name: 'Your backtests' }).waitFor();
});

test('shows a backtest that a restart of the service ended', async () => {
	const { replay_id: replay } = await fixture.service.call<{ readonly replay_id: string }>(
		'replay_start',
		{ data: 'long', policy: 'month-mean' },
		token,
	);
	await fixture.service.process.end('SIGTERM');
	const { url } = await fixture.fixture.serve();
	const reader = await fixture.visitor();
	await reader.go(new URL(`/backtest?replay=${replay}`, url).href);
	await pasteToken(reader.page, token);
	await newest(reader.page).locator('.state', { hasText: 'Failed' }).waitFor();
	await reader.page
		.getByRole('region', { name: /^Result: / })
		.getByText('The service stopped while the replay ran or waited. Start it again.')
		.waitFor();
	const rows = reader.page.locator('main tbody tr');
	expect(await rows.locator('.state', { hasText: 'Partial' }).count()).toBe(1);
});
