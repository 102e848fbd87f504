/**
 * Tests rare states that a trader must understand at once: a lost response, an execution that needs attention, an
 * operator's halt, a history with several pages. The tests run in order on one service, and each continues from the
 * previous one.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decimal, divDown, floorToStep, formatDecimal, fromInteger } from '../../src/domain/decimal.ts';
import { legPlan } from '../../src/domain/execution.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { type FixtureRecords, openExchangeRecords } from '../e2e/exchange-records.ts';
import type { Service, Venue } from '../e2e/fixture.ts';
import { readJournal } from '../e2e/journal-on-disk.ts';
import { until } from '../e2e/polling.ts';
import { executionOf, openableOpportunities, untilStatus } from '../e2e/trading.ts';
import type { Execution, Opened, Opportunity, Portfolio } from '../e2e/wire.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { breakAnswers, isOfBreakage } from './lost-answers.ts';
import { goConnected, pasteToken, preview, previewed, ready, stands } from './opening-steps.ts';
import { previewedWish, sizesAt, sizesOf } from './trades.ts';

const AMOUNT_USD = 1_000;
/**
 * Validity of a preview, milliseconds. It is long enough to confirm on a busy machine, but short enough to wait until
 * the preview expires.
 */
const PREVIEW_MS = 45_000;
/** Age at which an order with an unknown outcome needs attention, milliseconds. */
const UNKNOWN_MS = 3_000;
/** Number of attempts per call: the first and its repetitions. */
const TRIES = 3;
/** Number of positions on one history page. */
const PER_PAGE = 10;

let fixture: DashboardFixture;
let service: Service;
let records: FixtureRecords;
let trader = '';
let visitor: Visitor;
let page: Page;
let broken = 0;
let first = '';
let second = '';

beforeAll(async () => {
	fixture = await openDashboardFixture({
		execution: { previewTtlMs: PREVIEW_MS, unknownAttentionMs: UNKNOWN_MS },
	});
	service = fixture.service;
	trader = await fixture.fixture.token('arb:read arb:trade');
	records = await openExchangeRecords(fixture.fixture);
	visitor = await fixture.visitor();
	page = visitor.page;
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await fixture?.[Symbol.asyncDispose]();
});

const region = (name: string | RegExp): Locator => page.getByRole('region', { name });
const portfolio = (params: object = {}): Promise<Portfolio> =>
	service.call<Portfolio>('portfolio_live', { include_closed: true, ...params }, trader);

async function enter(path: string): Promise<void> {
	await goConnected(visitor, path);
	await pasteToken(page, trader);
	await page.getByText('This page uses the token that you pasted').waitFor();
}

