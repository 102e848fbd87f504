import { expect, test } from 'vitest';
import { gainTone } from './tones.ts';

test.each([
	[1, 'good'],
	[-0.01, 'bad'],
	[0, ''],
	[null, ''],
] as const)('a gain of %s has the tone %j', (value, tone) => {
	expect(gainTone(value)).toBe(tone);
});
