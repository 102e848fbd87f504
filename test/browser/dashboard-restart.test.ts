/**
 * Tests that charts continue after a restart, show gaps in their samples, and zoom by wheel and by fingers, and that
 * requested transfers are shown.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { ExecutionHistoryResult, OpportunityHistoryResult } from '../../client/methods.ts';
import { percent } from '../../dashboard/src/figures/shares.ts';
import { instantText } from '../../dashboard/src/figures/spans.ts';
import { add, fromInteger } from '../../src/domain/decimal.ts';
import { MARGIN_TEXT } from '../../src/planner/margin-text.ts';
import { MINUTE_MS } from '../../src/ports/money-samples.ts';
import { createMidSampleStore } from '../../src/store/mid-samples.ts';
import { createSampleStore } from '../../src/store/money-samples.ts';
import { createPlannedTransferStore } from '../../src/store/planned-transfers.ts';
import { openDatabase, rowsOf } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { until } from '../e2e/polling.ts';
import { untilStatus } from '../e2e/trading.ts';
import type { Opened } from '../e2e/wire.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { goConnected, pasteToken } from './opening-steps.ts';
import { previewedWish } from './trades.ts';

const AMOUNT_USD = 300;
const DAY_MS = 86_400_000;
/** Minutes with added samples, counted back from the oldest sample of the service. The gap is between both spans. */
const ADDED = [
	{ from: 110, to: 81 },
	{ from: 40, to: 1 },
] as const;
const GAP_MINUTES = 41;

let fixture: DashboardFixture;
let trader = '';
/** Address of the service after its restart. */
let url = '';
let held = { opportunityId: '', id: '' };
/** Samples that the service took before its restart. */
let before: {
	readonly market: OpportunityHistoryResult['basis']['rows'];
	readonly own: ExecutionHistoryResult['samples'];
};

const client = () => createClient({ url, token: trader });
const marketBasis = async () =>
	(await client().call('opportunity_history', { opportunity_id: held.opportunityId, days: 1 })).basis;
const ownSamples = async () => (await client().call('execution_history', { execution_id: held.id })).samples;

/** Waits until the service has sampled the execution, at least `count` times. */
function sampled(count: number): Promise<ExecutionHistoryResult['samples']> {
	return until({ what: `${count} samples of the execution`, periodMs: 500 }, async () => {
		const samples = await ownSamples();
		return samples.basis.filter((basis) => basis !== null).length >= count ? samples : undefined;
	});
}

/** Adds earlier samples of every contract and account, with a gap, to the data directory of the stopped service. */
async function addEarlierSamples(): Promise<void> {
	const database = openDatabase(fixture.fixture.dataDir);
	try {
		const mids = createMidSampleStore(createSqliteDatabase(database));
		const money = createSampleStore(createSqliteDatabase(database));
		const { contracts, minutes } = await mids.minutesFrom(0);
		const [oldest, newest] = [minutes[0], minutes.at(-1)];
		const userId = String(rowsOf(database, 'SELECT user_id FROM account_sample LIMIT 1')[0]?.user_id);
		await requestTransfer(database, userId);
		const [account] = await money.accounts(userId, MINUTE_MS, 0);
		if (oldest === undefined || newest === undefined || account === undefined)
			throw new Error('The service stored no samples.');
		for (const { from, to } of ADDED)
			for (let back = from; back >= to; back -= 1) {
				const moved = contracts.flatMap((contract, place): (readonly [string, number])[] => {
					const mid = newest.mids[place] ?? Number.NaN;
					if (contract === undefined || Number.isNaN(mid)) return [];
					return [[contract, mid * (1 + Math.sin(back / 5 + place) / 10_000)]];
				});
				await mids.add({ minute: oldest.minute - back, mids: new Map(moved) });
				const equity = account.equity && add(account.equity, fromInteger(back % 7));
				await money.add({
					at: account.at - back * MINUTE_MS,
					accounts: [{ ...account, userId, equity }],
					executions: [],
				});
			}
	} finally {
		database.close();
	}
}

