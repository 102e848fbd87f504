/** Returns what a pot's plan is expected to earn, for the track record of forecasts. Pure. */
import { toNumber } from '../domain/decimal.ts';
import type { ChangeEvent, DecisionRecord } from '../ports/autopilot-store.ts';
import type { PlanForecast } from '../ports/plan-forecasts.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Returns the forecast of a decision; undefined without a plan or without its figures. A pot that makes all changes is
 * scored by its own profit. A plan that waits for a person or of which a part is skipped is scored by the funding of its
 * legs, like a plan that was only shown.
 */
export function forecastOfDecision(
	{ potId, at, plan }: DecisionRecord,
	events: readonly { readonly event: ChangeEvent }[],
): PlanForecast | undefined {
	if (plan === null || plan.netOnCapital === null) return undefined;
	const terms = factsAt(plan.knew.inputs, 'terms');
	const outcome = factsAt(plan.knew.inputs, 'outcome');
	const capital = figureAt(terms, 'capital');
	const horizonHours = figureAt(terms, 'horizonHours');
	const costPerYear = figureAt(outcome, 'costPerYear');
	if (capital === null || horizonHours === null || costPerYear === null) return undefined;
	const isFollowed = events.every(({ event: { kind } }) => kind !== 'suggested' && kind !== 'skipped');
	return {
		kind: isFollowed ? 'pot' : 'shown',
		ownerId: potId,
		at,
		horizonHours,
		capital,
		net: toNumber(plan.netOnCapital),
		low: figureAt(outcome, 'netOnCapitalLow'),
		high: figureAt(outcome, 'netOnCapitalHigh'),
		costPerYear,
		legs: plan.targets.map(({ venue, symbol, notional }) => ({
			exchange: venue,
			symbol,
			notional: toNumber(notional),
		})),
	};
}

function factsAt(facts: Facts, name: string): Facts {
	const found = facts[name];
	return typeof found === 'object' && found !== null ? (found as Facts) : {};
}

function figureAt(facts: Facts, name: string): number | null {
	const found = facts[name];
	return typeof found === 'number' ? found : null;
}
