/**
 * Tests the Autopilot page against a real service: access, the form of a pot, suggestions with their answers, decisions
 * with reasons, and the commands to a pot. The tests run in order on one service. `dashboard-live.test.ts` has the second
 * confirmation of real orders.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanPortfolioResult } from '../../client/methods.ts';
import { type Decimal, fromInteger } from '../../src/domain/decimal.ts';
import { until } from '../e2e/polling.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { pasteToken } from './opening-steps.ts';
import { hasFocus } from './people-steps.ts';

type Status = {
	readonly pots: readonly {
		readonly pot_id: string;
		readonly kind: string;
		readonly state: string;
		readonly settings: { readonly mode: string; readonly capital: Decimal; readonly drawdown_pct: Decimal };
		readonly holdings: readonly unknown[];
		readonly decisions: readonly {
			readonly changes: readonly { readonly coin: string; readonly state: string }[];
		}[];
	}[];
};

/** Time between two plans that a test requests, milliseconds. */
const PLAN_POLL_MS = 1_000;

let fixture: DashboardFixture;
/** Token of a user with accounts at both exchanges. */
let token: string;
let visitor: Visitor;

beforeAll(async () => {
	// Without a guard, the first decision follows at any minute of an hour.
	fixture = await openDashboardFixture({ execution: { settlementGuardMs: 0 } });
	token = await fixture.fixture.token('arb:read arb:trade');
	visitor = await fixture.visitor();
});

afterAll(() => fixture?.[Symbol.asyncDispose]());

const form = ({ page }: Visitor = visitor): Locator => page.getByRole('form', { name: 'Start a pot' });
const region = (name: string, { page }: Visitor = visitor): Locator => page.getByRole('region', { name });
const waiting = (): Locator => region('Waiting for your answer');
const field = (name: RegExp, who: Visitor = visitor): Locator => form(who).getByRole('textbox', { name });
const status = (): Promise<Status> => fixture.service.call<Status>('autopilot_status', {}, token);

/** Returns the present state of a change of the newest decision of the live pot. @param place from 0 */
async function stateOf(place: number): Promise<string | undefined> {
	const { pots } = await status();
	return pots.find(({ kind }) => kind === 'live')?.decisions[0]?.changes[place]?.state;
}

test('tells a visitor without a login how to get access', async () => {
	const stranger = await fixture.visitor();
	await stranger.go('/autopilot');
	await stranger.page.getByRole('heading', { name: 'Autopilot', level: 1 }).waitFor();
	await stranger.page.getByRole('main').getByRole('link', { name: 'Log in' }).first().waitFor();
	expect(await form(stranger).count()).toBe(0);
	expect(await stranger.barriers()).toEqual([]);
});

test('offers a newcomer without accounts a pot on paper, and says what a pot on accounts lacks', async () => {
	const newcomer = await fixture.visitor({ loggedIn: true });
	await newcomer.go('/autopilot');
	await newcomer.page.getByText('You have no pot yet.').waitFor();
	expect(
		await form(newcomer)
			.getByRole('radio', { name: /^Only on paper/ })
			.isChecked(),
	).toBe(true);
	expect(await form(newcomer).getByRole('group', { name: 'Mode' }).count()).toBe(0);
	await form(newcomer)
		.getByRole('checkbox', { name: /^Bybit/ })
		.check();
	await form(newcomer)
		.getByRole('radio', { name: /^On your accounts/ })
		.check();
	await newcomer.page.getByText('You have no account at Bybit.').waitFor();
	expect(await newcomer.barriers()).toEqual([]);
});

test('states each fault beside its field, and starts nothing', async () => {
	await visitor.go('/autopilot');
	await pasteToken(visitor.page, token);
	await field(/^Leverage/).fill('4');
	await form()
		.getByRole('checkbox', { name: /^KuCoin/ })
		.uncheck();
	await form().getByRole('button', { name: 'Start pot' }).click();
	await form().getByText('Enter a capital.').waitFor();
	await form().getByText('Enter a number from 1 to 3.').waitFor();
	await form().getByText('Choose at least two exchanges.').waitFor();
	expect(await hasFocus(field(/^Capital/))).toBe(true);
	expect(await visitor.barriers()).toEqual([]);
	expect((await status()).pots).toEqual([]);
});

test('starts a pot from the keyboard, with a shadow pot, and shows it', async () => {
	// A plan opens nothing while a book is older than its limit, which happens on a busy machine.
	await until({ what: 'a plan with three openings', periodMs: PLAN_POLL_MS }, async () => {
		const terms = { exchanges: ['bybit', 'kucoin'], capital: 12_000, leverage: 3, coin_share: 0.3 };
		const { changes } = await fixture.service.call<PlanPortfolioResult>('plan_portfolio', terms, token);
		return changes.filter(({ kind }) => kind === 'open').length >= 3 ? true : undefined;
	});
	await field(/^Leverage/).fill('3');
	await form()
		.getByRole('checkbox', { name: /^KuCoin/ })
		.check();
	await form().getByText('More limits, coins and time').press('Enter');
	await field(/^Limit per coin/).fill('30');
	await field(/^Minimum net over cash/).fill('-100');
	await field(/^Drawdown stop/).fill('5');
	await field(/^Capital/).fill('12,000');
	await field(/^Capital/).press('Enter');
	const title = visitor.page.getByRole('heading', { name: 'Main', level: 2 });
	await title.waitFor();
	expect(new URL(visitor.page.url()).searchParams.get('pot')).toMatch(/^pot_[0-9a-f]{24}$/);
	const { pots } = await status();
	expect(pots.map(({ kind, settings }) => [kind, settings.mode, settings.capital])).toEqual([
		['live', 'suggest', fromInteger(12_000)],
		['shadow', 'act', fromInteger(12_000)],
	]);
	// The shadow pot belongs to its pot and has no row of its own.
	expect(await region('Your pots').getByRole('row').count()).toBe(2);
	await region('Main').getByText('stop at 5.0 %: it pauses').waitFor();
});

