/**
 * Opening from a page and following it to its end, as a person does both: preview, checks, refusals, one opening however
 * often the button is pressed, settlements as they arrive, closes, and a service that is killed while somebody looks on.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, VENUES } from '../e2e/fixture.ts';
import { liftBasis } from '../e2e/other-account.ts';
import { until } from '../e2e/polling.ts';
import type { Opportunity, Portfolio } from '../e2e/wire.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { goConnected, openByEnter, pasteToken, preview, ready, stands } from './opening-steps.ts';
import { previewedWish } from './trades.ts';
import { PHONE_PX } from './watched-browser.ts';

const AMOUNT_USD = 2_000;
const SLICES_MIN = 3;
/** Each order of a held grid is on its way for so long; its exchange still takes it then. */
const ORDER_DELAY_MS = 2_000;
const ALWAYS = 100_000;
/** Long enough to read, look for barriers and confirm on a busy machine, and short enough to be waited for. */
const PREVIEW_MS = 45_000;

let fixture: DashboardFixture;
let service: Service;
let trader = '';
let looker = '';
let chosen: Opportunity;
/** Coins whose prices a test has moved: the levels of another grid would be far apart there. */
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

/** One that can be opened now in several slices: chosen anew before each opening, for directions turn. */
async function openable(): Promise<Opportunity> {
	// One more than is needed: prices move until it is previewed on the page.
	const wish = { mode: 'grid', slicesMin: SLICES_MIN + 1 } as const;
	return (await previewedWish(service, trader, AMOUNT_USD, moved, wish)).opportunity;
}

const executePath = ({ opportunity_id: id }: Opportunity): string => `/opportunities/${id}/execute`;
const portfolio = (): Promise<Portfolio> =>
	service.call<Portfolio>('portfolio_live', { include_closed: true }, trader);

/** At the page Execute, with a token. */
async function arrived(visitor: Visitor, token: string, opportunity = chosen): Promise<Page> {
	const { page } = visitor;
	await goConnected(visitor, executePath(opportunity));
	await pasteToken(page, token);
	await page.getByText('This page uses the token that you pasted').waitFor();
	await page.getByRole('form', { name: 'What to open' }).waitFor();
	return page;
}

async function fill(page: Page, { amount, mode }: { amount: number; mode?: string }): Promise<void> {
	await page.getByLabel('Amount').fill(String(amount));
	if (mode !== undefined) await page.getByRole('radio', { name: mode }).check();
}

