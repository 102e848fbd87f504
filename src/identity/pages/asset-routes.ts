/** Serves /assets: the pages' style sheet, icons and scripts, and the files of the installed application. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const SCRIPT = 'text/javascript; charset=utf-8';
/** Policy of the offline page: its own script and style, its inline icon, and requests to the service. */
const OFFLINE_POLICY =
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Policy of the service worker, which may only request paths of this service. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

type Headers = Readonly<Record<string, string>>;

const ASSETS: readonly (readonly [name: string, type: string, headers?: Headers])[] = [
	['style.css', 'text/css; charset=utf-8'],
	['icon.svg', 'image/svg+xml'],
	['icon-192.png', 'image/png'],
	['icon-512.png', 'image/png'],
	['icon-maskable.png', 'image/png'],
	['login-link.js', SCRIPT],
	['origin.js', SCRIPT],
	['passkey.js', SCRIPT],
	['wallet.js', SCRIPT],
	['manifest.webmanifest', 'application/manifest+json'],
	['offline.html', 'text/html; charset=utf-8', { 'content-security-policy': OFFLINE_POLICY }],
	['offline.js', SCRIPT],
	[
		'service-worker.js',
		SCRIPT,
		{
			'content-security-policy': WORKER_POLICY,
			// The worker serves pages outside /assets/.
			'service-worker-allowed': '/',
			'cache-control': 'no-cache',
		},
	],
];

/** Paths of the assets, for GET. */
export const ASSET_PATHS: readonly string[] = ASSETS.map(([name]) => `/assets/${name}`);

/** Serves the files from memory. Browsers cache them for five minutes. */
export function addAssets(app: FastifyInstance): void {
	for (const [name, type, headers = {}] of ASSETS) {
		const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
		app.get(`/assets/${name}`, async (_request, reply) =>
			reply
				.type(type)
				.headers({ 'cache-control': 'public, max-age=300', ...headers })
				.send(content),
		);
	}
}
