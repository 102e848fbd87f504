/**
 * Answers `portfolio_live` with one user's executions, summary and accounts. The sources are the journal, the venues'
 * reports and current marks.
 */

import { plus } from '../domain/account-identity.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { add, type Decimal, formatDecimal, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { DAY_MS } from '../domain/funding.ts';
import { horizonLeftMs } from '../domain/horizon-left.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionLedger } from '../domain/ledger.ts';
import { marginAdvice } from '../domain/margin-advice.ts';
import { type MarginedAccount, marginRunway } from '../domain/margin-runway.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { ReadOutlook } from '../domain/stay-advice.ts';
import { legJournalId, openExecutionsOf } from '../domain/user-executions.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { ExecutionSummary, Journal, PnlSample } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type {
	ExecutedQuery,
	ExecutedRecord,
	HistoryQuery,
	OpeningProgress,
	PortfolioExecution,
	PortfolioQuery,
	PortfolioReader,
	PortfolioRecord,
} from '../ports/portfolio.ts';
import { shownNameOf } from '../venues/facts.ts';
import { accountRow } from './account-row.ts';
import { type Reads, type Reason, readSnapshots, type SnapshotReading } from './current-accounts.ts';
import { dailyRoi } from './daily-roi.ts';
import { figuresOf } from './execution-figures.ts';
import { type LegFacts, percentOf, portfolioExecution, type RemainingCarry } from './execution-record.ts';
import { createFailedReads } from './failed-reads.ts';
import type { FiguresNow, OpenNow } from './figures-now.ts';
import { createFundingReasons } from './funding-reasons.ts';
import { historyIds } from './history.ts';
import type { AccountSnapshot } from './open-accounts.ts';
import type { ProfitBase } from './profit-base.ts';
import { PORTFOLIO_TEXT } from './text.ts';
import { type EndedFigures, type UserAccount, withExecution } from './totals.ts';
import type { VolatilityWatch } from './volatility.ts';

/** Inputs for `portfolio_live`: journal, market and accounts. */
export type PortfolioOptions = Omit<SnapshotReading, 'failedReads'> & {
	readonly journal: Journal;
	readonly market: Market;
	readonly expectedCarry: OpportunityBook['expectedCarry'];
	/** Returns the expected result of keeping a running pair open. */
	readonly stayOutlook: ReadOutlook;
	/** Returns the settlements that the venues published. */
	readonly settledRates: FundingHistory['settled'];
	readonly volatility: Pick<VolatilityWatch, 'hourlySigmaOf'>;
	/** Returns the progress of an execution that is opening; null once it no longer opens. */
	readonly progressOf: (state: ExecutionState) => OpeningProgress | null;
	readonly ended: EndedFigures;
	/** Receives every profit sample. */
	readonly profitBase: Pick<ProfitBase, 'note'>;
	readonly log: Logger;
	/** Returns the user's executions in memory: all open ones, and those that ended recently. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	/** Ticker marks older than this, milliseconds, count as unknown. */
	readonly markAgeMsMax: number;
};

type Doubts = ReadonlyMap<string, readonly Reason[]>;

type Reader = PortfolioOptions & {
	readonly fundingReasons: ReturnType<typeof createFundingReasons>;
	readonly failedReads: ReturnType<typeof createFailedReads>;
};

/** The portfolio reader, with the reads of the samplers. */
export type RunningPortfolioReader = PortfolioReader & {
	/** Journals each user's profit, from which the daily profit is computed. */
	readonly sample: () => Promise<void>;
	/**
	 * Reads a user's accounts and open executions. An account is requested from its exchange only if its last read is
	 * older than `accountAgeMsMax` (milliseconds) or than the latest booking. Rejects if the journal cannot be read.
	 */
	readonly figuresNow: (userId: string, accountAgeMsMax: number) => Promise<FiguresNow>;
};

/** Creates the portfolio reader. */
export function createPortfolioReader(options: PortfolioOptions): RunningPortfolioReader {
	const reader: Reader = {
		...options,
		fundingReasons: createFundingReasons(options.settledRates),
		failedReads: createFailedReads(options),
	};
	return {
		live: (query) => live(reader, query),
		executed: (query) => executed(reader, query),
		sample: () => sample(reader),
		figuresNow: (userId, accountAgeMsMax) => figuresNow(reader, userId, accountAgeMsMax),
	};
}

