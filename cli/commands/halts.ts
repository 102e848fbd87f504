import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { commandCode } from '../command.ts';
import { runHaltCommand } from '../halt.ts';

/** Lists the halts in force, from the service or from its store. */
export const halts = commandCode({
	read: ({ values }) => ({
		flags: configFlags(values),
		action: 'halts' as const,
		json: values.json === true,
	}),
	async run({ flags, ...action }, parts) {
		const { env, cwd, output, clock } = parts;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), undefined, output);
		await runHaltCommand({ ...action, dataDir }, { output, clock });
	},
});
