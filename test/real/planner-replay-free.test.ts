/** Replays the planner over the recorded year with margin wherever it is needed. */
import { expect, test } from 'vitest';
import { documentedRows, monthPot, plannerPot, playPot, potFigures, potRow } from './planner-replay.ts';

/** Goals of the design, % of G a year. The pure planner nets 3.8 and 3.6 under the scorer's definitions. */
const NET = 3.4;
const LATE_NET = 3.2;
/** Lead over the 30-day rule with ten places in the same pot, first come, % of G a year. */
const LEAD = 0.3;
/** Legs a year. */
const TURNOVER_MAX = 13;
/** % of G. */
const DRAWDOWN_MAX = 0.35;
/** One order is in flight at a time, ms. */
const UNHEDGED_MS_MAX = 1_000;

test('the planner reaches its goals through the whole service, and rolls legs without a lone one', async () => {
	const pot = await playPot('binance_bybit_hyperliquid', plannerPot('free', 0.1));
	const rival = await playPot('binance_bybit_hyperliquid', monthPot('free'));
	const figures = potFigures(pot, rival);
	const rows = [
		potRow('planner, no margin limit', pot, figures),
		potRow('30-day rule, first come, no margin limit', rival, potFigures(rival)),
	];
	console.log(rows.join('\n'), pot.refusals, rival.refusals);
	expect(figures.net.value).toBeGreaterThanOrEqual(NET);
	expect(figures.late.value).toBeGreaterThanOrEqual(LATE_NET);
	expect(figures.lead?.value).toBeGreaterThanOrEqual(LEAD);
	expect(pot.turnover).toBeLessThanOrEqual(TURNOVER_MAX);
	expect(pot.drawdown).toBeLessThanOrEqual(DRAWDOWN_MAX);
	expect(pot.rolls).toBeGreaterThan(0);
	expect(pot.unhedgedMs).toBeLessThanOrEqual(UNHEDGED_MS_MAX);
	expect(pot.refusals).toEqual([]);
	expect(documentedRows()).toEqual(expect.arrayContaining(rows));
});
