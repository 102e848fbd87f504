/** Composes what the planner and the autopilot know about auto-deleveraging and money under way. */

import { openOwnTransfers } from '../accounts/own-transfers.ts';
import { markOwnMoves } from '../planner/margin-arrivals.ts';
import { createAdlRanks } from '../planner/service/adl-ranks.ts';
import { openPlannedTransfers } from '../planner/service/planned-transfers.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ReadAdlRank } from '../ports/margin-plan.ts';
import type { OwnTransferService } from '../ports/own-transfer-service.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { UserAccounts } from './compose-accounts.ts';
import type { Trading } from './compose-trading.ts';
import type { Stores } from './open-stores.ts';

/** Risks that plans and pots take into account. */
export type Risks = {
	readonly adlRankOf: ReadAdlRank;
	readonly transfers: PlannedTransfers;
	readonly ownTransfers: OwnTransferService;
};

type RiskParts = {
	readonly stores: Pick<Stores, 'ownTransfers' | 'plannedTransfers'>;
	readonly accounts: Pick<UserAccounts, 'book'>;
	readonly trading: Pick<Trading, 'execution' | 'session'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Opens the sources of risk. @throws Error if a store cannot be read */
export async function composeRisks({
	stores,
	accounts,
	trading,
	clock,
	random,
	log,
}: RiskParts): Promise<Risks> {
	const { executionService, snapshots } = trading.execution;
	const ownTransfers = await openOwnTransfers({
		store: stores.ownTransfers,
		accounts: accounts.book.all,
		session: trading.session,
		clock,
		random,
		log,
	});
	return {
		adlRankOf: createAdlRanks(executionService.accountCache, clock),
		ownTransfers,
		transfers: await openPlannedTransfers({
			store: stores.plannedTransfers,
			flowsOf: (userId) => markOwnMoves(snapshots.flowsOf(userId), ownTransfers.movedOf(userId)),
			clock,
			random,
		}),
	};
}
