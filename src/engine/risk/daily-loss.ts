import { formatDecimal, max, neg, ZERO } from '../../domain/decimal.ts';
import { atMost, type CheckRow, type RowWords } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** Nothing more is opened on a day that has cost the user this much. A profit that is not known may be a loss. */
export function dailyLoss({ user, limits }: OpenFacts): readonly CheckRow[] {
	const { profitToday } = user;
	const bound = {
		check: 'daily_loss',
		code: 'RISK_LIMIT',
		meaning: 'USD lost since 00:00 UTC, realised and unrealised, at most',
	} as const;
	const row = atMost(
		bound,
		profitToday === null ? null : max(ZERO, neg(profitToday)),
		limits.dailyLossMaxUsd,
	);
	if (profitToday !== null) return [row];
	const words = (): RowWords => ({
		...row.words(),
		message: `daily_loss: was unknown, because the mark of an open leg is not known now; limit ${formatDecimal(limits.dailyLossMaxUsd)} USD.`,
	});
	return [{ ...row, words }];
}
