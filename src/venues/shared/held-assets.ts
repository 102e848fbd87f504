/**
 * Selects which assets to read in addition to USDT, at exchanges that return one asset per request. Assets that the
 * account holds are read every time, the rest every 30 s. An account that holds only USDT therefore usually needs one
 * request.
 */

import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BalanceReport } from '../../ports/venue.ts';

/** Pause before an absent asset is read again, milliseconds. */
const CHECK_AGAIN_MS = 30_000;

/** Remembers which of the assets the account holds. An asset that it does not hold is due again after 30 s. */
export function createHeldAssets(assets: readonly string[], clock: Clock) {
	/** Time when each asset was last found absent, by the monotonic clock. */
	const absentAt = new Map<string, number>();
	return {
		toAsk: (): readonly string[] =>
			assets.filter((asset) => clock.monotonic() - (absentAt.get(asset) ?? -Infinity) >= CHECK_AGAIN_MS),
		/** Makes each asset in these flows due for an immediate read, because the account may hold it now. */
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
