/** Sums unexplained money across all accounts, for monitoring. Pure function. */
import { abs, toNumber } from '../domain/decimal.ts';
import type { AccountsReading } from '../ports/metrics.ts';
import type { AccountSnapshot } from './open-accounts.ts';

/**
 * Sums the unexplained amounts, USD. @param accounts the last snapshot of each active account, with the current state
 * of its bookings
 */
export function unexplainedOf(
	accounts: Iterable<{ readonly snapshot: AccountSnapshot | undefined; readonly activity: string }>,
): AccountsReading {
	const reading = { unexplainedUsd: 0, explained: 0, unexplained: 0, unsettled: 0 };
	for (const { snapshot, activity } of accounts) {
		// A wallet that was read before the latest bookings does not include them, so they would appear unexplained.
		const isCurrent = snapshot?.consistent === true && snapshot.activity === activity;
		const unexplained = isCurrent ? snapshot.identity.unexplained : null;
		if (unexplained === null) {
			reading.unsettled += 1;
			continue;
		}
		reading[unexplained === 0n ? 'explained' : 'unexplained'] += 1;
		reading.unexplainedUsd += toNumber(abs(unexplained));
	}
	return reading;
}
