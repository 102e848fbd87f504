import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endedExecution } from '../../test/support/ended-execution.ts';
import { type Decimal, parseDecimal as d, neg, ZERO } from './decimal.ts';
import { HOUR_MS } from './funding.ts';
import { realizedShares, receivedCarry } from './received-carry.ts';

const at = (hour: number, rate: string) => ({ settledAt: hour * HOUR_MS, rate: d(rate) });

describe('received carry', () => {
	const long = [at(0, '0.9'), at(8, '0.0001'), at(16, '-0.0003'), at(24, '0.9')];
	const short = [at(8, '0.0005'), at(12, '0.0002'), at(16, '0.0001'), at(17, '0.9')];

	test('is the short leg minus the long leg over whole settlements, without the entry and with the end', () => {
		expect(receivedCarry({ long, short }, 0, 16 * HOUR_MS)).toBe(d('0.001'));
		expect(receivedCarry({ long, short }, 8 * HOUR_MS, 16 * HOUR_MS)).toBe(d('0.0006'));
		expect(receivedCarry({ long, short }, 8 * HOUR_MS, 16 * HOUR_MS - 1)).toBe(d('0.0002'));
		expect(receivedCarry({ long, short }, HOUR_MS, 2 * HOUR_MS)).toBe(ZERO);
	});

	test('negates when the legs swap, and adds over adjoining horizons', () => {
		const rates = fc.array(
			fc.record({
				settledAt: fc.integer({ min: 0, max: 1_000 }),
				rate: fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }).map((units) => units as Decimal),
			}),
			{ maxLength: 40 },
		);
		const instants = fc.tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000));
		fc.assert(
			fc.property(rates, rates, instants, (a, b, unsorted) => {
				const [from, middle, to] = [...unsorted].sort((x, y) => x - y) as [number, number, number];
				const whole = receivedCarry({ long: a, short: b }, from, to);
				expect(receivedCarry({ long: b, short: a }, from, to)).toBe(neg(whole));
				const first = receivedCarry({ long: a, short: b }, from, middle);
				const second = receivedCarry({ long: a, short: b }, middle, to);
				expect(first + second).toBe(whole);
			}),
		);
	});
});

describe('result of an execution', () => {
	test('is its ledger over the notional of a leg', () => {
		expect(realizedShares(endedExecution())).toEqual({
			net: d('0.007'),
			price: d('0.005'),
			funding: d('0.006'),
			fees: d('0.002'),
			slippage: d('0.002'),
		});
	});

	test.each([0, 2, 3])('is unknown after %i of four fills', (fillCount) => {
		expect(realizedShares(endedExecution(fillCount))).toBeNull();
	});
});
