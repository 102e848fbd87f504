/** Compares estimates in doubles with a second computation in exact decimals, on random markets. */
import { expect, test } from 'vitest';
import { exactFigures } from '../../test/support/exact-figures.ts';
import { isNear } from '../../test/support/near.ts';
import { createRandomMarket, type RandomMarket } from '../../test/support/random-market.ts';
import { PRIOR_CARRY_MODEL } from '../domain/carry-prior.ts';
import { type Decimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { type CostTerms, DEFAULT_TERMS } from '../domain/opportunity.ts';
import { createExpectations } from './expectations.ts';
import { blockingGuards } from './guards.ts';
import { readPair } from './pair-reading.ts';
import { createPassedLookup } from './passed-settlement.ts';
import { opportunityOf, type RecordInputs } from './record.ts';
import { coinsOfQuantity } from './trade-cost.ts';

const MARKETS = 150;
const STARTS = ['08:30:00', '07:59:20', '08:00:03', '23:59:50'];
const LIMITS = {
	tickerStaleMs: 5_000,
	bookStaleMs: 4_000,
	maxAmountSlippageBps: fromInteger(15),
	stressMovePct: fromInteger(10),
	tooGoodApr: parseDecimal('4.38'),
};

function termsOf(world: RandomMarket): CostTerms {
	const horizon = world.pick([undefined, undefined, '1', '1.1', '8', '72', '100', '720', '2160']);
	return {
		...DEFAULT_TERMS,
		amount: parseDecimal(world.pick(['1000', '0.5', '250.5', '250', '300', '2500', '100', '400'])),
		leverage: parseDecimal(world.pick(['1', '1.5', '3'])),
		horizonHours: horizon === undefined ? undefined : parseDecimal(horizon),
	};
}

/** Lists every pair of one coin's instruments on two exchanges, in both directions. */
async function pairsOf(world: RandomMarket): Promise<readonly RecordInputs[]> {
	const { market, history, clock } = world;
	const expectations = createExpectations({ history, clock, model: PRIOR_CARRY_MODEL, onChange() {} });
	const passed = createPassedLookup(history);
	const all = [...market.inputs()].map((inputs) => ({
		...inputs,
		status: market.status(inputs.instrument.venue),
	}));
	const pairs = all.flatMap((first) =>
		all
			.filter(
				({ instrument: { venue, coin } }) => coin === first.instrument.coin && venue > first.instrument.venue,
			)
			.map((second) => ({
				key: `${instrumentKey(first.instrument)} ${instrumentKey(second.instrument)}`,
				first,
				second,
			})),
	);
	for (const { key, first, second } of pairs)
		expectations.add({ key, first: first.instrument, second: second.instrument });
	await world.pass(0);
	const now = clock.now();
	const found = pairs.flatMap(({ key, first, second }) =>
		[true, false].map((firstIsLong): RecordInputs => {
			const [long, short] = firstIsLong ? [first, second] : [second, first];
			return {
				opportunityId: key,
				long,
				short,
				firstIsLong,
				expectation: expectations.of(key),
				passed: { long: passed.of(long, now), short: passed.of(short, now) },
				basis: {
					mean: world.pick([0, 0.0002, -0.0013]),
					sd: 0.0003,
					count: world.pick([4, 60, 60, 60]),
					spanMs: 1,
				},
				now,
				limits: LIMITS,
				quoteRate: market.quoteRate,
			};
		}),
	);
	expectations.close();
	return found;
}

function expectNear(
	shown: Readonly<Record<string, Decimal | null>>,
	exact: Readonly<Record<string, Decimal | null>>,
	kind: 'figure' | 'difference',
	name: string,
): void {
	for (const [field, value] of Object.entries(exact))
		expect(
			isNear(shown[field] ?? null, value, kind),
			`${field} of ${name}: ${shown[field]} for ${value}`,
		).toBe(true);
}

test('a record equals an exact computation, for any market and terms', async () => {
	const seen = { records: 0, nets: 0, trades: 0, thin: 0 };
	for (let seed = 0; seed < MARKETS; seed += 1) {
		const start = STARTS[seed % STARTS.length] as string;
		const world = createRandomMarket(seed, Date.parse(`2026-11-21T${start}Z`));
		await world.pass(world.pick([100, 5_000]));
		world.receiveAll();
		for (const inputs of await pairsOf(world)) {
			const terms = termsOf(world);
			const record = opportunityOf(inputs, terms);
			const areApart = record.guards.includes('PRICE_MISMATCH');
			const exact = exactFigures(inputs, terms, areApart);
			const name = `${inputs.opportunityId}, seed ${seed}`;
			const { net } = record;
			const shown = { ...record, ...net, ...net.cost } as unknown as Record<string, Decimal | null>;
			expectNear(shown, exact.figures, 'figure', name);
			expectNear(shown, exact.differences, 'difference', name);
			const pair = readPair(inputs);
			const figures = pair.at(terms);
			expect(
				{
					horizonHours: net.horizonHours,
					minAmount: record.minAmount,
					maxAmount: record.maxAmount,
					quantity: Number.isNaN(figures.quantity) ? null : coinsOfQuantity(pair, figures),
					isBookWhole: record.maxAmount !== null && pair.size.isBookWhole(),
				},
				name,
			).toEqual(exact.equal);
			// The record's guards and the figure by which lists are filtered agree.
			expect(figures.isTradable, name).toBe(blockingGuards(record).length === 0);
			seen.records += 1;
			if (net.expectedNet !== null) seen.nets += 1;
			if (net.verdict === 'trade') seen.trades += 1;
			if (record.guards.includes('THIN_BOOK')) seen.thin += 1;
		}
	}
	expect(seen.records).toBeGreaterThan(3_000);
	expect(seen.nets).toBeGreaterThan(100);
	expect(seen.trades).toBeGreaterThan(5);
	expect(seen.thin).toBeGreaterThan(50);
});
