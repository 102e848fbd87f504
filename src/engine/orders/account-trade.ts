/** Tells the account services which trades are open on an exchange account. */
import { isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { legJournalId, openExecutionsOf } from '../../domain/user-executions.ts';
import type { AccountTrade } from '../../ports/exchange-accounts.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import type { Openings } from '../drive/openings.ts';
import type { StreamWatch } from '../drive/stream-watch.ts';
import type { Controls } from './controls.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];

/**
 * Creates the view of the open executions on an account, so that an account with open executions is not disconnected.
 */
export function createAccountTrade(options: {
	readonly driver: Pick<ExecutionDriver, 'statesOf' | 'onChange'>;
	readonly openings: Pick<Openings, 'isUnderWay'>;
	readonly controls: Pick<Controls, 'enforceHalts'>;
	readonly streams: Pick<StreamWatch, 'silent'>;
	/** Books every settlement that the venues have recorded for the execution. */
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
}): AccountTrade {
	const { driver } = options;
	return {
		openOn: (userId, venue) =>
			openExecutionsOf(driver.statesOf(userId), userId).flatMap((state) =>
				LEGS.filter((leg) => legPlan(state, leg).venue === venue).map((leg) => ({
					executionId: state.plan.executionId,
					journalId: legJournalId(state.plan, leg),
				})),
			),
		isOpening: options.openings.isUnderWay,
		closeLeaving() {
			options.controls.enforceHalts();
		},
		async settle(userId, venue) {
			const there = driver
				.statesOf(userId)
				.filter((state) => LEGS.some((leg) => legPlan(state, leg).venue === venue));
			await Promise.allSettled(there.map(({ plan }) => options.sweepFunding(plan.executionId)));
		},
		streamSilentSince: (userId, venue) => options.streams.silent(userId, venue)?.since ?? null,
		onEnded: (listener) =>
			driver.onChange((state) => {
				if (isEnded(state)) listener(state.plan.userId);
			}),
	};
}
