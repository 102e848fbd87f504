/**
 * Tests the Plan page against a real service: access, the plan at the default terms, the user's own terms, and the way
 * from a change to its preview. The page itself trades nothing.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanPortfolioResult } from '../../client/methods.ts';
import { until } from '../e2e/polling.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { pasteToken } from './opening-steps.ts';
import { hasFocus } from './people-steps.ts';

/** Time between two plans that a test requests, milliseconds. */
const PLAN_POLL_MS = 1_000;

let fixture: DashboardFixture;
/** Token of a user with accounts at both exchanges. */
let token: string;
let visitor: Visitor;

beforeAll(async () => {
	fixture = await openDashboardFixture();
	token = await fixture.fixture.token('arb:read');
	visitor = await fixture.visitor();
});

afterAll(() => fixture?.[Symbol.asyncDispose]());

const form = ({ page }: Visitor = visitor): Locator => page.getByRole('form', { name: 'Terms of the plan' });
const region = (name: string, { page }: Visitor = visitor): Locator => page.getByRole('region', { name });
const planned = (params: object = {}): Promise<PlanPortfolioResult> =>
	fixture.service.call<PlanPortfolioResult>('plan_portfolio', params, token);

/** Opens the page with the pasted token of the user with accounts. */
async function openPlan(who: Visitor): Promise<void> {
	await who.go('/plan');
	await pasteToken(who.page, token);
}

test('tells a visitor without a login how to get access', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/plan');
	await stranger.page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor();
	await stranger.page.getByRole('main').getByRole('link', { name: 'Log in' }).first().waitFor();
	expect(await form(stranger).count()).toBe(0);
	expect(await stranger.barriers()).toEqual([]);
});

test('asks a user without accounts for a capital, and plans for it', async () => {
	const newcomer = await fixture.visitor({ loggedIn: true });
	await newcomer.go('/plan');
	await newcomer.page.getByText('You have no account with equity.').waitFor();
	await form(newcomer).getByRole('button', { name: 'Plan' }).click();
	await form(newcomer).getByText('Enter a capital.').waitFor();
	const capital = form(newcomer).getByRole('textbox', { name: /^Capital/ });
	expect(await hasFocus(capital)).toBe(true);
	await capital.fill('50,000');
	await capital.press('Enter');
	await region('Against cash', newcomer).getByText('on 50,000.00 USD').waitFor();
	expect(await newcomer.barriers()).toEqual([]);
});

test('shows the plan of the accounts at once, with the comparison with cash first', async () => {
	await openPlan(visitor);
	const cash = region('Against cash');
	await cash.waitFor();
	const { outcome, terms } = await planned();
	const verdict = outcome.verdict === 'trade' ? '✓ Trade' : '✕ No trade';
	expect(await cash.locator('.state').textContent()).toBe(verdict);
	await cash.getByText('Net on capital a year').waitFor();
	await cash.getByRole('img', { name: /^The plan earns .+ Cash earns 4\.00 %\.$/ }).waitFor();
	const sections = visitor.page.getByRole('main').getByRole('heading', { level: 2 });
	expect((await sections.allTextContents()).slice(0, 2)).toEqual(['Against cash', 'What to change, and why']);
	expect(await form().getByRole('checkbox', { checked: true }).count()).toBe(terms.exchanges.length);
	expect(terms.exchanges).toHaveLength(2);
});

test('shows the capital and the margin of each exchange after four moves', async () => {
	const margin = region('Capital by exchange, and margin under moves');
	const { margins } = await planned();
	const heads = await margin.getByRole('columnheader').allTextContents();
	expect(heads.slice(-4)).toEqual(['At −50 %', 'At −30 %', 'At +30 %', 'At +50 %']);
	expect(await margin.getByRole('row').count()).toBe(margins.length + 1);
	await margin.getByRole('cell', { name: 'Bybit', exact: true }).waitFor();
});

