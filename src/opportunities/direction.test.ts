import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { createRandomMarket } from '../../test/support/random-market.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { opportunityId } from '../domain/ids.ts';
import { DEFAULT_TERMS, DIRECTION_DEAD_BAND, type Opportunity } from '../domain/opportunity.ts';
import { DIRECTION_HOURS } from '../domain/verdict.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createScanner, type Scanner, type ScannerOptions } from './scanner.ts';

const T0 = Date.UTC(2026, 10, 21, 7, 30);
const SETTLES_AT = Date.UTC(2026, 10, 21, 8);
const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
/** Default terms at the horizon whose carry decides the direction. */
const DIRECTION_TERMS = { ...DEFAULT_TERMS, horizonHours: fromInteger(DIRECTION_HOURS) };
const LONG_BYBIT = opportunityId(bybit, kucoin);
const LONG_KUCOIN = opportunityId(kucoin, bybit);

function scannerOf(parts: Pick<ScannerOptions, 'market' | 'clock' | 'fundingHistory'>): Scanner {
	return createScanner({
		...parts,
		...createScannerSources(parts.clock, parts.fundingHistory),
		model: neutralCarryModel(),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(50),
		},
	});
}

async function listed(scanner: Scanner): Promise<readonly Opportunity[]> {
	const query = {
		exchangepair: undefined,
		limit: 100,
		page: 1,
		q: undefined,
		maxMinAmount: undefined,
		order: 'best_first',
		isByCoin: false,
		coins: undefined,
		tradableOnly: false,
		verdict: undefined,
	} as const;
	return (await scanner.list({ ...query, sortby: 'symbol', terms: DEFAULT_TERMS })).rows.map(
		({ record }) => record,
	);
}

/**
 * Creates a fixture with one coin on two venues. Each venue has settled at its own rate every eight hours for forty
 * days.
 */
async function fixture(settled: { readonly bybit: string; readonly kucoin: string } | undefined) {
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const clock = createVirtualClock(T0);
	const history = createHeldHistory();
	const scanner = scannerOf({ market, clock, fundingHistory: history });
	for (const [instrument, rate] of [
		[bybit, settled?.bybit],
		[kucoin, settled?.kucoin],
	] as const) {
		if (rate !== undefined)
			history.put(
				instrument.venue,
				instrument.symbol,
				Array.from({ length: 120 }, (_, index) => ({
					settledAt: SETTLES_AT - (index + 1) * 8 * HOUR_MS,
					rate: parseDecimal(rate),
				})),
			);
		market.list(instrument);
	}
	const pass = async (until: number): Promise<void> => {
		clock.after(until - clock.now(), () => {});
		while (await clock.advance(until));
	};
	await pass(T0);
	const estimate = (rates: { readonly bybit: string; readonly kucoin: string }): void => {
		for (const [instrument, rate] of [
			[bybit, rates.bybit],
			[kucoin, rates.kucoin],
		] as const)
			market.put(instrument, {
				ticker: tickerOf(instrument.symbol, '100', fundingOf(rate, 8, SETTLES_AT)),
				tickerReceivedAt: clock.now(),
				book: bookOf([['99.99', '100']], [['100.01', '100']]),
				bookReceivedAt: clock.now(),
			});
	};
	const only = async () => (await listed(scanner))[0] as Opportunity;
	return { clock, scanner, pass, estimate, only };
}

