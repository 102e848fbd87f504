/** Compares the yield of ended executions with the forecast at their opening. Pure functions. */
import { add, type Decimal, divTrunc, fromInteger, fromNumber, mulTrunc, ZERO } from '../domain/decimal.ts';
import { HOUR_MS, HOURS_PER_YEAR } from '../domain/funding.ts';
import { realizedOf } from '../domain/profit-steps.ts';
import type { PairForecast } from '../ports/forecasts.ts';
import { type ExecutionYield, YIELDS_MAX, type YieldHistory } from '../ports/performance.ts';
import type { ExecutionProfit } from './execution-profit.ts';

/** An ended execution that held a position. */
export type EndedProfit = ExecutionProfit & {
	readonly openedAt: number;
	readonly closedAt: number;
	readonly capitalTime: Decimal;
};

const YEAR_MS = fromInteger(HOURS_PER_YEAR * HOUR_MS);
const YEAR_HOURS = fromInteger(HOURS_PER_YEAR);
const TWO = fromInteger(2);
/** Shortest holding time with a yearly yield, ms. The costs of a shorter one would be multiplied to absurd rates. */
const HELD_MS_MIN = HOUR_MS;

/** Returns the executions that ended at or after `from` (milliseconds) and had a fill, newest end first. */
export function endedSince(executions: readonly ExecutionProfit[], from: number): readonly EndedProfit[] {
	return executions
		.filter(
			(one): one is EndedProfit =>
				one.openedAt !== undefined && one.closedAt !== undefined && one.closedAt >= from,
		)
		.sort((a, b) => b.closedAt - a.closedAt || (a.executionId < b.executionId ? -1 : 1));
}

/** Compares the executions with their forecasts, by execution id. A missing forecast was never stored. */
export function yieldHistory(
	ended: readonly EndedProfit[],
	forecasts: ReadonlyMap<string, PairForecast>,
): YieldHistory {
	let all = { realized: ZERO, capital: ZERO };
	let compared = { count: 0, realized: ZERO, capital: ZERO, forecast: ZERO };
	const executions: ExecutionYield[] = [];
	for (const one of ended) {
		const row = yieldOf(one, forecasts.get(one.executionId));
		if (executions.length < YIELDS_MAX) executions.push(row);
		if (row.realizedApr === null) continue;
		const capital = yearsOf(one.capitalTime);
		all = { realized: add(all.realized, row.realized), capital: add(all.capital, capital) };
		const netApr = row.forecast?.netApr ?? null;
		if (netApr !== null)
			compared = {
				count: compared.count + 1,
				realized: add(compared.realized, row.realized),
				capital: add(compared.capital, capital),
				forecast: add(compared.forecast, mulTrunc(netApr, capital)),
			};
	}
	return {
		count: ended.length,
		executions,
		realizedApr: rateOf(all.realized, all.capital),
		compared:
			compared.capital === 0n
				? null
				: {
						count: compared.count,
						realizedApr: divTrunc(compared.realized, compared.capital),
						forecastApr: divTrunc(compared.forecast, compared.capital),
					},
	};
}

function yieldOf(one: EndedProfit, forecast: PairForecast | undefined): ExecutionYield {
	const realized = realizedOf(one.total);
	return {
		executionId: one.executionId,
		symbol: one.symbol,
		exchangepair: one.exchangepair,
		openedAt: one.openedAt,
		closedAt: one.closedAt,
		invested: one.deployedPeak,
		realized,
		realizedApr:
			one.closedAt - one.openedAt < HELD_MS_MIN ? null : rateOf(realized, yearsOf(one.capitalTime)),
		forecast:
			forecast === undefined
				? null
				: { netApr: forecastApr(forecast, one.leverage), horizonHours: forecast.horizonHours },
	};
}

/**
 * Converts a forecast to a yearly rate on the invested capital. The forecast is a fraction of one leg's notional, and
 * the capital is the notional of both legs / leverage.
 */
function forecastApr({ expectedNet, horizonHours }: PairForecast, leverage: Decimal): Decimal | null {
	if (expectedNet === null) return null;
	const onCapital = divTrunc(mulTrunc(expectedNet, leverage), TWO);
	return divTrunc(mulTrunc(onCapital, YEAR_HOURS), fromNumber(horizonHours));
}

/** Converts USD × milliseconds to USD × years. */
function yearsOf(capitalTime: Decimal): Decimal {
	return divTrunc(capitalTime, YEAR_MS);
}

function rateOf(profit: Decimal, capitalYears: Decimal): Decimal | null {
	return capitalYears === 0n ? null : divTrunc(profit, capitalYears);
}
