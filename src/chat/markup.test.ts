import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut } from './message.ts';
import { SLACK_TEXT_MAX, SLACK_TITLE_MAX, slackMessage } from './slack-markup.ts';
import { TELEGRAM_TEXT_MAX, telegramMessage } from './telegram-markup.ts';

/** Undoes Telegram's markup as its documentation defines it. */
const plain = (text: string): string =>
	text
		.replaceAll(/<\/?b>/g, '')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');

test('Telegram shows any text as it is', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 60 }), fc.array(fc.string(), { maxLength: 5 }), (title, lines) => {
			expect(plain(telegramMessage({ title, lines }).text)).toBe([title, ...lines].join('\n'));
		}),
		{ seed: 20_261_128 },
	);
	expect(telegramMessage({ title: '<b>', lines: ['a & b'] }).text).toBe('<b>&lt;b&gt;</b>\na &amp; b');
});

test('a long message is cut between lines, and says how many are missing', () => {
	const lines = Array.from({ length: 400 }, (_, at) => `line ${at} & more <text>`);
	const telegram = plain(telegramMessage({ title: 'Title', lines }).text);
	expect(telegram.length).toBeLessThanOrEqual(TELEGRAM_TEXT_MAX);
	const shown = telegram.split('\n').length - 2;
	expect(telegram.endsWith(`… ${400 - shown} more lines. The dashboard shows everything.`)).toBe(true);
	const [header, section] = slackMessage({ title: 'T'.repeat(500), lines }).blocks as readonly {
		readonly text: { readonly text: string };
	}[];
	expect(header?.text.text).toHaveLength(SLACK_TITLE_MAX);
	expect(section?.text.text.length).toBeLessThanOrEqual(SLACK_TEXT_MAX);
	expect(cut({ title: 'T', lines: ['a'] }, 3)).toEqual(['a']);
});

test('Slack escapes the notification and shows everything else as plain text', () => {
	const message = slackMessage({
		title: 'a <b> & c',
		lines: ['*x*'],
		buttons: [{ label: 'Go', data: 'y:1' }],
	});
	expect(message.text).toBe('a &lt;b&gt; &amp; c');
	expect(message.blocks).toMatchObject([
		{ type: 'header', text: { type: 'plain_text', text: 'a <b> & c' } },
		{ type: 'section', text: { type: 'plain_text', text: '*x*' } },
		{ type: 'actions', elements: [{ value: 'y:1', text: { text: 'Go' } }] },
	]);
});
