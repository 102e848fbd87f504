/**
 * Tests the service on simulated exchanges that replay the recorded year. CARRYWIRE_TEST_DATA names the directory
 * with the recordings.
 */
import { expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { openExchangeRecords } from '../e2e/exchange-records.ts';
import { openFixture, VENUES } from '../e2e/fixture.ts';
import {
	allOpportunities,
	closeAndEnd,
	hedgedSize,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
} from '../e2e/trading.ts';
import type { Opportunity } from '../e2e/wire.ts';

const AMOUNT_USD = 1_000;
/** Number of coins in the recordings of both Binance and Bybit. */
const COINS = 21;

test('offers the 21 recorded coins, and opens and closes one', async () => {
	const historyDir = process.env.CARRYWIRE_TEST_DATA;
	if (historyDir === undefined) {
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	}
	await using fixture = openFixture();
	const service = await fixture.serve('--history', historyDir);
	expect(new Set((await allOpportunities(service)).map(({ base }) => base)).size).toBe(COINS);
	const { historySource } = await fixture.admin<{ historySource: string }>('kucoin', 'GET', '/status');
	expect(historySource).toMatch(/binance/i);

	const token = await fixture.token('arb:read arb:trade');
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	const { opened, execution } = await openAndRun(service, token, opportunity as Opportunity, {
		amount: AMOUNT_USD,
	});
	expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
	await using words = await openExchangeRecords(fixture);
	for (const venue of VENUES) expect((await words[venue].positions()).size).toBe(1);
	await closeAndEnd(service, token, opened.execution_id);
	for (const venue of VENUES) expect((await words[venue].positions()).size).toBe(0);
	const { accounts } = await quietPortfolio(service, token);
	expect(accounts.map(({ unexplained }) => unexplained)).toEqual([ZERO, ZERO]);
});