async function figuresNow(reader: Reader, userId: string, accountAgeMsMax: number): Promise<FiguresNow> {
	const reasons: Reason[] = [];
	await reader.ended.prepare(userId);
	const reads = await readSnapshots({ ...reader, snapshotAgeMsMax: accountAgeMsMax }, userId, reasons);
	const open = openNow(reader, userId);
	const { accounts } = accountRows(reader, userId, open, { reads, reasons });
	return {
		accounts: accounts.map((row) => ({ ...row, account: reader.accounts.journalId(userId, row.exchange) })),
		open,
	};
}

/** Reads everything first, then computes all figures synchronously, so that they belong to the same time. */
async function live(reader: Reader, query: PortfolioQuery): Promise<PortfolioRecord> {
	const { userId } = query;
	const reasons: Reason[] = [];
	const snapshots = await readSnapshots(reader, userId, reasons);
	await reader.ended.prepare(userId);
	const samples = await reader.journal.pnlSamples(userId, reader.clock.now() - DAY_MS);
	const past = await readPast(reader, query);
	const isWhole = query.withoutPayments !== true;
	const doubts = isWhole ? await readDoubts(reader, shownStates(reader, query, past)) : undefined;
	const open = openNow(reader, userId);
	return {
		executions: shownStates(reader, query, past).map((state) => recordOf(reader, state, snapshots, doubts)),
		summary: summaryOf(reader, userId, open, samples),
		...accountRows(reader, userId, open, { reads: snapshots, reasons }),
		...(past.pagination === undefined ? {} : { pagination: past.pagination }),
		reasons,
	};
}

async function executed(reader: Reader, query: ExecutedQuery): Promise<ExecutedRecord> {
	const { userId, symbol, exchangepair, page, limit } = query;
	const reasons: Reason[] = [];
	const snapshots = await readSnapshots(reader, userId, reasons);
	const { rows, count } = await reader.journal.executionsOfPair({
		userId,
		symbol,
		exchangepair,
		offset: (page - 1) * limit,
		limit,
	});
	const states = await statesOfRows(reader, userId, rows);
	const doubts = await readDoubts(reader, states);
	return {
		executions: states.map((state) => recordOf(reader, state, snapshots, doubts)),
		pagination: paginationOf(count, query),
		reasons,
	};
}

/** Returns the executions from memory, or else folded from their journals. */
async function statesOfRows(
	{ statesOf, journal }: Reader,
	userId: string,
	rows: readonly ExecutionSummary[],
): Promise<readonly ExecutionState[]> {
	const inMemory = new Map(statesOf(userId).map((state) => [idOf(state), state]));
	return Promise.all(
		rows.map(
			async ({ executionId }) =>
				inMemory.get(executionId) ?? foldExecution(await journal.readExecution(executionId)),
		),
	);
}

/** Executions read from the journal, or found in memory by their journal rows. */
type Past = {
	readonly states: readonly ExecutionState[];
	readonly pagination?: PortfolioRecord['pagination'];
	/** Ids of the executions that were open when the read of the journal began. */
	readonly wasOpen: ReadonlySet<string>;
};

async function readPast(reader: Reader, query: PortfolioQuery): Promise<Past> {
	const { userId, executionId, page, limit } = query;
	const wasOpen = new Set(openOf(reader, userId).map(idOf));
	if (executionId !== undefined)
		return { states: [await oneExecution(reader, userId, executionId)], wasOpen };
	if (!query.includeClosed) return { states: [], wasOpen };
	if (query.history !== undefined) return { ...(await readHistory(reader, query, query.history)), wasOpen };
	const count = await reader.journal.countUserExecutions(userId, true);
	const rows = await reader.journal.userExecutions(userId, {
		ended: true,
		offset: (page - 1) * limit,
		limit,
	});
	return {
		states: await statesOfRows(reader, userId, rows),
		pagination: paginationOf(count, query),
		wasOpen,
	};
}

/** Reads one page of the sorted and filtered history. */
async function readHistory(
	reader: Reader,
	{ userId, page, limit }: PortfolioQuery,
	history: HistoryQuery,
): Promise<Pick<Past, 'states' | 'pagination'>> {
	const ids = historyIds(reader.ended.history(userId), history);
	const shown = ids.slice((page - 1) * limit, page * limit);
	return {
		states: await Promise.all(shown.map((id) => reader.ended.state(id))),
		pagination: paginationOf(ids.length, { page, limit }),
	};
}

/**
 * Returns each execution once. An execution that ended while the journal was read may be missing from the rows. It is
 * then listed among the open executions, in its current state.
 */
