/**
 * Merges the settings from flags, environment variables, the settings file and the defaults. Sources earlier in this
 * list take precedence.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	NumberText,
	parseExactJson,
} from '../domain/exact-json.ts';
import { messageOf } from '../domain/message-of.ts';
import { isTradedAt, tradedAs } from '../venues/facts.ts';
import { ccxtExchanges, dataExchangeFault } from '../venues/read-only/exchange-list.ts';
import { type Config, readConfig } from './config.ts';
import { CONFIG_FILE, CONFIG_VARIABLE, ConfigError, type ConfigFlags, OVERRIDES } from './config-flags.ts';
import { exchangeOAuthClients } from './exchange-oauth-clients.ts';
import type { ConfigFault } from './faults.ts';
import { withAbsolutePaths } from './replay.ts';

const FILE_BYTES_MAX = 1_048_576;
const DEPTH_MAX = 32;

/** @throws ConfigError that names, for each fault, its source, the setting, the rule and the value */
export function loadConfig(options: {
	readonly flags: ConfigFlags;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
}): Config {
	const { flags, env, cwd } = options;
	const file = readConfigFile(flags.config ?? env[CONFIG_VARIABLE], cwd);
	/**
	 * Source of each setting that a flag or variable sets, by the setting's dotted path. Error messages name the
	 * source.
	 */
	const origins = new Map<string, string>();
	let given = file.value;
	for (const { path, variable, flag } of OVERRIDES) {
		const fromFlag = flags[flag];
		const text = fromFlag ?? env[variable];
		if (text === undefined) continue;
		given = withMember(given, path.split('.'), overrideValue(path, text));
		origins.set(path, fromFlag === undefined ? variable : `--${flag}`);
	}
	if (flags.external === true) {
		given = withMember(given, ['simulation', 'external'], true);
		origins.set('simulation.external', '--external');
	}
	const read = readConfig(given);
	const faults = [...('faults' in read ? read.faults : []), ...unknownExchanges(given)];
	if ('config' in read && faults.length === 0) {
		const { unset } = exchangeOAuthClients(read.config.exchangeOAuth, env);
		if (unset.length === 0)
			return {
				...read.config,
				dataDir: resolve(cwd, read.config.dataDir),
				replay: withAbsolutePaths(read.config.replay, cwd),
			};
		throw new ConfigError(
			unset
				.map(
					(path) =>
						`${file.name}: ${path} must be the name of an environment variable that is set; this one is not.`,
				)
				.join('\n'),
		);
	}
	throw new ConfigError(
		faults
			.map(({ path, rule, was }) => `${originOf(path, origins) ?? file.name}: ${path} ${rule}; was ${was}.`)
			.join('\n'),
	);
}

/** Returns a fault for each read-only exchange that the installed ccxt does not support. */
function unknownExchanges({ venues }: JsonObject): readonly ConfigFault[] {
	const names = Array.isArray(venues) ? venues.filter((name) => typeof name === 'string') : [];
	const others = names.filter((name) => !isTradedAt(name));
	const known = others.length === 0 ? [] : ccxtExchanges();
	return others.flatMap((name) => {
		const rule = dataExchangeFault(name, known, tradedAs(name));
		return rule === undefined ? [] : [{ path: 'venues', rule, was: JSON.stringify(name) }];
	});
}

function originOf(path: string, origins: ReadonlyMap<string, string>): string | undefined {
	const parts = path.split('.');
	for (let length = parts.length; length > 0; length -= 1) {
		const origin = origins.get(parts.slice(0, length).join('.'));
		if (origin !== undefined) return origin;
	}
	return undefined;
}

function readConfigFile(
	named: string | undefined,
	cwd: string,
): { readonly name: string; readonly value: JsonObject } {
	const name = named ?? CONFIG_FILE;
	const path = resolve(cwd, name);
	if (!existsSync(path)) {
		if (named === undefined) return { name, value: {} };
		throw new ConfigError(`${name}: the configuration file must exist; there is none at ${path}.`);
	}
	const { size } = statSync(path);
	if (size > FILE_BYTES_MAX)
		throw new ConfigError(`${name}: the file must have at most ${FILE_BYTES_MAX} bytes; it has ${size}.`);
	let value: JsonValue;
	try {
		value = parseExactJson(readFileSync(path, 'utf8'), DEPTH_MAX);
	} catch (error) {
		throw new ConfigError(`${name}: the file must be JSON. ${describe(error)}`, { cause: error });
	}
	if (!isJsonObject(value)) throw new ConfigError(`${name}: the file must contain one JSON object.`);
	return { name, value };
}

function describe(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	return messageOf(cause);
}

/**
 * Converts the text of a flag or variable to the JSON value of its setting. Invalid numbers remain text, which the
 * schema refuses.
 */
function overrideValue(path: (typeof OVERRIDES)[number]['path'], text: string | boolean): JsonValue {
	if (typeof text === 'boolean') return text;
	switch (path) {
		case 'server.acceptPlainHttp':
		case 'auth.admitEverybody':
			return text === 'true' || (text === 'false' ? false : text);
		case 'auth.admitted':
		case 'venues':
			return text.split(',').map((name) => name.trim());
		case 'server.port':
		case 'simulation.seed':
		case 'simulation.settleInSeconds':
			return /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text) ? new NumberText(text) : text;
		default:
			return text;
	}
}

/**
 * Returns a copy of `value` with the field at `path` set. If a parent of the field is not an object, nothing is set,
 * and the schema refuses the parent.
 */
function withMember(value: JsonObject, path: readonly string[], member: JsonValue): JsonObject {
	const [head, ...rest] = path;
	if (head === undefined) return value;
	if (rest.length === 0) return { ...value, [head]: member };
	const inner = value[head] ?? {};
	return isJsonObject(inner) ? { ...value, [head]: withMember(inner, rest, member) } : value;
}
