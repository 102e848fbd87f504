/**
 * Serves /dashboard/…, the built dashboard files, which are read once when the service starts. Names contain a hash
 * of the content, so browsers may cache them. The build compresses each file to `NAME.br` and `NAME.gz`, because
 * compressing at each start would take about a CPU second.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Paths of the script and styles that the shell loads. */
export type DashboardEntry = { readonly script: string; readonly styles: readonly string[] };

/** The built dashboard in memory. */
export type DashboardFiles = {
	/** Script and styles that the shell loads; undefined if the dashboard has not been built. */
	readonly entry: DashboardEntry | undefined;
	/** The built files, keyed by path. */
	readonly files: ReadonlyMap<string, DashboardFile>;
};

type DashboardFile = {
	readonly type: string;
	readonly content: Buffer;
	/** Compressed content, keyed by `content-encoding`. */
	readonly packed: Readonly<Record<Coding, Buffer>>;
};

/** A `content-encoding` that the build produces. */
export type Coding = 'br' | 'gzip';

const BASE = '/dashboard/';
const BUILT = join('dist', 'dashboard');
const MANIFEST = 'manifest.json';
const ENTRY = 'src/main.ts';
const TYPES: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Reads the build from the package folder `root`. @throws Error for an incomplete build */
export function readDashboard(root: string): DashboardFiles {
	const folder = join(root, BUILT);
	if (!existsSync(join(folder, MANIFEST))) return { entry: undefined, files: new Map() };
	const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Record<
		string,
		{ readonly file: string; readonly css?: readonly string[] }
	>;
	const entry = manifest[ENTRY];
	if (entry === undefined) throw new Error(`The dashboard in ${folder} has no entry ${ENTRY}.`);
	const files = new Map<string, DashboardFile>();
	for (const name of readdirSync(folder)) {
		const type = TYPES[extname(name)];
		if (type === undefined) continue;
		const read = (ending: string) => readFileSync(join(folder, `${name}${ending}`));
		const packed = { br: read('.br'), gzip: read('.gz') };
		files.set(`${BASE}${name}`, { type, content: read(''), packed });
	}
	const styles = (entry.css ?? []).map((name) => `${BASE}${name}`);
	return { entry: { script: `${BASE}${entry.file}`, styles }, files };
}

/** Serves each file, compressed for browsers that accept Brotli or gzip. Browsers cache it for a year. */
export function addDashboardFiles(app: FastifyInstance, { files }: DashboardFiles): void {
	for (const [path, { type, content, packed }] of files) {
		app.get(path, async (request, reply) => {
			const coding = codingFor(request.headers['accept-encoding']);
			reply.type(type).header('cache-control', 'public, max-age=31536000, immutable');
			reply.header('vary', 'accept-encoding');
			if (coding === undefined) return reply.send(content);
			return reply.header('content-encoding', coding).send(packed[coding]);
		});
	}
}

/** Returns the best coding that the browser accepts. A weight of 0 means not acceptable (RFC 9110, 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | undefined {
	const named = (accepted ?? '').split(',').map((part) =>
		part
			.trim()
			.toLowerCase()
			.split(/\s*;\s*q=/),
	);
	const isTaken = (coding: string) =>
		named.some(([name, weight = '1']) => name === coding && Number(weight) > 0);
	if (isTaken('br')) return 'br';
	return isTaken('gzip') ? 'gzip' : undefined;
}
