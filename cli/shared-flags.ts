/**
 * Defines flags that several commands share, and the variable names and defaults that their descriptions mention.
 * Help and completions load this module, so it must stay cheap to load.
 */
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type Flags, option } from './command.ts';

/** Environment variable that names the service if `--url` does not. */
export const URL_VARIABLE = 'CARRYWIRE_URL';
/** Environment variable that holds a token if `--token-file` is not given. */
export const TOKEN_VARIABLE = 'CARRYWIRE_TOKEN';
/** User for `carrywire token`, `login-link` and `venue` if none is named. */
export const DEFAULT_USER = 'owner';
/** Default lifetime of a token from `carrywire token`, in hours. */
export const DEFAULT_TTL_HOURS = '24';

/** Shells that have completions. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell that has completions. */
export type Shell = (typeof SHELLS)[number];

/** Flags of every command that needs a service's settings. */
export const CONFIG_FLAGS = {
	config: option('FILE', 'Configuration file (default carrywire.config.json in the working directory).'),
	'data-dir': option(
		'DIR',
		'Data directory, with the journal, the tokens and the exchange accounts (default ./data).',
	),
} as const satisfies Flags;

/** Flags of every command that starts simulated exchanges. */
export const SIMULATION_FLAGS = {
	venues: option('LIST', `Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).`, {
		choices: VENUE_NAMES,
	}),
	seed: option(
		'NUMBER',
		'Seed of the simulated exchanges: the same seed gives the same prices and rates (default 1).',
	),
	history: option('DIR', 'Replay recorded prices and rates from this directory.'),
	'settle-in': option('S', 'Seconds from the start to the first simulated settlement.'),
} as const satisfies Flags;

/** Flags for the service's network access and for the users who may log in. */
export const ACCESS_FLAGS = {
	'public-url': option(
		'URL',
		'Address that clients use to reach the service, if it is not the listening address.',
	),
	'accept-plain-http': {
		meaning:
			'Let other machines reach the service without https. Without this flag, the service refuses to start if they could.',
	},
	admitted: option('LIST', 'Users who may log in: wallet addresses and subjects, separated by commas.'),
	'admit-everybody': {
		meaning:
			'Let anyone log in to a live service. Without this flag, the service refuses to start in live mode if --admitted is empty.',
	},
} as const satisfies Flags;

/** Flag of commands that need simulated exchanges. */
export const EXTERNAL_FLAG = {
	external: { meaning: 'Use the simulators of a running "carrywire simulate".' },
} as const satisfies Flags;

/** Flag of commands that write a log. */
export const LOG_LEVEL_FLAG = {
	'log-level': option('LEVEL', 'debug, info, warn or error (default info).', {
		choices: ['debug', 'info', 'warn', 'error'],
	}),
} as const satisfies Flags;

/** Flag of commands that are also useful before the service's first start. */
export const CREATE_FLAG = {
	create: { meaning: 'Create the data directory if it does not exist.' },
} as const satisfies Flags;

/** Flag of every command that asks for confirmation. */
export const YES_FLAG = { yes: { meaning: 'Skip the confirmation.' } } as const satisfies Flags;

/** Flags of every command that calls a service, with or without a token. */
export const PUBLIC_FLAGS = {
	json: { meaning: 'Print the result of the method as JSON, and an error as JSON on standard error.' },
	url: option(
		'URL',
		`Address of the service: https, or http on this machine (default: ${URL_VARIABLE}, else url in cli.json, else the service that runs on the data directory).`,
	),
	...CONFIG_FLAGS,
} as const satisfies Flags;

/** Flags of every command that calls methods with a token. */
export const SERVICE_FLAGS = {
	...PUBLIC_FLAGS,
	'token-file': option(
		'FILE',
		`A file with a token (default: ${TOKEN_VARIABLE}, else tokenFile in cli.json, else the login saved by carrywire login --keep).`,
	),
} as const satisfies Flags;

const OWN = 'With --mine';
/** Flags for a caller's own kill switch, in the operator commands `halt` and `resume`. */
export const OWN_SERVICE_FLAGS: Flags = {
	mine: { meaning: 'Use your own kill switch instead of the operator’s.', under: OWN },
	...Object.fromEntries(
		Object.entries(SERVICE_FLAGS).map(([name, flag]) => [
			name,
			name in CONFIG_FLAGS ? flag : { ...flag, under: OWN },
		]),
	),
};
