/** Checks that the dashboard has words for the built-in policies. */
import { expect, test } from 'vitest';
import { POLICIES, SETTING_WORDS, UNITS } from '../../../dashboard/src/backtest/text.ts';
import { BUILT_IN } from './built-in.ts';

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

test('the Backtest page has words for every built-in policy, setting and unit, and for no other', () => {
	const settings = BUILT_IN.flatMap((policy) => Object.entries(policy.settings));
	const units = settings.flatMap(([, rule]) => (rule.kind === 'number' ? [rule.unit] : []));
	expect(sorted(Object.keys(POLICIES))).toEqual(sorted(BUILT_IN.map(({ name }) => name)));
	expect(sorted(Object.keys(SETTING_WORDS))).toEqual(sorted(settings.map(([name]) => name)));
	expect(sorted(Object.keys(UNITS))).toEqual(sorted(units));
});
