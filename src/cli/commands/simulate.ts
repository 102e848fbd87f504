import { commandCode } from '../command.ts';
import { configFlags } from '../config-flags.ts';
import { loadConfig } from '../load-config.ts';
import { startSimulators } from '../simulate.ts';
import { untilStopped } from '../until-stopped.ts';

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
