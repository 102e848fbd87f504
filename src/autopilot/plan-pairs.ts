/** Finds the pairs that a pot may plan with: the best of the opportunity book, and those of the coins that it holds. */
import { fromInteger, mulDown } from '../domain/decimal.ts';
import { exchangePairs } from '../domain/exchange-pair.ts';
import type { CostTerms, Opportunity } from '../domain/opportunity.ts';
import { PLAN_HOURS } from '../planner/leg-worth.ts';
import type { PotHolding, PotSettings } from '../ports/autopilot.ts';
import type { OpportunityQuery } from '../ports/opportunities.ts';
import type { PlannerParts } from './planner-parts.ts';

/** Most opportunities of one exchange pair that a plan looks at, the best first. */
const PER_PAIR_MAX = 60;

/** Returns the records of the pairs at the plan's horizon. */
export async function planPairs(
	{ opportunities, clock }: Pick<PlannerParts, 'opportunities' | 'clock'>,
	settings: PotSettings,
	holdings: readonly PotHolding[],
): Promise<readonly Opportunity[]> {
	const terms: CostTerms = {
		amount: mulDown(settings.capital, settings.limits.coinShare),
		horizonHours: fromInteger(PLAN_HOURS),
		leverage: settings.leverage,
		mode: 'single-direct',
	};
	const heldCoins = [...new Set(holdings.map(({ coin }) => coin))];
	const allowed = settings.coinsAllowed ?? undefined;
	const found = new Map<string, Opportunity>();
	for (const { name } of exchangePairs(settings.exchanges))
		for (const coins of heldCoins.length === 0 ? [allowed] : [allowed, heldCoins]) {
			const { rows } = await opportunities.list(queryOf(name, coins, terms));
			for (const { record } of rows) found.set(record.opportunityId, record);
			await turn(clock);
		}
	return [...found.values()].filter(
		({ base }) => heldCoins.includes(base) || !settings.coinsDenied.includes(base),
	);
}

/** Lets other work run before the next step. */
export function turn({ after }: Pick<PlannerParts['clock'], 'after'>): Promise<void> {
	return new Promise((resolve) => {
		after(0, resolve);
	});
}

function queryOf(
	exchangepair: string,
	coins: readonly string[] | undefined,
	terms: CostTerms,
): OpportunityQuery {
	return {
		exchangepair,
		coins,
		terms,
		limit: PER_PAIR_MAX,
		page: 1,
		sortby: 'net_apr',
		order: 'best_first',
		isByCoin: false,
		q: undefined,
		tradableOnly: false,
		maxMinAmount: undefined,
		verdict: undefined,
	};
}
