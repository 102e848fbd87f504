/**
 * Flags and environment variables that are settings of the service. This file loads fast: the schema of the settings
 * is elsewhere.
 */

export const CONFIG_FILE = 'carrywire.config.json';
/** Environment variable with the settings file; the flag `--config` takes precedence. */
export const CONFIG_VARIABLE = 'CARRYWIRE_CONFIG';

/** Settings with an environment variable and optionally a flag. */
export const OVERRIDES = [
	{ path: 'mode', variable: 'CARRYWIRE_MODE', flag: 'mode' },
	{ path: 'dataDir', variable: 'CARRYWIRE_DATA_DIR', flag: 'data-dir' },
	{ path: 'venues', variable: 'CARRYWIRE_VENUES', flag: 'venues' },
	{ path: 'server.host', variable: 'CARRYWIRE_HOST', flag: 'host' },
	{ path: 'server.port', variable: 'CARRYWIRE_PORT', flag: 'port' },
	{ path: 'server.publicUrl', variable: 'CARRYWIRE_PUBLIC_URL', flag: 'public-url' },
	{ path: 'server.acceptPlainHttp', variable: 'CARRYWIRE_ACCEPT_PLAIN_HTTP', flag: 'accept-plain-http' },
	{ path: 'auth.admitted', variable: 'CARRYWIRE_ADMITTED', flag: 'admitted' },
	{ path: 'auth.admitEverybody', variable: 'CARRYWIRE_ADMIT_EVERYBODY', flag: 'admit-everybody' },
	{ path: 'simulation.seed', variable: 'CARRYWIRE_SEED', flag: 'seed' },
	{ path: 'simulation.historyDir', variable: 'CARRYWIRE_HISTORY_DIR', flag: 'history' },
	{ path: 'simulation.settleInSeconds', variable: 'CARRYWIRE_SETTLE_IN', flag: 'settle-in' },
	{ path: 'log.level', variable: 'CARRYWIRE_LOG_LEVEL', flag: 'log-level' },
] as const;

type OverrideFlag = (typeof OVERRIDES)[number]['flag'];
/** Flags as typed, by name without dashes; true for a switch. */
export type ConfigFlags = { readonly [Flag in OverrideFlag]?: string | boolean | undefined } & {
	readonly config?: string | undefined;
	readonly external?: boolean | undefined;
};

/** One or more settings are invalid. The message has a line for each. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
}

const CONFIG_FLAG_NAMES: readonly string[] = ['config', 'external', ...OVERRIDES.map(({ flag }) => flag)];

/** The given flags that are settings. */
export function configFlags(values: Readonly<Record<string, string | boolean | undefined>>): ConfigFlags {
	return Object.fromEntries(
		Object.entries(values).filter(([flag]) => CONFIG_FLAG_NAMES.includes(flag)),
	) as ConfigFlags;
}
