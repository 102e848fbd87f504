/** Commands that make and end logins and tokens: their flags, words and help. Their code is loaded when it runs. */
import { SCOPES } from '../src/identity/scopes.ts';
import { type CliCommand, option } from './command.ts';
import { CONFIG_FLAGS, CREATE_FLAG, DEFAULT_TTL_HOURS, DEFAULT_USER } from './shared-flags.ts';

/** login, logout, login-link and token, in the order of the help. */
export const ACCESS_COMMANDS: readonly CliCommand[] = [
	{
		name: 'login',
		group: 'access',
		summary: 'A token for this terminal, allowed in a browser.',
		about:
			'Logs in to a running service as yourself: shows an address and a code to type in there in a browser, waits for your answer, and prints a token alone on standard output. The token is valid for 15 minutes. With carrywire token the operator of the service makes tokens on its own machine instead.',
		forms: ['[flags]'],
		flags: {
			scope: option('"LIST"', `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`, {
				choices: SCOPES,
			}),
			url: option(
				'URL',
				'The service, as it says it is ready at (default: CARRYWIRE_URL, else url of cli.json, else the one of the data directory).',
			),
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
		load: async () => (await import('./commands/login.ts')).login,
	},
	{
		name: 'logout',
		group: 'access',
		summary: 'End a login that was kept.',
		about:
			'Ends a login that carrywire login --keep has kept on this machine, at the service too, with every token of it.',
		forms: ['[--url URL]'],
		flags: {
			url: option(
				'URL',
				'The service (default: CARRYWIRE_URL, else url of cli.json, else the one of the data directory).',
			),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire logout'],
		load: async () => (await import('./commands/logout.ts')).logout,
	},
	{
		name: 'login-link',
		group: 'access',
		summary: 'Print a one-time link that logs a browser in without a wallet, as the operator.',
		about:
			'Prints a link that logs one browser in, as the user whose tokens carrywire token makes. It counts once, for ten minutes; a new link ends the one before. The page that it opens asks before it logs in, so a preview of the link does not use it up. Add a passkey on the page Account, and the next login needs no link. auth.admitted does not bind it: the data directory is the proof.',
		forms: ['[--user NAME]'],
		flags: {
			user: option(
				'NAME',
				`Who is logged in (default ${DEFAULT_USER}); the user is made when there is none.`,
			),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire login-link', 'carrywire login-link --user ann --data-dir ./data'],
		load: async () => (await import('./commands/login-link.ts')).loginLink,
	},
	{
		name: 'token',
		group: 'access',
		summary: 'Create, list and revoke bearer tokens, as the operator.',
		about: 'Creates, lists and revokes bearer tokens. A new token is printed once, alone on standard output.',
		forms: ['[flags]', 'list [--user NAME] [--json]', 'revoke ID'],
		words: [
			{ name: 'list or revoke', meaning: 'Without: a new token.', choices: ['list', 'revoke'] },
			{ name: 'ID', meaning: 'Of the token, with revoke.' },
		],
		flags: {
			scope: option('"LIST"', `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`, {
				choices: SCOPES,
			}),
			user: option(
				'NAME',
				`Whose token it is (default ${DEFAULT_USER}); the user is made when there is none.`,
			),
			ttl: option('HOURS', `Lifetime, at most 720 (default ${DEFAULT_TTL_HOURS}).`),
			name: option('TEXT', 'What you call the token (default cli).'),
			json: { meaning: 'With list: JSON.' },
			...CREATE_FLAG,
			...CONFIG_FLAGS,
		},
		examples: [
			'TOKEN=$(carrywire token --scope "arb:read arb:trade")',
			'carrywire token list',
			'carrywire token revoke tok_0123456789abcdef',
		],
		load: async () => (await import('./commands/token.ts')).token,
	},
];
