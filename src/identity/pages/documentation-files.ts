/**
 * Serves /docs/…, the documentation site as `npm run docs` built it, and /llms.txt. Each file is read at its first
 * request and then kept in memory, because most services never show most pages.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnown } from '../../api/http/entity-tag.ts';
import { REQUEST_TEXT } from '../../api/http/text.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Coding, codingFor } from './dashboard-files.ts';
import type { Page } from './page.ts';

/** The built site, with the file to serve at each path. */
export type DocumentationFiles = {
	/** File to serve at each path; empty if the site has not been built. */
	readonly files: ReadonlyMap<string, string>;
	/** The folder of the built site. */
	readonly folder: string;
};

const BASE = '/docs/';
const LLMS_PATH = '/llms.txt';
const BUILT = join('dist', 'docs');
const MISSING_PAGE = '404.html';
const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.md': 'text/markdown; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.yml': 'text/plain; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.webp': 'image/webp',
};
const ENDINGS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };
/** Matches the names to which the build adds a hash of the content. */
const HASHED = /^assets\/[\w-]+-[\w-]{10}\.\w+$/;

/** Lists the site's files in the package whose folder is `root`. */
export function readDocumentation(root: string): DocumentationFiles {
	const folder = join(root, BUILT);
	if (!existsSync(join(folder, 'index.html'))) return { files: new Map(), folder };
	const files = new Map<string, string>();
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const file = name.replaceAll('\\', '/');
		if (file === MISSING_PAGE || TYPES[extname(file)] === undefined) continue;
		const address = file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
		files.set(`${BASE}${address}`, file);
		if (`/${file}` === LLMS_PATH) files.set(LLMS_PATH, file);
	}
	return { files, folder };
}

/** Returns the allowed methods, for HTTP 405, of the paths that users type and programs request directly. */
export function documentationMethods({ files }: DocumentationFiles): ReadonlyMap<string, string> {
	return new Map([BASE, LLMS_PATH].filter((path) => files.has(path)).map((path) => [path, 'GET, HEAD']));
}

/** Returns the page at `/docs/` that replaces the documentation until the site is built. Empty once it is built. */
export function documentationPages({ files }: DocumentationFiles): readonly Page[] {
	if (files.size > 0) return [];
	return ['/docs', BASE].map((path) => ({
		method: 'GET',
		path,
		access: 'anyone',
		isOpen: true,
		answer: async () => {
			throw new CarrywireError('NOT_READY', REQUEST_TEXT.noDocumentation());
		},
	}));
}

type Kept = { readonly content: Buffer; readonly etag: string };

/**
 * Serves the site. Pages are revalidated by their entity tag. Files with a hash in their name are cached for a year.
 * @param headers returns the headers for every page, with the Content-Security-Policy for its scripts
 */
export function addDocumentationFiles(
	app: FastifyInstance,
	{ files, folder }: DocumentationFiles,
	headers: () => Readonly<Record<string, string>>,
): void {
	if (files.size === 0) return;
	const kept = new Map<string, Promise<Kept>>();
	const read = (name: string): Promise<Kept> => {
		const known = kept.get(name) ?? readFile(join(folder, name)).then(keptFrom);
		kept.set(name, known);
		known.catch(() => kept.delete(name));
		return known;
	};

	async function answer(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
		const coding = isPacked(file) ? codingFor(request.headers['accept-encoding']) : undefined;
		const { content, etag } = await read(coding === undefined ? file : `${file}${ENDINGS[coding]}`);
		if (extname(file) === '.html') reply.headers(headers());
		reply.headers({ etag, vary: 'accept-encoding' });
		reply.header('cache-control', HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
		if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], etag))
			return reply.code(304).send();
		if (coding !== undefined) reply.header('content-encoding', coding);
		return reply.type(TYPES[extname(file)] ?? 'application/octet-stream').send(content);
	}

	const isPacked = (file: string): boolean => /\.(?:html|js|css|json|svg)$/.test(file);
	const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const [path = '', query] = request.url.split(/(?=\?)/);
		const file = files.get(path);
		// A build that ran after the service started may have removed the file.
		if (file !== undefined)
			return answer(request, reply, file).catch(() => answer(request, reply.code(404), MISSING_PAGE));
		// A surplus or missing final slash is corrected by a redirect, so that relative links keep their meaning.
		const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
		if (files.has(other)) return reply.redirect(`${other}${query ?? ''}`, 308);
		return answer(request, reply.code(404), MISSING_PAGE);
	};
	app.get('/docs', serve);
	app.get(`${BASE}*`, serve);
	app.get(LLMS_PATH, serve);
}

function keptFrom(content: Buffer): Kept {
	return { content, etag: etagOf(content) };
}
