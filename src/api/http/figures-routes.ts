/**
 * Serves the GET routes for dashboards: totals across executions, as JSON (API specification, section 4).
 * `ports/service-figures.ts` defines each figure.
 */
import type { FastifyInstance } from 'fastify';
import { add, sub } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FiguresReader, FundingSums } from '../../ports/service-figures.ts';
import type { createGetCalls, GetRoute } from './get-calls.ts';

const TIMESTAMP_PATH = '/metrics/timestamp';
const ACTIVE_PATH = '/metrics/executions/active';
const VOLUME_PATH = '/metrics/volume';
const ROI_PATH = '/metrics/arbitrage-roi';
const TVL_PATH = '/metrics/tvl';
const FUNDING_PATH = '/metrics/funding-fees';

/** Paths of the figures; they accept GET without a query. */
export const FIGURES_PATHS = [
	TIMESTAMP_PATH,
	ACTIVE_PATH,
	VOLUME_PATH,
	ROI_PATH,
	TVL_PATH,
	FUNDING_PATH,
] as const;

/** Serves the service's time, counts, volume, return and deposits, and the caller's funding in USD. */
export function addFiguresRoutes(
	app: FastifyInstance,
	parts: {
		readonly figures: FiguresReader;
		readonly clock: Clock;
		/** If false, totals across all users require a token with the scope arb:read. */
		readonly arePublic: boolean;
		readonly calls: ReturnType<typeof createGetCalls>;
	},
): void {
	const { figures, calls } = parts;
	const sums = (answer: GetRoute['answer']): GetRoute => ({
		scope: () => (parts.arePublic ? 'public' : 'arb:read'),
		query: [],
		answer,
	});
	const routes: Readonly<Record<(typeof FIGURES_PATHS)[number], GetRoute>> = {
		[TIMESTAMP_PATH]: {
			scope: () => 'public',
			query: [],
			answer: async () => ({ timestamp: Math.floor(parts.clock.now() / 1_000) }),
		},
		[ACTIVE_PATH]: sums(async () => {
			const { queued, running, active } = await figures.service();
			return { queued_count: queued, running_count: running, active_count: active };
		}),
		[VOLUME_PATH]: sums(async () => {
			const { volume, trades } = await figures.service();
			return { total_volume: volume, trade_count: trades };
		}),
		[ROI_PATH]: sums(async () => ({ averageROI: (await figures.service()).averageRoi })),
		[TVL_PATH]: sums(async () => ({ tvl: (await figures.service()).deployed })),
		[FUNDING_PATH]: {
			scope: () => 'arb:read',
			query: [],
			async answer({ caller }) {
				if (caller === undefined) throw new Error('Invariant broken: a scoped route has a caller.');
				return fundingRecord(await figures.funding(caller.userId));
			},
		},
	};
	for (const path of FIGURES_PATHS) app.get(path, calls(routes[path]));
}

function fundingRecord({ closed, running }: Awaited<ReturnType<FiguresReader['funding']>>) {
	const received = add(closed.received, running.received);
	const paid = add(closed.paid, running.paid);
	const part = (sums: FundingSums) => ({ ...sums, net: sub(sums.received, sums.paid) });
	return {
		total_funding_fee: sub(received, paid),
		total_received: received,
		total_paid: paid,
		breakdown: { closed: part(closed), running: part(running) },
	};
}
