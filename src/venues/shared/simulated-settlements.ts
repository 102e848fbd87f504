/** Triggers immediate settlements at the simulated exchanges, through their admin ports. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import { postToSimulator, type SimulatorAdmin } from './simulator-admin.ts';
import { notSimulated } from './text.ts';

/**
 * Settles a contract now at its current estimate, for all holders, in addition to its scheduled settlements. @throws
 * Error if the exchange is not simulated here, does not have the contract, or does not respond
 */
export type SettleSimulated = (venue: VenueName, symbol: string) => Promise<void>;

/** Creates the function that settles funding at once. @param simulators admin ports by exchange name */
export function simulatedSettlementsOf(
	simulators: Readonly<Record<string, SimulatorAdmin>>,
	clock: Clock,
): SettleSimulated {
	return async (venue, symbol) => {
		const admin = simulators[venue];
		if (admin === undefined) throw new Error(notSimulated(venue));
		await postToSimulator(
			admin,
			{ venue, what: `a settlement of ${symbol}`, path: '/settle', body: { symbol } },
			clock,
		);
	};
}
