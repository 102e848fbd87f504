/** Serves the reports of replays as pages, with the same tokens as methods. */
import type { FastifyInstance } from 'fastify';
import type { Replays } from '../../ports/replays.ts';
import type { createGetCalls } from './get-calls.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Path of a report. */
const REPORT_PATH = '/replay/:id/report.html';
const ID = /^replay_[0-9a-f]{24}$/;
/** Finds the policy that a report contains. */
const OWN_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"<>]{1,2000})">/;
/** Directives of a report's own policy that are kept: its styles and scripts by their hashes. */
const HASHED =
	/^(?:script|style)-src (?:'none'|'sha256-[A-Za-z0-9+/=]{10,100}'(?: 'sha256-[A-Za-z0-9+/=]{10,100}')*)$/;
/** The head of a report, in which its policy is. */
const HEAD_CHARS = 4_000;

/** Serves the reports to callers with the scope replay:run. */
export function addReplayRoutes(
	app: FastifyInstance,
	{ replays, calls }: { readonly replays: Replays; readonly calls: ReturnType<typeof createGetCalls> },
): void {
	app.get(
		REPORT_PATH,
		calls({
			scope: () => 'replay:run',
			query: [],
			async answer({ caller, request, reply }) {
				if (caller === undefined) throw new Error('Invariant broken: a scoped route has a caller.');
				const { id } = request.params as { readonly id: string };
				const report = await replays.report(caller.userId, id);
				await reply
					.headers({ ...SECURITY_HEADERS, 'content-security-policy': reportPolicy(report) })
					.header('content-disposition', `inline; filename="carrywire-${ID.test(id) ? id : 'replay'}.html"`)
					.type('text/html; charset=utf-8')
					.send(report);
				return undefined;
			},
		}),
	);
}

/**
 * Returns the policy with which a report is served: nothing is loaded, only its own styles and scripts run, by their
 * hashes, and it has an origin of its own, so that it can reach no cookie and no method of the service. A report
 * without hashes shows its text only.
 */
export function reportPolicy(report: string): string {
	const own = OWN_POLICY.exec(report.slice(0, HEAD_CHARS))?.[1] ?? '';
	const hashed = own
		.replaceAll('&#39;', "'")
		.split('; ')
		.filter((directive) => HASHED.test(directive));
	return [
		"default-src 'none'",
		...hashed,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'self'",
		'sandbox allow-scripts',
	].join('; ');
}
