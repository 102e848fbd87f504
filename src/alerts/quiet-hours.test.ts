import { expect, test } from 'vitest';
import { createQuietHours, quietUntil } from './quiet-hours.ts';

const NIGHT = { fromMinute: 22 * 60, untilMinute: 7 * 60, timeZone: 'Europe/Berlin' };
const at = (text: string): number => Date.parse(text);

test('quiet hours over midnight end on the next day in their own time zone', () => {
	expect(quietUntil(NIGHT, at('2026-11-20T20:59:59Z'))).toBeUndefined();
	expect(quietUntil(NIGHT, at('2026-11-20T21:00:00Z'))).toBe(at('2026-11-21T06:00:00Z'));
	expect(quietUntil(NIGHT, at('2026-11-21T05:59:30Z'))).toBe(at('2026-11-21T06:00:00Z'));
	expect(quietUntil(NIGHT, at('2026-11-21T06:00:00Z'))).toBeUndefined();
});

test('follow the summer time of the zone', () => {
	expect(quietUntil(NIGHT, at('2026-07-20T20:00:00Z'))).toBe(at('2026-07-21T05:00:00Z'));
});

test('within one day end on the same day', () => {
	const noon = { fromMinute: 720, untilMinute: 780, timeZone: 'UTC' };
	expect(quietUntil(noon, at('2026-11-20T12:30:00Z'))).toBe(at('2026-11-20T13:00:00Z'));
	expect(quietUntil(noon, at('2026-11-20T13:00:00Z'))).toBeUndefined();
});

test('take effect only once they are stored, and refuse an unknown zone and an empty span', async () => {
	let isFull = false;
	const book = createQuietHours({
		stored: new Map(),
		store: {
			saveQuietHours: async () => {
				if (isFull) throw new Error('The disk is full.');
			},
		},
	});
	await expect(book.set('user_a', { ...NIGHT, timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
		code: 'INVALID_PARAMS',
		field: 'time_zone',
	});
	await expect(book.set('user_a', { ...NIGHT, untilMinute: NIGHT.fromMinute })).rejects.toMatchObject({
		code: 'INVALID_PARAMS',
		field: 'until',
	});
	isFull = true;
	await expect(book.set('user_a', NIGHT)).rejects.toThrow('The disk is full.');
	expect(book.get('user_a')).toBeNull();
	isFull = false;
	await book.set('user_a', NIGHT);
	expect([book.get('user_a'), book.lengthMs('user_a'), book.get('user_b')]).toEqual([
		NIGHT,
		9 * 3_600_000,
		null,
	]);
});
