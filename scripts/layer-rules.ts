/**
 * Lists the layers of the repository as data: for each layer its files, and what they may import.
 *
 * Imports point downward only: files in a layer may import that layer and whatever its row permits. Import cycles
 * between files or between folders are forbidden. Tests and benches belong to no layer, because they combine parts of
 * every layer. `check-layers.ts` passes these rows to dependency-cruiser.
 */

import type { LayerRule } from './layer-rule.ts';
import { BUILT_IN_POLICIES, lowerReplayRules, upperReplayRules } from './replay-layer-rules.ts';

/** Layers that every layer of services may import. */
const BASE = ['domain', 'ports', 'sentences'];
/** The base layers, and the layer with the properties of each exchange that are known before its adapter is loaded. */
const FACTS = [...BASE, 'venue facts'];

/**
 * Returns the rule for a layer of services. They contain logic and perform no input or output themselves. A service
 * receives a clock, a source of randomness and its ports as arguments.
 */
function service(
	layer: string,
	folder: string,
	extra: readonly string[] = [],
	why = 'services meet through the domain and the ports, never sideways',
): LayerRule {
	return {
		layer,
		files: new RegExp(`^src/${folder}/[^/]+$`),
		imports: [...FACTS, ...extra],
		node: 'none',
		packages: 'none',
		why,
	};
}

const SERVICES = [
	service('risk', 'engine/risk'),
	service('decide', 'engine/decide', ['risk'], 'the engine decides and never waits'),
	service(
		'drive',
		'engine/drive',
		['decide', 'risk'],
		'driving performs decisions; callers come in above it',
	),
	service('orders', 'engine/orders', ['drive', 'decide', 'risk']),
	service('opportunities', 'opportunities'),
	service('market', 'market'),
	{
		...service('planner', 'planner', [], 'plans are functions of what they are given'),
		imports: BASE,
	},
	service(
		'plan service',
		'planner/service',
		['planner'],
		'it gathers what a plan is made of, and leaves the plan to pure functions',
	),
	service(
		'portfolio',
		'portfolio',
		['planner'],
		'what-if reads the user’s positions and hands them to the planner’s functions',
	),
	service('cluster', 'cluster', [], 'which process serves whom is decided without knowing what is served'),
	service('alerts', 'alerts', ['planner'], 'alerts on margin use the levels of the planner'),
	service(
		'autopilot',
		'autopilot',
		['planner'],
		'a pot decides with the planner and trades through ports, like any other caller',
	),
	{
		...service(
			'chat',
			'chat',
			[],
			'commands of chats become calls of methods through a port, like calls of any other program',
		),
		node: ['crypto'],
	},
	service(
		'paper',
		'accounts/paper',
		[],
		'a local account replaces an exchange, and knows as little about the service',
	),
	{
		...service(
			'accounts',
			'accounts',
			[],
			'a grant at an exchange is checked before anything trades with it',
		),
		node: ['crypto'],
	},
];

const ADAPTERS: readonly LayerRule[] = [
	{
		layer: 'runtime',
		files: /^src\/runtime\//,
		imports: BASE,
		node: 'any',
		packages: [
			'nodemailer',
			'ws',
			'pino',
			'prom-client',
			'@opentelemetry/api',
			'@opentelemetry/exporter-trace-otlp-http',
			'@opentelemetry/resources',
			'@opentelemetry/sdk-trace',
		],
		why: 'the only place that knows the machine: its clock, timers, randomness, network, log and metrics',
	},
	{
		layer: 'plan solver',
		files: /^src\/planner\/solver\//,
		imports: BASE,
		node: ['path', 'worker_threads'],
		packages: ['highs'],
		why: 'it solves linear programs in a thread of its own, and knows nothing of plans',
	},
	{
		layer: 'store',
		files: /^src\/store\/(?:[^/]+|migrations\/[^/]+)$/,
		imports: BASE,
		node: 'any',
		packages: ['zod'],
		why: 'an adapter implements ports and is named only in compositions; a store knows no database',
	},
	...[{ folder: 'sqlite', packages: 'none' } as const, { folder: 'postgres', packages: ['pg'] } as const].map(
		({ folder, packages }): LayerRule => ({
			layer: `store ${folder}`,
			files: new RegExp(`^src/store/${folder}/`),
			imports: [...BASE, 'store'],
			node: 'any',
			packages,
			why: 'each database runs the statements of all stores, and knows no other database',
		}),
	),
	{
		layer: 'vault',
		files: /^src\/vault\//,
		imports: BASE,
		node: ['crypto', 'fs', 'path'],
		packages: 'none',
		why: 'the platform’s own cryptography protects secrets, and no package does',
	},
	...[['feeds'], ['shared', 'venues feeds'], ['read-only', 'venues feeds', 'venues shared']].map(
		([folder, ...below]): LayerRule => ({
			layer: `venues ${folder}`,
			files: new RegExp(`^src/venues/${folder}/`),
			imports: [...BASE, ...below],
			node: 'any',
			packages: 'any',
			why: 'parts that exchanges share know none of them: they are handed a module',
		}),
	),
	{
		layer: 'venue facts',
		files: /^src\/venues\/(?:facts|[^/]+\/facts)\.ts$/,
		imports: ['domain'],
		node: 'none',
		packages: 'none',
		why: 'facts of exchanges are data: the command line loads them before anything else',
	},
	{
		layer: 'venue',
		files: /^src\/venues\/(?!feeds\/|shared\/|read-only\/)([^/]+)\/(?!facts\.ts$)/,
		imports: [...FACTS, 'venues feeds', 'venues shared'],
		node: ['crypto', 'zlib'],
		packages: ['@noble/curves', '@noble/hashes'],
		apart: true,
		why: 'each exchange is a module of its own and knows no other',
	},
	{
		layer: 'venue registry',
		files: /^src\/venues\/(?!facts\.ts$)[^/]+\.ts$/,
		imports: ['venue', 'venues shared', ...FACTS],
		node: 'none',
		packages: 'none',
		why: 'the registry lists the modules of exchanges and holds no logic',
	},
];

