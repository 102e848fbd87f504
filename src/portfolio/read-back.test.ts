import { expect, test } from 'vitest';
import { FLOW_READ_BACK_MS, mayFindMore } from './read-back.ts';

test('asks at growing intervals, and never for records that the request would not reach', () => {
	const asked: number[] = [];
	for (let now = 0, times = 1, at = 0; now < 4 * FLOW_READ_BACK_MS; now += 1_000) {
		if (!mayFindMore({ times, at }, now)) continue;
		asked.push(now / 1_000);
		[times, at] = [times + 1, now];
	}
	expect(asked).toEqual([15, 45, 105, 225]);
	expect(1_000 * (asked.at(-1) ?? 0)).toBeLessThan(FLOW_READ_BACK_MS);
});
