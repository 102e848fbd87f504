/**
 * Tests opening and closing a position from the pages in live mode, without real money. A rehearsal differs from live
 * trading only in the exchanges that it reaches. The user must type the coin to open, and no text may suggest that
 * the trading is only practice.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture, VENUES, type Venue } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import type { Opportunity } from '../e2e/wire.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { goConnected, openButton, pasteToken, previewThatHolds, stands } from './opening-steps.ts';
import { previewedWish } from './trades.ts';

const AMOUNT_USD = 1_000;
/** Validity of a preview, milliseconds. It is long enough for all checks between a preview and its confirmation. */
const PREVIEW_MS = 600_000;
const ACCOUNT = 'main';
/** Matches words that only modes without real money use. */
const PRACTICE = /simulat|practice|paper|invented|demo/i;

let exchanges: Fixture;
let fixture: DashboardFixture;
let token = '';
let chosen: Opportunity;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	fixture = await openDashboardFixture(
		{
			mode: 'live',
			auth: { admitEverybody: true },
			transport: { redirect },
			execution: { previewTtlMs: PREVIEW_MS },
		},
		['--live', VENUES.join(',')],
	);
	token = await fixture.fixture.token('arb:read arb:trade exchange:connect');
	for (const venue of VENUES) await connect(venue);
	await untilChecked();
	chosen = (await previewedWish(fixture.service, token, AMOUNT_USD)).opportunity;
	visitor = await fixture.visitor();
	page = visitor.page;
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	await exchanges?.[Symbol.asyncDispose]();
});

async function connect(exchange: Venue): Promise<void> {
	const { key, secret, passphrase } = await exchanges.admin<Record<'key' | 'secret' | 'passphrase', string>>(
		exchange,
		'POST',
		'/accounts',
		{ name: ACCOUNT, deposit: '20000' },
	);
	const params = { exchange, api_key: key, api_secret: secret };
	await fixture.service.call(
		'connect_exchange',
		passphrase === '' ? params : { ...params, api_passphrase: passphrase },
		token,
	);
}

function untilChecked(): Promise<true> {
	let seen = '';
	return until({ what: 'both self-checks to pass', periodMs: 200, seen: () => seen }, async () => {
		const rows = await fixture.service.call<readonly { self_check: { status: string } }[]>(
			'account_exchange_pair',
			{},
			token,
		);
		seen = rows.map(({ self_check: { status } }) => status).join(', ');
		const hasPassed = rows.every(({ self_check: { status } }) => status === 'passed');
		return rows.length === VENUES.length && hasPassed ? true : undefined;
	});
}

/** Returns the number of open positions on the account, as each exchange reports it. */
async function positions(): Promise<readonly number[]> {
	return Promise.all(
		VENUES.map(async (venue) => {
			const { accounts } = await exchanges.admin<{
				accounts: readonly { name: string; positions: readonly { quantity: string }[] }[];
			}>(venue, 'GET', '/accounts');
			const held = accounts.find(({ name }) => name === ACCOUNT)?.positions ?? [];
			return held.filter(({ quantity }) => Number(quantity) !== 0).length;
		}),
	);
}

/** Returns the text in the page's main part. The page header must name the rehearsal. */
async function read(): Promise<string> {
	expect(await page.getByRole('banner').textContent()).toMatch(
		/Rehearsal: same as live, but no order reaches a real exchange/,
	);
	return (await page.getByRole('main').textContent()) ?? '';
}

test('disables the button and says why until the right coin is typed', async () => {
	await goConnected(visitor, `/opportunities/${chosen.opportunity_id}/execute`);
	await pasteToken(page, token);
	await page.getByLabel('Amount').fill(String(AMOUNT_USD));
	await page.getByRole('radio', { name: 'Both at once' }).check();
	const confirm = await previewThatHolds(page);
	const button = await openButton(confirm);
	const coin = confirm.getByLabel(`Rehearsal: type ${chosen.base} to confirm`);
	await confirm.getByText(`Type ${chosen.base} first.`).waitFor();
	expect(await button.isDisabled()).toBe(true);
	await coin.fill(`${chosen.base}X`);
	await confirm
		.getByText(`“${chosen.base}X” is not ${chosen.base}. Type ${chosen.base} to confirm.`)
		.waitFor();
	expect(await button.isDisabled()).toBe(true);
	await coin.press('Enter');
	await confirm.getByText('Rehearsal: the same steps as live. Requests stay on this machine.').waitFor();
	expect(await read()).not.toMatch(PRACTICE);
	expect(await faultsOfAppearance(visitor, 'live-confirm')).toEqual([]);
	expect(await positions()).toEqual([0, 0]);
	await coin.fill(` ${chosen.base.toLowerCase()} `);
	await expect.poll(() => button.isEnabled()).toBe(true);
});

