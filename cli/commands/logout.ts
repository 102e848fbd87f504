import { loadConfig } from '../../src/config/load-config.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords, textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';

export const logout = defineCommand({
	name: 'logout',
	group: 'access',
	summary: 'End a login that was kept.',
	about:
		'Ends a login that carrywire login --keep has kept on this machine, at the service too, with every token of it.',
	forms: ['[--url URL]'],
	flags: {
		url: {
			value: 'URL',
			meaning:
				'The service (default: CARRYWIRE_URL, else url of cli.json, else the one of the data directory).',
		},
		...CONFIG_FLAGS,
	},
	examples: ['carrywire logout'],
	read({ values, words }) {
		noWords('logout', words);
		return { flags: configFlags(values), action: 'logout' as const, url: textOf(values.url) };
	},
	async run({ flags, ...action }, parts) {
		const { env, cwd } = parts;
		await runLoginCommand(action, { ...parts, config: loadConfig({ flags, env, cwd }) });
		return EXIT_CODES.OK;
	},
});
