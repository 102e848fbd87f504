/**
 * The MCP server: tools, resources and prompts over whatever transport brings a message. One is made for each HTTP
 * request, so nothing is kept between calls and no session can be taken over.
 */
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../ports/clock.ts';
import type { Dispatcher } from '../methods/dispatch.ts';
import { METHODS } from '../methods/registry.ts';
import type { Services } from '../rpc/method.ts';
import type { Documentation } from './documentation.ts';
import { withProgress } from './progress.ts';
import { addPrompts } from './prompts.ts';
import { addResources, type TransportLimits } from './resources.ts';
import { callTool, type McpCall } from './tool-call.ts';
import { toolsOf } from './tools.ts';

/** Services, documents and limits that every MCP server of the process shares. */
export type McpParts = {
	readonly services: Services;
	readonly dispatcher: Dispatcher;
	readonly documentation: Documentation;
	readonly transportLimits: TransportLimits;
	/** Address of the JSON-RPC endpoint. */
	readonly endpoint: () => string;
	readonly clock: Clock;
	/** Further tools, resources and prompts, where a test brings them. */
	readonly further?: (server: McpServer) => void;
};

/** Makes the MCP server for one HTTP request; its caller and arguments are in `call`. */
export type OpenMcpServer = (call: McpCall) => McpServer;

const INSTRUCTIONS =
	'Carrywire holds the same coin long at one exchange and short at another, in equal quantity, and collects the difference of their funding rates. Look (get_opportunities, opportunity_detail), preview (execute_opportunity with preview true), show the user plan, costs and checks, execute with the preview_id, watch (portfolio_live), close (close_execution). Rates are fractions; amount is USD over both legs; null is unknown and never zero. A refusal names what, was and limit: correct that, and repeat only what says retryable. trading_mode says whether money is real: only live is; simulated, paper and testnet are not. Read carrywire://skill first, and carrywire://limits for what bounds you.';

/** Prepares the tools once and returns the function that makes a server for each request. */
export function createMcpServers(parts: McpParts): OpenMcpServer {
	const { services, dispatcher, clock } = parts;
	const tools = toolsOf(METHODS);
	return (call) => {
		const server = new McpServer(
			{ name: services.info.service, title: 'Carrywire', version: services.info.version },
			{
				instructions: INSTRUCTIONS,
				// Nothing of it changes while the service runs.
				capabilities: {
					tools: { listChanged: false },
					resources: { listChanged: false },
					prompts: { listChanged: false },
				},
			},
		);
		for (const tool of tools) {
			const { method, title, description, annotations, input, output } = tool;
			server.registerTool(
				method.name,
				{ title, description, annotations, inputSchema: input, outputSchema: output },
				(_args: unknown, context: ServerContext) =>
					withProgress(context, { clock, name: method.name, timeLimitMs: method.timeLimitMs }, () =>
						callTool(tool, context.mcpReq.id, { dispatcher, call }),
					),
			);
		}
		addResources(server, { ...parts, call });
		addPrompts(server);
		parts.further?.(server);
		return server;
	};
}
