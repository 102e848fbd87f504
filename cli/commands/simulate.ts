import { startSimulators } from '../../src/app/simulate.ts';
import { operatorCommand } from '../operator-command.ts';
import { untilStopped } from '../until-stopped.ts';

/** Runs the simulated exchanges alone until a signal. */
export const simulate = operatorCommand({
	read: () => ({}),
	async run(_, parts) {
		const simulators = startSimulators(parts);
		await simulators.ready;
		return untilStopped(simulators, parts);
	},
});
