import { startSimulators } from '../../src/app/simulate.ts';
import { operatorCommand } from '../operator-command.ts';
import { untilStopped } from '../until-stopped.ts';

/** Runs only the simulated exchanges, until a signal arrives. */
export const simulate = operatorCommand({
	read: () => ({}),
	async run(_, parts) {
		const simulators = startSimulators(parts);
		await simulators.ready;
		return untilStopped(simulators, parts);
	},
});
