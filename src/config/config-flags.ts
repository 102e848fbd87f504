/**
 * Defines the flags and environment variables that set service settings. The schema is in another file, because most
 * uses of this one do not need it and should not wait for it to load.
 */

export const CONFIG_FILE = 'carrywire.config.json';
/** Environment variable that names the settings file. The flag `--config` takes precedence. */
export const CONFIG_VARIABLE = 'CARRYWIRE_CONFIG';

/** Settings that an environment variable or a flag can set. */
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
/** Flags as the user typed them, by name without dashes; true for a switch. */
export type ConfigFlags = { readonly [Flag in OverrideFlag]?: string | boolean | undefined } & {
	readonly config?: string | undefined;
	readonly external?: boolean | undefined;
};

/** Thrown for one or more invalid settings. The message has one line for each. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
}

const CONFIG_FLAG_NAMES: readonly string[] = ['config', 'external', ...OVERRIDES.map(({ flag }) => flag)];

/** Selects the flags that set service settings. */
export function configFlags(values: Readonly<Record<string, unknown>>): ConfigFlags {
	return Object.fromEntries(
		Object.entries(values).filter(([flag]) => CONFIG_FLAG_NAMES.includes(flag)),
	) as ConfigFlags;
}
