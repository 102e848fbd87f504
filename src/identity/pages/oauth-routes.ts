/** Serves the authorization server's paths. Passes requests on unchanged, within rate limits, and adds our headers. */
import type { FastifyInstance } from 'fastify';
import { payerBeside } from '../../api/http/cross-site.ts';
import { JSON_TYPE } from '../../api/http/failures.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { ROUTES } from '../authorization/pages-and-paths.ts';
import type { AuthorizationServer } from '../authorization/server.ts';
import { pageHeaders } from './page-headers.ts';
import { addLanguage, texts } from './page-language.ts';

const METADATA_PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/** HTTP methods of the authorization server, keyed by path. */
export const OAUTH_PATHS: ReadonlyMap<string, readonly ('GET' | 'POST')[]> = new Map<
	string,
	readonly ('GET' | 'POST')[]
>([
	...METADATA_PATHS.map((path): [string, readonly ['GET']] => [path, ['GET']]),
	[ROUTES.jwks, ['GET']],
	[ROUTES.authorization, ['GET']],
	[`${ROUTES.authorization}/:uid`, ['GET']],
	[ROUTES.code_verification, ['GET', 'POST']],
	[`${ROUTES.code_verification}/:uid`, ['GET']],
	[ROUTES.token, ['POST']],
	[ROUTES.revocation, ['POST']],
	[ROUTES.introspection, ['POST']],
	[ROUTES.device_authorization, ['POST']],
	[ROUTES.pushed_authorization_request, ['POST']],
]);

/** Passes requests for these paths to the authorization server, within limits per address. */
export function addOAuthRoutes(
	app: FastifyInstance,
	parts: {
		readonly server: () => AuthorizationServer;
		readonly baseUrl: () => string;
		/** Limit per address. Requests caused by pages from other origins have a separate limit of the same size. */
		readonly rateLimit: RateLimit;
		readonly clock: Clock;
	},
): void {
	const { server, baseUrl, clock } = parts;
	const limiter = createRateLimiter(parts.rateLimit);
	app.register(async (scope) => {
		addLanguage(scope);
		scope.removeAllContentTypeParsers();
		// The server reads the body itself, up to its own limit (56 kB).
		scope.addContentTypeParser('*', (_request, _body, done) => done(null));
		scope.setErrorHandler(async (error, _request, reply) => {
			if (!(error instanceof CarrywireError)) throw error;
			const { retryAfterMs = 1_000 } = error;
			return reply
				.code(error.code === 'RATE_LIMITED' ? 429 : 503)
				.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))))
				.type(JSON_TYPE)
				.send({ error: 'temporarily_unavailable', error_description: error.message });
		});
		for (const [path, methods] of OAUTH_PATHS)
			scope.route({
				method: [...methods],
				url: path,
				async handler(request, reply) {
					const payer = payerBeside(addressKey(request.ip), request.headers);
					const { allowed, retryAfterMs } = limiter.take(payer, clock.monotonic());
					if (!allowed)
						throw new CarrywireError('RATE_LIMITED', texts().FAILURES.tooManyRequests, {
							retryAfterMs,
						});
					const authority = server();
					const { raw } = reply.hijack();
					const headers = pageHeaders({ script: false, formTargets: [], baseUrl: baseUrl() });
					for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
					authority.handle(request.raw, raw, request.ip);
				},
			});
	});
}
