/** The paths of the authorization server: hands them over untouched, slows whoever guesses keys, adds our headers. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMMAND_LINE_CLIENT } from '../authorization/clients.ts';
import { ROUTES } from '../authorization/pages-and-paths.ts';
import type { AuthorizationServer } from '../authorization/server.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { Attempts } from '../http/attempts.ts';
import { JSON_TYPE } from '../http/failures.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import type { Clock } from '../ports/clock.ts';
import { pageHeaders } from './page-routes.ts';

const METADATA_PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
const CLIENT_ID_LENGTH_MAX = 256;

/** Path → the HTTP methods it takes. */
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

/** Paths at which a client proves itself. */
const PROVING: ReadonlySet<string> = new Set([
	ROUTES.token,
	ROUTES.revocation,
	ROUTES.introspection,
	ROUTES.pushed_authorization_request,
]);

export function addOAuthRoutes(
	app: FastifyInstance,
	parts: {
		readonly server: () => AuthorizationServer;
		readonly attempts: Attempts;
		readonly baseUrl: () => string;
		/** Requests per address. */
		readonly rateLimit: RateLimit;
		readonly clock: Clock;
	},
): void {
	const { server, attempts, baseUrl, clock } = parts;
	const limiter = createRateLimiter(parts.rateLimit);
	app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		// The server reads the body itself, with a bound of its own (56 kB).
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
					const { allowed, retryAfterMs } = limiter.take(addressKey(request.ip), clock.monotonic());
					if (!allowed)
						throw new CarrywireError('RATE_LIMITED', 'Too many requests come from this address.', {
							retryAfterMs,
						});
					const keys = PROVING.has(path) ? [proverOf(request)] : [];
					attempts.check(keys);
					const authority = server();
					const { raw } = reply.hijack();
					if (keys.length > 0) countOutcome(raw, keys, attempts);
					const headers = pageHeaders({ script: false, formTargets: [], baseUrl: baseUrl() });
					for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
					authority.handle(request.raw, raw, request.ip);
				},
			});
	});
}

/** By client and address together: a stranger's failures do not keep the client itself out. */
function proverOf({ ip, headers }: FastifyRequest): string {
	const [, encoded = ''] = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(headers.authorization ?? '') ?? [];
	const [clientId = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	return `client ${(clientId || COMMAND_LINE_CLIENT).slice(0, CLIENT_ID_LENGTH_MAX)} ${addressKey(ip)}`;
}

/** 401 is a client that did not prove itself (RFC 6749, section 5.2). */
function countOutcome(
	response: { readonly statusCode: number; once(event: 'finish', run: () => void): unknown },
	keys: readonly string[],
	attempts: Attempts,
): void {
	response.once('finish', () => {
		if (response.statusCode === 401) attempts.failed(keys);
		else if (response.statusCode < 400) attempts.succeeded(keys);
	});
}