/**
 * Opens a grid of which a slice is open and the others wait, for longer than anybody needs to look at it: each order takes so
 * long that the slices are still on their way when the short leg's price falls, and the basis with it.
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

test('a stranger sees the opportunity and how to get in, and nothing to press', async () => {
	const visitor = await fixture.visitor();
	await visitor.go(executePath(chosen));
	await visitor.page.getByRole('heading', { level: 1, name: `Open ${chosen.base}` }).waitFor();
	await visitor.page.getByRole('heading', { name: 'Log in to preview and open this' }).waitFor();
	expect(await visitor.page.getByRole('button', { name: /^Preview|^Open/ }).count()).toBe(0);
	await visitor.capture('execute-stranger');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('whoever has no account is refused a preview in the sentence of the service, with the way to one', async () => {
	const visitor = await fixture.visitor({ loggedIn: true });
	await visitor.go(executePath(chosen));
	const { page } = visitor;
	await page.getByRole('button', { name: 'Preview' }).click();
	const refusal = page.getByRole('alert').filter({ hasText: 'EXCHANGE_NOT_CONNECTED' });
	await refusal.waitFor();
	expect(await refusal.getByRole('link', { name: 'Go to the exchanges' }).getAttribute('href')).toBe(
		'/connections',
	);
	await visitor.capture('execute-refused-preview');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('with a token that may only look everything is readable, and the button says why it is off', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, looker);
	const button = page.getByRole('button', { name: 'Preview' });
	expect(await button.isDisabled()).toBe(true);
	await page.getByRole('form').getByText('This token may only look').waitFor();
	await visitor.capture('execute-look-only');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('a preview with a check that does not hold shows it first with value and limit, and cannot be confirmed', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	// Below the service's limit, above what the account has.
	await fill(page, { amount: 90_000 });
	const confirm = await preview(page);
	const failed = page.getByRole('group', { name: 'Checks that do not hold' });
	const row = failed.getByRole('row', { name: /margin/i }).first();
	expect(await row.textContent()).toMatch(
		/Margin, long leg4\d,\d{3}\S*10,000Not enough margin at \w+: 4\d,\d{3}\.\d\d USD needed/,
	);
	expect(await confirm.getByRole('button', { name: /^Open: / }).isDisabled()).toBe(true);
	await page.getByText(/^\d+ checks hold$/).click();
	expect(
		await page.getByRole('group', { name: 'Checks that hold' }).getByRole('row').count(),
	).toBeGreaterThan(25);
	await visitor.capture('execute-failed-check');
	expect(await visitor.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('a decimal comma is refused beside its field before anything is sent, and all that was typed stands beside the button', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD });
	await page.getByText('When it is closed by itself').click();
	const fields: readonly (readonly [label: string, typed: string, better: string])[] = [
		['Slippage guard', '2,5', '25.5'],
		['Least net per year', '-900,5', '-900.5'],
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
		expect(await fault.textContent()).toBe(`Use a point: ${typed.replace(',', '.')}`);
		expect(await field.getAttribute('aria-invalid')).toBe('true');
	}
	const button = page.getByRole('form', { name: 'What to open' }).getByRole('button', { name: /^Preview/ });
	expect(await button.isDisabled()).toBe(true);
	await page.getByLabel('Slippage guard').press('Enter');
	await visitor.capture('execute-decimal-comma');
	expect(await visitor.barriers()).toEqual([]);
	expect(calls.filter((body) => body.includes('execute_opportunity'))).toEqual([]);
	await page.getByLabel('Amount').fill(AMOUNT_USD.toLocaleString('en-US'));
	for (const [label, , better] of fields) await page.getByLabel(label).fill(better);
	const confirm = await preview(page);
	expect(await confirm.getByRole('definition').allTextContents()).toEqual([
		'2,000 USD over both legs',
		'1 ×',
		'Automatic',
		'25.5 bp per leg (0.255 %)',
		'-900.5 %',
		'Take profit at 1.2345 % of the capital; Stop loss at 5.5 % of the capital; Close when funding has turned',
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

test('changed terms and an expired preview open nothing until they are previewed again', async () => {
	const visitor = await fixture.visitor({ scheme: 'dark' });
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD, mode: 'Grid of slices' });
	const confirm = await preview(page);
	await ready(confirm);
	// Known from the first moment on, other than what hangs on the mean of the price basis.
	const fees = page.getByRole('table', { name: 'Cost ledger' }).getByRole('row', { name: /Entry fees/ });
	expect(await fees.getByRole('cell').allTextContents()).toEqual([
		expect.stringMatching(/^\d\.\d{3} %$/),
		expect.stringMatching(/^\d+\.\d{3}$/),
	]);
	await visitor.capture('execute-preview');
	expect(await visitor.barriers()).toEqual([]);
	await fill(page, { amount: AMOUNT_USD + 100 });
	await confirm.getByText('The terms above have changed since: preview them first.').waitFor();
	await fill(page, { amount: AMOUNT_USD });
	await confirm.getByText('Expired', { exact: true }).waitFor();
	await confirm.getByText('The preview has expired: prices move. Preview again.').waitFor();
	expect(await confirm.getByRole('button', { name: /^Open: / }).isDisabled()).toBe(true);
	await visitor.capture('execute-expired');
	expect(await visitor.barriers()).toEqual([]);
	await confirm.getByRole('button', { name: 'Preview again' }).click();
	await confirm.getByText(/^Holds for/).waitFor();
	expect((await portfolio()).executions).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('a confirmation that is refused says so in the sentence of the service, and nothing is opened', async () => {
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader);
	await fill(page, { amount: AMOUNT_USD, mode: 'Both at once' });
	const button = await ready(await preview(page));
	// While the confirmation is on its way: one that was known of before would keep the button off.
	await page.route('**/jsonrpc/', async (route) => {
		await service.call('halt_trading', {}, trader);
		await route.continue();
	});
	await button.click();
	const refusal = page.getByRole('alert').filter({ hasText: 'TRADING_HALTED' });
	await refusal.getByText('Not opened: nothing was sent.').waitFor();
	await visitor.capture('execute-refused');
	expect(await visitor.barriers()).toEqual([]);
	await service.call('resume_trading', {}, trader);
	expect((await portfolio()).executions).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('a grid is opened once however often the button is pressed, settles, and is closed by share and whole', async () => {
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

	await page.getByRole('button', { name: 'Change the rules …' }).click();
	await page.getByLabel('Stop loss at').fill('5');
	await page.getByRole('button', { name: 'Change the rules', exact: true }).click();
	await page.getByText('Stop loss at 5 % of the capital').waitFor();

	await page.getByRole('button', { name: 'Close …' }).click();
	await page.getByRole('radio', { name: '50 %' }).check();
	await visitor.capture('execution-close-share');
	expect(await visitor.barriers()).toEqual([]);
	const [before] = (await portfolio()).executions;
	await page.getByRole('button', { name: /^Close 50 % of/ }).click();
	await page.getByRole('button', { name: 'Close …' }).waitFor();
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

	await page.getByRole('button', { name: 'Close …' }).click();
	await page.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	await page.getByRole('heading', { name: 'Final result' }).waitFor();
	await visitor.capture('execution-closed');
	expect(await visitor.barriers()).toEqual([]);
});

