import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abs, type Decimal, formatDecimal, ONE, parseDecimal, sub, ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { instrumentOf } from './markets.ts';
import { allowedPrice } from './orders.ts';

function contract(name: string, szDecimals: number, markPx: string): Instrument {
	const found = instrumentOf({ symbol: name, szDecimals, markPx, maxLeverage: 40, assetIndex: 0 });
	if (found === undefined) throw new Error(`${name} is not a contract.`);
	return found;
}

const BTC = contract('BTC', 5, '60000');
const PEPE = contract('kPEPE', 0, '0.0123');

/** True if the price satisfies the exchange's rule on digits. */
function isTaken(price: Decimal, szDecimals: number): boolean {
	const [whole = '', decimals = ''] = formatDecimal(price).split('.');
	if (decimals === '') return true;
	const figures = `${whole}${decimals}`.replace(/^0+/, '').length;
	return figures <= 5 && decimals.length <= 6 - szDecimals;
}

describe('price rounding', () => {
	test.each([
		[BTC, '60123.45', '60123', '60124'],
		[BTC, '9876.543', '9876.5', '9876.6'],
		[BTC, '123456.7', '123456', '123457'],
		[PEPE, '0.01234567', '0.012345', '0.012346'],
		[PEPE, '0.00001299', '0.000012', '0.000013'],
		[PEPE, '12.3456', '12.345', '12.346'],
	])('%#: rounds a buy at %s down and a sell up', (instrument, limit, buy, sell) => {
		const price = parseDecimal(limit as string);
		expect(formatDecimal(allowedPrice(instrument as Instrument, 'buy', price))).toBe(buy);
		expect(formatDecimal(allowedPrice(instrument as Instrument, 'sell', price))).toBe(sell);
	});

	test('rounds any price to the safe side, as close as five figures or the decimals allow', () => {
		fc.assert(
			fc.property(
				fc.bigInt(10n ** 12n, 10n ** 24n),
				fc.integer({ min: 0, max: 5 }),
				fc.constantFrom('buy' as const, 'sell' as const),
				(units, decimals, side) => {
					const limit = units as Decimal;
					const price = allowedPrice(contract('BTC', decimals, '60000'), side, limit);
					if (price === ZERO) return;
					expect(isTaken(price, decimals)).toBe(true);
					expect(side === 'buy' ? price <= limit : price >= limit).toBe(true);
					const step = 10n ** BigInt(18 - 6 + decimals);
					const figure = limit / 10_000n;
					const widest = [step, figure, limit > 10_000n * ONE ? ONE : ZERO].reduce((a, b) => (a > b ? a : b));
					expect(abs(sub(price, limit)) <= widest).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
	});
});
