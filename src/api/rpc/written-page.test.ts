import fc from 'fast-check';
import { expect, test } from 'vitest';
import { presentRecord } from '../../../test/support/present-record.ts';
import { createRandomMarket } from '../../../test/support/random-market.ts';
import { createScannerSources } from '../../../test/support/scanner-sources.ts';
import { neutralCarryModel } from '../../domain/carry-prior.ts';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import { encodeExactJson } from '../../domain/exact-json.ts';
import { DEFAULT_TERMS } from '../../domain/opportunity.ts';
import { createScanner } from '../../opportunities/scanner.ts';
import type { OpportunityPage, OpportunityRow } from '../../ports/opportunities.ts';
import { opportunityRecord } from './opportunity-record.ts';
import { paginationRecord } from './record-fields.ts';
import { writePage } from './written-page.ts';

const T0 = Date.UTC(2026, 10, 21, 7, 59, 55);

/** Serializes a page with the JSON encoder alone, for comparison with `writePage`. */
function encoded(page: OpportunityPage): string {
	return encodeExactJson({
		data: page.rows.map((row) => opportunityRecord(presentRecord(row))),
		pagination: paginationRecord(page.pagination),
		as_of: page.asOf,
	});
}

/** Returns a page from a random market with many unknown values. */
async function someRows(seed: number): Promise<OpportunityPage> {
	const world = createRandomMarket(seed, T0);
	const scanner = createScanner({
		market: world.market,
		clock: world.clock,
		...createScannerSources(world.clock, world.history),
		model: neutralCarryModel(),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: parseDecimal('5'),
		},
	});
	await world.pass(6_000);
	for (let count = 0; count < 30; count += 1) world.change();
	const query = {
		exchangepair: undefined,
		limit: 100,
		page: 1,
		sortby: 'net_apr',
		q: undefined,
		maxMinAmount: undefined,
	} as const;
	const page = await scanner.list({
		...query,
		order: 'best_first',
		isByCoin: false,
		coins: undefined,
		tradableOnly: false,
		verdict: undefined,
		terms: DEFAULT_TERMS,
	});
	scanner.close();
	return page;
}

test('a written page equals the text of the JSON encoder at any age of its records', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 1_000 }),
			fc.array(fc.integer({ min: -5, max: 2_000 }), { minLength: 2, maxLength: 4 }),
			async (seed, ages) => {
				const page = await someRows(seed);
				expect(page.rows.length).toBeGreaterThan(3);
				const records = page.rows.map(({ record }, index) =>
					index % 3 === 0 ? { ...record, ageMs: null } : record,
				);
				// Write the same records several times, each time at a different age.
				for (const passedMs of [0, ...ages]) {
					const rows = records.map((record): OpportunityRow => ({ record, passedMs }));
					expect(writePage({ ...page, rows })).toBe(encoded({ ...page, rows }));
				}
			},
		),
		{ numRuns: 15 },
	);
});

test('text inside a record is not mistaken for its age', async () => {
	const page = await someRows(1);
	const rows = page.rows.map(({ record }): OpportunityRow => {
		const message = 'It said "age_ms":77, and {"age_ms":78}.';
		return {
			record: { ...record, direction: '"age_ms":1', reasons: [{ field: 'a', code: 'B', message }] },
			passedMs: 5,
		};
	});
	expect(writePage({ ...page, rows })).toBe(encoded({ ...page, rows }));
	expect(writePage({ ...page, rows: [] })).toBe(encoded({ ...page, rows: [] }));
});
