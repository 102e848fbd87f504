import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { commandCode } from '../command.ts';
import { textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';

/** Ends a kept login here and at the service. */
export const logout = commandCode({
	read: ({ values }) => ({ flags: configFlags(values), action: 'logout' as const, url: textOf(values.url) }),
	async run({ flags, ...action }, parts) {
		const { env, cwd } = parts;
		await runLoginCommand(action, { ...parts, config: loadConfig({ flags, env, cwd }) });
	},
});
