/**
 * Tests an amount that is rounded down to the lots of both exchanges. The preview shows the opened amount, and warns
 * if it is below 90 % of the requested amount.
 */
import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer, PreviewAnswer } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { fixtureWith, stateOf } from '../support/fixture-steps.ts';

// A lot is 0.1 SOL at 100 USD, which is 20 USD across both legs.
test.each([
	[1_000, '1000', []],
	[238, '220', []],
	[
		39,
		'20',
		['20.00 USD of 39.00 USD are opened (51.28 %), because both exchanges trade only whole lots of 0.1 SOL'],
	],
	[
		57,
		'40',
		['40.00 USD of 57.00 USD are opened (70.18 %), because both exchanges trade only whole lots of 0.1 SOL'],
	],
])('%i USD: %s are planned', async (asked, planned, warned) => {
	const fixture = fixtureWith();
	const preview = (await fixture.settled(
		fixture.execute({ amount: fromInteger(asked), preview: true }),
	)) as PreviewAnswer;
	expect(preview.plan).toMatchObject({ amount: fromInteger(asked), plannedAmount: parseDecimal(planned) });
	expect(preview.warnings.map(({ code, message }) => [code, textOf(message)])).toEqual(
		warned.map((text) => ['AMOUNT_ROUNDED', expect.stringContaining(text)]),
	);
});

test.each([
	[1_000, null],
	[238, { code: 'EXCHANGE_LOT', amount: '18', nextAmount: '240' }],
	[39, { code: 'EXCHANGE_LOT', amount: '19', nextAmount: '40' }],
])('says which lot keeps the plan below %i USD, and the next larger amount', async (asked, expected) => {
	const fixture = fixtureWith();
	const { plan } = (await fixture.settled(
		fixture.execute({ amount: fromInteger(asked), preview: true }),
	)) as PreviewAnswer;
	const [lot, exchange] = [parseDecimal('0.1'), null];
	expect(plan.amountDifference).toEqual(
		expected === null
			? null
			: {
					code: expected.code,
					amount: parseDecimal(expected.amount),
					nextAmount: parseDecimal(expected.nextAmount),
					lot,
					longLot: lot,
					shortLot: lot,
					exchange,
				},
	);
});

test('an open reports the same amount, also with leverage, and holds it', async () => {
	const fixture = fixtureWith();
	const amount = fromInteger(57);
	const opened = (await fixture.settled(
		fixture.execute({ amount, leverage: fromInteger(3) }),
	)) as ExecuteAnswer;
	expect(opened.plannedAmount).toBe(parseDecimal('53.333333333333333333'));
	expect(opened.warnings.map(({ code }) => code)).not.toContain('AMOUNT_ROUNDED');
	expect(stateOf(fixture, opened.executionId).plan.quantity).toBe(parseDecimal('0.8'));
	const other = fixtureWith();
	const less = (await other.settled(other.execute({ amount }))) as ExecuteAnswer;
	expect(less.warnings.map(({ code }) => code)).toContain('AMOUNT_ROUNDED');
});
