/**
 * The pages that the service writes itself, beside the dashboard: every page and state as somebody meets them, from a guest's
 * first click to the last logout. The tests run in this order and each goes on from where the last one ended.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardStage, openDashboardStage, type Visitor } from './dashboard-stage.ts';
import { accountRow, copied, createAgent, follow, heading, logOut, rows } from './people-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

const STEP_MS_MAX = 120_000;

let stage: DashboardStage;
let guest: Visitor;

beforeAll(async () => {
	stage = await openDashboardStage();
	guest = await stage.visitor();
}, STEP_MS_MAX);

afterAll(async () => {
	await stage?.[Symbol.asyncDispose]();
}, STEP_MS_MAX);

/** Nothing in the way of anybody, nothing wider than the screen, and a picture to look at. */
async function expectSound(visitor: Visitor, name: string): Promise<void> {
	await visitor.picture(name);
	expect(await visitor.barriers()).toEqual([]);
	const wider = await visitor.page.evaluate<number>(
		'document.documentElement.scrollWidth - document.documentElement.clientWidth',
	);
	expect([name, wider]).toEqual([name, 0]);
}

test('the login lets a guest in by one click, says what that means, and leads to the dashboard', async () => {
	const { page, go } = guest;
	await go('/');
	await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
	await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
	await page.getByText('nobody can log in as this guest again').waitFor();
	await expectSound(guest, 'login');
	await page.getByRole('button', { name: 'Try it without a wallet' }).click();
	await page.getByRole('row').nth(2).waitFor();
	expect(new URL(page.url()).pathname).toBe('/');
	expect(await page.locator('.who span').textContent()).toMatch(/^guest-[0-9a-f]{8}$/);
});

test('the account says that its user is a guest, and what to do', async () => {
	await follow(guest.page, 'Account');
	await guest.page.getByText('nobody can log in as this user again').waitFor();
	await expectSound(guest, 'account');
});

test('a guest has an account at each simulated exchange', async () => {
	const { page } = guest;
	await follow(page, 'Exchanges');
	expect((await rows(page)).length).toBe(2);
	for (const name of ['Bybit', 'KuCoin'])
		expect(await accountRow(page, name).textContent()).toContain('in use');
	expect(await page.getByRole('button', { name: 'Open accounts at all simulated exchanges' }).count()).toBe(
		0,
	);
	await expectSound(guest, 'exchanges');
});

test('one is disconnected, and opened again with one button', async () => {
	const { page } = guest;
	await accountRow(page, 'KuCoin').getByRole('button', { name: 'Disconnect' }).click();
	await accountRow(page, 'KuCoin').waitFor({ state: 'detached' });
	await expectSound(guest, 'exchanges-one');
	await page.getByRole('button', { name: 'Open accounts at all simulated exchanges' }).click();
	await accountRow(page, 'KuCoin').waitFor();
	expect((await rows(page)).length).toBe(2);
});

test('a token is copied once by a button, and is listed without its text', async () => {
	const { page, context } = guest;
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await follow(page, 'Tokens');
	await page.getByText('You have no token').waitFor();
	await expectSound(guest, 'tokens-none');
	await page.getByLabel('Name').fill('first steps');
	await page.getByRole('button', { name: 'Create token' }).click();
	await page.getByRole('button', { name: 'Copy the token' }).click();
	await page.getByText('Copied.').waitFor();
	const token = await copied(page.locator('#token'));
	expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
	await expectSound(guest, 'token-once');
	await page.getByRole('link', { name: 'I have copied it' }).click();
	expect((await rows(page)).join()).toMatch(/first steps.*Read the portfolio.*arb:read.*arb:trade/s);
	expect(await page.content()).not.toContain(token);
	expect(await page.locator('#held').textContent()).toMatch(/pages? of this dashboard holds? a token/);
	await expectSound(guest, 'tokens');
});

