/** Says in sentences what the service would do after a shock. Pure. */
import { ZERO } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { LIQUIDATION_LIMITS, liquidationStep } from '../domain/exit-liquidation.ts';
import type { LegRole } from '../domain/ids.ts';
import type { Reduction } from '../ports/margin-plan.ts';
import type { Shock, ShockedLeg } from '../ports/what-if.ts';
import type { Words } from '../sentences/sentence.ts';
import { emptyingMoves } from './margin-book.ts';
import { LEVEL_SHARES } from './margin-levels.ts';
import { MARGIN_TEXT } from './margin-text.ts';
import type { ShockExecution, ShockedAccount } from './shock-types.ts';

type Legs = { readonly long: ShockedLeg; readonly short: ShockedLeg };

const LEGS: readonly LegRole[] = ['long', 'short'];
const SIGMAS = 2;
const CENTS = 100;

/** Returns what happens to an execution, the first thing first. */
export function executionActions(
	execution: ShockExecution,
	legs: Legs,
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
	for (const leg of LEGS) {
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
	if (downAt !== undefined || long.isLiquidated || short.isLiquidated) return actions;
	const step = liquidationAction(execution, legs);
	if (step !== undefined) actions.push(step);
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

/** Returns the service's own response to legs near their liquidation; undefined if there is none. */
function liquidationAction(execution: ShockExecution, legs: Legs): Words | undefined {
	const distances = LEGS.flatMap((leg) => {
		const { distance } = legs[leg];
		const { entryDistance } = execution[leg];
		if (distance === null) return [];
		const left = entryDistance === null || entryDistance === 0 ? null : published(distance / entryDistance);
		return [{ leg, distance: published(distance), left }];
	});
	const { exitDistance } = execution;
	const limit = exitDistance === null ? null : published(exitDistance);
	// How often the pair was halved before is not known here, so this is the first response.
	const step = liquidationStep(distances, 0, limit, LIQUIDATION_LIMITS);
	if (step.kind === 'none') return undefined;
	const { leg, distance, left } = step.worst;
	const exchange = execution[leg].shownName;
	if (step.kind === 'close')
		return MARGIN_TEXT.exitRule({ leg, exchange, distance, limit: limit ?? distance });
	const facts = { leg, exchange, left: left ?? ZERO };
	return step.kind === 'shrink' ? MARGIN_TEXT.halves(facts) : MARGIN_TEXT.warnsNear(facts);
}
