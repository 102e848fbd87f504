/** Flags that several commands take, and the names that their meanings mention. Light: help and completions load it. */
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type Flags, option } from './command.ts';

/** Names the service, where `--url` does not. */
export const URL_VARIABLE = 'CARRYWIRE_URL';
/** Holds a token, where `--token-file` names none. */
export const TOKEN_VARIABLE = 'CARRYWIRE_TOKEN';
/** The user of `carrywire token`, `login-link` and `venue` where nobody is named. */
export const DEFAULT_USER = 'owner';
/** The lifetime of a token of `carrywire token`. */
export const DEFAULT_TTL_HOURS = '24';

/** Shells that completions are made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell that completions are made for. */
export type Shell = (typeof SHELLS)[number];

/** Flags of every command that needs the settings of a service. */
export const CONFIG_FLAGS = {
	config: option('FILE', 'Configuration file (default carrywire.config.json in the working directory).'),
	'data-dir': option(
		'DIR',
		'Directory of the journal, the tokens and the exchange accounts (default ./data).',
	),
} as const satisfies Flags;

/** Flags of every command that starts simulated exchanges. */
export const SIMULATION_FLAGS = {
	venues: option('LIST', `Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).`, {
		choices: VENUE_NAMES,
	}),
	seed: option(
		'NUMBER',
		'Seed of the simulated exchanges: the same makes the same prices and rates (default 1).',
	),
	history: option('DIR', 'Play recorded prices and rates.'),
	'settle-in': option('S', 'First simulated settlement so many seconds after the start.'),
} as const satisfies Flags;

/** Flags that say who reaches the service and who may log in. */
export const ACCESS_FLAGS = {
	'public-url': option('URL', 'How clients reach the service, when that differs.'),
	'accept-plain-http': {
		meaning: 'Confirm that others reach the service without https; otherwise such a start is refused.',
	},
	admitted: option('LIST', 'Who may log in: wallet addresses and subjects, separated by commas.'),
	'admit-everybody': {
		meaning:
			'Confirm that in mode live everybody may log in; otherwise a start with nobody in --admitted is refused.',
	},
} as const satisfies Flags;

/** For commands that need simulated exchanges. */
export const EXTERNAL_FLAG = {
	external: { meaning: 'Use simulators that "carrywire simulate" runs already.' },
} as const satisfies Flags;

/** For commands that write a log. */
export const LOG_LEVEL_FLAG = {
	'log-level': option('LEVEL', 'debug, info, warn or error (default info).', {
		choices: ['debug', 'info', 'warn', 'error'],
	}),
} as const satisfies Flags;

/** For commands that make sense before the first start of a service. */
export const CREATE_FLAG = {
	create: { meaning: 'Make the data directory when there is none yet.' },
} as const satisfies Flags;

/** The flag of every command that asks before it does something. */
export const YES_FLAG = { yes: { meaning: 'Does not ask.' } } as const satisfies Flags;

/** Flags of every command at a service. */
export const PUBLIC_FLAGS = {
	json: { meaning: 'Print the result of the method as JSON, and an error as JSON on standard error.' },
	url: option(
		'URL',
		`The service: https, or http on this machine (default: ${URL_VARIABLE}, else url of cli.json, else the one of the data directory).`,
	),
	...CONFIG_FLAGS,
} as const satisfies Flags;

/** Flags of every command that calls methods which are not public. */
export const SERVICE_FLAGS = {
	...PUBLIC_FLAGS,
	'token-file': option(
		'FILE',
		`A file that holds a token (default: ${TOKEN_VARIABLE}, else tokenFile of cli.json, else the login that carrywire login --keep has kept).`,
	),
} as const satisfies Flags;

const OWN = 'With --mine';
/** For commands of the operator that have a form for callers too. */
export const OWN_SERVICE_FLAGS: Flags = {
	mine: { meaning: 'Of yours alone, as a caller of a service; nothing of anybody else.', under: OWN },
	...Object.fromEntries(
		Object.entries(SERVICE_FLAGS).map(([name, flag]) => [
			name,
			name in CONFIG_FLAGS ? flag : { ...flag, under: OWN },
		]),
	),
};
