/** Finds the service that a command calls. */
import type { Config } from '../src/config/config.ts';
import { ConfigError } from '../src/config/config-flags.ts';
import { isSecureUrl } from '../src/domain/secure-url.ts';
import { readRunFile } from '../src/store/run-file.ts';
import { UsageError } from './command.ts';
import { NoServiceError } from './failures.ts';
import { type Environment, readPersonSettings } from './person-settings.ts';
import { URL_VARIABLE } from './shared-flags.ts';

/**
 * Returns the scheme and authority of the service to call. The first source that names one decides: `--url`,
 * CARRYWIRE_URL, the user's settings, or the data directory. The data directory's settings are read only if they
 * decide. Rejects with UsageError or ConfigError for an unusable address, and with NoServiceError if no source names
 * a service.
 */
export async function serviceAddress(
	command: string,
	{
		given,
		env,
		config,
	}: {
		readonly given: string | undefined;
		readonly env: Environment;
		readonly config: () => Pick<Config, 'dataDir' | 'server'> | Promise<Pick<Config, 'dataDir' | 'server'>>;
	},
): Promise<string> {
	if (given !== undefined) return checked(given, '--url', (message) => new UsageError(command, message));
	const named = env[URL_VARIABLE];
	const asSetting = (message: string) => new ConfigError(message);
	if (named !== undefined && named !== '') return checked(named, URL_VARIABLE, asSetting);
	const { url } = readPersonSettings(env);
	if (url !== undefined) return checked(url, 'url in cli.json', asSetting);
	return ofDataDirectory(await config());
}

function ofDataDirectory({ dataDir, server }: Pick<Config, 'dataDir' | 'server'>): string {
	if (server.publicUrl !== null) return server.publicUrl;
	const { service } = readRunFile(dataDir);
	if (service === undefined)
		throw new NoServiceError(
			`No service runs on the data directory ${dataDir}. Start one, or give the address of another service with --url.`,
		);
	const host = service.host.includes(':') ? `[${service.host}]` : service.host;
	return `http://${host}:${service.port}`;
}

function checked(given: string, what: string, fault: (message: string) => Error): string {
	const url = URL.parse(given);
	if (url !== null && isSecureUrl(given) && `${url.origin}/` === url.href) return url.origin;
	throw fault(
		`${what} must be an https address, or an http address on this machine, without a path; was ${JSON.stringify(given.slice(0, 200))}.`,
	);
}
