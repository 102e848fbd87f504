/** Tests that the service's own reasons for a halt are recognized in their stored text. */
import { expect, test } from 'vitest';
import { HALT_TEXT, haltWords } from './halt-words.ts';

test("the service's own reasons are recognized, and a person's words stay as they are", () => {
	const own = [
		HALT_TEXT.fromChat({ platform: 'Telegram' }),
		HALT_TEXT.fromChat({ platform: 'Slack' }),
		HALT_TEXT.restored({ made: '2026-11-20T08:00:00.000Z' }),
	];
	expect(own.map(({ text }) => haltWords(text))).toEqual(own);
	for (const text of ['Going on holiday.', 'Halted from home.', 'Restored from the backup of today. Wait.'])
		expect(haltWords(text)).toBe(text);
});
