import type { Config } from '../../config.ts';
import { commandCode } from '../command.ts';
import { configFlags } from '../config-flags.ts';
import { textOf } from '../given.ts';
import { loadConfig } from '../load-config.ts';
import { runLoginLinkCommand } from '../login-link.ts';
import { operatorDirectory } from '../operator-directory.ts';
import { DEFAULT_USER } from '../shared-flags.ts';

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
