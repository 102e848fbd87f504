/** Says in sentences what the service would do after a shock. Pure. */
import { published } from '../domain/estimate.ts';
import type { Reduction } from '../ports/margin-plan.ts';
import type { Shock, ShockedLeg } from '../ports/what-if.ts';
import type { Words } from '../sentences/sentence.ts';
import { emptyingMoves } from './margin-book.ts';
import { LEVEL_SHARES } from './margin-levels.ts';
import { MARGIN_TEXT } from './margin-text.ts';
import type { ShockExecution, ShockedAccount } from './shock-types.ts';

const SIGMAS = 2;
const CENTS = 100;

/** Returns what happens to an execution, the first thing first. */
export function executionActions(
	execution: ShockExecution,
	legs: { readonly long: ShockedLeg; readonly short: ShockedLeg },
	{ down }: Shock,
	reductions: readonly Reduction[],
	accounts: readonly ShockedAccount[],
): readonly Words[] {
	const { long, short } = legs;
	if (long.isLiquidated && short.isLiquidated) return [MARGIN_TEXT.liquidatedBoth()];
	const downAt = [execution.long, execution.short].find(({ exchange }) => exchange === down?.exchange);
	const actions: Words[] = [];
	if (down !== null && downAt !== undefined)
		actions.push(MARGIN_TEXT.cannotAct({ exchange: downAt.shownName, hours: down.hours }));
	for (const leg of ['long', 'short'] as const) {
		const other = leg === 'long' ? 'short' : 'long';
		if (legs[leg].isLiquidated)
			actions.push(
				MARGIN_TEXT.liquidatedLeg({
					leg,
					exchange: execution[leg].shownName,
					other: execution[other].shownName,
				}),
			);
	}
	if (long.isLiquidated || short.isLiquidated) return actions;
	const exit = exitAction(execution, legs);
	if (exit !== undefined) return [...actions, exit];
	for (const { notional, exchange } of reductions.filter(
		(one) => one.executionId === execution.executionId,
	)) {
		const shown = accounts.find(({ account }) => account.exchange === exchange)?.account.shownName;
		actions.push(
			MARGIN_TEXT.reduces({
				exchange: shown ?? exchange,
				notional: published(Math.round(notional * CENTS) / CENTS),
			}),
		);
	}
	return actions.length === 0 ? [MARGIN_TEXT.nothing()] : actions;
}

/** Returns what the service would say about an exchange. @param sigma hourly, of its positions; null if unknown */
export function exchangeActions(
	{ account, after, levels }: ShockedAccount,
	{ down }: Shock,
	sigma: number | null,
): readonly Words[] {
	const exchange = account.shownName;
	const actions: Words[] = [];
	if (down?.exchange === account.exchange && sigma !== null && after.positions.length > 0) {
		const move = Math.expm1(SIGMAS * sigma * Math.sqrt(down.hours));
		const { fall, rise } = emptyingMoves(after);
		const isAtRisk = (fall !== null && -fall <= move) || (rise !== null && rise <= move);
		const facts = { exchange, hours: down.hours, move };
		actions.push(isAtRisk ? MARGIN_TEXT.downAtRisk(facts) : MARGIN_TEXT.downSafe(facts));
	}
	switch (levels.after) {
		case 'ok':
			break;
		case 'watch':
			actions.push(MARGIN_TEXT.levelWatch({ exchange, limit: LEVEL_SHARES.watch }));
			break;
		case 'transfer':
			actions.push(MARGIN_TEXT.levelTransfer({ exchange, limit: LEVEL_SHARES.transfer }));
			break;
		case 'reduce':
			actions.push(MARGIN_TEXT.levelReduce({ exchange, limit: LEVEL_SHARES.reduce }));
			break;
	}
	return actions.length === 0 ? [MARGIN_TEXT.nothing()] : actions;
}

function exitAction(
	{ exitDistance, ...execution }: ShockExecution,
	legs: { readonly long: ShockedLeg; readonly short: ShockedLeg },
): Words | undefined {
	if (exitDistance === null) return undefined;
	for (const leg of ['long', 'short'] as const) {
		const { distance } = legs[leg];
		if (distance === null || distance >= exitDistance) continue;
		const exchange = execution[leg].shownName;
		return MARGIN_TEXT.exitRule({ leg, exchange, distance, limit: exitDistance });
	}
	return undefined;
}
