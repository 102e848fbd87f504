import { describe, expect, test } from 'vitest';
import { daysOf, HISTORY_DAYS, withDays } from './history-range.ts';

describe('the range in the address', () => {
	test('is 30 days without one, or with one that is not offered', () => {
		for (const query of ['', 'days=', 'days=31', 'days=30.0', 'days=x'])
			expect(daysOf(new URLSearchParams(query))).toBe(30);
	});

	test('comes back as it was chosen and keeps other parameters', () => {
		for (const days of HISTORY_DAYS) {
			const params = withDays(new URLSearchParams('q=sol&days=7'), days);
			expect(daysOf(params)).toBe(days);
			expect(params.get('q')).toBe('sol');
		}
		expect(withDays(new URLSearchParams('days=7'), 30).toString()).toBe('');
	});
});
