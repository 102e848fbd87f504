/** Lists the layers of `src/replay/`. They are apart from the service that trades, which loads none of the upper ones. */

import type { LayerRule } from './layer-rule.ts';

/** Descriptions of the built-in policies, for those who let a user choose. Only the engine runs them. */
export const BUILT_IN_POLICIES = ['built-in', 'settings'].map((name) => `src/replay/policies/${name}.ts`);

/** Layers that services and compositions may load. @param base layers that every layer of services may import */
export function lowerReplayRules(base: readonly string[]): readonly LayerRule[] {
	return [
		{
			layer: 'replay report',
			files: /^src\/replay\/report\//,
			imports: ['domain', 'venue facts'],
			importsFiles: ['src/replay/data/dataset.ts'],
			node: ['crypto', 'fs', 'module'],
			packages: ['zod'],
			why: 'a report is a function of a result: it knows neither the engine nor the data, and embeds its charts',
		},
		{
			layer: 'replay data',
			files: /^src\/replay\/data\//,
			imports: ['domain', 'venue facts'],
			importsFiles: ['src/store/recording-files.ts'],
			node: ['crypto', 'fs', 'fs/promises', 'path', 'stream/promises', 'zlib'],
			packages: ['hyparquet'],
			why: 'recorded data is read into columns, and knows neither the service nor who replays it',
		},
		{
			layer: 'replay jobs',
			files: /^src\/replay\/jobs\//,
			imports: [...base, 'rpc', 'replay report'],
			node: ['child_process', 'fs', 'fs/promises', 'os', 'path', 'url'],
			packages: ['zod'],
			why: 'the service starts replays as processes and reads their files: it never loads the engine',
		},
	];
}

/** Layers above the service. @param services all layers of services */
export function upperReplayRules(services: readonly string[]): readonly LayerRule[] {
	return [
		{
			layer: 'replay policies',
			files: /^src\/replay\/policies\//,
			imports: ['domain', 'ports', 'client'],
			node: 'none',
			packages: 'none',
			why: 'a policy knows the service by the public client, as a user’s program does',
		},
		{
			layer: 'replay sandbox',
			files: /^src\/replay\/sandbox\//,
			imports: ['domain', 'ports', 'client', 'replay policies'],
			node: ['child_process', 'fs', 'module', 'net', 'path', 'stream', 'url', 'util', 'worker_threads'],
			packages: 'none',
			why: 'a policy of a user runs in a process of its own, and looks like a built-in one to the replay',
		},
		{
			layer: 'replay service',
			files: /^src\/replay\/service\//,
			imports: [...services, 'app', 'replay data'],
			node: 'any',
			packages: 'none',
			why: 'it composes the service that trades over recorded markets; there is no second engine',
		},
		{
			layer: 'replay run',
			files: /^src\/replay\/run\//,
			imports: [
				...services,
				'app',
				'client',
				...['data', 'service', 'policies', 'sandbox', 'report'].map((part) => `replay ${part}`),
			],
			node: ['crypto', 'fs', 'path', 'worker_threads'],
			packages: 'none',
			why: 'a run brings data, service, policy and report together, and belongs to no service',
		},
	];
}
