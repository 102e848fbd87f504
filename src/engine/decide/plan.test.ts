import { expect, test } from 'vitest';
import { testInstrument } from '../../../test/support/execution-plans.ts';
import { add, fromInteger, parseDecimal, sub } from '../../domain/decimal.ts';
import { amountDifference, draftExecution, type LegInputs } from './plan.ts';

const FEES = { maker: parseDecimal('0.0002'), taker: parseDecimal('0.0005') };

/** @param mid mid price of the book, USD per coin */
function leg(venue: string, lot: string, mid: string): LegInputs {
	const [price, spread, quantity] = [parseDecimal(mid), parseDecimal('0.1'), parseDecimal('1000')];
	return {
		instrument: testInstrument(venue, lot),
		book: { bids: [[sub(price, spread), quantity]], asks: [[add(price, spread), quantity]] },
		fees: FEES,
		intervalHours: 8,
	};
}

test.each([
	// 5 coins for each leg: 4.8 is the largest multiple of 0.6, and 5.4 coins need 1,080 USD.
	['COMMON_LOT', '1000', '0.2', '0.3', '100', '100', { amount: '40', lot: '0.6', nextAmount: '1080' }],
	[
		'EXCHANGE_LOT',
		'1030',
		'0.1',
		'0.5',
		'100',
		'100',
		{ exchange: 'kucoin', amount: '30', lot: '0.5', nextAmount: '1100' },
	],
	[
		'EXCHANGE_LOT',
		'1030',
		'0.5',
		'0.1',
		'100',
		'100',
		{ exchange: 'bybit', amount: '30', lot: '0.5', nextAmount: '1100' },
	],
	['PRICE_GAP', '1000', '0.1', '0.1', '100', '99', { amount: '5', lot: '0.1', nextAmount: '1020' }],
])('names %s for %s USD', (code, asked, longLot, shortLot, longPrice, shortPrice, expected) => {
	const terms = { amount: parseDecimal(asked), leverage: fromInteger(1), maxSlippageBps: fromInteger(10) };
	const draft = draftExecution(leg('bybit', longLot, longPrice), leg('kucoin', shortLot, shortPrice), terms);
	if (draft === undefined) throw new Error('The books have no mid price.');
	const { exchange = null, ...figures } = expected as typeof expected & { exchange?: string };
	expect(amountDifference(draft, terms.amount, terms.leverage)).toMatchObject({
		code,
		exchange,
		...Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, parseDecimal(text)])),
	});
});
