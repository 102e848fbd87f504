/** Settlements that somebody does not want to wait for, at the simulated exchanges: by their admin ports, as tests do. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import { postToSimulator, type SimulatorAdmin } from './simulator-admin.ts';

/**
 * Lets a contract settle at its estimate of now, beside the settlements of its clock, for everybody who holds it.
 * @throws Error where the exchange is not simulated here, does not have the contract, or does not answer
 */
export type SettleSimulated = (venue: VenueName, symbol: string) => Promise<void>;

/** Makes the function that settles funding at once, through the admin ports of the simulators by venue name. */
export function simulatedSettlementsOf(
	simulators: Readonly<Record<string, SimulatorAdmin>>,
	clock: Clock,
): SettleSimulated {
	return async (venue, symbol) => {
		const admin = simulators[venue];
		if (admin === undefined) throw new Error(`${venue} is not simulated here.`);
		await postToSimulator(
			admin,
			{ venue, what: `a settlement of ${symbol}`, path: '/settle', body: { symbol } },
			clock,
		);
	};
}
