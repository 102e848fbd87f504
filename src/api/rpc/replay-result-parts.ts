/** Converts a replay's result to the parts that the API sends. */

import { paginationOf } from '../../domain/pagination.ts';
import type {
	Outcome,
	Position,
	ProfitParts,
	ReplayResult,
	SweepResult,
	WindowsOutcome,
} from '../../replay/report/result.ts';
import { paginationRecord, type Wire } from './record-fields.ts';
import type {
	replayColumnsSchema,
	replayPositionsSchema,
	replaySummarySchema,
	replaySweepSchema,
} from './replay-result-record.ts';

/** Positions per page. */
const PAGE_ROWS = 50;
/** Largest number of points of the columns. A year has 8,760 hours; a page draws no more than this. */
const POINTS_MAX = 1_000;
/** Events of one position that are sent; the report's JSON has all. */
const EVENTS_MAX = 200;

type Summary = Wire<typeof replaySummarySchema>;

/** Converts a result to the part `summary`. */
export function summaryPart(result: ReplayResult): Summary {
	const { data, honesty } = result;
	return {
		...originPart(result, data.hash),
		complete: result.status === 'complete',
		played_until: iso(result.playedUntil),
		outcome: outcomeRecord(result.outcome),
		comparisons: result.comparisons.map(({ name, outcome, reason }) => ({
			name,
			outcome: outcome === null ? null : outcomeRecord(outcome),
			reason,
		})),
		honesty: {
			verdict: honesty.verdict,
			one_step_late:
				honesty.oneStepLate === null
					? null
					: {
							step_s: honesty.oneStepLate.stepMs / 1_000,
							outcome: outcomeRecord(honesty.oneStepLate.outcome),
						},
		},
		counts: {
			positions: result.positions.length,
			fundings: result.funding.at.length,
			refusals: result.refusals.reduce((sum, { count }) => sum + count, 0),
			transfers: result.transfers.length,
			contracts: data.contracts,
			coins: data.coins,
			gaps: data.gaps.length,
			interval_changes: data.intervalChanges.length,
		},
		refusals: result.refusals.map(({ code, count, firstAt, sentence }) => ({
			code,
			count,
			first_at: iso(firstAt),
			message: sentence,
		})),
		assumptions: [...result.assumptions],
		not_known: [...result.notKnown],
	};
}

/** Converts a sweep to the part `sweep`. */
export function sweepPart(sweep: SweepResult): Wire<typeof replaySweepSchema> {
	return {
		...originPart(sweep, sweep.dataHash),
		complete: sweep.status === 'complete',
		trials: sweep.trials.map(({ set, training, test }) => ({
			set: { ...set },
			training: windowsRecord(training),
			test: windowsRecord(test),
		})),
		windows: sweep.windows.map(({ trainFrom, testFrom, testUntil, chosen }) => ({
			train_from: iso(trainFrom),
			test_from: iso(testFrom),
			test_until: iso(testUntil),
			chosen,
		})),
		walked_forward: windowsRecord(sweep.walkedForward),
		chosen: sweep.chosen,
		...rounded({ deflated_sharpe: sweep.deflatedSharpe, overfitting: sweep.overfitting }),
	};
}

/** Converts the positions to pages; the first page exists also without positions. */
export function positionPages(positions: readonly Position[]): readonly Wire<typeof replayPositionsSchema>[] {
	const pages = Math.max(1, Math.ceil(positions.length / PAGE_ROWS));
	return Array.from({ length: pages }, (_, index) => ({
		rows: positions.slice(index * PAGE_ROWS, (index + 1) * PAGE_ROWS).map(positionRecord),
		pagination: paginationRecord(paginationOf(positions.length, { page: index + 1, limit: PAGE_ROWS })),
	}));
}

/** Returns the empty page after the last one. @param page number of the page, from 1 */
export function pageBeyond({ pagination }: { readonly pagination: object }, page: number): object {
	return {
		rows: [],
		pagination: { ...pagination, current_page: page, has_next: false, has_previous: true },
	};
}

