/**
 * Tests opening a position from a page and following it to its end. Covers previews, checks, refusals, one opening
 * despite repeated clicks, settlements, closes, and a service that is killed while its page is open.
 */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, VENUES } from '../e2e/fixture.ts';
import { liftBasis } from '../e2e/other-account.ts';
import { until } from '../e2e/polling.ts';
import type { Opportunity, Portfolio } from '../e2e/wire.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import {
	goConnected,
	openButton,
	openByEnter,
	pasteToken,
	preview,
	previewed,
	ready,
	stands,
} from './opening-steps.ts';
import { previewedWish } from './trades.ts';
import { PHONE_PX } from './watched-browser.ts';

const AMOUNT_USD = 2_000;
const SLICES_MIN = 3;
/** Delay for each order of a grid, milliseconds. It is short enough that the exchange still accepts the order. */
const ORDER_DELAY_MS = 2_000;
const ALWAYS = 100_000;
/**
 * Validity of a preview, milliseconds. It is long enough to check and confirm on a busy machine, but short enough to
 * wait until the preview expires.
 */
const PREVIEW_MS = 45_000;

let fixture: DashboardFixture;
let service: Service;
let trader = '';
let looker = '';
let chosen: Opportunity;
/**
 * Coins whose prices a test has moved. Another grid in such a coin would have levels far apart, because levels follow
 * the recent spread of the price basis.
 */
const moved = new Set<string>();

