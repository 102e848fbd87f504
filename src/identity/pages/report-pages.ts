/**
 * Serves the report of a replay to the browser of its user, who can then read it without downloading it. The page has
 * no origin and no network, so it reaches neither the dashboard nor the service (`report-policy.ts`).
 */
import type { Replays } from '../../ports/replays.ts';
import type { Page } from './page.ts';

/** Returns the page with the report of a replay. */
export function reportPages({ replays }: { readonly replays: Pick<Replays, 'report'> }): readonly Page[] {
	return [
		{
			method: 'GET',
			path: '/backtest/:replayId/report',
			nav: '/backtest',
			access: 'user',
			answer: async ({ userId, params }) => ({
				kind: 'report',
				content: await replays.report(userId, params.replayId ?? ''),
			}),
		},
	];
}