test('states the range of each wrong number beside its field, and plans nothing', async () => {
	await form().getByText('Limits, coins and cash').click();
	await form()
		.getByRole('textbox', { name: /^Leverage/ })
		.fill('4');
	await form()
		.getByRole('textbox', { name: /^Limit per coin/ })
		.fill('0.5');
	await form()
		.getByRole('checkbox', { name: /^KuCoin/ })
		.uncheck();
	await form().getByRole('button', { name: 'Plan again' }).click();
	await form().getByText('Enter a number from 1 to 3.').waitFor();
	await form().getByText('Enter a number from 1 to 100.').waitFor();
	await form().getByText('Choose at least two exchanges.').waitFor();
	expect(await visitor.barriers()).toEqual([]);
});

test('shows the service’s refusal beside the field that it concerns', async () => {
	await form()
		.getByRole('textbox', { name: /^Leverage/ })
		.fill('3');
	await form()
		.getByRole('textbox', { name: /^Limit per coin/ })
		.fill('50');
	await form()
		.getByRole('checkbox', { name: /^KuCoin/ })
		.check();
	await form()
		.getByRole('textbox', { name: /^Only coins/ })
		.fill('NOSUCHCOIN');
	await form().getByRole('button', { name: 'Plan again' }).click();
	const fault = form().locator('.fault');
	await fault.waitFor();
	expect(await fault.textContent()).toContain('NOSUCHCOIN');
});

test('plans at the user’s own terms', async () => {
	await form()
		.getByRole('textbox', { name: /^Only coins/ })
		.fill('');
	await form()
		.getByRole('textbox', { name: /^Capital/ })
		.fill('12,000');
	await form()
		.getByRole('textbox', { name: /^Cash earns/ })
		.fill('0');
	await form().getByRole('button', { name: 'Plan again' }).click();
	await region('Against cash').getByText('on 12,000.00 USD').waitFor();
	await region('Against cash')
		.getByRole('img', { name: /Cash earns 0\.00 %\.$/ })
		.waitFor();
});

test('leads from a change to the preview of its opening, with the plan’s amount and leverage', async () => {
	const link = region('What to change, and why')
		.getByRole('link', { name: /^Preview opening: Open / })
		.first();
	// A plan opens nothing while a book is older than its limit, which happens on a busy machine.
	await until({ what: 'a plan with an opening', periodMs: PLAN_POLL_MS }, async () => {
		if ((await link.count()) > 0) return true;
		await form().getByRole('button', { name: 'Plan' }).click();
		return undefined;
	});
	const path = await link.getAttribute('href');
	expect(path).toMatch(/^\/opportunities\/opp_[0-9a-f]{24}\/execute\?amount=\d+(?:\.\d+)?&leverage=3$/);
	await link.click();
	await visitor.page.waitForURL('**/execute?**');
	await visitor.page.getByRole('heading', { level: 1 }).waitFor();
	expect(new URL(visitor.page.url()).searchParams.get('leverage')).toBe('3');
	await visitor.page.goBack();
	await region('Against cash').waitFor();
});

test('is readable on a desktop and on a phone, in light and dark colours', async () => {
	expect(await faultsOfAppearance(visitor, 'plan')).toEqual([]);
});

test('says that it loads, and what to do when the service does not answer', async () => {
	const reader = await fixture.visitor();
	await reader.go('/plan');
	const held = Promise.withResolvers<boolean>();
	await reader.page.routeWebSocket('**/jsonrpc/', (socket) => {
		const server = socket.connectToServer();
		socket.onMessage(async (message) => {
			if (!String(message).includes('"plan_portfolio"') || (await held.promise)) server.send(message);
		});
	});
	await openPlan(reader);
	await reader.page.getByText('Loading your plan', { exact: false }).waitFor();
	held.resolve(true);
	await region('Against cash', reader).waitFor();
});

test('is in Spanish for a Spanish reader', async () => {
	const spanish = await fixture.visitor({ locale: 'es-ES' });
	await spanish.go('/plan');
	await spanish.page.getByText('Usar un token', { exact: false }).first().press('Enter');
	const field = spanish.page.getByLabel('Token', { exact: false }).first();
	await field.fill(token);
	await field.press('Enter');
	await region('Comparado con el efectivo', spanish).waitFor();
	await spanish.page.getByText('Límites, monedas y efectivo').click();
	expect((await englishLeft(spanish.page)).english).toEqual([]);
	expect(await spanish.barriers()).toEqual([]);
});

test('leaves no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
