/** Serves /assets: the pages' style sheet, icon and scripts, which are read once when the service starts. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const ASSETS = [
	['style.css', 'text/css; charset=utf-8'],
	['icon.svg', 'image/svg+xml'],
	['login-link.js', 'text/javascript; charset=utf-8'],
	['origin.js', 'text/javascript; charset=utf-8'],
	['passkey.js', 'text/javascript; charset=utf-8'],
	['wallet.js', 'text/javascript; charset=utf-8'],
] as const;

/** Paths of the assets, for GET. */
export const ASSET_PATHS: readonly string[] = ASSETS.map(([name]) => `/assets/${name}`);

/** Serves the files from memory. Browsers cache them for five minutes. */
export function addAssets(app: FastifyInstance): void {
	for (const [name, type] of ASSETS) {
		const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
		app.get(`/assets/${name}`, async (_request, reply) =>
			reply.type(type).header('cache-control', 'public, max-age=300').send(content),
		);
	}
}