/** Goes to a page through the navigation, because a page load would lose the pasted token. */
async function goTo(name: 'Portfolio' | 'Opportunities' | 'Status'): Promise<void> {
	await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
	await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Unfolds the coin's line among the open positions, and returns its card. */
async function unfolded(coin: string): Promise<Locator> {
	await page
		.getByRole('table', { name: 'Open positions' })
		.getByRole('button', { name: coin, exact: true })
		.click();
	return region(coin);
}

async function openable(otherThan: readonly string[] = []): Promise<Opportunity> {
	// One exchange lists PEPE in units of a thousand coins and reports held sizes in that unit, so the tests avoid
	// PEPE.
	return (await previewedWish(service, trader, AMOUNT_USD, new Set([...otherThan, 'PEPE']))).opportunity;
}

/** Expects that the exchanges hold what the service reports, with no resting order. */
async function expectHeld(executions: readonly Execution[]): Promise<void> {
	expect(await sizesAt(records)).toEqual(Object.assign({}, ...executions.map(sizesOf)));
	for (const venue of ['bybit', 'kucoin'] as const) expect(await records[venue].openOrders()).toEqual([]);
}

describe('after a lost answer', () => {
	test('blocks another opening until the service reports that the first never arrived', async () => {
		const chosen = await openable();
		await enter(`/opportunities/${chosen.opportunity_id}/execute`);
		await page.getByLabel('Amount').fill(String(AMOUNT_USD));
		await page.getByRole('radio', { name: 'Both at once' }).check();
		const button = await ready(await preview(page));
		const { lost, mend } = await breakAnswers(page, 'execute_opportunity', false);
		await button.click();
		const alert = page
			.getByRole('alert')
			.filter({ hasText: 'We do not know yet whether the position opened.' });
		await alert.waitFor();
		broken += lost.length;
		expect(lost).toHaveLength(TRIES);
		await mend();
		expect(await button.isDisabled()).toBe(true);
		const terms = page.getByRole('form', { name: 'Opening terms' });
		expect(await terms.getByRole('button', { name: /^Preview/ }).isDisabled()).toBe(true);
		await page.getByText('First check what happened to your last confirmation.').waitFor();
		await alert.getByRole('button', { name: 'Check what happened' }).click();
		await alert.getByText('The service has no position from this confirmation.').waitFor();
		expect(await faultsOfAppearance(visitor, 'lost-opening')).toEqual([]);
		await page.getByRole('form', { name: 'Confirm' }).getByText('Expired', { exact: true }).waitFor();
		await alert.getByRole('button', { name: 'Check what happened' }).click();
		await alert.getByText('Preview again if you still want one.').waitFor();
		expect((await portfolio()).executions).toEqual([]);
		await alert.getByRole('button', { name: 'Preview again' }).click();
	});

	test('finds a completed opening by its idempotency key and opens no second position', async () => {
		const button = await ready(await previewed(page));
		const { lost, mend } = await breakAnswers(page, 'execute_opportunity', true);
		await button.click();
		await page.getByText('We do not know yet whether the position opened.').waitFor();
		broken += lost.length;
		expect(lost).toHaveLength(TRIES);
		expect(new Set(lost.map(({ idempotency_key: key }) => key)).size).toBe(1);
		await mend();
		await page.getByRole('button', { name: 'Check what happened' }).click();
		await stands(page, 'Running');
		const { executions } = await portfolio();
		expect(executions).toHaveLength(1);
		first = executions[0]?.execution.id ?? '';
		expect(new URL(page.url()).pathname).toBe(`/executions/${first}`);
		await expectHeld(executions);
	});

	test('shows both legs before and after a partial close and does not resend it', async () => {
		const before = await executionOf(service, trader, first);
		const { lost, mend } = await breakAnswers(page, 'close_execution', true);
		await page.getByRole('button', { name: 'Close position …' }).click();
		await page.getByRole('radio', { name: '50 %' }).check();
		await page.getByRole('button', { name: /^Close 50 % of/ }).click();
		const alert = page.getByRole('alert').filter({ hasText: 'The answer to the close was lost' });
		await alert.getByText(/the legs held [\d.,]+ and [\d.,]+ \w+; now they hold/).waitFor();
		broken += lost.length;
		expect(lost).toEqual([{ execution_id: first, share: 0.5 }]);
		await mend();
		const after = await untilStatus(service, trader, first, ['running']);
		expect(after.execution.long_size < before.execution.long_size).toBe(true);
		await expectHeld([after]);
		expect(await faultsOfAppearance(visitor, 'lost-close-share')).toEqual([]);
	});

	test('repeats a full close safely and reports its completion', async () => {
		const { lost, mend } = await breakAnswers(page, 'close_execution', true);
		await page.getByRole('radio', { name: 'All' }).check();
		await page.getByRole('button', { name: /^Close all/ }).click();
		await stands(page, 'Closed');
		const said = page
			.getByRole('status')
			.filter({ hasText: 'The answer was lost, but the close succeeded.' });
		await said.getByText('Both exchanges confirm zero size.').waitFor();
		broken += lost.length;
		expect(lost).toEqual(Array(TRIES).fill({ execution_id: first }));
		await mend();
		await expectHeld([]);
		expect(await faultsOfAppearance(visitor, 'lost-close')).toEqual([]);
	});
});

describe('an execution that needs attention', () => {
	let chosen: Opportunity;

	test('can first be extended by one funding interval with a button', async () => {
		chosen = await openable();
		const { execution_id: id } = await service.call<Opened>(
			'execute_opportunity',
			{
				opportunity_id: chosen.opportunity_id,
				mode: 'single-direct',
				amount: AMOUNT_USD,
				exit: { max_epochs: 1 },
			},
			trader,
		);
		second = id;
		await untilStatus(service, trader, id, ['running']);
		await enter(`/executions/${id}`);
		const rules = region('Exit rules');
		await rules.getByText('Close after 1 funding interval', { exact: true }).waitFor();
		await rules.getByRole('button', { name: 'Extend by one funding interval' }).click();
		await rules.getByText('Close after 2 funding intervals', { exact: true }).waitFor();
		const { events } = await service.call<{
			events: readonly { type: string; data: { exit?: { max_epochs: Decimal } } }[];
		}>('get_execution', { execution_id: id }, trader);
		expect(events.findLast(({ type }) => type === 'ExitChanged')?.data.exit?.max_epochs).toBe(fromInteger(2));
		expect(await faultsOfAppearance(visitor, 'one-epoch-longer')).toEqual([]);
	});

	test('waits to close while its contract is paused, and the close can be withdrawn', async () => {
		const pause = (paused: boolean) =>
			fixture.fixture.admin(chosen.short_venue as Venue, 'POST', '/listing', {
				symbol: chosen.short_symbol,
				paused,
			});
		await pause(true);
		await page.getByRole('button', { name: 'Close position …' }).click();
		await page.getByRole('button', { name: /^Close all/ }).click();
		await stands(page, 'Needs attention');
		const place = region(/^Status/);
		await place.getByText(/NOT_TRADABLE: .*the service closes nothing until both contracts trade/).waitFor();
		expect(await place.getByRole('button', { name: /^Close/ }).count()).toBe(0);
		await place.getByRole('button', { name: 'Cancel close …' }).click();
		await place.getByText('Both legs have the same size, and the close is waiting.').waitFor();
		expect(await faultsOfAppearance(visitor, 'close-waits')).toEqual([]);
		await place.getByRole('button', { name: 'Cancel close now' }).click();
		await stands(page, 'Running');
		await place.getByText('Close cancelled. The position keeps running.').waitFor();
		// The page must also offer to close again.
		await place.getByRole('button', { name: 'Close position …' }).waitFor();
		await pause(false);
		await expectHeld([await executionOf(service, trader, second)]);
	});

	test('names a manual trade on its account on both pages and can still be closed', async () => {
		const state = readJournal(fixture.fixture.dataDir).executions.get(second)?.state;
		if (state === undefined) throw new Error(`The journal has no ${second}.`);
		const half = divDown(state.held.long, fromInteger(2));
		const quantity = formatDecimal(floorToStep(half, legPlan(state, 'long').instrument.lotSize));
		const trade = (side: 'buy' | 'sell') =>
			fixture.fixture.admin(chosen.long_venue as Venue, 'POST', '/accounts/owner/trade', {
				symbol: chosen.long_symbol,
				side,
				quantity,
			});
		await trade('buy');
		await stands(page, 'Needs attention');
		const reason = `A manual trade left ${quantity} coins in ${chosen.long_symbol} on ${shownNameOf(chosen.long_venue)}`;
		await region(/^Status/)
			.getByText(reason)
			.waitFor();
		expect(await faultsOfAppearance(visitor, 'needs-person-execution')).toEqual([]);
		await page.getByRole('link', { name: '← Portfolio' }).click();
		const attention = region('Needs your attention');
		await attention.getByText(reason).waitFor();
		await attention.getByRole('link', { name: `View ${chosen.base} details` }).waitFor();
		const card = await unfolded(chosen.base);
		await card.getByText('Needs attention', { exact: true }).waitFor();
		expect(await faultsOfAppearance(visitor, 'needs-person-portfolio')).toEqual([]);
		await trade('sell');
		await card.getByRole('button', { name: 'Close position …' }).click();
		await card.getByRole('button', { name: `Close all ${chosen.base} now` }).click();
		await card.waitFor({ state: 'detached' });
		await attention.getByText('Nothing now.').waitFor();
		await expectHeld([]);
	});

	test('can be cancelled if the outcome of an opening order stays unknown, and ends flat', async () => {
		const { opportunity_id, base, short_venue, short_symbol: symbol } = await openable([chosen.base]);
		const venue = short_venue as Venue;
		const loses = { action: { kind: 'dropRequest' } };
		await fixture.fixture.admin(venue, 'POST', '/faults', { operation: 'order.create', symbol, ...loses });
		await fixture.fixture.admin(venue, 'POST', '/faults', {
			operation: 'order.query',
			count: 100_000,
			...loses,
		});
		const { execution_id: id } = await service.call<Opened>(
			'execute_opportunity',
			{ opportunity_id, mode: 'single-direct', amount: AMOUNT_USD },
			trader,
		);
		await enter(`/executions/${id}`);
		await stands(page, 'Needs attention');
		const place = region(/^Status/);
		await place.getByText('The outcome of an order has been unknown for too long').waitFor();
		expect(await place.getByRole('button', { name: /^Close/ }).count()).toBe(0);
		await place.getByRole('button', { name: 'Cancel and unwind …' }).click();
		await place.getByText('Carrywire cancels resting orders').waitFor();
		expect(await faultsOfAppearance(visitor, 'opening-unproven')).toEqual([]);
		await goTo('Portfolio');
		const card = await unfolded(base);
		await card.getByRole('button', { name: 'Cancel and unwind …' }).click();
		expect(await card.getByRole('button', { name: /^Close/ }).count()).toBe(0);
		await card.getByRole('button', { name: 'Cancel and unwind now' }).click();
		await fixture.fixture.admin(venue, 'DELETE', '/faults');
		await card.waitFor({ state: 'detached' });
		await expectHeld([]);
	});
});

describe('a halt by the operator', () => {
	/**
	 * Number of executions to open. With the three earlier ones, the history has one execution more than fits on a
	 * page.
	 */
	const OPENED = PER_PAGE - 2;
	const operator = async (...words: readonly string[]): Promise<void> => {
		expect(await fixture.fixture.run(...words)).toMatchObject({ exit: 0 });
	};
	const kill = (): Locator => page.getByRole('group', { name: 'Kill switch' });

	beforeAll(async () => {
		const opened = new Map<string, string>();
		const refused = new Set<string>();
		const LASTING = new Set(['BELOW_MIN_NOTIONAL', 'OPPORTUNITY_EXPIRED']);
		let seen = '';
		const open = async (opportunities: readonly Opportunity[]): Promise<void> => {
			const asked = opportunities.map(async ({ opportunity_id }) => {
				const params = { opportunity_id, mode: 'single-direct', amount: AMOUNT_USD };
				const { result, error, text } = await service.answer('execute_opportunity', params, trader);
				if (result !== undefined) opened.set((result as Opened).execution_id, opportunity_id);
				else {
					// A refusal for stale data is temporary, so the next attempt may succeed.
					if (LASTING.has(error?.data.code ?? '')) refused.add(opportunity_id);
					seen = text;
				}
			});
			await Promise.all(asked);
		};
		// Many coins have a larger minimum amount, and some opportunities reverse before they open. Other
		// opportunities replace them.
		const twice = await until(
			{ what: `${OPENED - 1} executions`, periodMs: 500, seen: () => seen },
			async () => {
				const found = await openableOpportunities(service, AMOUNT_USD);
				const isHeld = ({ opportunity_id: id }: Opportunity) => [...opened.values()].includes(id);
				await open(
					found
						.filter((one) => !isHeld(one) && !refused.has(one.opportunity_id))
						.slice(0, OPENED - 1 - opened.size),
				);
				return opened.size < OPENED - 1 ? undefined : found.find(isHeld);
			},
		);
		// The second position in the coin opens in another second, so that the opening times differ even in whole
		// seconds.
		const second = Math.floor(Date.now() / 1_000);
		await until({ what: 'another second', periodMs: 50 }, () =>
			Math.floor(Date.now() / 1_000) > second ? true : undefined,
		);
		await until({ what: 'the same coin twice', periodMs: 500, seen: () => seen }, async () => {
			await open([twice]);
			return opened.size === OPENED ? true : undefined;
		});
		for (const id of opened.keys()) await untilStatus(service, trader, id, ['running']);
	});

	test('is shown where a position could open on the halted exchange, and no page can lift it', async () => {
		const chosen = await openable();
		await operator('halt', '--exchange', 'kucoin', '--reason', 'its prices look wrong');
		await kill().getByText('Trading halted on KuCoin').waitFor();
		await kill()
			.getByText(/The operator halted it on .*\. Reason: its prices look wrong\./)
			.waitFor();
		expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0);
		expect(await faultsOfAppearance(visitor, 'operator-halt-portfolio')).toEqual([]);
		await enter(`/opportunities/${chosen.opportunity_id}/execute`);
		const notice = page.getByRole('status').filter({ hasText: 'You cannot open this position now.' });
		await notice.getByText('The operator halted trading on KuCoin').waitFor();
		await page
			.getByRole('button', { name: /^Preview/ })
			.first()
			.click();
		const confirm = page.getByRole('form', { name: 'Confirm' });
		await confirm.getByText('Trading is halted; see the notice at the top of the page.').waitFor();
		expect(await confirm.getByRole('button', { name: /^Open position: / }).isDisabled()).toBe(true);
		expect(await faultsOfAppearance(visitor, 'operator-halt-execute')).toEqual([]);
	});

	test('outlasts the user’s own halt, closes positions with --close-all, and only the operator can lift it', async () => {
		await goTo('Portfolio');
		await page.getByRole('button', { name: 'Halt trading …' }).click();
		await page.getByRole('button', { name: 'Halt trading now' }).click();
		await kill().getByText('Trading halted.', { exact: true }).waitFor();
		await operator('halt', '--close-all', '--reason', 'moving house');
		await kill().getByText('Trading halted on every exchange').waitFor();
		await page.getByText('No open positions.').first().waitFor();
		await page.getByRole('button', { name: 'Resume trading …' }).click();
		await page.getByRole('button', { name: 'Resume trading now' }).click();
		const stillHalted = page.getByText('Your halt has ended, but other halts remain.');
		await stillHalted.waitFor();
		await page.getByRole('button', { name: /^Resume/ }).waitFor({ state: 'detached' });
		await kill()
			.getByText(
				/Reason: moving house\. Only the operator can resume\. Positions on every exchange are closing too\./,
			)
			.waitFor();
		expect(await faultsOfAppearance(visitor, 'operator-halt-all')).toEqual([]);
		await expectHeld([]);
		await goTo('Status');
		await page.getByText('moving house').waitFor();
		expect(await faultsOfAppearance(visitor, 'operator-halt-status')).toEqual([]);
		await operator('resume', '--exchange', 'kucoin');
		await operator('resume');
		await goTo('Portfolio');
		await page.getByText('Trading allowed').waitFor();
		expect(await stillHalted.count()).toBe(0);
	});
});

