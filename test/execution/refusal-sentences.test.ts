/** Sentences of the risk gate for people: figures are rounded to what a decision needs, while the data beside them stay exact. */
import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { atMost } from '../../src/engine/risk/check-row.ts';
import { fixtureWith, refusalOf } from '../support/fixture-steps.ts';

test('too little margin: at which exchange, how much is needed and how much there is', async () => {
	const fixture = fixtureWith();
	const refused = await refusalOf(fixture, fixture.execute({ amount: fromInteger(25_001) }));
	expect(refused.code).toBe('INSUFFICIENT_MARGIN');
	expect(refused.message).toMatch(
		/^Not enough margin at bybit: 1[\d,]+\.\d\d USD needed with fees and 2 %, 10,000\.00 USD available\.$/,
	);
});

test.each([
	['USD of margin, at most', '12773.9298834', '9999.2465884', 'was 12,773.93, limit 9,999.25'],
	['USD over both legs, at most', '100000.004', '100000', 'was 100,000.004, limit 100,000.000'],
	['% off the mark, at most', '2.0333154723127', '2', 'was 2.03, limit 2'],
	['coins inside 10 bp, at most', '1234.56789012345', '1000', 'was 1,234.5679, limit 1,000'],
	['executions, at most', '11', '10', 'was 11, limit 10'],
])('%s: %s is said rounded, and stays exact in value', (meaning, value, limit, said) => {
	const row = atMost(
		{ check: 'a_check', code: 'RISK_LIMIT', meaning },
		parseDecimal(value),
		parseDecimal(limit),
	);
	expect({ passed: row.passed, ...row.words() }).toEqual({
		passed: false,
		value,
		limit,
		message: `a_check: ${said} (${meaning}).`,
	});
});
