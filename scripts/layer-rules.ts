/**
 * The layers of the repository as data: which files make up each, and what each may import.
 *
 * Imports point downward only. A layer may always import itself, and nothing that is not named here. Tests beside
 * the source (`*.test.ts`) belong to the layer `tests`: they may bring real parts of any layer together.
 */

export type LayerRule = {
	readonly layer: string;
	/** Which files belong to it; the first rule that matches decides. */
	readonly files: RegExp;
	/** Layers it may import besides itself; `'any'` is every layer except those of tests and tooling. */
	readonly imports: readonly string[] | 'any';
	/** Layers of which it may import types (`import type`), nothing that runs. */
	readonly importsTypes?: readonly string[];
	/** Single files it may import although their layer is not named. */
	readonly importsFiles?: readonly string[];
	/** Built-in modules of Node it may import. */
	readonly node: readonly string[] | 'any' | 'none';
	/** npm packages it may import. */
	readonly packages: readonly string[] | 'any' | 'none';
	/** Files that may import a path computed at run time, which no check can judge. */
	readonly computedImports?: RegExp;
	/** Names that must not occur in its code: what would make a pure layer impure. A dotted name matches as written. */
	readonly forbiddenWords?: readonly string[];
	/** Groups of the layer that must not import each other: the first capture of this expression names the group. */
	readonly apart?: RegExp;
	readonly why: string;
};

const PURE = [
	'Date',
	'Promise',
	'setTimeout',
	'setInterval',
	'setImmediate',
	'queueMicrotask',
	'process',
	'performance',
	'Math.random',
	'async',
	'await',
];

/** What every service may stand on. */
const SERVICE_BASE = ['domain', 'errors', 'ports', 'journal'];

function service(layer: string, extra: readonly string[] = []): LayerRule {
	return {
		layer,
		files: new RegExp(`^src/${layer}/`),
		imports: [...SERVICE_BASE, ...extra],
		node: 'none',
		packages: 'none',
		why: 'services meet through the domain and the ports, never sideways',
	};
}

function adapter(layer: string): LayerRule {
	return {
		layer,
		files: new RegExp(`^src/${layer}/`),
		imports: SERVICE_BASE,
		node: 'any',
		packages: 'any',
		why: 'an adapter implements ports and is named only where the parts are put together',
	};
}