const EDGES: readonly LayerRule[] = [
	{
		layer: 'authorization',
		files: /^src\/identity\/authorization\//,
		imports: [...BASE, 'identity', 'runtime'],
		node: 'any',
		packages: ['oidc-provider', 'jose'],
		why: 'the authorization server uses users, agents and the store, and shows the pages that it receives',
	},
	{
		layer: 'pages',
		files: /^src\/identity\/pages\//,
		imports: [...BASE, 'identity', 'authorization', 'http'],
		node: 'any',
		packages: ['fastify'],
		why: 'pages ask the same authorities as methods do, and decide nothing themselves',
	},
	{
		layer: 'identity',
		files: /^src\/identity\/[^/]+$/,
		imports: BASE,
		node: ['crypto'],
		packages: ['viem', '@simplewebauthn/server', '@spruceid/siwe-parser', 'jose', 'openid-client'],
		why: 'the caller is known before anything is done for them',
	},
	{
		layer: 'rpc',
		files: /^src\/api\/rpc\//,
		imports: [...FACTS, 'identity'],
		importsFiles: ['src/replay/report/named-squeezes.ts', 'src/replay/report/result.ts'],
		node: 'none',
		packages: ['zod'],
		why: 'records and params do not know by which transport they travel',
	},
	{
		layer: 'methods',
		files: /^src\/api\/methods\//,
		imports: [...FACTS, 'identity', 'rpc'],
		node: 'none',
		packages: ['zod'],
		why: 'methods do not know by which transport they were called',
	},
	{
		layer: 'streams',
		files: /^src\/api\/streams\//,
		imports: [...BASE, 'identity', 'rpc', 'methods'],
		node: 'none',
		packages: ['zod'],
		why: 'streams push the records that methods answer',
	},
	{
		layer: 'mcp',
		files: /^src\/api\/mcp\//,
		imports: [...BASE, 'identity', 'rpc', 'methods'],
		node: 'none',
		packages: ['@modelcontextprotocol/server', 'zod'],
		why: 'tools for agents are the same methods in another dress',
	},
	{
		layer: 'http',
		files: /^src\/api\/http\//,
		imports: [...BASE, 'identity', 'rpc', 'methods', 'streams', 'mcp'],
		node: 'any',
		packages: ['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'fastify', 'pino', 'ws', 'zod'],
		why: 'transports carry methods and know no service',
	},
	{
		layer: 'config',
		files: /^src\/config\//,
		imports: [...FACTS, 'accounts', 'venues read-only'],
		node: 'any',
		packages: ['zod'],
		why: 'settings are read once, at the top, and handed down',
	},
];

const LOWER_REPLAY = lowerReplayRules(BASE);

const SERVICE_LAYERS = [...SERVICES, ...ADAPTERS, ...EDGES, ...LOWER_REPLAY]
	.map(({ layer }) => layer)
	.concat('domain', 'ports', 'sentences');

const TOP: readonly LayerRule[] = [
	{
		layer: 'app',
		files: /^src\/app\//,
		imports: SERVICE_LAYERS,
		importsFiles: BUILT_IN_POLICIES,
		node: 'any',
		packages: 'any',
		why: 'only compositions name concrete parts',
	},
	{
		layer: 'operations',
		files: /^src\/operations\//,
		imports: [...SERVICE_LAYERS.filter((layer) => !/^store\b/.test(layer)), 'app'],
		importsFiles: ['data-lock', 'data-mode', 'recording-files', 'run-file'].map(
			(name) => `src/store/${name}.ts`,
		),
		node: ['crypto', 'dns/promises', 'fs', 'net', 'os', 'path', 'stream', 'stream/promises', 'tls', 'zlib'],
		packages: 'any',
		why: 'operators’ work on a data directory goes through ports; it names no database and no command line',
	},
	{
		layer: 'client',
		files: /^client\//,
		imports: [],
		node: 'none',
		packages: 'none',
		why: 'the published client carries no server code',
	},
	{
		layer: 'cli',
		files: /^cli\//,
		imports: [...SERVICE_LAYERS, 'app', 'operations', 'client'],
		importsFiles: [
			...BUILT_IN_POLICIES,
			'src/replay/data/dataset.ts',
			'src/replay/run/order.ts',
			'src/replay/run/run-order.ts',
		],
		node: 'any',
		packages: 'any',
		why: 'the command line is the process: everything below may be started by it',
	},
	{
		layer: 'research',
		files: /^research\//,
		imports: ['domain', 'venue facts', 'planner'],
		node: 'none',
		packages: 'none',
		why: 'the scorer judges the rules of the domain and of the planner by themselves',
	},
];

const BESIDE: readonly LayerRule[] = [
	{
		layer: 'dashboard',
		files: /^dashboard\/src\//,
		imports: ['client', 'sentences'],
		importsFiles: ['src/domain/sentence-writing.ts'],
		node: 'none',
		packages: ['svelte', 'lightweight-charts'],
		why: 'the dashboard is a client like any other: it knows the service by its methods, and shares the sentences',
	},
	{
		layer: 'documentation site',
		files: /^dashboard\/site\//,
		imports: [],
		node: 'none',
		packages: ['minisearch'],
		why: 'the script of the documentation knows nothing of the service',
	},
	{
		layer: 'dashboard build',
		files: /^dashboard\/[^/]+\.(?:ts|js)$/,
		imports: [],
		node: ['fs'],
		packages: ['vite', '@sveltejs/vite-plugin-svelte'],
		why: 'the dashboard does not know how it is built',
	},
	{
		layer: 'simulator core',
		files: /^simulator\/core\//,
		imports: [],
		importsFiles: ['src/domain/decimal.ts'],
		node: 'any',
		packages: ['ws'],
		why: 'the simulated exchange shares no code with the service but exact decimals',
	},
	{
		layer: 'simulated exchange',
		files: /^simulator\/(?!core\/)([^/]+)\//,
		imports: ['simulator core'],
		importsFiles: ['src/domain/decimal.ts'],
		node: 'any',
		packages: 'any',
		apart: true,
		why: 'each simulated exchange is written from that exchange’s own rules, not from another one',
	},
	{
		layer: 'simulator shell',
		files: /^simulator\/[^/]+\.ts$/,
		imports: ['simulator core', 'simulated exchange'],
		importsFiles: ['src/domain/decimal.ts'],
		node: 'any',
		packages: 'any',
		why: 'the simulators are processes of their own',
	},
	{
		layer: 'examples',
		files: /^examples\//,
		imports: [],
		importsFiles: ['client/entry.ts'],
		node: 'any',
		packages: ['carrywire'],
		why: 'an example is a program of a user: it has what the package exports and nothing else of ours',
	},
];

const SHIPPED = [...SERVICE_LAYERS, ...TOP.map(({ layer }) => layer)];
const SIMULATED = ['simulator core', 'simulated exchange', 'simulator shell'];

export const LAYER_RULES: readonly LayerRule[] = [
	{
		layer: 'sentences',
		files: /^src\/sentences\//,
		imports: [],
		node: 'none',
		packages: 'none',
		why: 'the service and its pages share the sentences, so they know neither',
	},
	{
		layer: 'domain',
		files: /^src\/domain\//,
		imports: ['sentences'],
		node: 'none',
		packages: 'none',
		why: 'the domain is pure: no clock, no waiting, no input or output',
	},
	{
		layer: 'ports',
		files: /^src\/ports\//,
		imports: ['domain', 'sentences'],
		node: 'none',
		packages: 'none',
		why: 'a port says what is needed, not how it is done',
	},
	...SERVICES,
	...ADAPTERS,
	...EDGES,
	...LOWER_REPLAY,
	...TOP,
	...upperReplayRules(SERVICE_LAYERS),
	...BESIDE,
	{
		layer: 'packaging',
		files: /^packaging\//,
		imports: [],
		node: ['fs', 'path'],
		packages: 'none',
		why: 'the files of an installation know the service only by its data directory and address',
	},
	{
		layer: 'tooling',
		files: /^scripts\/|^[^/]+\.ts$/,
		imports: [...SHIPPED, ...SIMULATED, 'dashboard', 'dashboard build', 'documentation site'],
		node: 'any',
		packages: 'any',
		why: 'tools may look at everything; nothing that ships imports them',
	},
];
