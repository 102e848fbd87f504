/**
 * Finds the packages that are compiled into the pages of the dashboard and of the documentation. They are part of the
 * published files although no manifest lists them as dependencies of the service.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');
const SITE = 'dashboard/site';
const PACKAGE = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/g;

type Output = readonly { readonly type: string; readonly moduleIds?: readonly string[] }[];

/** Builds the pages in memory and returns the names of the packages in them, sorted. */
export async function bundledPackages(): Promise<readonly string[]> {
	const { build } = await import('vite');
	const configFile = join(ROOT, 'dashboard/vite.config.ts');
	const dashboard = (await build({ configFile, mode: 'en', build: { write: false } })) as { output: Output };
	const site = await Promise.all(
		readdirSync(join(ROOT, SITE))
			.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
			.map(async (name) => {
				const bundle = await rolldown({ input: join(ROOT, SITE, name), cwd: ROOT, platform: 'browser' });
				const { output } = await bundle.generate({ format: 'esm' });
				await bundle.close();
				return output as Output;
			}),
	);
	return packagesIn([...dashboard.output, ...site.flat()].flatMap(({ moduleIds = [] }) => moduleIds));
}

/** Returns the names of the packages that the modules come from, sorted and without repeats. */
export function packagesIn(moduleIds: readonly string[]): readonly string[] {
	const names = moduleIds.flatMap((id) => {
		const name = [...id.matchAll(PACKAGE)].at(-1)?.[1];
		return name === undefined ? [] : [name.replaceAll('\\', '/')];
	});
	return [...new Set(names)].sort();
}
