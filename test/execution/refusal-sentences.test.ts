/** Checks that messages from the risk gate round figures for display, while the accompanying data stays exact. */
import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { spoken } from '../../src/domain/english.ts';
import { atMost } from '../../src/engine/risk/check-row.ts';
import { type Compared, comparisons } from '../../src/sentences/comparison.ts';
import { textOf, type Writer } from '../../src/sentences/sentence.ts';
import { fixtureWith, refusalOf } from '../support/fixture-steps.ts';

test('names the exchange and both amounts when margin is missing', async () => {
	const fixture = fixtureWith();
	const refused = await refusalOf(fixture, fixture.execute({ amount: fromInteger(25_001) }));
	expect(refused.code).toBe('INSUFFICIENT_MARGIN');
	expect(refused.message).toMatch(
		/^Not enough margin on Bybit: 1[\d,]+\.\d\d USD needed with fees and a 2 % buffer, 10,000\.00 USD available\. Lower the amount, or deposit funds\.$/,
	);
});

const { atMost: comparison } = comparisons({
	coins: 'coins',
	unknown: 'unknown',
	limit: 'limit',
	minimum: 'minimum',
});

test.each([
	['USD', '12773.9298834', '9999.2465884', '12,773.93 USD, limit 9,999.25 USD'],
	['USD', '100000.004', '100000', '100,000.004 USD, limit 100,000.000 USD'],
	['%', '2.0333154723127', '2', '2.03 %, limit 2 %'],
	['coins', '1234.56789012345', '1000', '1,234.5679 coins, limit 1,000 coins'],
	['ms', '5001', '5000', '5001 ms, limit 5000 ms'],
	['times', '30', '20', '30x, limit 20x'],
	['count', '11', '10', '11, limit 10'],
] as const)('rounds %s in the sentence and keeps the exact value: %s', (unit, value, limit, said) => {
	const { figure } = spoken('test', {
		figure: (facts: Compared, write: Writer) =>
			comparison(facts, write, { unit, subject: 'Figure', remedy: 'Lower it.' }),
	});
	const row = atMost(
		{
			check: 'a_check',
			code: 'RISK_LIMIT',
			text: (figures) =>
				figure(unit === 'ms' ? { ...figures, value: Number(value), limit: Number(limit) } : figures),
		},
		parseDecimal(value),
		parseDecimal(limit),
	);
	const { message, ...shown } = row.text();
	expect({ passed: row.passed, ...shown, message: textOf(message) }).toEqual({
		passed: false,
		value,
		limit,
		message: `Figure: ${said}. Lower it.`,
	});
});