test('an agent is created with its caps, which are read with their units, and stopped in the list', async () => {
	const { page } = guest;
	await follow(page, 'Agents');
	await expectSound(guest, 'agents-none');
	const { id } = await createAgent(page, {
		name: 'night watch',
		amountMax: '1500',
		openAmountMax: '12000',
		executionsPerDay: '3',
		pair: 'bybit-kucoin',
	});
	expect(id).toMatch(/^agent_/);
	await expectSound(guest, 'agent-once');
	await page.getByRole('link', { name: 'On to the agent' }).click();
	await expectSound(guest, 'agent');
	await follow(page, 'Agents');
	const [row = ''] = await rows(page);
	for (const words of ['1,500 USD per execution', '12,000 USD open at once', '3 executions a day', 'active'])
		expect(row).toContain(words);
	await expectSound(guest, 'agents');
	await page.getByRole('button', { name: 'Stop night watch' }).click();
	await page.getByText('for good').waitFor();
	await expectSound(guest, 'agent-stopped');
});

test('a form that is refused says what is wrong, and leads back', async () => {
	const { page } = guest;
	await follow(page, 'Agents');
	await page.getByLabel('Name').fill('too much');
	await page.getByLabel('At most per execution').fill('a lot');
	await page.getByRole('button', { name: 'Create agent' }).click();
	await page.getByRole('heading', { name: 'That was not done' }).waitFor();
	await page.getByText('amount_max must be a number; was "a lot"').waitFor();
	await expectSound(guest, 'refused');
	await page.getByRole('link', { name: 'Back to Agents' }).click();
	await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
	await follow(page, 'Tokens');
	for (const scope of ['arb:read', 'arb:trade']) await page.getByLabel(scope).uncheck();
	await page.getByRole('button', { name: 'Create token' }).click();
	await page.getByText('A token needs at least one scope, was none.').waitFor();
});

test('the audit shows all of it, and some of it by itself', async () => {
	const { page } = guest;
	await follow(page, 'Audit');
	const shown = (await rows(page)).join('\n');
	for (const action of ['login', 'connection.disconnect', 'connection.connect', 'token.create', 'agent.stop'])
		expect(shown).toContain(action);
	await expectSound(guest, 'audit');
	await page.getByLabel('Show').selectOption({ label: 'what was refused' });
	await page.getByRole('button', { name: 'Filter' }).click();
	await page.getByRole('row').nth(1).waitFor();
	expect(await page.getByLabel('Show').inputValue()).toBe('refused');
	expect(await rows(page)).toEqual([expect.stringMatching(/token\.create.*INVALID_PARAMS/s)]);
	await expectSound(guest, 'audit-refused');
});

test('a page that is not there says so', async () => {
	await guest.go('/agents/agent_of_nobody');
	await guest.page.getByText('names no agent of yours').waitFor();
	await expectSound(guest, 'not-found');
});

test('logs out, and nothing is left', async () => {
	await follow(guest.page, 'Account');
	await logOut(guest.page);
	await guest.go('/account');
	expect(await heading(guest.page)).toBe('Log in');
});

test.each([
	{ look: 'in the dark', width: 1_400, scheme: 'dark' as const },
	{ look: 'on a phone', width: PHONE_PX, scheme: 'light' as const },
])(
	'with a wallet $look, all pages are as sound, from nothing to accounts everywhere',
	async ({ width, scheme }) => {
		const visitor = await stage.visitor({ width, scheme, loggedIn: true });
		const { page, go } = visitor;
		await go('/connections');
		await page.getByText('No account is connected').waitFor();
		await expectSound(visitor, 'exchanges-none');
		await page.getByRole('button', { name: 'Open accounts at all simulated exchanges' }).click();
		await accountRow(page, 'KuCoin').waitFor();
		expect((await rows(page)).length).toBe(2);
		await expectSound(visitor, 'exchanges');
		await go('/tokens');
		await page.getByRole('button', { name: 'Create token' }).click();
		await page.getByRole('heading', { name: 'Copy your token now' }).waitFor();
		await expectSound(visitor, 'token-once');
		for (const name of ['account', 'tokens', 'agents', 'audit']) {
			await go(`/${name}`);
			await expectSound(visitor, name);
		}
		await logOut(page);
		await expectSound(visitor, 'login');
	},
);

test('no browser complained', () => {
	expect(stage.complaints()).toEqual([]);
});
