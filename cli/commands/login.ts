import { loadConfig } from '../../src/config/load-config.ts';
import { SCOPES } from '../../src/identity/scopes.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords, scopesOf, textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';

export const login = defineCommand({
	name: 'login',
	group: 'access',
	summary: 'A token for this terminal, allowed in a browser.',
	about:
		'Logs in to a running service as yourself: shows an address and a code to type in there in a browser, waits for your answer, and prints a token alone on standard output. The token is valid for 15 minutes. With carrywire token the operator of the service makes tokens on its own machine instead.',
	forms: ['[flags]'],
	flags: {
		scope: {
			value: '"LIST"',
			meaning: `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`,
			choices: SCOPES,
		},
		url: {
			value: 'URL',
			meaning:
				'The service, as it says it is ready at (default: CARRYWIRE_URL, else url of cli.json, else the one of the data directory).',
		},
		keep: {
			meaning:
				'Keeps the login on this machine, readable by you alone, in carrywire/logins.json of $XDG_CONFIG_HOME (default ~/.config): from then on carrywire login needs no browser, until carrywire logout or 14 days without use.',
		},
		...CONFIG_FLAGS,
	},
	examples: [
		'TOKEN=$(carrywire login)',
		'TOKEN=$(carrywire login --keep --scope "arb:read arb:trade")',
		'TOKEN=$(carrywire login --url https://arb.example.com)',
	],
	read({ values, words }) {
		noWords('login', words);
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
		return EXIT_CODES.OK;
	},
});
