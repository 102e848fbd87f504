import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { commandCode } from '../command.ts';
import { scopesOf, textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';

/** Prints a token that the user allows in a browser, or one of a kept login. */
export const login = commandCode({
	read({ values }) {
		const scopes = textOf(values.scope);
		return {
			flags: configFlags(values),
			action: 'login' as const,
			url: textOf(values.url),
			scopes: scopes === undefined ? undefined : scopesOf('login', scopes),
			isKept: values.keep === true,
		};
	},
	async run({ flags, ...action }, parts) {
		const { env, cwd } = parts;
		await runLoginCommand(action, { ...parts, config: loadConfig({ flags, env, cwd }) });
	},
});