beforeAll(async () => {
	const port = String(await lastingPort());
	fixture = await openDashboardFixture({ execution: { previewTtlMs: PREVIEW_MS } }, ['--port', port]);
	service = fixture.service;
	trader = await fixture.fixture.token('arb:read arb:trade');
	looker = await fixture.fixture.token('arb:read');
	chosen = await openable();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

/**
 * Finds an opportunity that can open in several slices. It is chosen before each test opens a position, because
 * directions reverse.
 */
async function openable(): Promise<Opportunity> {
	// The search asks for one slice more than needed, because prices move before the page requests its preview.
	const wish = { mode: 'grid', slicesMin: SLICES_MIN + 1 } as const;
	return (await previewedWish(service, trader, AMOUNT_USD, moved, wish)).opportunity;
}

const executePath = ({ opportunity_id: id }: Opportunity): string => `/opportunities/${id}/execute`;
const portfolio = (): Promise<Portfolio> =>
	service.call<Portfolio>('portfolio_live', { include_closed: true }, trader);

/** Goes to the page that opens a position in an opportunity, and pastes a token. */
async function arrived(visitor: Visitor, token: string, opportunity = chosen): Promise<Page> {
	const { page } = visitor;
	await goConnected(visitor, executePath(opportunity));
	await pasteToken(page, token);
	await page.getByText('This page uses the token that you pasted').waitFor();
	await page.getByRole('form', { name: 'Opening terms' }).waitFor();
	return page;
}

async function fill(page: Page, { amount, mode }: { amount: number; mode?: string }): Promise<void> {
	await page.getByLabel('Amount').fill(String(amount));
	if (mode !== undefined) await page.getByRole('radio', { name: mode }).check();
}

/**
 * Opens a grid whose first slice fills while the others wait. Delayed orders give the test time to lower the short
 * leg's price while the first slice is in flight. The basis then stays below the levels at which the other slices
 * open.
 */
async function openHeldGrid(page: Page, { base, short_venue }: Opportunity): Promise<void> {
	await fill(page, { amount: AMOUNT_USD, mode: 'Grid of slices' });
	const confirm = await preview(page);
	const action = { kind: 'delay', at: 'before', ms: ORDER_DELAY_MS };
	const slow = { operation: 'order.create', count: ALWAYS, action };
	for (const venue of VENUES) await fixture.fixture.admin(venue, 'POST', '/faults', slow);
	await openByEnter(page, confirm);
	let seen = '';
	await until({ what: `a slice of ${base}`, periodMs: 150, seen: () => seen }, async () => {
		const { executions } = await portfolio();
		seen = executions
			.map(({ execution: { symbol, status, status_reason } }) => `${symbol} ${status}, ${status_reason}`)
			.join('; ');
		const opening = executions.find(({ execution }) => execution.status === 'opening');
		return Number(opening?.execution.filled_amount) > 0 ? true : undefined;
	});
	moved.add(base);
	await fixture.fixture.admin(short_venue as (typeof VENUES)[number], 'POST', '/shocks', {
		coin: base,
		factor: '0.995',
		halfLifeMs: 120_000,
	});
	for (const venue of VENUES) await fixture.fixture.admin(venue, 'DELETE', '/faults');
}

test('shows a visitor without a login the opportunity and the login, but no button', async () => {
	const visitor = await fixture.visitor();
	await visitor.go(executePath(chosen));
	await visitor.page.getByRole('heading', { level: 1, name: `Open ${chosen.base}` }).waitFor();
	await visitor.page.getByRole('heading', { name: 'Log in to preview this trade' }).waitFor();
	expect(await visitor.page.getByRole('button', { name: /^Preview|^Open/ }).count()).toBe(0);
	await visitor.capture('execute-stranger');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('refuses a preview without an account and links to the exchanges', async () => {
	const visitor = await fixture.visitor({ loggedIn: true });
	await visitor.go(executePath(chosen));
	const { page } = visitor;
	// The page asks for the first preview by itself.
	const refusal = page.getByRole('alert').filter({ hasText: 'EXCHANGE_NOT_CONNECTED' });
	await refusal.waitFor();
	expect(await refusal.getByRole('link', { name: 'Go to the exchanges' }).getAttribute('href')).toBe(
		'/connections',
	);
	await visitor.capture('execute-refused-preview');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('shows everything to a read-only token and explains the disabled button', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, looker);
	const button = page.getByRole('button', { name: 'Preview trade' });
	expect(await button.isDisabled()).toBe(true);
	await page.getByRole('form').getByText('This token can only read').waitFor();
	await visitor.capture('execute-look-only');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test.each([
	['one screen of a desktop', 1_440, 900, 1],
	['two screens of a phone', PHONE_PX, 844, 2],
])('previews without a click and fits %s', async (_, width, height, screens) => {
	const visitor = await fixture.visitor({ width });
	await visitor.page.setViewportSize({ width, height });
	const page = await arrived(visitor, trader);
	const confirm = await previewed(page);
	await confirm.getByText(/^(?:All )?\d+ checks passed$/).waitFor();
	await page.getByRole('heading', { name: 'What happens if one leg fails' }).waitFor();
	const button = await confirm.getByRole('button', { name: /^Open position: / }).boundingBox();
	const end = (button?.y ?? Number.POSITIVE_INFINITY) + (button?.height ?? 0);
	const scrolled = await page.evaluate<number>('window.scrollY');
	expect(end + scrolled).toBeLessThanOrEqual(screens * height);
	expect(await visitor.barriers()).toEqual([]);
	await visitor.capture('execute-screen');
	expect(fixture.complaints()).toEqual([]);
});

test('shows a failed check first with its value and limit, and disables the confirmation', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	// The amount is below the service's limit, but above what the account has.
	await fill(page, { amount: 90_000 });
	const confirm = await preview(page);
	const failed = page.getByRole('group', { name: 'Failed checks' });
	const row = failed.getByRole('row', { name: /margin/i }).first();
	expect(await row.textContent()).toMatch(
		/Margin, long leg4\d,\d{3}\S*10,000Not enough margin on \w+: 4\d,\d{3}\.\d\d USD needed/,
	);
	expect(await confirm.getByRole('button', { name: /^Open position: / }).isDisabled()).toBe(true);
	await page.getByText(/^\d+ checks passed$/).click();
	expect(await page.getByRole('group', { name: 'Passed checks' }).getByRole('row').count()).toBeGreaterThan(
		25,
	);
	await visitor.capture('execute-failed-check');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('refuses a decimal comma beside its field and repeats all terms beside the button', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	// The page requests its first preview by itself, and it would count as a call below.
	await previewed(page);
	await fill(page, { amount: AMOUNT_USD });
	await page.locator('summary', { hasText: 'Exit rules' }).click();
	const fields: readonly (readonly [label: string, typed: string, better: string])[] = [
		['Slippage limit', '2,5', '25.5'],
		['Minimum net APR', '-900,5', '-900.5'],
		['Take profit at', '0,125', '1.2345'],
		['Stop loss at', '5,5', '5.5'],
	];
	const calls: string[] = [];
	page.on('request', (request) => calls.push(request.postData() ?? ''));
	for (const [label, typed] of fields) {
		const field = page.getByLabel(label);
		await field.fill(typed);
		const help = (await field.getAttribute('aria-describedby')) ?? '';
		const fault = page.locator(`[id="${help.split(' ')[0]}"]`);
		expect(await fault.textContent()).toBe(`Use a decimal point: ${typed.replace(',', '.')}`);
		expect(await field.getAttribute('aria-invalid')).toBe('true');
	}
	const button = page.getByRole('form', { name: 'Opening terms' }).getByRole('button', { name: /^Preview/ });
	expect(await button.isDisabled()).toBe(true);
	await page.getByLabel('Slippage limit').press('Enter');
	await visitor.capture('execute-decimal-comma');
	expect(await visitor.barriers()).toEqual([]);
	expect(calls.filter((body) => body.includes('execute_opportunity'))).toEqual([]);
	await page.getByLabel('Amount').fill(AMOUNT_USD.toLocaleString('en-US'));
	for (const [label, , better] of fields) await page.getByLabel(label).fill(better);
	const confirm = await preview(page);
	expect(await confirm.getByRole('definition').allTextContents()).toEqual([
		'2,000 USD over both legs',
		expect.stringMatching(/^(?:[\d,.]+ USD) .+\.$/),
		'1 ×',
		'Automatic',
		'25.5 bp per leg (0.255 %)',
		'-900.5 %',
		'Take profit at 1.2345 % of capital; Stop loss at 5.5 % of capital; Close when funding reverses',
	]);
	await visitor.capture('execute-asked-for');
	const sent = calls.find((body) => body.includes('execute_opportunity')) ?? '{}';
	expect(JSON.parse(sent).params).toMatchObject({
		amount: AMOUNT_USD,
		max_slippage_bps: 25.5,
		min_net_apr: -9.005,
		exit: { take_profit_pct: 1.2345, stop_loss_pct: 5.5, close_on_reversal: true },
	});
	expect(fixture.complaints()).toEqual([]);
});

/** Changes the quantity of a preview before the page receives it. */
async function withOtherQuantity(route: Route): Promise<void> {
	const response = await route.fetch();
	const body = (await response.json()) as { result?: { plan?: { quantity: number } } };
	if (body.result?.plan !== undefined) body.result.plan.quantity += 1;
	await route.fulfill({ response, json: body });
}

test('requires a new preview after changed terms, renews it in use, and lets it expire otherwise', async () => {
	const visitor = await fixture.visitor({ scheme: 'dark' });
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD, mode: 'Grid of slices' });
	const confirm = await preview(page);
	await ready(confirm);
	// Fees are known at once, unlike costs that need the mean price basis.
	const fees = page.getByRole('table', { name: 'Cost breakdown' }).getByRole('row', { name: /Entry fees/ });
	expect(await fees.getByRole('cell').allTextContents()).toEqual([
		expect.stringMatching(/^\d\.\d{3} %$/),
		expect.stringMatching(/^\d+\.\d{3}$/),
	]);
	// On a busy machine, `ready` has previewed again. Terms that change and change back renew nothing more.
	const changes = page.getByText(/^Refreshed at/);
	const renewals = await changes.allTextContents();
	await fill(page, { amount: AMOUNT_USD + 100 });
	await confirm.getByText('You changed the terms. Preview the new terms first.').waitFor();
	await fill(page, { amount: AMOUNT_USD });
	expect(await changes.allTextContents()).toEqual(renewals);
	await visitor.capture('execute-preview');
	expect(await visitor.barriers()).toEqual([]);
	await page.route('**/jsonrpc/', withOtherQuantity);
	// The visitor was active within the last minute, so the page replaces the preview before it expires.
	await confirm.getByText(/^Quantity .+ → /).waitFor();
	await changes.waitFor();
	await page.unroute('**/jsonrpc/');
	await confirm.getByText(/^Valid for/).waitFor();
	await confirm.getByText('The new figures are beyond your limits. Accept them first.').waitFor();
	expect(await confirm.getByRole('button', { name: /^Open position: / }).isDisabled()).toBe(true);
	await confirm.getByRole('button', { name: 'Use the new figures' }).click();
	// The renewed preview can have another verdict, which the visitor then accepts too.
	await openButton(confirm);
	await confirm.getByRole('button', { name: /^Open position: /, disabled: false }).waitFor();
	await visitor.capture('execute-renewed');
	expect(await visitor.barriers()).toEqual([]);
	// Nobody touches the page any more, so a later preview expires.
	await confirm.getByText('Expired', { exact: true }).waitFor();
	await confirm.getByText('The preview has expired. Refresh it for current prices.').waitFor();
	expect(await confirm.getByRole('button', { name: /^Open position: / }).isDisabled()).toBe(true);
	await visitor.capture('execute-expired');
	expect(await visitor.barriers()).toEqual([]);
	await confirm.getByRole('button', { name: 'Refresh', exact: true }).click();
	await confirm.getByText(/^Valid for/).waitFor();
	expect((await portfolio()).executions).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('shows a refused confirmation in the service’s sentence and opens nothing', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD, mode: 'Both at once' });
	const button = await ready(await preview(page));
	// The halt arrives while the confirmation is in flight, because the page disables the button once it knows of a
	// halt.
	await page.route('**/jsonrpc/', async (route) => {
		await service.call('halt_trading', {}, trader);
		await route.continue();
	});
	await button.click();
	const refusal = page.getByRole('alert').filter({ hasText: 'TRADING_HALTED' });
	await refusal.getByText('Not opened. No order was sent.').waitFor();
	await visitor.capture('execute-refused');
	expect(await visitor.barriers()).toEqual([]);
	await service.call('resume_trading', {}, trader);
	expect((await portfolio()).executions).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('opens a grid once for repeated presses, shows its settlement, and closes a share and the rest', async () => {
	chosen = await openable();
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD, mode: 'Grid of slices' });
	const confirm = await preview(page);
	const [, slices = '0'] =
		/^Grid of (\d+) slices/.exec((await page.getByText(/^Grid of \d+ slices:/).textContent()) ?? '') ?? [];
	expect(Number(slices)).toBeGreaterThanOrEqual(SLICES_MIN);
	await page.getByRole('heading', { name: 'What happens if one leg fails' }).waitFor();
	const button = await ready(confirm);
	await button.dblclick();
	await page.getByRole('group', { name: 'Steps, newest first' }).getByRole('row').nth(3).waitFor();
	await visitor.capture('execution-opening');
	await liftBasis(fixture.fixture, chosen);
	moved.add(chosen.base);
	await stands(page, 'Running');
	expect((await portfolio()).executions).toHaveLength(1);
	expect(
		await page.getByRole('group', { name: 'Steps, newest first' }).getByRole('row').count(),
	).toBeGreaterThan(12);
	await page.getByText('No settlement has been booked yet.').waitFor();
	expect(await visitor.barriers()).toEqual([]);

	for (const venue of [chosen.long_venue, chosen.short_venue] as ('bybit' | 'kucoin')[])
		await fixture.fixture.admin(venue, 'POST', '/settle', {});
	await page.getByRole('status').filter({ hasText: 'Settlement booked:' }).waitFor();
	const settlements = page.getByRole('group', { name: 'Settlements, newest first' });
	await settlements.getByRole('row').nth(3).waitFor();
	await settlements.getByText('new', { exact: true }).first().waitFor();
	await visitor.capture('execution-settled');
	expect(await visitor.barriers()).toEqual([]);

	await page.getByRole('button', { name: 'Edit exit rules …' }).click();
	await page.getByLabel('Stop loss at').fill('5');
	await page.getByRole('button', { name: 'Save exit rules', exact: true }).click();
	await page.getByText('Stop loss at 5 % of capital').waitFor();

	await page.getByRole('button', { name: 'Close position …' }).click();
	await page.getByRole('radio', { name: '50 %' }).check();
	await visitor.capture('execution-close-share');
	expect(await visitor.barriers()).toEqual([]);
	const [before] = (await portfolio()).executions;
	await page.getByRole('button', { name: /^Close 50 % of/ }).click();
	await page.getByRole('button', { name: 'Close position …' }).waitFor();
	const [half] = (await portfolio()).executions;
	expect(half?.execution.long_size).toBeLessThan(Number(before?.execution.long_size));
	await stands(page, 'Running');
	expect(fixture.complaints()).toEqual([]);

	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	await page.getByText('Disconnected.').waitFor();
	await visitor.capture('execution-disconnected');
	expect(await visitor.barriers()).toEqual([]);
	service = await fixture.fixture.serve('--port', String(service.port));
	await page.getByText('Disconnected.').waitFor({ state: 'detached' });
	await stands(page, 'Running');

	await page.getByRole('button', { name: 'Close position …' }).click();
	await page.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	await page.getByRole('heading', { name: 'Final result' }).waitFor();
	await visitor.capture('execution-closed');
	expect(await visitor.barriers()).toEqual([]);
});

test('shows the progress of a grid, stops it, and previews the result of its close', async () => {
	const other = await openable();
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader, other);
	await openHeldGrid(page, other);
	const place = page.getByRole('region', { name: /^Status/ });
	await place.getByText(/^[1-9]\d* of \d+ slices open/).waitFor();
	const [, done, total] =
		/(\d+) of (\d+) slices/.exec((await place.getByText(/of \d+ slices open/).textContent()) ?? '') ?? [];
	expect(Number(done)).toBeLessThan(Number(total));
	await place.getByText('Next slice', { exact: true }).waitFor();
	await place.getByText(/^now [+−]?\d/).waitFor();
	await place.getByText('Time left').waitFor();
	await visitor.capture('execution-grid-progress');
	expect(await visitor.barriers()).toEqual([]);

	await place.getByRole('button', { name: 'Stop opening, keep position …' }).click();
	await visitor.capture('execution-stop-here');
	expect(await visitor.barriers()).toEqual([]);
	await place.getByRole('button', { name: 'Stop opening now' }).click();
	await stands(page, 'Running');
	await place.getByText(/slices open/).waitFor({ state: 'detached' });
	const running = (await portfolio()).executions.find(({ execution }) => execution.status === 'running');
	expect(Number(running?.execution.long_size)).toBeGreaterThan(0);
	expect(running?.execution.long_size).toBe(running?.execution.short_size);

	await place.getByRole('button', { name: 'Close position …' }).click();
	const table = place.getByRole('table', { name: 'Expected result of the close, in USD' });
	const figures = async (name: RegExp): Promise<readonly number[]> =>
		(await table.getByRole('row', { name }).getByRole('cell').allTextContents()).map((text) =>
			Number(text.replace('−', '-').replaceAll(',', '')),
		);
	await place.getByText(/^A close sells .* until both exchanges confirm/).waitFor();
	const result = await figures(/^Result/);
	expect(result).toHaveLength(3);
	expect(result[2]).not.toBe(0);
	expect(Math.abs((result[0] ?? 0) + (result[1] ?? 0) - (result[2] ?? 0))).toBeLessThanOrEqual(0.02);
	await visitor.capture('execution-close-preview');
	expect(await visitor.barriers()).toEqual([]);
	await place.getByRole('radio', { name: '50 %' }).check();
	await place
		.getByText(/stay open and hedged/)
		.first()
		.waitFor();
	const heightOf = async () => (await table.boundingBox())?.height;
	const before = await heightOf();
	await place.getByRole('radio', { name: 'All' }).check();
	// The table stays while new figures load, so that nothing moves under the pointer.
	expect(await heightOf()).toBe(before);
	await place.getByText(/^A close sells .* until both exchanges confirm/).waitFor();
	await place.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	expect(visitor.complaints).toEqual([]);
});

test('cancels an opening from its page on a phone', async () => {
	const visitor = await fixture.visitor({ width: PHONE_PX });
	const other = await openable();
	const page = await arrived(visitor, trader, other);
	await fill(page, { amount: AMOUNT_USD, mode: 'One leg first' });
	await ready(await preview(page));
	await visitor.capture('execute-preview');
	expect(await visitor.barriers()).toEqual([]);
	await openHeldGrid(page, other);
	await page.getByRole('button', { name: 'Cancel and unwind …' }).click();
	await page.getByRole('button', { name: 'Cancel and unwind now' }).click();
	await page
		.getByRole('region', { name: /^Status/ })
		.getByText(/^(?:Closed|Failed)$/)
		.waitFor();
	await visitor.capture('execution-canceled');
	expect(await visitor.barriers()).toEqual([]);
	expect(visitor.complaints).toEqual([]);
});
