import { expect, test } from 'vitest';
import { chatSchema, readChatTokens } from './chat.ts';
import { configSchema, readConfig } from './config.ts';

const NAMES = {
	telegramTokenVariable: 'TG',
	slackAppTokenVariable: 'APP',
	slackBotTokenVariable: 'BOT',
};
const TOKENS = {
	TG: '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
	APP: 'xapp-1-A000-1',
	BOT: ' xoxb-1-B000-1\n',
};

test('chats are off by default', () => {
	const { chat } = configSchema.parse({});
	expect(readChatTokens(chat, TOKENS)).toEqual({ tokens: { telegram: null, slack: null }, faults: [] });
});

test('reads the tokens from the named variables', () => {
	expect(readChatTokens(chatSchema.parse(NAMES), TOKENS).tokens).toEqual({
		telegram: TOKENS.TG,
		slack: { appToken: TOKENS.APP, botToken: TOKENS.BOT.trim() },
	});
});

test('names a variable that is not set or holds another token, without its value', () => {
	const { faults } = readChatTokens(chatSchema.parse(NAMES), { APP: 'xoxb-1-B000-1', BOT: TOKENS.BOT });
	expect(faults).toEqual([
		'chat.telegramTokenVariable names an environment variable that is empty or not set.',
		'chat.slackAppTokenVariable names an environment variable that holds no such token.',
	]);
});

test('refuses one Slack token without the other', () => {
	expect(readConfig({ chat: { slackAppTokenVariable: 'APP' } })).toMatchObject({
		faults: [{ path: 'chat.slackBotTokenVariable' }],
	});
});
