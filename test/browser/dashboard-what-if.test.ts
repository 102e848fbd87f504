/**
 * Tests the What-if page against a real service: access, the first shock, own figures with their faults, and the replay
 * of a recorded squeeze. The page trades nothing.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shocked } from '../../dashboard/src/what-if/shock-form.ts';
import { firstFirmOpportunity, openAndRun } from '../e2e/trading.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { pasteToken } from './opening-steps.ts';
import { hasFocus } from './people-steps.ts';

const AMOUNT_USD = 1_000;
const LEVERAGE = 3;

let fixture: DashboardFixture;
/** Token of a user with a position between both exchanges. */
let token: string;
let visitor: Visitor;

beforeAll(async () => {
	fixture = await openDashboardFixture();
	token = await fixture.fixture.token('arb:read arb:trade replay:run');
	await openOne();
	visitor = await fixture.visitor();
});

afterAll(() => fixture?.[Symbol.asyncDispose]());

const form = ({ page }: Visitor = visitor): Locator => page.getByRole('form', { name: 'Shock' });
const region = (name: string, { page }: Visitor = visitor): Locator => page.getByRole('region', { name });
const shocked = (shock: object): Promise<Shocked> =>
	fixture.service.call<Shocked>('what_if', { shock }, token);

async function openOne(): Promise<void> {
	const opportunity = await firstFirmOpportunity(fixture.service);
	await openAndRun(fixture.service, token, opportunity, { amount: AMOUNT_USD, leverage: LEVERAGE });
}

test('tells a visitor without a login how to get access', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/what-if');
	await stranger.page.getByRole('heading', { name: 'What if', level: 1 }).waitFor();
	await stranger.page.getByRole('main').getByRole('link', { name: 'Log in' }).first().waitFor();
	expect(await form(stranger).count()).toBe(0);
	expect(await stranger.barriers()).toEqual([]);
});

test('says to a user without positions that a shock changes nothing', async () => {
	const newcomer = await fixture.visitor({ loggedIn: true });
	await newcomer.go('/what-if');
	await newcomer.page.getByText('You hold no open position').waitFor();
	await form(newcomer).getByRole('button', { name: 'Show the effect' }).waitFor();
	expect(await newcomer.barriers()).toEqual([]);
});

test('shows a fall of 30 % at once: totals, exchanges, positions and actions', async () => {
	await visitor.go('/what-if');
	await pasteToken(visitor.page, token);
	const margin = region('Margin by exchange');
	await margin.waitFor();
	const { exchanges, executions } = await shocked({ move_pct: -30 });
	expect(await margin.getByRole('row').count()).toBe(exchanges.length + 1);
	await margin.getByRole('cell', { name: 'Bybit', exact: true }).waitFor();
	const positions = region('Positions');
	expect(await positions.getByRole('row').count()).toBe(executions.length + 1);
	await positions.getByRole('link', { name: `Go to position: ${executions[0]?.symbol}` }).waitFor();
	await region('Effect on all accounts').getByText('Liquidated legs').waitFor();
	expect(await faultsOfAppearance(visitor, 'what-if')).toEqual([]);
});

test('shows the liquidations of a common move, chosen by a button', async () => {
	await form().getByRole('button', { name: '+50' }).click();
	await form()
		.getByRole('textbox', { name: /^Price move/ })
		.fill('90');
	await form().getByRole('button', { name: 'Show the effect' }).click();
	await region('Positions').getByText('liquidated', { exact: true }).waitFor();
	await region('Effect on all accounts').getByText('1', { exact: true }).waitFor();
});

test('states each fault beside its field', async () => {
	const move = form().getByRole('textbox', { name: /^Price move/ });
	await move.fill('-100');
	await form().getByText('Funding, outage and price gap').press('Enter');
	await form().getByRole('combobox', { name: 'Exchange without an answer' }).selectOption('bybit');
	await form().getByRole('button', { name: 'Show the effect' }).click();
	await form()
		.getByText(/^Enter a number above .100 and at most 1,000\.$/)
		.waitFor();
	await form().getByText('Enter the figure that belongs to the exchange.').waitFor();
	expect(await hasFocus(move)).toBe(true);
	expect(await visitor.barriers()).toEqual([]);
});

test('combines an outage with a move', async () => {
	await form()
		.getByRole('textbox', { name: /^Price move/ })
		.fill('-5');
	await form()
		.getByRole('textbox', { name: /^For how long/ })
		.fill('12');
	await form().getByRole('button', { name: 'Show the effect' }).click();
	await region('Positions')
		.getByText(/can neither close nor reduce/)
		.waitFor();
});

test('replays a recorded squeeze with the positions, and says why data of another time end it', async () => {
	await visitor.page.getByRole('button', { name: 'Recorded squeeze' }).click();
	expect(await form().getByRole('radio').count()).toBe(5);
	await form()
		.getByRole('radio', { name: /^INJ, February 2026/ })
		.check();
	await form().getByRole('button', { name: 'Replay it with my positions' }).click();
	const replay = region('Replay: INJ, February 2026');
	await replay.getByText('Replayed positions: 1').waitFor();
	const result = replay.getByRole('link', { name: 'View the result' });
	await result.waitFor();
	expect(await visitor.barriers()).toEqual([]);
	await result.click();
	await visitor.page.getByRole('heading', { name: 'Backtest', level: 1 }).waitFor();
});

test('says to a token without the right to replay that it lacks a scope', async () => {
	const reader = await fixture.visitor();
	await reader.go('/what-if');
	await pasteToken(reader.page, await fixture.fixture.token('arb:read'));
	await reader.page.getByRole('button', { name: 'Recorded squeeze' }).click();
	await reader.page.getByText('It needs the scope').waitFor();
	expect(await form(reader).count()).toBe(0);
});

test('is in Spanish for a Spanish reader', async () => {
	const spanish = await fixture.visitor({ locale: 'es-ES' });
	await spanish.go('/what-if');
	await spanish.page.getByText('Usar un token', { exact: false }).first().press('Enter');
	const key = spanish.page.getByLabel('Token', { exact: false }).first();
	await key.fill(token);
	await key.press('Enter');
	await region('Margen por exchange', spanish).waitFor();
	await spanish.page.getByText('Financiación, fallo y diferencia de precio').click();
	expect((await englishLeft(spanish.page)).english).toEqual([]);
	await spanish.page.getByRole('button', { name: 'Sacudida grabada' }).click();
	expect((await englishLeft(spanish.page)).english).toEqual([]);
	expect(await spanish.barriers()).toEqual([]);
});

test('leaves no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
