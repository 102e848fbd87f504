/**
 * Serves /dashboard/…, the built dashboard files, which are read once when the service starts. Each language has its
 * own folder. Names contain a hash
 * of the content, so browsers may cache them. The build compresses each file to `NAME.br` and `NAME.gz`, because
 * compressing at each start would take about a CPU second.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '../../domain/languages.ts';

/** Paths of the script and styles that the shell loads. */
export type DashboardEntry = { readonly script: string; readonly styles: readonly string[] };

/** Files that the shell loads, by language. */
export type DashboardEntries = Readonly<Record<Language, DashboardEntry>>;

/** The built dashboard in memory. */
export type DashboardFiles = {
	/** Files that the shell loads in each language; undefined if the dashboard has not been built. */
	readonly entries: DashboardEntries | undefined;
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

/**
 * Reads the build from the package folder `root`: one folder for each language. @throws Error for an incomplete
 * build
 */
export function readDashboard(root: string): DashboardFiles {
	const folder = join(root, BUILT);
	if (!existsSync(join(folder, LANGUAGES[0], MANIFEST))) return { entries: undefined, files: new Map() };
	const files = new Map<string, DashboardFile>();
	const entries = LANGUAGES.map((language) => [language, readLanguage(folder, language, files)]);
	return { entries: Object.fromEntries(entries), files };
}

/** Adds the files of a language to `files`. */
function readLanguage(built: string, language: Language, files: Map<string, DashboardFile>): DashboardEntry {
	const folder = join(built, language);
	const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Record<
		string,
		{ readonly file: string; readonly css?: readonly string[] }
	>;
	const entry = manifest[ENTRY];
	if (entry === undefined) throw new Error(`The dashboard in ${folder} has no entry ${ENTRY}.`);
	const base = `${BASE}${language}/`;
	for (const name of readdirSync(folder)) {
		const type = TYPES[extname(name)];
		if (type === undefined) continue;
		const read = (ending: string) => readFileSync(join(folder, `${name}${ending}`));
		const packed = { br: read('.br'), gzip: read('.gz') };
		files.set(`${base}${name}`, { type, content: read(''), packed });
	}
	const styles = (entry.css ?? []).map((name) => `${base}${name}`);
	return { script: `${base}${entry.file}`, styles };
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
