/** Serves the reports of replays as pages, with the same tokens as methods. */
import type { FastifyInstance } from 'fastify';
import type { Replays } from '../../ports/replays.ts';
import type { createGetCalls } from './get-calls.ts';
import { reportPolicy } from './report-policy.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Path of a report. */
const REPORT_PATH = '/replay/:id/report.html';
const ID = /^replay_[0-9a-f]{24}$/;
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
