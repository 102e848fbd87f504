import { expect, test } from 'vitest';
import {
	bookOf,
	freshStatus,
	fundingOf,
	HOUR_MS,
	inputsOf,
	instrumentOf,
	tickerOf,
	unknownRate,
} from '../../test/support/hand-driven-market.ts';
import { NO_BASIS } from '../../test/support/no-basis.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { readPair } from './pair-reading.ts';
import { settlementSchedule } from './schedule.ts';

test('values a settlement at the price on which its venue pays: mark, or the oracle on Hyperliquid', () => {
	const now = Date.UTC(2026, 10, 21, 8, 30);
	const leg = (venue: string) => {
		const listed = instrumentOf(venue, 'SOL');
		const prices = { mark: parseDecimal('101'), index: parseDecimal('99') };
		return {
			...inputsOf(listed, {
				ticker: tickerOf(listed.symbol, '100', fundingOf('0.001', 1, now + HOUR_MS / 2), prices),
				tickerReceivedAt: now,
				book: bookOf([['99.99', '100']], [['100.01', '100']]),
				bookReceivedAt: now,
			}),
			status: freshStatus(venue),
		};
	};
	const inputs = {
		opportunityId: 'opp_1',
		long: leg('bybit'),
		short: leg('hyperliquid'),
		firstIsLong: true,
		expectation: { unknown: 'No history is known.' },
		passed: { long: undefined, short: undefined },
		basis: NO_BASIS,
		now,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
		},
		quoteRate: unknownRate,
	};
	const terms = {
		amount: fromInteger(1_000),
		horizonHours: fromInteger(1),
		leverage: fromInteger(1),
		mode: 'single-direct',
	};
	const pair = readPair(inputs);
	const schedule = settlementSchedule(inputs, pair, pair.at(terms), terms, { long: [], short: [] });
	// Each leg has 5 coins at 0.1 %: the long leg pays on a price of 101, the short leg receives on 99.
	const cash = schedule.rows.map(({ exchange, expectedCash: value }) => [
		exchange,
		value === null ? null : formatDecimal(value),
	]);
	expect(cash).toEqual([
		['bybit', '-0.505'],
		['hyperliquid', '0.495'],
	]);
});
