/**
 * Defines the flags, arguments and help of the commands that create and end logins and tokens. A command's code is
 * loaded when it runs.
 */
import { SCOPES } from '../src/identity/scopes.ts';
import { type CliCommand, option } from './command.ts';
import { CONFIG_FLAGS, CREATE_FLAG, DEFAULT_TTL_HOURS, DEFAULT_USER } from './shared-flags.ts';

/** Access commands, in the order that help shows: login, logout, login-link and token. */
export const ACCESS_COMMANDS: readonly CliCommand[] = [
	{
		name: 'login',
		group: 'access',
		summary: 'Get a token for this terminal after you approve it in a browser.',
		about:
			'Logs in to a running service as yourself. The command shows an address to open in a browser and a code to enter there, waits for your approval, and prints only the token on standard output. The token is valid for 15 minutes. The operator can instead create tokens with carrywire token, on the machine that runs the service.',
		forms: ['[flags]'],
		flags: {
			scope: option('"LIST"', `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`, {
				choices: SCOPES,
			}),
			url: option(
				'URL',
				'Service URL, as carrywire serve prints it at startup (default: CARRYWIRE_URL, else url in cli.json, else the service that runs on the data directory).',
			),
			keep: {
				meaning:
					'Saves the login on this machine, in carrywire/logins.json under $XDG_CONFIG_HOME (default ~/.config), readable only by you. Until you run carrywire logout, or leave the login unused for 14 days, carrywire login needs no browser.',
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
		summary: 'Log out: revoke the login that carrywire login --keep saved.',
		about:
			'Deletes the login that carrywire login --keep saved on this machine. The service revokes that login and all its tokens.',
		forms: ['[--url URL]'],
		flags: {
			url: option(
				'URL',
				'Address of the service (default: CARRYWIRE_URL, else url in cli.json, else the service that runs on the data directory).',
			),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire logout'],
		load: async () => (await import('./commands/logout.ts')).logout,
	},
	{
		name: 'login-link',
		group: 'access',
		summary: 'Operator only: print a one-time link that logs a browser in without a wallet.',
		about: `Prints a link that logs one browser in as the default user of carrywire token (${DEFAULT_USER}), or as the user that --user names. The link works once and expires after ten minutes; a new link replaces the previous one. The linked page asks for confirmation before the login, so a link preview does not consume the link. Add a passkey on the Account page, and the next login needs no link. The auth.admitted setting does not apply, because only someone with access to the data directory can run this command.`,
		forms: ['[--user NAME]'],
		flags: {
			user: option('NAME', `User that the link logs in (default ${DEFAULT_USER}); created if missing.`),
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
			{
				name: 'list or revoke',
				meaning: 'Without list or revoke, the command creates a token.',
				choices: ['list', 'revoke'],
			},
			{ name: 'ID', meaning: 'With revoke: ID of the token.' },
		],
		flags: {
			scope: option('"LIST"', `Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.`, {
				choices: SCOPES,
			}),
			user: option('NAME', `Owner of the token (default ${DEFAULT_USER}); created if missing.`),
			ttl: option('HOURS', `Lifetime, at most 720 (default ${DEFAULT_TTL_HOURS}).`),
			name: option('TEXT', 'Name of the token (default cli).'),
			json: { meaning: 'With list: print JSON.' },
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
