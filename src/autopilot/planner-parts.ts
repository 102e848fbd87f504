/** Defines what the planner of pots needs of the rest of the service. */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Market } from '../ports/market.ts';
import type { PriceMoves } from '../ports/mid-samples.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { Words } from '../sentences/sentence.ts';

/** Margin that an account can still use, USD. */
export type Balance = { readonly available: Decimal };

/** Dependencies of the planner of pots. */
export type PlannerParts = {
	readonly opportunities: Pick<OpportunityBook, 'list'>;
	readonly funding: Pick<FundingHistory, 'settled'>;
	readonly market: Pick<Market, 'get' | 'status'>;
	readonly moves: PriceMoves;
	readonly solver: PlanSolver;
	/** Reads an account's balance, USD, at most a few seconds old. Rejects if no account is connected or none answers. */
	readonly readBalance: (userId: string, venue: VenueName) => Promise<Balance>;
	/** True if a guard blocks openings of this opportunity. */
	readonly isBlocked: (record: Opportunity) => boolean;
	readonly haltOf: (userId: string, exchanges: readonly VenueName[]) => Words | undefined;
	readonly clock: Clock;
};

/** The planner's dependencies, with the balances of the pot's accounts at the time of the plan. */
export type PlanningParts = PlannerParts & { readonly balances: ReadonlyMap<VenueName, Balance> };
