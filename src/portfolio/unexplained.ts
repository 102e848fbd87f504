/** How much money on all accounts nothing explains, for whoever watches the service. Pure. */
import { abs, toNumber } from '../domain/decimal.ts';
import type { AccountsReading } from '../ports/metrics.ts';
import type { AccountSnapshot } from './open-accounts.ts';

/** @param accounts the last snapshot of each account in use, with what is booked on it now */
export function unexplainedOf(
	accounts: Iterable<{ readonly snapshot: AccountSnapshot | undefined; readonly activity: string }>,
): AccountsReading {
	const reading = { unexplainedUsd: 0, explained: 0, unexplained: 0, unsettled: 0 };
	for (const { snapshot, activity } of accounts) {
		// What was booked since is not in the wallet that was read, and would seem unexplained.
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