/** Stores a transfer that a pot has requested. */
async function requestTransfer(database: DatabaseSync, userId: string): Promise<void> {
	const now = Date.now();
	await createPlannedTransferStore(createSqliteDatabase(database)).save([
		{
			transferId: 'mv_1',
			userId,
			askedBy: { kind: 'pot', potId: 'pot_1' },
			from: 'bybit',
			to: 'kucoin',
			amount: fromInteger(1_250),
			by: now + DAY_MS,
			why: MARGIN_TEXT.transferWhy({ exchange: 'KuCoin', share: 0.2, target: 0.5 }),
			without: MARGIN_TEXT.withoutReduces({ exchange: 'KuCoin' }),
			plannedAt: now,
			state: 'planned',
			parts: [],
			changedAt: now,
		},
	]);
}

beforeAll(async () => {
	fixture = await openDashboardFixture({}, ['--external']);
	url = fixture.service.url;
	trader = await fixture.fixture.token('arb:read arb:trade');
	const { params, previewId } = await previewedWish(fixture.service, trader, AMOUNT_USD);
	const { execution_id: id } = await fixture.service.call<Opened>(
		'execute_opportunity',
		{ ...params, preview_id: previewId },
		trader,
	);
	held = { opportunityId: params.opportunity_id, id };
	await untilStatus(fixture.service, trader, id, ['running']);
	const own = await sampled(1);
	before = { own, market: (await marketBasis()).rows };
	await fixture.service.process.end('SIGTERM');
	await addEarlierSamples();
	({ url } = await fixture.fixture.serve('--external'));
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

async function visit(path: string, heading: string): Promise<{ visitor: Visitor; charts: Locator }> {
	const visitor = await fixture.visitor();
	await goConnected(visitor, new URL(path, url).href);
	const charts = visitor.page.getByRole('region', { name: heading, exact: true });
	return { visitor, charts };
}

/** Opens the chart of the opportunity's price basis over one day. */
async function basisChart(): Promise<{ page: Page; region: Locator; chart: Locator }> {
	const { visitor, charts } = await visit(`/opportunities/${held.opportunityId}?days=1`, 'Price basis');
	const chart = charts.locator('[role=slider][data-drawn=true]');
	await chart.waitFor();
	await chart.scrollIntoViewIfNeeded();
	return { page: visitor.page, region: charts, chart };
}

const DRAWN_COLUMNS = `(box, variables) => {
	const probe = document.createElement('span');
	box.append(probe);
	const colours = variables.map((variable) => {
		probe.style.color = 'var(' + variable + ')';
		return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
	});
	probe.remove();
	const canvases = [...box.querySelectorAll('canvas')];
	const canvas = canvases.reduce((one, two) => (two.width * two.height > one.width * one.height ? two : one));
	// The browser warns of repeated reads from a canvas that was not made for them.
	const copy = document.createElement('canvas');
	Object.assign(copy, { width: canvas.width, height: canvas.height });
	const context = copy.getContext('2d', { willReadFrequently: true });
	context.drawImage(canvas, 0, 0);
	const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
	const isDrawn = (at) => data[at + 3] > 200 && colours.some((colour) => colour.every((part, index) => Math.abs(part - data[at + index]) < 24));
	return Array.from({ length: width }, (_, x) =>
		Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(isDrawn));
}`;

/** The line of a chart: its columns of pixels, and the longest and the next longest run of columns without it. */
type Line = {
	readonly width: number;
	readonly gap: number;
	readonly nextGap: number;
	readonly middle: number;
};

/** Reads the line of these colours from the canvas of a chart. */
async function lineOf(chart: Locator, variables: readonly string[]): Promise<Line> {
	const label = JSON.stringify(await chart.getAttribute('aria-label'));
	const box = `document.querySelector('[role=slider][aria-label=' + JSON.stringify(${label}) + ']')`;
	// The page is asked with text, because this program has no types of a page.
	const asked = `(${DRAWN_COLUMNS})(${box}, ${JSON.stringify(variables)})`;
	const columns = (await chart.page().evaluate(asked)) as readonly boolean[];
	const drawn = columns.flatMap((isDrawn, x) => (isDrawn ? [x] : []));
	const runs = drawn
		.slice(1)
		.map((x, index) => ({ from: drawn[index] ?? 0, px: x - (drawn[index] ?? 0) - 1 }));
	const [longest, next] = runs.toSorted((one, two) => two.px - one.px);
	return {
		width: columns.length,
		gap: longest?.px ?? 0,
		nextGap: next?.px ?? 0,
		middle: (longest?.from ?? 0) + (longest?.px ?? 0) / 2,
	};
}

/** Waits until the gap of the drawn line is as wide as `fits` says. */
function untilGap(chart: Locator, what: string, fits: (gap: number) => boolean): Promise<Line> {
	let line: Line | undefined;
	return until({ what, periodMs: 50, seen: () => JSON.stringify(line) }, async () => {
		line = await lineOf(chart, ['--ink']);
		return fits(line.gap) ? line : undefined;
	});
}

test.each(['/portfolio', '/autopilot', '/plan'])(
	'%s shows the transfers that the service waits for',
	async (path) => {
		const { visitor, charts: waits } = await visit(path, 'Transfers that Carrywire waits for');
		await pasteToken(visitor.page, trader);
		const line = waits.getByRole('listitem');
		await line.getByText('Move 1,250.00 USD from Bybit to KuCoin.', { exact: true }).waitFor();
		expect(await line.textContent()).toMatch(/Not seen yet\. It should arrive by .+\. .*KuCoin.*/);
		expect(await waits.locator('p').textContent()).toMatch(/^Carrywire never withdraws\./);
		expect(await faultsOfAppearance(visitor, `transfers-${path.slice(1)}`)).toEqual([]);
	},
);

test('the price basis of an opportunity continues after a restart', async () => {
	const { rows } = await marketBasis();
	// The service samples a minute again if it restarts within that minute.
	const [, ...finished] = before.market;
	expect(rows).toEqual(expect.arrayContaining(finished));
	const { page, region } = await basisChart();
	await region.getByText('Show the price basis as a table').click();
	const old = rows.at(-1);
	if (old === undefined) throw new Error('There is no sample.');
	const cells = region.getByRole('row').filter({ has: page.getByRole('rowheader') });
	const last = cells.last();
	expect(await last.getByRole('rowheader').getAttribute('title')).toBe(instantText(old.timestamp * 1_000));
	expect(await last.getByRole('cell').textContent()).toBe(percent(old.basis, { decimals: 4, signed: true }));
	expect(await cells.count()).toBeGreaterThanOrEqual(rows.length);
});

test('the basis of an execution continues after a restart', async () => {
	const samples = await sampled(before.own.timestamps.length + 1);
	for (const part of ['timestamps', 'basis'] as const)
		expect(samples[part].slice(0, before.own[part].length)).toEqual(before.own[part]);
	const { visitor, charts } = await visit(`/executions/${held.id}`, 'Charts');
	await pasteToken(visitor.page, trader);
	await charts
		.getByRole('group', { name: 'Chart', exact: true })
		.getByRole('button', { name: 'Basis', exact: true })
		.click();
	await charts.locator('[role=slider][data-drawn=true]').waitFor();
	await charts.getByText('Show the figures as a table').click();
	const time = instantText((samples.timestamps[0] ?? 0) * 1_000);
	await charts.locator(`th[title="${time}"]`).waitFor();
});

test('no line crosses a gap in the samples', async () => {
	const { rows, step_seconds: step } = await marketBasis();
	// The page asks later, so its axis may be a minute longer.
	const { chart } = await basisChart();
	const times = rows.map(({ timestamp }) => timestamp).toSorted((one, two) => one - two);
	const steps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / step);
	expect(Math.max(...steps)).toBe(GAP_MINUTES);
	// The axis has every minute, so that the gap is as long as it was.
	const last = Number(await chart.getAttribute('aria-valuemax'));
	expect(last).toBeGreaterThanOrEqual(steps.reduce((sum, count) => sum + count, 0));
	const { width, gap, nextGap } = await lineOf(chart, ['--ink']);
	const expected = (width * GAP_MINUTES) / (last + 1);
	expect(Math.abs(gap - expected)).toBeLessThan(0.05 * expected + 4);
	expect(nextGap).toBeLessThan(width / (last + 1));
});

test('no area crosses a gap in the samples', async () => {
	const { visitor, charts } = await visit('/portfolio', 'Performance');
	await pasteToken(visitor.page, trader);
	const { equity } = await client().call('portfolio_history', { range: '24h' });
	const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null).length;
	const [account] = equity.exchanges.toSorted((one, two) => known(two.profit) - known(one.profit));
	await charts
		.getByRole('group', { name: 'Range' })
		.getByRole('button', { name: '24 h', exact: true })
		.click();
	await charts.getByRole('combobox', { name: 'Account' }).selectOption(account?.exchange ?? 'none');
	const chart = charts.locator('[role=slider][data-drawn=true]');
	await chart.waitFor();
	let seen = '';
	await until({ what: 'a gap in the area', periodMs: 100, seen: () => seen }, async () => {
		const last = Number(await chart.getAttribute('aria-valuemax'));
		const { width, gap } = await lineOf(chart, ['--long', '--short']);
		const expected = (width * GAP_MINUTES) / (last + 1);
		seen = JSON.stringify({ last, width, gap, expected });
		return Math.abs(gap - expected) < 0.05 * expected + 4 ? true : undefined;
	});
});