function shownStates(
	{ statesOf }: Reader,
	{ userId, executionId, includeClosed, history }: PortfolioQuery,
	past: Past,
): readonly ExecutionState[] {
	const mine = new Map(statesOf(userId).map((state) => [idOf(state), state]));
	const rows = past.states.map((state) => mine.get(idOf(state)) ?? state);
	if (executionId !== undefined) return rows;
	const read = new Set(rows.map(idOf));
	// A filtered page lacks executions on purpose.
	const hasJustEnded = (id: string): boolean =>
		includeClosed && history === undefined && past.wasOpen.has(id) && !read.has(id);
	const open = [...mine.values()]
		.filter((state) => !isEnded(state) || hasJustEnded(idOf(state)))
		.sort((a, b) => b.createdAt - a.createdAt);
	return [...open, ...rows.filter(isEnded)];
}

async function oneExecution(reader: Reader, userId: string, executionId: string): Promise<ExecutionState> {
	const row = await reader.journal.findExecution(executionId);
	const [state] = row?.userId === userId ? await statesOfRows(reader, userId, [row]) : [];
	if (state === undefined)
		throw new CarrywireError('UNKNOWN_EXECUTION', PORTFOLIO_TEXT.unknownExecution({ id: executionId }), {
			field: 'execution_id',
		});
	return state;
}

/** Reads the doubts about each execution's funding, by execution id. */
async function readDoubts(reader: Reader, states: readonly ExecutionState[]): Promise<Doubts> {
	const now = reader.clock.now();
	const read = async (state: ExecutionState) =>
		[idOf(state), await reader.fundingReasons(state, now)] as const;
	return new Map(await Promise.all(states.map(read)));
}

function recordOf(
	reader: Reader,
	state: ExecutionState,
	snapshots: Reads,
	doubts: Doubts | undefined,
): PortfolioExecution {
	const now = reader.clock.now();
	return portfolioExecution(
		state,
		{ long: legFacts(reader, state, 'long', snapshots), short: legFacts(reader, state, 'short', snapshots) },
		{
			remaining: remainingCarry(reader, state, now),
			outlook: state.phase === 'running' ? reader.stayOutlook(state, now) : undefined,
		},
		now,
		doubts?.get(idOf(state)) ?? [],
		reader.progressOf(state),
		doubts === undefined,
	);
}

function legFacts(reader: Reader, state: ExecutionState, leg: LegRole, snapshots: Reads): LegFacts {
	const { venue, instrument } = legPlan(state, leg);
	const read = snapshots.get(venue);
	// If an execution ended on an account that is now inactive, the record must not show the holdings of another
	// account.
	const snapshot = read?.account === legJournalId(state.plan, leg) ? read.snapshot : undefined;
	const inputs = reader.market.get(venue, instrument.symbol);
	return {
		mark: markIn(reader, inputs),
		nextSettlementAt: inputs?.ticker?.funding?.nextSettlementAt ?? null,
		position: snapshot?.positions.get(instrument.symbol),
		readAt: snapshot?.takenAt,
		agrees: snapshot !== undefined && !snapshot.identity.misfits.includes(instrument.symbol),
	};
}

/** Forecasts the carry over the next 720 hours, or until max_hours expires; zero for an ended execution. */
function remainingCarry(reader: Reader, state: ExecutionState, now: number): RemainingCarry {
	if (isEnded(state)) return { carry: 0 };
	const nameOf = (leg: LegRole) => ({
		venue: legPlan(state, leg).venue,
		symbol: legPlan(state, leg).instrument.symbol,
	});
	return reader.expectedCarry(nameOf('long'), nameOf('short'), horizonLeftMs(state, now));
}

function markOf(reader: Reader, venue: VenueName, symbol: string): Decimal | null {
	return markIn(reader, reader.market.get(venue, symbol));
}

function markIn({ clock, markAgeMsMax }: Reader, inputs: InstrumentInputs | undefined): Decimal | null {
	if (inputs?.tickerReceivedAt === undefined || clock.now() - inputs.tickerReceivedAt > markAgeMsMax)
		return null;
	return inputs.ticker?.mark ?? null;
}

function openOf({ statesOf }: Reader, userId: string): readonly ExecutionState[] {
	return openExecutionsOf(statesOf(userId), userId);
}

function idOf({ plan }: ExecutionState): string {
	return plan.executionId;
}

function openNow(reader: Reader, userId: string): readonly OpenNow[] {
	return openOf(reader, userId).map((state) => {
		const { long, short } = state.plan.legs;
		const marks = {
			long: markOf(reader, long.venue, long.instrument.symbol),
			short: markOf(reader, short.venue, short.instrument.symbol),
		};
		return { state, figures: figuresOf(state), marks, ledger: executionLedger(state, marks) };
	});
}