test('opens with the typed coin, is shown as a rehearsal, and closes without typing', async () => {
	await page.getByRole('button', { name: /^Open position: / }).click();
	await stands(page, 'Running');
	expect(await positions()).toEqual([1, 1]);
	await page.getByText('no real money (rehearsal)').waitFor();
	expect(await page.getByRole('button', { name: 'Settle both legs now' }).count()).toBe(0);
	expect(await read()).not.toMatch(PRACTICE);
	expect(await faultsOfAppearance(visitor, 'live-execution')).toEqual([]);
	await page.getByRole('link', { name: '← Portfolio' }).click();
	const positionsTable = page.getByRole('table', { name: 'Open positions' });
	const line = positionsTable.getByRole('row', { name: new RegExp(`^${chosen.base}USD`) });
	await line.getByText('Running').waitFor();
	await line.getByRole('button', { name: chosen.base, exact: true }).click();
	const card = page.getByRole('region', { name: chosen.base });
	await card.getByText('Running').waitFor();
	expect(await read()).not.toMatch(PRACTICE);
	expect(await faultsOfAppearance(visitor, 'live-portfolio')).toEqual([]);
	await card.getByRole('button', { name: 'Close position …' }).click();
	await card.getByRole('button', { name: `Close all ${chosen.base} now` }).click();
	await line.waitFor({ state: 'detached' });
	await card.waitFor({ state: 'detached' });
	await page
		.getByRole('region', { name: 'History' })
		.getByRole('row', { name: new RegExp(`^${chosen.base}.*Closed`) })
		.waitFor();
	expect(await positions()).toEqual([0, 0]);
});

test('starts a pot only after a review and the typed names of its exchanges', async () => {
	await page.getByRole('link', { name: 'Autopilot', exact: true }).first().click();
	const form = page.getByRole('form', { name: 'Start a pot' });
	await form.getByRole('textbox', { name: /^Capital/ }).fill('1,000');
	await form.getByRole('checkbox', { name: /^Start a shadow pot/ }).uncheck();
	await form.getByRole('button', { name: 'Review and start' }).click();
	const confirm = page.getByRole('form', { name: 'Confirm real orders' });
	await page.getByText('No drawdown stop is set.').waitFor();
	expect(await faultsOfAppearance(visitor, 'live-pot')).toEqual([]);
	const start = confirm.getByRole('button', { name: 'Start with real orders' });
	await start.click();
	await confirm.getByText('Type bybit, kucoin.').waitFor();
	await confirm.getByRole('textbox').fill('bybit');
	await start.click();
	await confirm.getByText('“bybit” differs from bybit, kucoin.').waitFor();
	expect(await fixture.service.call('autopilot_status', {}, token)).toMatchObject({ pots: [] });
	// Other terms need another review.
	await form.getByRole('textbox', { name: /^Leverage/ }).fill('1.5');
	await confirm.waitFor({ state: 'detached' });
	await form.getByRole('button', { name: 'Review and start' }).click();
	await page.getByText('at leverage 1.5.').waitFor();
	await confirm.getByRole('textbox').fill('KuCoin, Bybit');
	await confirm.getByRole('textbox').press('Enter');
	await page.getByRole('heading', { name: 'Main', level: 2 }).waitFor();
});

test('asks again before a pot may trade more', async () => {
	const pot = page.getByRole('region', { name: 'Main' });
	await pot.getByRole('button', { name: 'Change settings …' }).click();
	const settings = page.getByRole('form', { name: 'Save settings' });
	await settings.getByRole('textbox', { name: /^Capital/ }).fill('2,000');
	await settings.getByRole('button', { name: 'Save settings' }).click();
	const confirm = page.getByRole('form', { name: 'Confirm real orders' });
	await confirm.getByRole('textbox').fill('bybit kucoin');
	await confirm.getByRole('button', { name: 'Save with real orders' }).click();
	await pot.getByText('The settings are saved.').waitFor();
	await pot.getByText('Capital: 2,000.00 USD').waitFor();
	await pot.getByRole('button', { name: 'Stop …' }).click();
	await page.getByRole('button', { name: 'Stop and keep the positions' }).click();
	await pot.getByText('A person stopped the pot; its positions stay open.').waitFor();
});

test('causes no complaint of the browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
