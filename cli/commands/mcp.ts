import { createClient } from '../../client/client.ts';
import { createTokenHolder } from '../../client/endpoint.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { bearerToken, TOKEN_VARIABLE } from '../bearer-token.ts';
import type { CliParts } from '../cli-parts.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords, textOf } from '../given.ts';
import { createMcpBridge } from '../mcp-bridge.ts';
import { serviceAddress, URL_VARIABLE } from '../service-address.ts';

export const mcp = defineCommand({
	name: 'mcp',
	group: 'trade',
	summary: 'Tools for agents over the standard streams: an MCP server for programs that start theirs.',
	about:
		'Carries messages of the Model Context Protocol between standard input and /mcp of a running service, which knows the tools, decides and refuses; nothing but the protocol is printed. A program starts it and ends it: docs/mcp.md says how one is told to. Ends when standard input does and what was asked is answered.',
	forms: ['[flags]'],
	flags: {
		url: {
			value: 'URL',
			meaning: `The service: https, or http on this machine (default: ${URL_VARIABLE}, else url of cli.json, else the one of the data directory).`,
		},
		'token-file': {
			value: 'FILE',
			meaning: `A file that holds a token (default: ${TOKEN_VARIABLE}, else tokenFile of cli.json, else the login that carrywire login --keep has kept). Without a token the public tools work.`,
		},
		...CONFIG_FLAGS,
	},
	examples: ['carrywire mcp', 'carrywire mcp --url https://carrywire.example --token-file token.txt'],
	read({ words, values }) {
		noWords('mcp', words);
		return { flags: configFlags(values), url: textOf(values.url), tokenFile: textOf(values['token-file']) };
	},
	async run({ flags, url: given, tokenFile }, parts) {
		const { env, cwd, clock, output, terminal } = parts;
		const remark = (line: string) => output.remark(`carrywire: ${line}`);
		const config = () => loadConfig({ flags, env, cwd });
		const url = serviceAddress('mcp', { given, env, config });
		const tokens = createTokenHolder(bearerToken('mcp', url, tokenFile, { ...parts, remark }));
		const bridge = createMcpBridge({ url, tokens, clock, fetch, write: output.print });
		void compareVersions(url, parts, remark);
		for (;;) {
			const line = await terminal.keyboard.line({ isSecret: false });
			if (line === undefined) break;
			bridge.take(line);
		}
		await bridge.settled();
		return EXIT_CODES.OK;
	},
});

/** For the person who looks at what a program's servers say: what answers there, and whether it is of this version. */
async function compareVersions(
	url: string,
	{ version }: CliParts,
	remark: (line: string) => void,
): Promise<void> {
	try {
		const service = await createClient({ url, retries: 0 }).call('test');
		if (service.version === version) return;
		remark(
			`The service at ${url} is version ${service.version}, this program ${version}: the service decides.`,
		);
	} catch {
		remark(`The service at ${url} does not answer yet. Every message tries again.`);
	}
}
