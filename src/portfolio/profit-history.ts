/** Sums the realized profit of a user's executions by day, coin and exchange pair. Pure functions. */
import { add, type Decimal, ZERO } from '../domain/decimal.ts';
import { addParts, NO_PROFIT, type ProfitParts, realizedOf } from '../domain/profit-steps.ts';
import type { ProfitGroup, ProfitHistory } from '../ports/performance.ts';
import { drawdownOf } from './equity-series.ts';
import type { ExecutionProfit } from './execution-profit.ts';

/**
 * Sums the profit of the UTC days from `from` on. Every execution counts, open or ended, so days, coins and pairs
 * have the same sum. @param from start of a UTC day, milliseconds
 */
export function profitHistory(executions: readonly ExecutionProfit[], from: number): ProfitHistory {
	const days = new Map<number, ProfitParts>();
	const byCoin = new Map<string, ProfitGroup>();
	const byPair = new Map<string, ProfitGroup>();
	let before = ZERO;
	let total = NO_PROFIT;
	for (const { coin, exchangepair, days: own } of executions) {
		let inRange: ProfitParts | undefined;
		for (const [day, parts] of own)
			if (day < from) before = add(before, realizedOf(parts));
			else {
				days.set(day, addParts(days.get(day) ?? NO_PROFIT, parts));
				inRange = addParts(inRange ?? NO_PROFIT, parts);
			}
		if (inRange === undefined) continue;
		total = addParts(total, inRange);
		addTo(byCoin, coin, inRange);
		addTo(byPair, exchangepair, inRange);
	}
	const rows = [...days]
		.sort(([a], [b]) => a - b)
		.map(([day, parts]) => ({ day, ...parts, realized: realizedOf(parts) }));
	return {
		from,
		before,
		realized: realizedOf(total),
		days: rows,
		byCoin: sorted(byCoin).map(([coin, group]) => ({ coin, ...group })),
		byPair: sorted(byPair).map(([exchangepair, group]) => ({ exchangepair, ...group })),
		drawdown: realizedDrawdown(before, rows),
	};
}

function addTo(groups: Map<string, ProfitGroup>, name: string, parts: ProfitParts): void {
	const present = groups.get(name);
	const sums = addParts(present ?? NO_PROFIT, parts);
	groups.set(name, { ...sums, realized: realizedOf(sums), executions: (present?.executions ?? 0) + 1 });
}

function sorted(groups: ReadonlyMap<string, ProfitGroup>): readonly (readonly [string, ProfitGroup])[] {
	return [...groups].sort(
		([nameA, a], [nameB, b]) =>
			Number(b.realized > a.realized) - Number(b.realized < a.realized) || (nameA < nameB ? -1 : 1),
	);
}

function realizedDrawdown(
	before: Decimal,
	days: readonly { readonly realized: Decimal }[],
): ProfitHistory['drawdown'] {
	let sum = before;
	const ends = days.map(({ realized }) => {
		sum = add(sum, realized);
		return sum;
	});
	const { max, current } = drawdownOf([before, ...ends]) ?? { max: ZERO, current: ZERO };
	return { max, current };
}
