import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentOf } from '../../test/support/hand-driven-market.ts';
import { createPairColumns } from './pair-columns.ts';
import { createPairTable, type PairRow, ROWS_PER_PAIR } from './pair-table.ts';

const VENUES = ['bybit', 'kucoin', 'okx', 'gate'];
const COINS = ['SOL', 'BTC'];
const LEGS = VENUES.length * COINS.length;

test('the rows of a leg are those of its pairs while legs are added and removed', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: LEGS - 1 }), { minLength: 1, maxLength: 60 }), (steps) => {
			const table = createPairTable(createPairColumns());
			const present = new Set<number>();
			for (const leg of steps) {
				const instrument = instrumentOf(
					VENUES[leg % VENUES.length] as string,
					COINS[Math.floor(leg / VENUES.length)] as string,
				);
				const left: PairRow[] = [];
				if (present.delete(leg)) {
					const hanging = [...table.all()].filter(({ first, second }) => first === leg || second === leg);
					table.dropLeg(leg, (pairRow) => left.push(pairRow));
					expect(new Set(left)).toEqual(new Set(hanging));
				} else {
					present.add(leg);
					table.addLeg(leg, instrument);
				}
				for (let each = 0; each < LEGS; each += 1) {
					const rows = [...table.all()]
						.filter(({ first, second }) => first === each || second === each)
						.map(({ index, first, second }) => [index, first, second]);
					expect(tripled(table.rowsOfLeg(each))).toEqual(expect.arrayContaining(rows));
					expect(table.rowsOfLeg(each)).toHaveLength(rows.length * ROWS_PER_PAIR);
				}
			}
		}),
		{ numRuns: 60 },
	);
});

function tripled(rows: readonly number[]): number[][] {
	return Array.from({ length: rows.length / ROWS_PER_PAIR }, (_, at) =>
		rows.slice(at * ROWS_PER_PAIR, (at + 1) * ROWS_PER_PAIR),
	);
}
