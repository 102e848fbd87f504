/** Shows a pot to its owner: equity, profit, cash, decisions, and the shadow pot beside it. */
import { divDown, fromInteger, mulDown, parseDecimal } from '../domain/decimal.ts';
import type { Pot } from '../ports/autopilot.ts';
import { CASH_RATE_TEXT, type PotView } from '../ports/autopilot-service.ts';
import type { AutopilotState } from './parts.ts';
import { drawdownOf, equityOf } from './pot-equity.ts';
import { nextDaily } from './schedule.ts';

/** Most samples of equity that are shown, spread over the pot's life. */
const SAMPLES_MAX = 400;
const YEAR_MS = 365 * 86_400_000;
const CASH_RATE = parseDecimal(CASH_RATE_TEXT);

/** Reads a pot. @param decisions number of the latest decisions to show */
export async function viewOf(state: AutopilotState, pot: Pot, decisions: number): Promise<PotView> {
	const { store, books, book, clock } = state;
	const executionIds = book.executionsOf(pot.potId);
	const profit = await books.profit(executionIds);
	const now = clock.now();
	const ended = pot.state === 'stopped' ? pot.stateAt : now;
	const shadow = book.ofUser(pot.userId).find(({ shadowOf }) => shadowOf === pot.potId);
	return {
		pot,
		equity: equityOf(pot, profit),
		profit,
		drawdown:
			pot.state === 'running' && profit !== null
				? drawdownOf(pot, profit, await store.highestProfit(pot.potId, pot.stateAt))
				: null,
		cashProfit: divDown(
			mulDown(mulDown(pot.settings.capital, CASH_RATE), fromInteger(Math.max(0, ended - pot.createdAt))),
			fromInteger(YEAR_MS),
		),
		holdings: books.holdings(executionIds),
		executionIds,
		waits: state.waits.get(pot.potId) ?? null,
		nextDecisionAt: pot.state === 'running' ? nextDaily(pot.settings.decisionMinute, now) : null,
		decisions: decisions === 0 ? [] : await store.decisions(pot.potId, decisions),
		samples: await store.samples(pot.potId, pot.createdAt, SAMPLES_MAX),
		shadow:
			shadow === undefined
				? null
				: { potId: shadow.potId, profit: await books.profit(book.executionsOf(shadow.potId)) },
	};
}
