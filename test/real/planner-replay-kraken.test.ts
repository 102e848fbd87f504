/** Replays the planner over the recorded year with Kraken, with margin wherever it is needed. */
import { expect, test } from 'vitest';
import { documentedRows, plannerPot, playPot, potFigures, potRow } from './planner-replay.ts';

/** Goal of the design, % of G a year. The pure planner nets 4.2 under the scorer's definitions. */
const NET = 3.4;
/** Fee that the scorer assumes for Kraken, basis points. Orders of a replay take. */
const KRAKEN_FEES_BP = { taker: 5, maker: 2 };

test('the planner reaches its goal through the whole service with Kraken', async () => {
	const pot = await playPot('seven_venues', {
		...plannerPot('free', 0.3),
		exchanges: ['binance', 'bybit', 'hyperliquid', 'kraken'],
		feesBp: { kraken: KRAKEN_FEES_BP },
	});
	const figures = potFigures(pot);
	const row = potRow('planner with Kraken, no margin limit', pot, figures);
	console.log(row, pot.refusals);
	expect(figures.net.value).toBeGreaterThanOrEqual(NET);
	expect(pot.refusals).toEqual([]);
	expect(documentedRows()).toContain(row);
});