test('shows what waits for an answer, with its time limit, gain and cost', async () => {
	await waiting().waitFor();
	const first = waiting().getByRole('listitem').first();
	await first.getByText('Gain in 30 days', { exact: true }).waitFor();
	await first.getByText('waits for you').waitFor();
	expect(await waiting().textContent()).toMatch(/Answer by .+\(in (5 h \d+|6 h 0) min\)\./);
	expect(await faultsOfAppearance(visitor, 'autopilot-suggestions')).toEqual([]);
});

test('a declined change is never made, a confirmed one is', async () => {
	const { pots } = await status();
	const changes = pots[0]?.decisions[0]?.changes ?? [];
	const suggested = changes.flatMap(({ state, coin }, place) =>
		state === 'suggested' ? [{ place, coin }] : [],
	);
	const [confirmed, declined] = suggested;
	if (confirmed === undefined || declined === undefined) throw new Error('Two changes wait.');
	const answer = (verb: string, coin: string): Locator =>
		waiting()
			.getByRole('group', { name: `Open ${coin}`, exact: true })
			.getByRole('button', { name: verb });
	await answer('Decline', declined.coin).click();
	await until({ what: 'the declined change', periodMs: 100 }, async () =>
		(await stateOf(declined.place)) === 'declined' ? true : undefined,
	);
	await answer('Confirm', confirmed.coin).click();
	await until({ what: 'the confirmed change', periodMs: 200 }, async () => {
		const state = await stateOf(confirmed.place);
		expect(['suggested', 'confirmed', 'begun', 'sent', 'executed']).toContain(state);
		return state === 'executed' ? true : undefined;
	});
	const decisions = region('Main').getByRole('group').filter({ hasText: 'Start' });
	await decisions.first().getByText('done', { exact: true }).waitFor();
	await decisions.first().getByText('declined', { exact: true }).waitFor();
	await region('Main').getByRole('table', { name: 'Positions' }).waitFor();
	expect((await status()).pots[0]?.holdings).toHaveLength(1);
});

test('pauses and resumes a pot, with the reason', async () => {
	await region('Main').getByRole('button', { name: 'Pause Main' }).click();
	await region('Main').getByText('A person paused the pot.').waitFor();
	await region('Your pots').getByText('Paused', { exact: true }).waitFor();
	await region('Main').getByRole('button', { name: 'Resume Main' }).click();
	await region('Main').getByText('Running', { exact: true }).waitFor();
});

test('changes only the settings that differ', async () => {
	await region('Main').getByRole('button', { name: 'Change settings …' }).click();
	const settings = visitor.page.getByRole('form', { name: 'Save settings' });
	expect(await settings.getByRole('textbox', { name: /^Capital/ }).inputValue()).toBe('12000');
	await settings.getByRole('button', { name: 'Save settings' }).click();
	await settings.getByText('No setting differs.').waitFor();
	await settings.getByRole('textbox', { name: /^Drawdown stop/ }).fill('8');
	await settings.getByRole('button', { name: 'Save settings' }).click();
	await region('Main').getByText('The settings are saved.').waitFor();
	await region('Main').getByText('stop at 8.0 %: it pauses').waitFor();
	expect((await status()).pots[0]?.settings).toMatchObject({
		drawdown_pct: fromInteger(8),
		mode: 'suggest',
		capital: fromInteger(12_000),
	});
});

test('is in Spanish for a Spanish reader', async () => {
	const spanish = await fixture.visitor({ locale: 'es-ES' });
	await spanish.go('/autopilot');
	await spanish.page.getByText('Usar un token', { exact: false }).first().press('Enter');
	const key = spanish.page.getByLabel('Token', { exact: false }).first();
	await key.fill(token);
	await key.press('Enter');
	await region('Tus fondos', spanish).waitFor();
	await region('Main', spanish).getByText('Decisiones').waitFor();
	expect((await englishLeft(spanish.page)).english).toEqual([]);
	expect(await spanish.barriers()).toEqual([]);
});

test('only reads with a token that may not trade', async () => {
	const reader = await fixture.visitor();
	await reader.go('/autopilot');
	await pasteToken(reader.page, await fixture.fixture.token('arb:read'));
	await region('Main', reader).waitFor();
	expect(await reader.page.getByRole('button', { name: /^(?:Pause|Confirm|Decline|Stop)/ }).count()).toBe(0);
});

test('stops a pot after a confirmation and closes its positions', async () => {
	await region('Main').getByRole('button', { name: 'Stop …' }).click();
	const panel = visitor.page.getByRole('group', { name: 'Stop Main for good' });
	expect(await panel.getByRole('radio', { name: /^Keep them open/ }).isChecked()).toBe(true);
	await panel.getByRole('radio', { name: /^Close all of them/ }).check();
	await panel.getByRole('button', { name: 'Stop and close everything' }).click();
	await region('Main').getByText('A person stopped the pot and closes everything.').waitFor();
	await region('Your pots').getByText('Stopped', { exact: true }).waitFor();
	expect((await status()).pots[0]).toMatchObject({ state: 'stopped', holdings: [] });
	expect(await region('Main').getByRole('button', { name: 'Stop …' }).count()).toBe(0);
	expect(await faultsOfAppearance(visitor, 'autopilot-stopped')).toEqual([]);
});

test('leaves no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
