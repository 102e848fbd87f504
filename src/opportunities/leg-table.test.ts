/** Compares rows after a read of only the book with rows whose inputs were all read again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandomMarket } from '../../test/support/random-market.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createLegTable, type LegTable } from './leg-table.ts';
import { guardContext } from './pair-reading.ts';
import { createPassedLookup } from './passed-settlement.ts';

const STARTED_AT = Date.parse('2026-11-21T07:58:30Z');
const PASS_MS = [0, 3, 3, 900, 900, 5_000, 45_000] as const;
const LIMITS = {
	tickerStaleMs: 50_000,
	bookStaleMs: 40_000,
	maxAmountSlippageBps: fromInteger(15),
	stressMovePct: fromInteger(10),
	tooGoodApr: parseDecimal('4.38'),
};
const SIZE_LIMITS = { maxAmountSlippage: 0.0015, stressMove: 0.1 };
const QUANTITIES = [0.01, 1, 40];

function numbersOf({ columns }: LegTable, leg: number): Record<string, number | undefined> {
	const numbers: Record<string, number | undefined> = {};
	for (const [name, column] of Object.entries(columns))
		if (column instanceof Float64Array) numbers[name] = column[columns.row(leg)];
	return numbers;
}

function answersOf(table: LegTable, leg: number): readonly unknown[] {
	return (['buy', 'sell'] as const).flatMap((side) => [
		table.reach(leg, side),
		table.held(leg, side),
		...QUANTITIES.map((quantity) => table.price(leg, side, quantity)),
	]);
}

test('reading only the book gives the same row as reading all inputs', async () => {
	const seen = { alone: 0, whole: 0 };
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
			const { market, clock, history, change, pass } = createRandomMarket(seed, STARTED_AT);
			const random = seededRandom(seed + 1);
			const passed = createPassedLookup(history);
			const [kept, plain] = [createLegTable(SIZE_LIMITS), createLegTable(SIZE_LIMITS)];
			const legs = new Map<string, number>();
			market.onChange((inputs) => {
				const key = instrumentKey(inputs.instrument);
				const leg = legs.get(key) ?? legs.size;
				legs.set(key, leg);
				const now = clock.now();
				const status = market.status(inputs.instrument.venue);
				const context = guardContext({ now, limits: LIMITS, quoteRate: market.quoteRate }, DEFAULT_TERMS);
				const read = { ...inputs, status };
				if (kept.readBook(leg, inputs, status, LIMITS, now)) seen.alone += 1;
				else {
					kept.read(leg, read, passed.of(inputs, now), context);
					seen.whole += 1;
				}
				plain.read(leg, read, passed.of(inputs, now), context);
				expect(numbersOf(kept, leg)).toEqual(numbersOf(plain, leg));
				expect(kept.later(leg)).toEqual(plain.later(leg));
				expect(answersOf(kept, leg)).toEqual(answersOf(plain, leg));
			});
			for (let round = 0; round < 700; round += 1) {
				change();
				await pass(PASS_MS[random.below(PASS_MS.length)] ?? 0);
			}
		}),
		{ numRuns: 8 },
	);
	expect(seen.alone).toBeGreaterThan(50);
	expect(seen.whole).toBeGreaterThan(200);
});
