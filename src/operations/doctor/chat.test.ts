import { expect, test } from 'vitest';
import { chatPlatforms } from '../../../test/support/chat-platforms.ts';
import { SLACK_TOKENS } from '../../../test/support/slack-stand-in.ts';
import { TELEGRAM_TOKEN } from '../../../test/support/telegram-stand-in.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { configSchema } from '../../config/config.ts';
import { chatFindings } from './chat.ts';

const config = configSchema.parse({});
const platforms = chatPlatforms(createVirtualClock(0));

async function found(telegram: string | null, slack: typeof SLACK_TOKENS | null) {
	const lines: string[] = [];
	for await (const { state, said } of chatFindings(config, { telegram, slack }, platforms.transport))
		lines.push(`${state}: ${said}`);
	return lines;
}

test('reports nothing without bots, and bots whose tokens work', async () => {
	expect(await found(null, null)).toEqual([]);
	expect(await found(TELEGRAM_TOKEN, SLACK_TOKENS)).toEqual([
		'ok: the Telegram bot @carry_test_bot accepts its token',
		'ok: Slack accepts the token of chat.slackBotTokenVariable',
		'ok: Slack accepts the token of chat.slackAppTokenVariable',
	]);
});

test('reports a refused token, a webhook and a platform that does not answer', async () => {
	const wrong = { ...SLACK_TOKENS, botToken: 'xoxb-wrong' } as unknown as typeof SLACK_TOKENS;
	expect(await found('123456:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB', wrong)).toEqual([
		'FAIL: Telegram does not accept the token of chat.telegramTokenVariable: Unauthorized',
		'FAIL: Slack does not accept the token of chat.slackBotTokenVariable: invalid_auth',
		'ok: Slack accepts the token of chat.slackAppTokenVariable',
	]);
	platforms.telegram.hasWebhook = true;
	expect(await found(TELEGRAM_TOKEN, null)).toContain(
		'FAIL: a webhook is set for the Telegram bot, so the service cannot read its messages',
	);
	platforms.goDown();
	expect(await found(TELEGRAM_TOKEN, null)).toEqual(['FAIL: Telegram cannot be reached: ECONNREFUSED']);
});
