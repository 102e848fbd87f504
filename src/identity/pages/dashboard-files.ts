/**
 * /dashboard/…: what the dashboard was built into, read once. Names hold a hash of the content, so browsers may keep them. The
 * build packs each file as `NAME.br` and `NAME.gz` beside it, which takes about a second of a processor: no start should spend it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** What the shell loads: paths of the service. */
export type DashboardEntry = { readonly script: string; readonly styles: readonly string[] };

/** The built dashboard in memory. */
export type DashboardFiles = {
	/** Undefined where it was not built. */
	readonly entry: DashboardEntry | undefined;
	/** Paths of the service, each with what is answered. */
	readonly files: ReadonlyMap<string, DashboardFile>;
};

type DashboardFile = {
	readonly type: string;
	readonly content: Buffer;
	/** By `content-encoding`. */
	readonly packed: Readonly<Record<Coding, Buffer>>;
};

type Coding = 'br' | 'gzip';

const BASE = '/dashboard/';
const BUILT = join('dist', 'dashboard');
const MANIFEST = 'manifest.json';
const ENTRY = 'src/main.ts';
const TYPES: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Of the package that begins at `root`. @throws Error where what was built is not whole */
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

/** Serves each file, packed for browsers that accept Brotli or gzip; browsers keep it for a year. */
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

/** The better one of those that the browser names; a weight of 0 is a refusal (RFC 9110, 12.5.3). */
function codingFor(accepted: string | undefined): Coding | undefined {
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