describe('the history of ended executions', () => {
	const history = (): Locator => region('History');

	/** Returns the execution ids on one history page, as the service lists them. */
	async function idsOf(number: number): Promise<readonly string[]> {
		const { executions } = await portfolio({ page: number, limit: PER_PAGE });
		return executions.map(({ execution }) => execution.id);
	}

	async function expectPage(number: number): Promise<void> {
		await history()
			.getByText(`Page ${number} of 2, ${PER_PAGE + 1} positions.`)
			.waitFor();
		const links = await history()
			.getByRole('rowheader')
			.getByRole('link')
			.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
		expect(links).toEqual((await idsOf(number)).map((id) => `/executions/${id}`));
	}

	test('can be browsed page by page, older and newer', async () => {
		const [newer, older] = ['Previous page', 'Next page'].map((name) =>
			history().getByRole('button', { name }),
		);
		await expectPage(1);
		expect(await newer?.isDisabled()).toBe(true);
		await older?.click();
		await expectPage(2);
		expect(await older?.isDisabled()).toBe(true);
		expect(await faultsOfAppearance(visitor, 'history-older')).toEqual([]);
		await newer?.click();
		await expectPage(1);
		await older?.click();
		await expectPage(2);
	});

	test('leads to a ledger file per execution with exactly the service’s rows for it', async () => {
		await history().getByRole('rowheader').last().getByRole('link').click();
		await stands(page, 'Closed');
		expect(new URL(page.url()).pathname).toBe(`/executions/${first}`);
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Download ledger (CSV)' }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe(`${first}.csv`);
		const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
		const { rows, has_more: hasMore } = await service.call<{
			rows: readonly { row_id: string; execution_id: string | null }[];
			has_more: boolean;
		}>('export_ledger', { limit: 2_000 }, trader);
		expect(hasMore).toBe(false);
		const own = rows.filter(({ execution_id: id }) => id === first);
		expect(own.length).toBeGreaterThanOrEqual(4);
		expect(own.length).toBeLessThan(rows.length);
		expect(lines).toHaveLength(own.length);
		for (const [at, { row_id: id }] of own.entries()) expect(lines[at]).toContain(id);
	});
});

test('causes no complaint of the browser except for the broken connections', () => {
	expect(fixture.complaints().filter((complaint) => !isOfBreakage(complaint))).toEqual([]);
	expect(fixture.complaints().filter(isOfBreakage)).toHaveLength(broken);
});
