import { startSimulators } from '../../src/app/simulate.ts';
import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { commandCode } from '../command.ts';
import { untilStopped } from '../until-stopped.ts';

/** Runs the simulated exchanges alone until a signal. */
export const simulate = commandCode({
	read: ({ values }) => ({ flags: configFlags(values) }),
	async run({ flags }, parts) {
		const { output, env, cwd, clock } = parts;
		return untilStopped(
			await startSimulators({ config: loadConfig({ flags, env, cwd }), clock, output }),
			parts,
		);
	},
});