test('zooms around the pointer by the wheel with Ctrl, and back by a double click', async () => {
	const { page, chart } = await basisChart();
	const whole = await lineOf(chart, ['--ink']);
	const box = await chart.boundingBox();
	if (box === null) throw new Error('The chart has no size.');
	await page.mouse.move(box.x + whole.middle, box.y + box.height / 3);
	await page.keyboard.down('Control');
	await page.mouse.wheel(0, -200);
	await page.keyboard.up('Control');
	const closer = await untilGap(chart, 'a wider gap', (gap) => gap > 1.3 * whole.gap);
	expect(Math.abs(closer.middle - whole.middle)).toBeLessThan(0.03 * whole.width);
	await page.mouse.dblclick(box.x + whole.middle, box.y + box.height / 3);
	await untilGap(chart, 'the whole axis', (gap) => Math.abs(gap - whole.gap) <= 4);
	expect(fixture.complaints()).toEqual([]);
});

test('zooms by two fingers, and back by the button', async () => {
	const { page, region, chart } = await basisChart();
	const whole = await lineOf(chart, ['--ink']);
	const box = await chart.boundingBox();
	if (box === null) throw new Error('The chart has no size.');
	const touch = await page.context().newCDPSession(page);
	await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
	const fingers = (apart: number) =>
		[-1, 1].map((side, id) => ({
			id,
			x: box.x + whole.middle + (side * apart) / 2,
			y: box.y + box.height / 3,
		}));
	const send = (type: 'touchStart' | 'touchMove', apart: number) =>
		touch.send('Input.dispatchTouchEvent', { type, touchPoints: fingers(apart) });
	await send('touchStart', 60);
	for (const apart of [80, 100, 120]) await send('touchMove', apart);
	await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await untilGap(chart, 'a wider gap', (gap) => gap > 1.1 * whole.gap);
	await region.getByRole('button', { name: 'Show all' }).click();
	await untilGap(chart, 'the whole axis', (gap) => Math.abs(gap - whole.gap) <= 4);
	expect(fixture.complaints()).toEqual([]);
});
