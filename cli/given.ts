/** Questions to a command line that was taken apart, which several commands ask. */

import { type ConfigFlags, OVERRIDES } from '../src/config/load-config.ts';
import { VENUE_NAMES } from '../src/domain/venues.ts';
import { parseScopes, SCOPES, type Scope } from '../src/identity/scopes.ts';
import { type Flags, UsageError, type Values } from './command.ts';

/** Flags of every command that needs the settings of a service. */
export const CONFIG_FLAGS = {
	config: {
		value: 'FILE',
		meaning: 'Configuration file (default carrywire.config.json in the working directory).',
	},
	'data-dir': {
		value: 'DIR',
		meaning: 'Directory of the journal, the tokens and the exchange accounts (default ./data).',
	},
} as const satisfies Flags;

/** Flags of every command that starts simulated exchanges. */
export const SIMULATION_FLAGS = {
	venues: {
		value: 'LIST',
		meaning: `Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).`,
		choices: VENUE_NAMES,
	},
	seed: {
		value: 'NUMBER',
		meaning: 'Seed of the simulated exchanges: the same makes the same prices and rates (default 1).',
	},
	history: { value: 'DIR', meaning: 'Play recorded prices and rates.' },
	'settle-in': { value: 'S', meaning: 'First simulated settlement so many seconds after the start.' },
} as const satisfies Flags;

/** Flags that say who reaches the service and who may log in. */
export const ACCESS_FLAGS = {
	'public-url': { value: 'URL', meaning: 'How clients reach the service, when that differs.' },
	'accept-plain-http': {
		meaning: 'Confirm that others reach the service without https; otherwise such a start is refused.',
	},
	admitted: {
		value: 'LIST',
		meaning: 'Who may log in: wallet addresses and subjects, separated by commas.',
	},
	'admit-everybody': {
		meaning:
			'Confirm that in mode live everybody may log in; otherwise a start with nobody in --admitted is refused.',
	},
} as const satisfies Flags;

export const EXTERNAL_FLAG = {
	external: { meaning: 'Use simulators that "carrywire simulate" runs already.' },
} as const satisfies Flags;

export const LOG_LEVEL_FLAG = {
	'log-level': {
		value: 'LEVEL',
		meaning: 'debug, info, warn or error (default info).',
		choices: ['debug', 'info', 'warn', 'error'],
	},
} as const satisfies Flags;

const CONFIG_FLAG_NAMES: readonly string[] = ['config', 'external', ...OVERRIDES.map(({ flag }) => flag)];

/** Those of the given flags that are settings. */
export function configFlags(values: Values): ConfigFlags {
	return Object.fromEntries(
		Object.entries(values).filter(([flag]) => CONFIG_FLAG_NAMES.includes(flag)),
	) as ConfigFlags;
}

export function textOf(value: string | boolean | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** @throws UsageError for the first of `flags` that was given: `what` does not take it */
export function refuseFlags(command: string, what: string, values: Values, flags: readonly string[]): void {
	const flag = flags.find((name) => values[name] !== undefined);
	if (flag !== undefined) throw new UsageError(command, `${what} takes no --${flag}.`);
}

/** @throws UsageError when a word is left over */
export function noWords(command: string, words: readonly string[]): void {
	if (words.length > 0)
		throw new UsageError(command, `${command} takes no further word; was ${JSON.stringify(words[0])}.`);
}

/** @throws UsageError */
export function scopesOf(command: string, list: string): readonly Scope[] {
	const scopes = parseScopes(list);
	if (scopes !== undefined) return scopes;
	throw new UsageError(
		command,
		`--scope must be one or more of ${SCOPES.join(', ')}, separated by spaces; was ${JSON.stringify(list)}.`,
	);
}

/** Who `carrywire token` and `carrywire venue` speak of where nobody is named. */
export const DEFAULT_USER = 'owner';