describe('the direction', () => {
	test('follows the carry expected over 30 days, not the current headline', async () => {
		// Each of the 89 later settlements is expected at about half of 3 bp. One negative settlement of 1 bp does
		// not outweigh them.
		const { estimate, only } = await fixture({ bybit: '0', kucoin: '0.0003' });
		estimate({ bybit: '0', kucoin: '0.0003' });
		expect(await only()).toMatchObject({
			opportunityId: LONG_BYBIT,
			anomalyDirection: false,
			anomalyReason: null,
		});
		estimate({ bybit: '0.0004', kucoin: '0.0003' });
		const record = await only();
		expect(record).toMatchObject({
			opportunityId: LONG_BYBIT,
			spread: parseDecimal('-0.0001'),
			anomalyDirection: true,
		});
		expect(textOf(record.anomalyReason ?? '')).toMatch(/funding expected over 30 days/);
		expect(record.reasons).toContainEqual({
			field: 'anomaly_direction',
			code: 'HEADLINE_NEGATIVE',
			message: record.anomalyReason,
		});
		// One settlement of 4 % outweighs all later ones.
		estimate({ bybit: '0.04', kucoin: '0.0003' });
		expect(await only()).toMatchObject({ opportunityId: LONG_KUCOIN, anomalyDirection: false });
		estimate({ bybit: '0', kucoin: '0.0003' });
		expect((await only()).opportunityId).toBe(LONG_BYBIT);
	});

	test('the record in the other direction is the one that is listed when that direction is current', async () => {
		// Inside the dead band the direction depends on earlier estimates, so equal inputs can have both directions.
		const kept = await fixture({ bybit: '0', kucoin: '0' });
		kept.estimate({ bybit: '0', kucoin: '0.0001' });
		const turned = await fixture({ bybit: '0', kucoin: '0' });
		turned.estimate({ bybit: '0.0001', kucoin: '0' });
		for (const { estimate } of [kept, turned]) estimate({ bybit: '0.00003', kucoin: '0' });
		expect([(await kept.only()).opportunityId, (await turned.only()).opportunityId]).toEqual([
			LONG_BYBIT,
			LONG_KUCOIN,
		]);
		const { scanner } = kept;
		expect(scanner.record(LONG_KUCOIN, DEFAULT_TERMS)).toBeUndefined();
		expect(scanner.record(LONG_KUCOIN, DEFAULT_TERMS, undefined, 'any')).toEqual(await turned.only());
		expect(scanner.record(LONG_BYBIT, DEFAULT_TERMS, undefined, 'any')).toEqual(await kept.only());
		expect(scanner.find(LONG_KUCOIN)).toBe('expired');
		expect(scanner.find(LONG_KUCOIN, 'any')).toEqual({ long: kucoin, short: bybit });
		expect(scanner.find(LONG_BYBIT, 'any')).toEqual({ long: bybit, short: kucoin });
		expect(scanner.find('opp_none', 'any')).toBe('unknown');
	});

	test('follows the headline inside the dead band, with half a basis point of hysteresis', async () => {
		// No later carry is expected, so the expected carry is that of the next settlement.
		const { estimate, only } = await fixture({ bybit: '0', kucoin: '0' });
		estimate({ bybit: '0', kucoin: '0.00004' });
		expect(await only()).toMatchObject({
			opportunityId: LONG_BYBIT,
			net: { expectedCarry: parseDecimal('0.00004') },
		});
		estimate({ bybit: '0.00004', kucoin: '0' });
		const kept = await only();
		expect(kept).toMatchObject({ opportunityId: LONG_BYBIT, anomalyDirection: true });
		expect(textOf(kept.anomalyReason ?? '')).toMatch(/only beyond half a basis point/);
		estimate({ bybit: '0.00005', kucoin: '0' });
		expect((await only()).opportunityId).toBe(LONG_KUCOIN);
		estimate({ bybit: '0', kucoin: '0.000049' });
		expect((await only()).opportunityId).toBe(LONG_KUCOIN);
		estimate({ bybit: '0', kucoin: '0.00005' });
		expect((await only()).opportunityId).toBe(LONG_BYBIT);
	});

	test('follows the headline without a history, and keeps its id while it does not reverse', async () => {
		const { estimate, only, scanner } = await fixture(undefined);
		for (const kucoinRate of ['0.0003', '0', '-0.00005', '0.01']) {
			estimate({ bybit: '0', kucoin: kucoinRate });
			expect((await only()).opportunityId).toBe(LONG_BYBIT);
		}
		estimate({ bybit: '0', kucoin: '-0.000051' });
		expect((await only()).opportunityId).toBe(LONG_KUCOIN);
		expect([scanner.find(LONG_BYBIT), scanner.find(LONG_KUCOIN)]).toEqual([
			'expired',
			{ long: kucoin, short: bybit },
		]);
	});

	test('is the better one and stable near a settlement, where both directions are expected to lose', async () => {
		// Long Bybit pays 1 bp now and receives 1.3 bp later, so it gains a little although its headline is negative.
		// The reverse direction would pay 1.3 bp. It cannot count on receiving the 1 bp, because that settlement is
		// too near the entry.
		const { estimate, only, pass, clock } = await fixture({ bybit: '0', kucoin: '0.000003' });
		const rates = { bybit: '0.0001', kucoin: '0' };
		await pass(SETTLES_AT - 30_000);
		const ids = new Map<number, string>();
		for (let at = SETTLES_AT - 30_000; at < SETTLES_AT + 30_000; at += 500) {
			await pass(at);
			for (let again = 0; again < 3; again += 1) {
				estimate(rates);
				const { opportunityId: id } = await only();
				expect(ids.get(at) ?? id).toBe(id);
				ids.set(at, id);
			}
		}
		expect(clock.now()).toBe(SETTLES_AT + 29_500);
		const turns = [...ids.values()].filter((id, index, all) => index > 0 && id !== all[index - 1]);
		expect(turns).toEqual([LONG_BYBIT]);
	});

	test('depends on current inputs, not on how often they are read', async () => {
		let near = 0;
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
				const world = createRandomMarket(seed, SETTLES_AT - 70_000);
				const scanner = scannerOf({ ...world, fundingHistory: world.history });
				for (let step = 0; step < 10; step += 1) {
					for (let count = world.random.below(10); count >= 0; count -= 1) world.change();
					await world.pass(world.pick([100, 5_000, 20_000]));
					world.receiveAll();
					const records = await listed(scanner);
					world.receiveAll();
					world.receiveAll();
					const again = await listed(scanner);
					expect(again.map(({ opportunityId: id }) => id)).toEqual(
						records.map(({ opportunityId: id }) => id),
					);
					for (const { opportunityId: id, spread, guards } of records) {
						const carry = scanner.record(id, DIRECTION_TERMS)?.net.expectedCarry ?? null;
						if (guards.includes('SETTLEMENT_NEAR')) near += 1;
						else if (carry !== null) {
							expect(carry).toBeGreaterThan(-DIRECTION_DEAD_BAND);
							if (carry < DIRECTION_DEAD_BAND) expect(spread).toBeGreaterThanOrEqual(-DIRECTION_DEAD_BAND);
						}
					}
				}
				scanner.close();
			}),
			{ numRuns: 25 },
		);
		expect(near).toBeGreaterThan(50);
	});
});
