import { max, neg, ZERO } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks that the user's loss today is within the limit. An unknown profit fails, because it may be a loss. */
export function dailyLoss({ user, limits }: OpenFacts): readonly CheckRow[] {
	const { profitToday } = user;
	const bound = {
		check: 'daily_loss',
		code: 'RISK_LIMIT',
		text: CHECK_TEXT.dailyLoss,
	} as const;
	const loss = profitToday === null ? null : max(ZERO, neg(profitToday));
	return [atMost(bound, loss, limits.dailyLossMaxUsd)];
}