export const LAYER_RULES: readonly LayerRule[] = [
	{
		layer: 'tests',
		files: /\.test\.ts$|^test\//,
		imports: 'any',
		importsFiles: [],
		node: 'any',
		packages: 'any',
		why: 'tests bring real parts together; nothing but a test imports a test',
	},
	{
		layer: 'domain',
		files: /^src\/domain\//,
		imports: [],
		node: 'none',
		packages: 'none',
		forbiddenWords: PURE,
		why: 'the domain is pure: no clock, no waiting, no input or output',
	},
	{
		layer: 'errors',
		files: /^src\/errors\//,
		imports: [],
		node: 'none',
		packages: 'none',
		why: 'the error table stands on nothing, so that every layer may use it',
	},
	{
		layer: 'ports',
		files: /^src\/ports\//,
		imports: ['domain', 'errors'],
		node: 'none',
		packages: 'none',
		why: 'a port says what is needed, not how it is done',
	},
	{
		layer: 'journal',
		files: /^src\/journal\//,
		imports: ['domain', 'errors', 'ports'],
		node: 'none',
		packages: 'none',
		why: 'the journal is meaning; where it is stored is an adapter',
	},
	{
		layer: 'runtime',
		files: /^src\/runtime\//,
		imports: ['errors', 'ports'],
		node: 'any',
		packages: [
			'pino',
			'prom-client',
			'@opentelemetry/api',
			'@opentelemetry/exporter-trace-otlp-http',
			'@opentelemetry/resources',
			'@opentelemetry/sdk-trace',
		],
		why: 'the only place that knows the machine: its clock, timers, randomness, log and metrics',
	},
	service('risk'),
	service('scanner'),
	{
		layer: 'engine',
		files: /^src\/execution\/engine\.ts$/,
		imports: [...SERVICE_BASE, 'execution'],
		node: 'none',
		packages: 'none',
		forbiddenWords: PURE,
		why: 'the engine decides and never waits',
	},
	service('execution', ['engine', 'risk']),
	service('portfolio'),
	service('market-data'),
	service('backtest'),
	service('alerts'),
	{
		...service('paper'),
		imports: ['domain', 'errors', 'ports'],
		why: 'a local account stands where an exchange would, and knows as little of the service as one',
	},
	// One class of ccxt is loaded by its file, so that a start does not load a hundred exchanges.
	{ ...adapter('venues'), computedImports: /^src\/venues\/ccxt\/instance\.ts$/ },
	adapter('store'),
	{
		...adapter('vault'),
		node: ['node:crypto', 'node:fs', 'node:path'],
		packages: 'none',
		why: 'what protects secrets stands on the platform’s own cryptography and on nothing that somebody else publishes',
	},
	{
		...adapter('outbound'),
		packages: 'none',
		why: 'whatever a stranger names is asked in one guarded way',
	},
	{
		layer: 'auth',
		files: /^src\/auth\//,
		imports: ['domain', 'errors', 'ports'],
		node: ['node:crypto'],
		packages: ['viem', '@simplewebauthn/server', '@spruceid/siwe-parser', 'jose', 'openid-client'],
		why: 'who is calling is known before anything is done for them',
	},
	{
		layer: 'authorization',
		files: /^src\/authorization\//,
		imports: ['domain', 'errors', 'ports', 'auth', 'outbound'],
		node: 'any',
		packages: ['oidc-provider', 'jose'],
		why: 'the authorization server stands on users, agents and the store, and shows pages that it is handed',
	},
	{
		layer: 'web',
		files: /^src\/web\//,
		imports: ['domain', 'errors', 'ports', 'auth', 'authorization', 'http'],
		node: 'any',
		packages: ['fastify'],
		why: 'pages ask the same authorities as methods do, and decide nothing themselves',
	},
	{
		layer: 'connections',
		files: /^src\/connections\//,
		imports: ['domain', 'errors', 'ports'],
		node: ['node:crypto'],
		packages: 'none',
		why: 'what users grant at exchanges is known before anything trades with it',
	},
	{
		layer: 'rpc',
		files: /^src\/rpc\//,
		imports: ['domain', 'errors', 'ports', 'auth'],
		node: 'none',
		packages: ['zod'],
		why: 'methods do not know by which transport they were called',
	},
	{
		layer: 'mcp',
		files: /^src\/mcp\//,
		imports: ['domain', 'errors', 'ports', 'auth', 'rpc'],
		node: 'none',
		packages: 'any',
		why: 'tools for agents are the same methods in another dress',
	},
	{
		layer: 'http',
		files: /^src\/http\//,
		imports: ['domain', 'errors', 'ports', 'auth', 'rpc', 'mcp'],
		node: 'any',
		packages: ['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'fastify', 'pino', 'ws', 'zod'],
		why: 'transports carry methods and know no service',
	},
	{
		layer: 'client',
		files: /^src\/client\//,
		imports: [],
		node: 'none',
		packages: 'none',
		why: 'the published client carries no server code',
	},
	{
		layer: 'dashboard',
		files: /^dashboard\/src\//,
		imports: ['client'],
		node: 'none',
		packages: ['svelte', 'lightweight-charts'],
		why: 'the dashboard is a client like any other: it knows the service by its methods alone',
	},
	{
		layer: 'dashboard build',
		files: /^dashboard\/[^/]+\.(?:ts|js)$/,
		imports: [],
		node: 'none',
		packages: ['vite', '@sveltejs/vite-plugin-svelte'],
		why: 'how the dashboard is built is no part of it',
	},
	{
		layer: 'config',
		files: /^src\/config(?:-[a-z]+)*\.ts$/,
		imports: ['domain', 'errors', 'ports'],
		node: 'any',
		packages: ['zod'],
		why: 'settings are read once, at the top, and handed down',
	},
	{
		layer: 'top',
		files:
			/^src\/(?:access-floor|account-floor|alert-floor|app|connect-by-page|main|market-floor|package-root|trading-floor|version)\.ts$|^src\/cli\//,
		imports: 'any',
		node: 'any',
		packages: 'any',
		why: 'the only place that names concrete parts',
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
		layer: 'simulator face',
		files: /^simulator\/[^/]+\//,
		imports: ['simulator core'],
		importsFiles: ['src/domain/decimal.ts'],
		node: 'any',
		packages: 'any',
		apart: /^simulator\/([^/]+)\//,
		why: 'each simulated exchange is written from that exchange’s own rules, not from another face',
	},
	{
		layer: 'simulator shell',
		files: /^simulator\/[^/]+\.ts$/,
		imports: ['simulator core', 'simulator face'],
		importsFiles: ['src/domain/decimal.ts'],
		node: 'any',
		packages: 'any',
		why: 'the simulators are processes of their own',
	},
	{
		layer: 'examples',
		files: /^examples\//,
		imports: [],
		node: 'any',
		packages: ['carrywire'],
		why: 'an example is a program of a user: it has what the package exports and nothing else of ours',
	},
	{
		layer: 'tooling',
		files: /^(?:scripts|bench)\/|^[^/]+\.ts$/,
		imports: 'any',
		node: 'any',
		packages: 'any',
		why: 'tools may look at everything; nothing that ships imports them',
	},
];

/** Layers that `'any'` does not include, except for the layers listed here against them. */
export const IMPORTED_ONLY_BY: Readonly<Record<string, readonly string[]>> = {
	tests: [],
	tooling: ['tests'],
	examples: ['tests'],
	'simulator core': ['tests', 'tooling'],
	'simulator face': ['tests', 'tooling'],
	'simulator shell': ['tests', 'tooling'],
};
