import { expect, test } from 'vitest';
import { gainLook } from './looks.ts';

test.each([
	[1, 'good'],
	[-0.01, 'bad'],
	[0, ''],
	[null, ''],
] as const)('a gain of %s looks %j', (value, look) => {
	expect(gainLook(value)).toBe(look);
});