/** Converts the portfolio over time to the part `columns`. Beyond 1,000 points, each point is the last of several. */
export function columnsPart({ columns }: Pick<ReplayResult, 'columns'>): Wire<typeof replayColumnsSchema> {
	const every = Math.max(1, Math.ceil(columns.at.length / POINTS_MAX));
	const last = columns.at.length - 1;
	const thin = <T>(values: readonly T[]): T[] =>
		values.filter((_, index) => index === last || (last - index) % every === 0);
	return {
		step_s: (columns.stepMs * every) / 1_000,
		at: thin(columns.at).map((at) => Math.floor(at / 1_000)),
		equity: thin(columns.equity),
		exposure: thin(columns.exposure),
		idle: thin(columns.idle),
		exchanges: columns.exchanges.map(({ exchange, equity, marginUsed, liquidationDistance }) => ({
			exchange,
			equity: thin(equity),
			margin_used: thin(marginUsed),
			liquidation_distance: thin(liquidationDistance).map((share) =>
				share === null ? null : atNinthPlace(share),
			),
		})),
	};
}

function originPart(
	{ settings, command, service }: Pick<ReplayResult, 'settings' | 'command' | 'service'>,
	dataHash: string,
): Pick<Summary, 'settings' | 'command' | 'version' | 'code_hash' | 'data_hash'> {
	const { walkForward } = settings;
	return {
		settings: {
			data: [...settings.data],
			grade: settings.grade,
			from: iso(settings.from),
			until: iso(settings.until),
			policy: settings.policy,
			set: { ...settings.set },
			capital: settings.capitalUsd,
			users: settings.users,
			exchanges: [...settings.exchanges],
			coins: settings.coins === null ? null : [...settings.coins],
			walk_forward:
				walkForward === null ? null : { train_days: walkForward.trainDays, test_days: walkForward.testDays },
			without: [...settings.without],
			seed: settings.seed,
		},
		command,
		version: service.version,
		code_hash: service.codeHash,
		data_hash: dataHash,
	};
}

function outcomeRecord(outcome: Outcome): Summary['outcome'] {
	return {
		...rounded({
			net_per_year: outcome.netPerYear,
			low: outcome.interval?.low ?? null,
			high: outcome.interval?.high ?? null,
			trades: outcome.trades,
			drawdown_usd: outcome.drawdown.usd,
			drawdown_share: outcome.drawdown.share,
			sharpe: outcome.sharpe,
		}),
		parts: profitRecord(outcome.parts),
	};
}

function windowsRecord(outcome: WindowsOutcome): Wire<typeof replaySweepSchema>['walked_forward'] {
	return rounded({
		net: outcome.netUsd,
		days: outcome.days,
		net_per_year: outcome.netPerYear,
		low: outcome.interval?.low ?? null,
		high: outcome.interval?.high ?? null,
		trades: outcome.trades,
		drawdown_usd: outcome.drawdown.usd,
		drawdown_share: outcome.drawdown.share,
		sharpe: outcome.sharpe,
	});
}

function profitRecord(parts: ProfitParts): Summary['outcome']['parts'] {
	return rounded({
		funding_received: parts.fundingReceived,
		funding_paid: parts.fundingPaid,
		fees: parts.fees,
		slippage: parts.slippage,
		basis: parts.basis,
		idle_interest: parts.idleInterest,
		net: parts.net,
	});
}

function positionRecord(position: Position): Wire<typeof replayPositionsSchema>['rows'][number] {
	const { forecast } = position;
	return {
		position: position.id,
		user: position.user,
		coin: position.coin,
		long: { ...position.long },
		short: { ...position.short },
		opened_at: iso(position.openedAt),
		closed_at: position.closedAt === null ? null : iso(position.closedAt),
		leg_usd: position.legUsd,
		parts: profitRecord(position.parts),
		unhedged_s: position.unhedgedMs / 1_000,
		forecast:
			forecast === null
				? null
				: rounded({
						horizon_hours: forecast.horizonHours,
						expected_usd: forecast.expectedUsd,
						headline_usd: forecast.headlineUsd,
						probability: forecast.probability,
						received_usd: forecast.receivedUsd,
					}),
		events: position.events
			.slice(0, EVENTS_MAX)
			.map(({ at, sentence }) => ({ at: iso(at), message: sentence })),
	};
}

/** Rounds figures to the ninth place. The API sends at most 18 places, and sums of binary fractions have more. */
function rounded<Figures extends Readonly<Record<string, number | null>>>(figures: Figures): Figures {
	const each = Object.entries(figures).map(([name, figure]) => [
		name,
		figure === null ? null : atNinthPlace(figure),
	]);
	return Object.fromEntries(each);
}

function atNinthPlace(figure: number): number {
	return Number(figure.toFixed(9));
}

function iso(at: number): string {
	return new Date(at).toISOString();
}
