import { expect, test } from 'vitest';
import { slackMessageOf } from './slack-envelopes.ts';
import { entryOf, updateId } from './telegram-updates.ts';

const FROM = { id: 7, is_bot: false, first_name: 'Ann' };
const message = (text: unknown, more: object = {}) => ({
	update_id: 5,
	message: { message_id: 1, from: FROM, chat: { id: -3, type: 'group', title: 'Traders' }, text, ...more },
});

test('reads a command of a person in a group', () => {
	expect(entryOf(message('/close@my_bot SOL\n'), 'My_Bot')).toEqual({
		place: { platform: 'telegram', chatId: '-3', personId: '7' },
		names: { chatName: 'Traders', personName: 'Ann' },
		intent: { kind: 'close', target: 'SOL' },
		reference: {},
	});
});

test.each([
	['chatter', message('hello /status')],
	['a command for another bot', message('/status@other_bot')],
	['a bot', message('/status', { from: { ...FROM, is_bot: true } })],
	['a message without a person', message('/status', { from: undefined })],
	['a photo', message(undefined)],
	[
		'a foreign button',
		{ update_id: 5, callback_query: { id: '1', from: FROM, message: { chat: { id: 1 } }, data: 'x' } },
	],
	['an edited message', { update_id: 5, edited_message: message('/status').message }],
	['no update', 'text'],
])('ignores %s', (_name, update) => {
	expect(entryOf(update, 'my_bot')).toBeUndefined();
});

test('reads ids only from updates', () => {
	expect([updateId({ update_id: 9 }), updateId({ update_id: '9' }), updateId(null)]).toEqual([
		9,
		undefined,
		undefined,
	]);
});

const envelope = (payload: object, type = 'slash_commands') =>
	JSON.stringify({ envelope_id: 'e1', type, payload });
const SLASH = { command: '/carrywire', text: ' close  SOL', team_id: 'T1', channel_id: 'C1', user_id: 'U1' };

test('reads Slack’s one command with its words, and only answers to known addresses', () => {
	const url = 'https://hooks.slack.com/commands/1';
	const read = slackMessageOf(envelope({ ...SLASH, response_url: url }), (given) => given === url);
	expect(read).toMatchObject({
		kind: 'envelope',
		envelopeId: 'e1',
		entry: {
			place: { platform: 'slack', chatId: 'T1/C1', personId: 'T1/U1' },
			intent: { kind: 'close', target: 'SOL' },
			reference: { answerUrl: url },
		},
	});
	expect(
		slackMessageOf(envelope({ ...SLASH, response_url: 'https://other.example/' }), () => false),
	).toMatchObject({
		entry: { reference: {} },
	});
	expect(slackMessageOf(envelope({ ...SLASH, text: '' }), () => true)).toMatchObject({
		entry: { intent: { kind: 'help' } },
	});
});

test.each([
	['an event', envelope({ event: {} }, 'events_api')],
	[
		'a foreign button',
		envelope({ type: 'block_actions', actions: [{ value: 'x' }], user: { id: 'U1' } }, 'interactive'),
	],
	['a command without a person', envelope({ ...SLASH, user_id: undefined })],
])('acknowledges %s without an entry', (_name, text) => {
	expect(slackMessageOf(text, () => true)).toEqual({ kind: 'envelope', envelopeId: 'e1', entry: undefined });
});

test('reads greetings and farewells, and ignores anything else', () => {
	const read = (text: string) => slackMessageOf(text, () => true);
	expect(read('{"type":"hello","num_connections":2}')).toEqual({ kind: 'hello', connections: 2 });
	expect(read('{"type":"disconnect","reason":"link_disabled"}')).toEqual({
		kind: 'disconnect',
		reason: 'link_disabled',
	});
	for (const text of ['', '[]', '{}', 'null']) expect(read(text)).toEqual({ kind: 'other' });
});
