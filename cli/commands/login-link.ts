import type { Config } from '../../src/config/config.ts';
import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { commandCode } from '../command.ts';
import { textOf } from '../given.ts';
import { runLoginLinkCommand } from '../login-link.ts';
import { DEFAULT_USER } from '../shared-flags.ts';

/** Prints a link that logs one browser in, for ten minutes. */
export const loginLink = commandCode({
	read: ({ values }) => ({ flags: configFlags(values), userName: textOf(values.user) ?? DEFAULT_USER }),
	async run({ flags, userName }, parts) {
		const { env, cwd, output } = parts;
		const config = loadConfig({ flags, env, cwd });
		const dataDir = operatorDirectory(config, undefined, output);
		await runLoginLinkCommand({ dataDir, userName, origin: originOf(config) }, parts);
	},
});

/** The address that the service will have by its settings. */
function originOf({ server: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
