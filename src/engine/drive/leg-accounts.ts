/** Assigns exchange accounts to a plan. */
import type { ExecutionPlan, LegPlan } from '../../domain/event.ts';
import { journalId } from '../../domain/ids.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';

/**
 * Returns the plan with the accounts that are in use now. A leg on the user's first account at a venue names no
 * account.
 */
export function onAccountsInUse<Plan extends ExecutionPlan>(
	plan: Plan,
	accounts: Pick<TradingAccounts, 'journalId'>,
): Plan {
	const named = (leg: LegPlan): LegPlan => {
		const account = accounts.journalId(plan.userId, leg.venue);
		return account === journalId(plan.userId, leg.venue) ? leg : { ...leg, account };
	};
	return { ...plan, legs: { long: named(plan.legs.long), short: named(plan.legs.short) } };
}