test('a grid says how far it is, is stopped where it is, and its close says first what it brings', async () => {
	const other = await openable();
	const visitor = await fixture.visitor();
	const page = await arrived(visitor, trader, other);
	await openHeldGrid(page, other);
	const place = page.getByRole('region', { name: /Where it stands/ });
	await place.getByText(/^[1-9]\d* of \d+ slices open/).waitFor();
	const [, done, total] =
		/(\d+) of (\d+) slices/.exec((await place.getByText(/of \d+ slices open/).textContent()) ?? '') ?? [];
	expect(Number(done)).toBeLessThan(Number(total));
	await place.getByText('Next slice at a basis of').waitFor();
	await place.getByText(/^or more; now [+−]?\d/).waitFor();
	await place.getByText('Time left').waitFor();
	await visitor.capture('execution-grid-progress');
	expect(await visitor.barriers()).toEqual([]);

	await place.getByRole('button', { name: 'Stop here, keep what is open …' }).click();
	await visitor.capture('execution-stop-here');
	expect(await visitor.barriers()).toEqual([]);
	await place.getByRole('button', { name: 'Stop here now' }).click();
	await stands(page, 'Running');
	await place.getByText(/slices open/).waitFor({ state: 'detached' });
	const running = (await portfolio()).executions.find(({ execution }) => execution.status === 'running');
	expect(Number(running?.execution.long_size)).toBeGreaterThan(0);
	expect(running?.execution.long_size).toBe(running?.execution.short_size);

	await place.getByRole('button', { name: 'Close …' }).click();
	const table = place.getByRole('table', { name: 'What the close would bring now, in USD' });
	const figures = async (name: RegExp): Promise<readonly number[]> =>
		(await table.getByRole('row', { name }).getByRole('cell').allTextContents()).map((text) =>
			Number(text.replace('−', '-').replaceAll(',', '')),
		);
	await place.getByText(/^A close sells .* until both exchanges confirm/).waitFor();
	const result = await figures(/^Result/);
	expect(result).toHaveLength(3);
	expect(result[2]).not.toBe(0);
	expect(Math.abs((result[0] ?? 0) + (result[1] ?? 0) - (result[2] ?? 0))).toBeLessThan(0.0002);
	await visitor.capture('execution-close-preview');
	expect(await visitor.barriers()).toEqual([]);
	await place.getByRole('radio', { name: '50 %' }).check();
	await place
		.getByText(/run on, hedged/)
		.first()
		.waitFor();
	const heightOf = async () => (await table.boundingBox())?.height;
	const before = await heightOf();
	await place.getByRole('radio', { name: 'All of it' }).check();
	// The table stays while the figures of another share are asked for: nothing moves under the pointer.
	expect(await heightOf()).toBe(before);
	await place.getByText(/^A close sells .* until both exchanges confirm/).waitFor();
	await place.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	expect(visitor.complaints).toEqual([]);
});

test('an opening is cancelled from its page, also on a phone', async () => {
	const visitor = await fixture.visitor({ width: PHONE_PX });
	const other = await openable();
	const page = await arrived(visitor, trader, other);
	await fill(page, { amount: AMOUNT_USD, mode: 'One leg first' });
	await ready(await preview(page));
	await visitor.capture('execute-preview');
	expect(await visitor.barriers()).toEqual([]);
	await openHeldGrid(page, other);
	await page.getByRole('button', { name: 'Cancel the opening …' }).click();
	await page.getByRole('button', { name: 'Cancel and unwind now' }).click();
	await page
		.getByRole('region', { name: /Where it stands/ })
		.getByText(/^(?:Closed|Failed)$/)
		.waitFor();
	await visitor.capture('execution-canceled');
	expect(await visitor.barriers()).toEqual([]);
	expect(visitor.complaints).toEqual([]);
});
