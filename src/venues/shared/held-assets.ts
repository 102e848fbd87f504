/**
 * Which assets beside USDT an account is asked for where the venue tells of one at a time: those that it holds with every
 * read, the others now and then, so that a balance costs one request where there is nothing else.
 */

import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BalanceReport } from '../../ports/venue.ts';

/** An asset that the account did not hold is asked for again after so long, milliseconds. */
const CHECK_AGAIN_MS = 30_000;

/** Remembers which of the assets the account holds; one that was absent is due again after 30 s. */
export function createHeldAssets(assets: readonly string[], clock: Clock) {
	/** When each was last found not to be held. */
	const absentAt = new Map<string, number>();
	return {
		toAsk: (): readonly string[] =>
			assets.filter((asset) => clock.monotonic() - (absentAt.get(asset) ?? -Infinity) >= CHECK_AGAIN_MS),
		/** What has moved may be held now. */
		noteFlows(flows: readonly ExternalFlowReport[]): void {
			for (const flow of flows) absentAt.delete(flow.asset);
		},
		note(asked: readonly string[], report: BalanceReport): void {
			for (const asset of asked) {
				if (report.otherAssets.some((held) => held.asset === asset)) absentAt.delete(asset);
				else absentAt.set(asset, clock.monotonic());
			}
		},
	};
}