/** Sums over all of the user's executions. */
function sumsOf(reader: Reader, userId: string, open: readonly OpenNow[]) {
	let sums = reader.ended.sums(userId);
	let unrealized: Decimal | null = ZERO;
	let deployed = ZERO;
	for (const { figures, ledger } of open) {
		unrealized = plus(unrealized, plus(ledger.long.unrealized, ledger.short.unrealized));
		deployed = add(deployed, figures.deployed);
		sums = withExecution(sums, figures);
	}
	return { ...sums, unrealized, deployed };
}

function summaryOf(
	reader: Reader,
	userId: string,
	open: readonly OpenNow[],
	samples: readonly PnlSample[],
): PortfolioRecord['summary'] {
	const { unrealized, deployed, ...sums } = sumsOf(reader, userId, open);
	const totalPnl = plus(sums.realized, unrealized);
	return {
		totalExecutions: sums.count,
		runningExecutions: open.filter(({ state }) => state.phase === 'running').length,
		totalInvested: deployed,
		totalUnrealizedPnl: unrealized,
		totalRealizedPnl: sums.realized,
		totalFundingReceived: sums.fundingReceived,
		totalFundingPaid: sums.fundingPaid,
		weightedRoi: percentOf(totalPnl, sums.deployedPeak),
		dailyRoi: dailyRoi(samples, totalPnl, deployed, reader.clock.now()),
	};
}

/** Builds the account records and the margin advice, and adds the reasons for unknown figures to `reasons`. */
function accountRows(
	reader: Reader,
	userId: string,
	open: readonly OpenNow[],
	{ reads, reasons }: { readonly reads: Reads; readonly reasons: Reason[] },
): Pick<PortfolioRecord, 'accounts' | 'marginAdvice'> {
	const margined = new Map(
		[...reads].map(([venue, { snapshot }]) => [venue, marginedAccount(reader, venue, snapshot)]),
	);
	const accounts = [...margined.values()];
	const rows = [...reads].map(([venue, read]) => {
		const shown = accountRow({
			venue,
			...read,
			...accountPnl(reader, { userId, account: read.account }, open),
			isCurrent:
				read.snapshot !== undefined &&
				read.snapshot.activity === reader.snapshots.activityOf(userId, venue, read.account),
			markOf: (symbol) => markOf(reader, venue, symbol),
			runway: marginRunway(margined.get(venue) ?? marginedAccount(reader, venue, undefined), accounts),
		});
		reasons.push(...shown.reasons);
		return shown.row;
	});
	return { accounts: rows, marginAdvice: marginAdvice(accounts) };
}

function marginedAccount(
	reader: Reader,
	venue: VenueName,
	snapshot: AccountSnapshot | undefined,
): MarginedAccount {
	const positions = [...(snapshot?.positions.values() ?? [])];
	return {
		venue,
		shownName: shownNameOf(venue),
		available: snapshot?.balance.available ?? ZERO,
		positions: positions.map(({ symbol, quantity, markPrice, liquidationPrice }) => ({
			symbol,
			quantity,
			mark: markOf(reader, venue, symbol) ?? markPrice,
			liquidationPrice,
			sigmaHourly: reader.volatility.hourlySigmaOf(venue, symbol),
		})),
	};
}

/**
 * Computes the profit of the user's legs on one account: realized profit of all executions, and unrealized profit of
 * the open ones.
 */
function accountPnl(
	reader: Reader,
	on: UserAccount,
	open: readonly OpenNow[],
): { readonly realized: Decimal; readonly unrealized: Decimal | null } {
	let realized = reader.ended.accountSums(on)?.realized ?? ZERO;
	let unrealized: Decimal | null = ZERO;
	for (const { figures, ledger } of open) {
		for (const leg of figures.legs) {
			if (leg.account !== on.account) continue;
			realized = add(realized, leg.realized);
			unrealized = plus(unrealized, ledger[leg.leg].unrealized);
		}
	}
	return { realized, unrealized };
}

/** Stores one sample per user with executions, for the daily figures. */
async function sample(reader: Reader): Promise<void> {
	for (const userId of reader.accounts.users()) {
		await reader.ended.prepare(userId);
		const { count, realized, unrealized, deployed } = sumsOf(reader, userId, openNow(reader, userId));
		if (count === 0 || unrealized === null) continue;
		const taken = {
			at: reader.clock.now(),
			totalPnl: formatDecimal(add(realized, unrealized)),
			deployed: formatDecimal(deployed),
		};
		await reader.journal.addPnlSample(userId, taken);
		reader.profitBase.note(userId, taken);
	}
}
