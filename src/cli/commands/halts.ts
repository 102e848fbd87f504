import { commandCode } from '../command.ts';
import { configFlags } from '../config-flags.ts';
import { runHaltCommand } from '../halt.ts';
import { loadConfig } from '../load-config.ts';
import { operatorDirectory } from '../operator-directory.ts';

export const halts = commandCode({
	read: ({ values }) => ({
		flags: configFlags(values),
		action: 'halts' as const,
		json: values.json === true,
	}),
	async run({ flags, ...action }, parts) {
		const { env, cwd, output } = parts;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), undefined, output);
		await runHaltCommand({ ...action, dataDir }, { output });
	},
});
