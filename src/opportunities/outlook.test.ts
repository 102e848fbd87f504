/** Tests that the scanner forecasts two legs in the direction of a position, whatever the pair's current direction. */
import { expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createScanner } from './scanner.ts';

const NOW = Date.UTC(2026, 10, 21, 7, 30);
const SETTLES_AT = Date.UTC(2026, 10, 21, 8);
const HOURS_PER_YEAR = 8_760;
const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });

/**
 * Creates a fixture with one coin, for which Bybit has settled at 1 bp and KuCoin at 4 bp every eight hours for forty
 * days.
 */
async function createFixture(isListed = true) {
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const clock = createVirtualClock(NOW);
	const history = createHeldHistory();
	const scanner = createScanner({
		market,
		clock,
		...createScannerSources(clock, history),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(50),
		},
	});
	for (const [instrument, rate] of [
		[bybit, '0.0001'],
		[kucoin, '0.0004'],
	] as const) {
		if (!isListed) continue;
		const settled = Array.from({ length: 120 }, (_, index) => ({
			settledAt: SETTLES_AT - (index + 1) * 8 * HOUR_MS,
			rate: parseDecimal(rate),
		}));
		history.put(instrument.venue, instrument.symbol, settled);
		market.list(instrument);
		market.put(instrument, {
			ticker: tickerOf(instrument.symbol, '100', fundingOf(rate, 8, SETTLES_AT)),
			tickerReceivedAt: NOW,
			book: bookOf([['99.99', '100']], [['100.01', '100']]),
			bookReceivedAt: NOW,
		});
	}
	clock.after(0, () => {});
	while (await clock.advance(NOW));
	return scanner;
}

test('the outlook has the sign of the held direction', async () => {
	const scanner = await createFixture();
	const paying = scanner.outlook(bybit, kucoin);
	const losing = scanner.outlook(kucoin, bybit);
	if ('unknown' in paying || 'unknown' in losing) throw new Error('Both are known.');
	expect(paying.monthMean).toBeCloseTo((0.0003 / 8) * HOURS_PER_YEAR, 9);
	expect(losing.monthMean).toBe(-paying.monthMean);
	expect(paying.expectedMonth).toBeGreaterThan(0);
	expect(losing.expectedMonth).toBeLessThan(0);
	expect(paying.monthSd).toBeGreaterThan(0);
	expect(losing.monthSd).toBe(paying.monthSd);
	expect(paying.forbiddenBy).toEqual([]);
	expect([paying.expected, paying.sd]).toEqual([paying.expectedMonth, paying.monthSd]);
	expect(scanner.expectedCarry(bybit, kucoin, 720 * HOUR_MS)).toEqual({ carry: paying.expectedMonth });
});

test('the outlook over a horizon grows with it', async () => {
	const scanner = await createFixture();
	const [week, month, quarter] = [168, 720, 2_160].map((hours) => scanner.outlook(bybit, kucoin, hours));
	if (!week || !month || !quarter || 'unknown' in week || 'unknown' in month || 'unknown' in quarter)
		throw new Error('All are known.');
	expect(scanner.expectedCarry(bybit, kucoin, 168 * HOUR_MS)).toEqual({ carry: week.expected });
	expect(week.expected).toBeLessThan(month.expected);
	expect(month.expected).toBeLessThan(quarter.expected);
	expect(quarter.sd).toBeCloseTo(3 * month.sd, 12);
	expect(quarter.expectedMonth).toBe(month.expectedMonth);
});

test('an unlisted pair has a reason instead of an outlook', async () => {
	const scanner = await createFixture(false);
	expect(scanner.outlook(bybit, kucoin)).toHaveProperty(
		'unknown.text',
		expect.stringMatching(/not on the list/),
	);
});
