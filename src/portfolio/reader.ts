/** `portfolio_live`: executions, summary and accounts of one user, from the journal, the venues' word and present marks. */

import { plus } from '../domain/account-identity.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { add, type Decimal, formatDecimal, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { horizonLeftMs } from '../domain/horizon-left.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionLedger } from '../domain/ledger.ts';
import { type MarginedAccount, marginRunway, type RunwayOutcome } from '../domain/margin-runway.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { ReadOutlook } from '../domain/stay-advice.ts';
import { legJournalId, openExecutionsOf } from '../domain/user-executions.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import { type ExecutionSummary, type Journal, JournalError } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type {
	ExecutedQuery,
	ExecutedRecord,
	OpeningProgress,
	PortfolioAccount,
	PortfolioExecution,
	PortfolioQuery,
	PortfolioReader,
	PortfolioRecord,
} from '../ports/portfolio.ts';
import { VenueRateLimitError } from '../ports/venue-error.ts';
import { accountRow } from './account-row.ts';
import type { AccountSnapshots } from './account-snapshot.ts';
import { dailyRoi } from './daily-roi.ts';
import { type LegFacts, percentOf, portfolioExecution, type RemainingCarry } from './execution-record.ts';
import { createFailedReads } from './failed-reads.ts';
import { createFundingReasons } from './funding-reasons.ts';
import type { AccountSnapshot } from './open-accounts.ts';
import type { ProfitBase } from './profit-base.ts';
import { type EndedFigures, type EndedSums, figuresOf, withExecution } from './totals.ts';
import type { VolatilityWatch } from './volatility.ts';

/** Journal, market and accounts that `portfolio_live` is computed from. */
export type PortfolioOptions = {
	readonly journal: Journal;
	readonly market: Market;
	readonly expectedCarry: OpportunityBook['expectedCarry'];
	/** Reads the expected result of staying in a running pair. */
	readonly stayOutlook: ReadOutlook;
	/** What the venues have published of settlements. */
	readonly settledRates: FundingHistory['settled'];
	readonly volatility: Pick<VolatilityWatch, 'hourlySigmaOf'>;
	/** How far an opening is; null while nothing more is opened. */
	readonly progressOf: (state: ExecutionState) => OpeningProgress | null;
	readonly accounts: TradingAccounts;
	readonly snapshots: AccountSnapshots;
	readonly ended: EndedFigures;
	/** Told of each sample. */
	readonly profitBase: Pick<ProfitBase, 'note'>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Executions in memory: all that have not ended, and those that ended lately. */
	readonly states: () => readonly ExecutionState[];
	/** A snapshot younger than this is shown without asking the venue again. */
	readonly snapshotAgeMsMax: number;
	/** A venue that takes longer is shown by its last snapshot, marked stale. */
	readonly venueWaitMs: number;
	/** Ticker marks older than this are unknown. */
	readonly markAgeMsMax: number;
};

const DAY_MS = 24 * 3_600_000;
const LEGS: readonly LegRole[] = ['long', 'short'];

type Reason = { readonly field: string; readonly code: string; readonly message: string };

