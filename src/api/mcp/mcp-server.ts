/**
 * Builds the MCP server with its tools, resources and prompts, for any transport. Each HTTP request gets a new
 * server. No state is kept between calls, so no session can be hijacked.
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

/** Services, documents and limits that all MCP servers of the process share. */
export type McpParts = {
	readonly services: Services;
	readonly dispatcher: Dispatcher;
	readonly documentation: Documentation;
	readonly transportLimits: TransportLimits;
	/** Address of the JSON-RPC endpoint. */
	readonly endpoint: () => string;
	readonly clock: Clock;
	/** Additional tools, resources and prompts for tests. */
	readonly further?: (server: McpServer) => void;
};

/** Creates the MCP server for one HTTP request, with the request's caller and arguments. */
export type OpenMcpServer = (call: McpCall) => McpServer;

const INSTRUCTIONS =
	'Carrywire holds equal quantities of a coin long on one exchange and short on another, and earns the difference of their funding rates. Steps: find (get_opportunities, opportunity_detail); preview (execute_opportunity with preview true); show the user the plan, costs and checks; execute with the preview_id; monitor (portfolio_live); close (close_execution). Rates are fractions. amount is USD over both legs. null means unknown, never zero. A refusal states the value and the limit: correct the value, and repeat only retryable errors. Only trading_mode live uses real money; simulated, paper and testnet do not. Read carrywire://skill first, then carrywire://limits for your limits.';

/** Prepares the tools once, and returns the function that creates a server for each request. */
export function createMcpServers(parts: McpParts): OpenMcpServer {
	const { services, dispatcher, clock } = parts;
	const tools = toolsOf(METHODS);
	return (call) => {
		const server = new McpServer(
			{ name: services.info.service, title: 'Carrywire', version: services.info.version },
			{
				instructions: INSTRUCTIONS,
				// The lists of tools, resources and prompts never change while the service runs.
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
