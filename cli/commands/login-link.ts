import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, DEFAULT_USER, noWords, textOf } from '../given.ts';
import { runLoginLinkCommand } from '../login-link.ts';

export const loginLink = defineCommand({
	name: 'login-link',
	group: 'access',
	summary: 'Print a one-time link that logs a browser in without a wallet, as the operator.',
	about:
		'Prints a link that logs one browser in, as the user whose tokens carrywire token makes. It counts once, for ten minutes; a new link ends the one before. The page that it opens asks before it logs in, so a preview of the link does not use it up. Add a passkey on the page Account, and the next login needs no link. auth.admitted does not bind it: the data directory is the proof.',
	forms: ['[--user NAME]'],
	flags: {
		user: {
			value: 'NAME',
			meaning: `Who is logged in (default ${DEFAULT_USER}); the user is made when there is none.`,
		},
		...CONFIG_FLAGS,
	},
	examples: ['carrywire login-link', 'carrywire login-link --user ann --data-dir ./data'],
	read({ values, words }) {
		noWords('login-link', words);
		return { flags: configFlags(values), userName: textOf(values.user) ?? DEFAULT_USER };
	},
	async run({ flags, userName }, parts) {
		const { env, cwd, output } = parts;
		const config = loadConfig({ flags, env, cwd });
		const dataDir = operatorDirectory(config, undefined, output);
		await runLoginLinkCommand({ dataDir, userName, origin: originOf(config) }, parts);
		return EXIT_CODES.OK;
	},
});

/** The address that the service will have by its settings. */
function originOf({ server: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