/** Creates the reader of portfolios; `sample` journals each user's profit so that the profit of a day can be told. */
export function createPortfolioReader(
	options: PortfolioOptions,
): PortfolioReader & { readonly sample: () => Promise<void> } {
	const { journal, clock, accounts } = options;
	const fundingReasons = createFundingReasons(options.settledRates);
	const failedReads = createFailedReads(options);

	async function live(query: PortfolioQuery): Promise<PortfolioRecord> {
		const { userId } = query;
		const reasons: Reason[] = [];
		const snapshots = await readSnapshots(userId, reasons);
		await options.ended.prepare(userId);
		const shown = await chooseExecutions(query);
		const executions = await recordsOf(shown.states, snapshots);
		return {
			executions,
			summary: await summaryOf(userId),
			accounts: accountRows(userId, snapshots, reasons),
			...(shown.pagination === undefined ? {} : { pagination: shown.pagination }),
			reasons,
		};
	}

	async function executed(query: ExecutedQuery): Promise<ExecutedRecord> {
		const { userId, symbol, exchangepair, page, limit } = query;
		const reasons: Reason[] = [];
		const snapshots = await readSnapshots(userId, reasons);
		const { rows, count } = await journal.executionsOfPair({
			userId,
			symbol,
			exchangepair,
			offset: (page - 1) * limit,
			limit,
		});
		const states = await statesOf(rows);
		return {
			executions: await recordsOf(states, snapshots),
			pagination: paginationOf(count, query),
			reasons,
		};
	}

	/** From memory, else folded from their journals. */
	async function statesOf(rows: readonly ExecutionSummary[]): Promise<readonly ExecutionState[]> {
		const inMemory = new Map(options.states().map((state) => [state.plan.executionId, state]));
		return Promise.all(
			rows.map(
				async ({ executionId }) =>
					inMemory.get(executionId) ?? foldExecution(await journal.readExecution(executionId)),
			),
		);
	}

	/** `account`: the one that was read, as the journal names it. */
	type Read = {
		readonly account: string;
		readonly snapshot: AccountSnapshot | undefined;
		readonly stale: boolean;
	};

	async function readSnapshots(userId: string, reasons: Reason[]): Promise<ReadonlyMap<VenueName, Read>> {
		const venues = accounts.connected(userId);
		const reads = await Promise.all(
			venues.map(
				async (venue): Promise<readonly [VenueName, Read]> => [
					venue,
					await readSnapshot(userId, venue, reasons),
				],
			),
		);
		return new Map(reads);
	}

	async function readSnapshot(userId: string, venue: VenueName, reasons: Reason[]): Promise<Read> {
		const account = accounts.journalId(userId, venue);
		try {
			const trading = accounts.trading(userId, venue);
			if (trading === undefined) return { account, snapshot: undefined, stale: true };
			const snapshot = await withDeadline(
				options.snapshots.read(userId, venue, trading, options.snapshotAgeMsMax),
			);
			failedReads.answered(userId, venue);
			return { account, snapshot, stale: false };
		} catch (error) {
			failedReads.failed(userId, venue, error);
			const snapshot = options.snapshots.last(userId, venue, account);
			reasons.push({ field: `accounts.${venue}`, ...whyStale(venue, error, snapshot) });
			return { account, snapshot, stale: true };
		}
	}

	function withDeadline<T>(work: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			const cancel = clock.after(options.venueWaitMs, () =>
				reject(new Error(`No answer within ${options.venueWaitMs} ms.`)),
			);
			work.then(resolve, reject).finally(cancel);
		});
	}

	async function chooseExecutions(query: PortfolioQuery): Promise<{
		readonly states: readonly ExecutionState[];
		readonly pagination?: PortfolioRecord['pagination'];
	}> {
		const mine = new Map(
			options
				.states()
				.filter((state) => state.plan.userId === query.userId)
				.map((state) => [state.plan.executionId, state]),
		);
		if (query.executionId !== undefined)
			return { states: [await oneExecution(query.userId, query.executionId, mine)] };
		const open = [...mine.values()]
			.filter((state) => !isEnded(state))
			.sort((a, b) => b.createdAt - a.createdAt);
		if (!query.includeClosed) return { states: open };
		const count = await journal.countUserExecutions(query.userId, true);
		const rows = await journal.userExecutions(query.userId, {
			ended: true,
			offset: (query.page - 1) * query.limit,
			limit: query.limit,
		});
		return {
			states: [...open, ...(await statesOf(rows))],
			pagination: paginationOf(count, query),
		};
	}

	async function oneExecution(
		userId: string,
		executionId: string,
		mine: ReadonlyMap<string, ExecutionState>,
	): Promise<ExecutionState> {
		const present = mine.get(executionId);
		if (present !== undefined) return present;
		const row = await journal.findExecution(executionId);
		if (row === undefined || row.userId !== userId) {
			throw new CarrywireError(
				'UNKNOWN_EXECUTION',
				`execution_id names no execution of yours, was ${executionId}.`,
				{ field: 'execution_id' },
			);
		}
		return foldExecution(await journal.readExecution(executionId));
	}

	/** Nothing is waited for between the records. */
	async function recordsOf(
		states: readonly ExecutionState[],
		snapshots: ReadonlyMap<VenueName, Read>,
	): Promise<readonly PortfolioExecution[]> {
		const doubts = await Promise.all(states.map((state) => fundingReasons(state, clock.now())));
		return states.map((state, index) => recordOf(state, snapshots, doubts[index] ?? []));
	}

	function recordOf(
		state: ExecutionState,
		snapshots: ReadonlyMap<VenueName, Read>,
		fundingDoubts: readonly Reason[],
	): PortfolioExecution {
		const facts = (leg: 'long' | 'short'): LegFacts => {
			const { venue, instrument } = legPlan(state, leg);
			const read = snapshots.get(venue);
			// What ended on an account that is in use no more is not shown by what another one holds.
			const snapshot = read?.account === legJournalId(state.plan, leg) ? read.snapshot : undefined;
			return {
				mark: markOf(venue, instrument.symbol),
				nextSettlementAt: nextSettlementAt(venue, instrument.symbol),
				position: snapshot?.positions.get(instrument.symbol),
				readAt: snapshot?.takenAt,
				agrees: snapshot !== undefined && !snapshot.identity.misfits.includes(instrument.symbol),
			};
		};
		const now = clock.now();
		return portfolioExecution(
			state,
			{ long: facts('long'), short: facts('short') },
			{
				remaining: remainingCarry(state),
				outlook: state.phase === 'running' ? options.stayOutlook(state, now) : undefined,
			},
			now,
			fundingDoubts,
			options.progressOf(state),
		);
	}

	/** Over the next 720 hours, or until max_hours ends; nothing remains of what has ended. */
	function remainingCarry(state: ExecutionState): RemainingCarry {
		if (isEnded(state)) return { carry: 0 };
		const nameOf = (leg: LegRole) => ({
			venue: legPlan(state, leg).venue,
			symbol: legPlan(state, leg).instrument.symbol,
		});
		return options.expectedCarry(nameOf('long'), nameOf('short'), horizonLeftMs(state, clock.now()));
	}

	function markOf(venue: VenueName, symbol: string): Decimal | null {
		const inputs = options.market.get(venue, symbol);
		if (
			inputs?.tickerReceivedAt === undefined ||
			clock.now() - inputs.tickerReceivedAt > options.markAgeMsMax
		)
			return null;
		return inputs.ticker?.mark ?? null;
	}

	function nextSettlementAt(venue: VenueName, symbol: string): number | null {
		return options.market.get(venue, symbol)?.ticker?.funding?.nextSettlementAt ?? null;
	}

	/** Sums over every execution of the user. */
	function sumsOf(userId: string): EndedSums & {
		readonly open: readonly ExecutionState[];
		readonly unrealized: Decimal | null;
		readonly deployed: Decimal;
	} {
		const open = openExecutionsOf(options.states(), userId);
		let sums = options.ended.sums(userId);
		let unrealized: Decimal | null = ZERO;
		let deployed = ZERO;
		for (const state of open) {
			const figures = figuresOf(state);
			unrealized = plus(unrealized, unrealizedOf(state));
			deployed = add(deployed, figures.deployed);
			sums = withExecution(sums, figures);
		}
		return { ...sums, open, unrealized, deployed };
	}

	function unrealizedOf(state: ExecutionState): Decimal | null {
		const ledger = executionLedger(state, marksOf(state));
		return plus(ledger.long.unrealized, ledger.short.unrealized);
	}

	function marksOf(state: ExecutionState) {
		const { long, short } = state.plan.legs;
		return {
			long: markOf(long.venue, long.instrument.symbol),
			short: markOf(short.venue, short.instrument.symbol),
		};
	}

	async function summaryOf(userId: string): Promise<PortfolioRecord['summary']> {
		const samples = await journal.pnlSamples(userId, clock.now() - DAY_MS);
		const { open, unrealized, deployed, ...sums } = sumsOf(userId);
		const totalPnl = plus(sums.realized, unrealized);
		return {
			totalExecutions: sums.count,
			runningExecutions: open.filter((state) => state.phase === 'running').length,
			totalInvested: deployed,
			totalUnrealizedPnl: unrealized,
			totalRealizedPnl: sums.realized,
			totalFundingReceived: sums.fundingReceived,
			totalFundingPaid: sums.fundingPaid,
			weightedRoi: percentOf(totalPnl, sums.deployedPeak),
			dailyRoi: dailyRoi(samples, totalPnl, deployed, clock.now()),
		};
	}

	function accountRows(
		userId: string,
		reads: ReadonlyMap<VenueName, Read>,
		reasons: Reason[],
	): readonly PortfolioAccount[] {
		const margined = new Map(
			[...reads].map(([venue, { snapshot }]) => [venue, marginedAccount(venue, snapshot)]),
		);
		return [...reads].map(([venue, read]) => {
			const account = margined.get(venue) ?? marginedAccount(venue, undefined);
			return accountOf(userId, venue, read, marginRunway(account, [...margined.values()]), reasons);
		});
	}

	function marginedAccount(venue: VenueName, snapshot: AccountSnapshot | undefined): MarginedAccount {
		const positions = [...(snapshot?.positions.values() ?? [])];
		return {
			venue,
			available: snapshot?.balance.available ?? ZERO,
			positions: positions.map(({ symbol, quantity, markPrice, liquidationPrice }) => ({
				symbol,
				quantity,
				mark: markOf(venue, symbol) ?? markPrice,
				liquidationPrice,
				sigmaHourly: options.volatility.hourlySigmaOf(venue, symbol),
			})),
		};
	}

	function accountOf(
		userId: string,
		venue: VenueName,
		read: Read,
		runway: RunwayOutcome,
		reasons: Reason[],
	): PortfolioAccount {
		const { realized, unrealized } = accountPnl(userId, read.account);
		const shown = accountRow({
			venue,
			...read,
			isCurrent:
				read.snapshot !== undefined &&
				read.snapshot.activity === options.snapshots.activityOf(userId, venue, read.account),
			realized,
			unrealized,
			markOf: (symbol) => markOf(venue, symbol),
			runway,
		});
		reasons.push(...shown.reasons);
		return shown.row;
	}

	/** Profit of the user's legs on one account: realised of all executions, unrealised of the open ones. */
	function accountPnl(
		userId: string,
		account: string,
	): { readonly realized: Decimal; readonly unrealized: Decimal | null } {
		let realized = options.ended.accountSums({ userId, account })?.realized ?? ZERO;
		let unrealized: Decimal | null = ZERO;
		for (const state of openExecutionsOf(options.states(), userId)) {
			for (const leg of LEGS) {
				if (legJournalId(state.plan, leg) !== account) continue;
				const ledger = executionLedger(state, marksOf(state))[leg];
				realized = add(realized, ledger.realized);
				unrealized = plus(unrealized, ledger.unrealized);
			}
		}
		return { realized, unrealized };
	}

	/** Keeps one sample per user with executions, for the daily figures. */
	async function sample(): Promise<void> {
		for (const userId of accounts.users()) {
			await options.ended.prepare(userId);
			const { count, realized, unrealized, deployed } = sumsOf(userId);
			if (count === 0 || unrealized === null) continue;
			const sample = {
				at: clock.now(),
				totalPnl: formatDecimal(add(realized, unrealized)),
				deployed: formatDecimal(deployed),
			};
			await journal.addPnlSample(userId, sample);
			options.profitBase.note(userId, sample);
		}
	}

	return { live, executed, sample };
}

function whyStale(
	venue: VenueName,
	error: unknown,
	snapshot: AccountSnapshot | undefined,
): Omit<Reason, 'field'> {
	const shown =
		snapshot === undefined
			? 'nothing of its account is known yet.'
			: 'its account is shown as it was last read.';
	if (error instanceof JournalError)
		return {
			code: 'STORE_UNAVAILABLE',
			message: `The journal cannot be written, so nothing new of ${venue} is taken over; ${shown}`,
		};
	if (error instanceof VenueRateLimitError)
		return {
			code: 'VENUE_RATE_LIMITED',
			message: `${venue} has a rate limit that is reached: its account can be read again in ${error.retryAfterMs} ms; ${shown}`,
		};
	return { code: 'VENUE_UNAVAILABLE', message: `${venue} did not answer, or refused the read; ${shown}` };
}
