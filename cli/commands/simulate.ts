import { startSimulators } from '../../src/app/simulate.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { defineCommand } from '../command.ts';
import { CONFIG_FLAGS, configFlags, noWords, SIMULATION_FLAGS } from '../given.ts';
import { untilStopped } from '../until-stopped.ts';

export const simulate = defineCommand({
	name: 'simulate',
	group: 'operate',
	summary: 'Run the simulated exchanges alone.',
	about: 'Runs the simulated exchanges alone, and names their ports in run.json of the data directory.',
	forms: ['[flags]'],
	flags: { ...SIMULATION_FLAGS, ...CONFIG_FLAGS },
	examples: ['carrywire simulate --settle-in 30', 'carrywire simulate --venues bybit --seed 7'],
	read({ values, words }) {
		noWords('simulate', words);
		return { flags: configFlags(values) };
	},
	async run({ flags }, parts) {
		const { output, env, cwd, clock } = parts;
		return untilStopped(
			await startSimulators({ config: loadConfig({ flags, env, cwd }), clock, output }),
			parts,
		);
	},
});
