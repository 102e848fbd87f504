import { createClient } from '../../client/client.ts';
import { createTokenHolder } from '../../client/endpoint.ts';
import { configFlags } from '../../src/config/config-flags.ts';
import { bearerToken } from '../bearer-token.ts';
import type { CliParts } from '../cli-parts.ts';
import { commandCode } from '../command.ts';
import { textOf } from '../given.ts';
import { createMcpBridge } from '../mcp-bridge.ts';
import { serviceAddress } from '../service-address.ts';
import { MCP_TEXT } from '../text.ts';

/** Passes MCP messages between the standard streams and a service until standard input ends. */
export const mcp = commandCode({
	read: ({ values }) => ({
		flags: configFlags(values),
		url: textOf(values.url),
		tokenFile: textOf(values['token-file']),
	}),
	async run({ flags, url: given, tokenFile }, parts) {
		const { env, cwd, clock, output, terminal } = parts;
		const remark = (line: string) => output.remark(`carrywire: ${line}`);
		const config = async () =>
			(await import('../../src/config/load-config.ts')).loadConfig({ flags, env, cwd });
		const url = await serviceAddress('mcp', { given, env, config });
		const tokens = createTokenHolder(bearerToken('mcp', url, tokenFile, { ...parts, remark }));
		const bridge = createMcpBridge({ url, tokens, clock, fetch, write: output.print });
		void compareVersions(url, parts, remark);
		for (;;) {
			const line = await terminal.keyboard.line({ isSecret: false });
			if (line === undefined) break;
			bridge.take(line);
		}
		await bridge.settled();
	},
});

/** Reports in the calling program's log whether the service responds and has the same version as this program. */
async function compareVersions(
	url: string,
	{ version }: CliParts,
	remark: (line: string) => void,
): Promise<void> {
	try {
		const service = await createClient({ url, retries: 0 }).call('test');
		if (service.version === version) return;
		remark(MCP_TEXT.otherVersion(url, service.version, version));
	} catch {
		remark(MCP_TEXT.notYet(url));
	}
}
