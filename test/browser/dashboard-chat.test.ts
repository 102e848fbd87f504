/**
 * Tests the page Chat from the first visit to the last unlink, with a service whose bots are connected to stand-ins of
 * Telegram and Slack. The tests run in order, and each continues from the state of the previous one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../e2e/polling.ts';
import { type ChatPlatformServer, startChatPlatforms } from '../support/chat-platform-server.ts';
import { SLACK_TOKENS } from '../support/slack-stand-in.ts';
import { TELEGRAM_TOKEN } from '../support/telegram-stand-in.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';

const ANN = { id: 11, username: 'ann' };

let platforms: ChatPlatformServer;
let fixture: DashboardFixture;
let visitor: Visitor;

beforeAll(async () => {
	platforms = await startChatPlatforms();
	Object.assign(process.env, {
		CHAT_TEST_TELEGRAM: TELEGRAM_TOKEN,
		CHAT_TEST_SLACK_APP: SLACK_TOKENS.appToken,
		CHAT_TEST_SLACK_BOT: SLACK_TOKENS.botToken,
	});
	fixture = await openDashboardFixture({
		alerts: { telegramApiUrl: platforms.url },
		chat: {
			telegramTokenVariable: 'CHAT_TEST_TELEGRAM',
			slackAppTokenVariable: 'CHAT_TEST_SLACK_APP',
			slackBotTokenVariable: 'CHAT_TEST_SLACK_BOT',
			slackApiUrl: `${platforms.url}/api`,
		},
	});
	visitor = await fixture.visitor();
	await visitor.go('/login');
	await visitor.page.getByRole('button', { name: 'Try it without a wallet' }).click();
	await visitor.page.getByRole('row').nth(2).waitFor();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	await platforms?.[Symbol.asyncDispose]();
});

const code = async (): Promise<string> =>
	((await visitor.page.locator('#code-telegram').textContent()) ?? '').replace('/link ', '');

test('shows the bots and no chat at first', async () => {
	const { page, go } = visitor;
	await go('/chat');
	await page.getByText('@carry_test_bot').waitFor();
	expect(await page.locator('.bots .state').allTextContents()).toEqual(['connected', 'connected']);
	await page.getByText('No chat is linked yet.').waitFor();
	expect(await faultsOfAppearance(visitor, 'chat-empty')).toEqual([]);
});

test('refuses a new agent without a permission beside its field', async () => {
	const { page } = visitor;
	const form = page.getByRole('form', { name: 'Link a chat' });
	for (const scope of ['arb:read', 'arb:trade']) await form.getByLabel(scope).uncheck();
	await form.getByRole('button', { name: 'Create code' }).click();
	await form.getByText('Tick at least one permission.').waitFor();
	expect(await form.getByText('Let the chat close all my positions').count()).toBe(0);
	for (const scope of ['arb:read', 'arb:trade']) await form.getByLabel(scope).check();
});

test('creates an agent and a code, and shows the chat once the code was sent', async () => {
	const { page } = visitor;
	const form = page.getByRole('form', { name: 'Link a chat' });
	await form.getByRole('button', { name: 'Create code' }).click();
	await page.getByRole('heading', { name: 'Your code' }).waitFor();
	expect(await faultsOfAppearance(visitor, 'chat-code')).toEqual([]);
	const text = await code();
	expect(text).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
	expect(await page.locator('#code-slack').textContent()).toBe(`/carrywire link ${text}`);
	expect(
		await page.getByRole('link', { name: 'Open @carry_test_bot in Telegram' }).getAttribute('href'),
	).toBe(`https://t.me/carry_test_bot?start=${text}`);
	platforms.telegram.say(`/start ${text}`, ANN);
	await page.getByRole('row', { name: /Telegram: ann, direct chat/ }).waitFor();
	await page.getByRole('cell', { name: 'closes all, resumes' }).waitFor();
	await page.getByRole('button', { name: 'I have sent it' }).click();
	expect(await faultsOfAppearance(visitor, 'chat-linked')).toEqual([]);
	await page
		.getByRole('row', { name: /Telegram: ann/ })
		.getByRole('link', { name: 'chat' })
		.click();
	await page.getByRole('heading', { name: 'chat', level: 1 }).waitFor();
});

test('the linked person halts by a button, and loses all rights when the page unlinks the chat', async () => {
	const { page, go } = visitor;
	const { telegram } = platforms;
	const answers = (count: number) =>
		until({ what: `${count} answers of the bot`, periodMs: 20 }, () =>
			telegram.sent.length >= count ? telegram.sent : undefined,
		);
	telegram.say('/halt', ANN);
	const question = (await answers(2))[1];
	if (question === undefined) throw new Error('The bot did not ask.');
	const [confirm] = question.keyboard.flat();
	telegram.press(confirm?.callback_data ?? '', ANN, question);
	expect((await answers(3))[2]?.text).toContain('Trading is halted.');
	await go('/portfolio');
	await page.getByText('Halted from Telegram.').first().waitFor();
	await go('/chat');
	await page.getByRole('button', { name: 'Unlink Telegram: ann, direct chat' }).click();
	await page.getByText('No chat is linked yet.').waitFor();
	telegram.say('/status', ANN);
	expect((await answers(4))[3]?.text).toContain('This chat is not linked.');
});

test('no page caused a complaint of the browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
