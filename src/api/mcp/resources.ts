/** Defines resources for agents: documentation, limits and the description of all methods. */
import type { McpServer } from '@modelcontextprotocol/server';
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { openRpcBytes } from '../methods/openrpc.ts';
import { METHODS } from '../methods/registry.ts';
import type { Services } from '../rpc/method.ts';
import { DOCUMENTATION_PAGES, type Documentation } from './documentation.ts';
import type { McpCall } from './tool-call.ts';

/** URI of the resource with the caller's limits. */
export const LIMITS_URI = 'carrywire://limits';

/** URI of the resource with the OpenRPC document. */
export const OPENRPC_URI = 'carrywire://openrpc.json';

/** URI of the resource with the instructions for agents. */
export const SKILL_URI = 'carrywire://skill';

/** URI prefix of documentation pages; the page's name follows. */
export const DOCS_URI = 'carrywire://docs/';

/** Transport limits and rate limits from the settings; each name ends with its unit. */
export type TransportLimits = Readonly<Record<string, unknown>>;

/** Registers a server's resources: limits, OpenRPC document, skill and documentation pages. */
export function addResources(
	server: McpServer,
	parts: {
		readonly documentation: Documentation;
		readonly services: Services;
		readonly transportLimits: TransportLimits;
		/** Address of the JSON-RPC endpoint. */
		readonly endpoint: () => string;
		readonly call: McpCall;
	},
): void {
	const { documentation, services, transportLimits, endpoint, call } = parts;
	const markdown = (uri: URL, text: string) => ({
		contents: [{ uri: uri.href, mimeType: 'text/markdown', text }],
	});
	for (const { name, description } of DOCUMENTATION_PAGES)
		server.registerResource(
			`docs/${name}`,
			`${DOCS_URI}${name}`,
			{ title: `Documentation: ${name}`, description, mimeType: 'text/markdown' },
			async (uri) => markdown(uri, await documentation.page(name)),
		);
	server.registerResource(
		'skill',
		SKILL_URI,
		{
			title: 'How to trade safely',
			description:
				'Steps from finding an opportunity to closing it, how to read the figures, and what never to do.',
			mimeType: 'text/markdown',
		},
		async (uri) => markdown(uri, await documentation.skill()),
	);
	server.registerResource(
		'openrpc.json',
		OPENRPC_URI,
		{
			title: 'OpenRPC document',
			description: 'All methods with schemas, errors and examples, for programs. Large.',
			mimeType: 'application/json',
		},
		(uri) => {
			const bytes = openRpcBytes(METHODS, { version: services.info.version, endpoint: endpoint() });
			const text = Buffer.from(bytes).toString();
			return {
				contents: [{ uri: uri.href, mimeType: 'application/json', text }],
			};
		},
	);
	server.registerResource(
		'limits',
		LIMITS_URI,
		{
			title: 'Your limits',
			description: 'Your identity, scopes and agent caps, the limits of the service, active halts.',
			mimeType: 'application/json',
		},
		(uri) => ({
			contents: [
				{
					uri: uri.href,
					mimeType: 'application/json',
					text: encodeExactJson(limitsOf(services, transportLimits, call)),
				},
			],
		}),
	);
}

function limitsOf(services: Services, transportLimits: TransportLimits, { caller }: McpCall): unknown {
	const { service, version, tradingMode } = services.info;
	return {
		service,
		version,
		trading_mode: tradingMode,
		caller: caller === undefined ? null : callerOf(caller),
		leverage_max: services.limits.leverageMax,
		max_slippage_bps_max: services.limits.maxSlippageBpsMax,
		trading_limits: services.watch.limits,
		...transportLimits,
		halts: caller === undefined ? [] : haltsOf(services, caller.userId),
	};
}

function callerOf({ agent, application, scopes }: NonNullable<McpCall['caller']>): unknown {
	return {
		kind: agent !== undefined ? 'agent' : application !== undefined ? 'application' : 'token',
		scopes: [...scopes],
		// A null cap means no limit.
		agent:
			agent === undefined
				? null
				: {
						agent_id: agent.agentId,
						amount_max: agent.caps.amountMax,
						open_amount_max: agent.caps.openAmountMax,
						pairs: agent.caps.pairs,
						executions_per_day: agent.caps.executionsPerDay,
						must_be_trade: agent.caps.mustBeTrade,
					},
	};
}

/** Lists the kill switches that block the caller from opening positions on at least one exchange. */
function haltsOf({ switches, opportunities }: Services, userId: string): unknown {
	const venues = [
		...new Set(opportunities.pairs().flatMap(({ exchanges }) => exchanges)),
	] as readonly VenueName[];
	return switches.covering(userId, venues);
}
