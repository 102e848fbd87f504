/** `portfolio_live`: executions, summary and accounts of one user, from the journal, the venues' word and present marks. */

import {
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	fromInteger,
	mulTrunc,
	neg,
	parseDecimal,
	sub,
	toNumber,
	ZERO,
} from '../domain/decimal.ts';
import {
	type ExecutionState,
	foldExecution,
	isEnded,
	legPlan,
	openExecutionsOf,
} from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionLedger } from '../domain/ledger.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import { paginationOf } from '../domain/pagination.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type {
	PortfolioAccount,
	PortfolioExecution,
	PortfolioQuery,
	PortfolioReader,
	PortfolioRecord,
} from '../ports/desk.ts';
import { type Journal, JournalError } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import { type AccountSnapshot, type AccountSnapshots, unexplainedOf } from './account-snapshot.ts';
import {
	executionRecord,
	iso,
	type LegFacts,
	percentOf,
	plus,
	type RemainingCarry,
} from './execution-record.ts';
import { type EndedFigures, type ExecutionFigures, figuresOf, realizedAt } from './totals.ts';

export type PortfolioOptions = {
	readonly journal: Journal;
	readonly market: Market;
	readonly expectedCarry: OpportunityBook['expectedCarry'];
	readonly accounts: TradingAccounts;
	readonly snapshots: AccountSnapshots;
	readonly ended: EndedFigures;
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

type Reason = { readonly field: string; readonly code: string; readonly message: string };

export function createPortfolioReader(
	options: PortfolioOptions,
): PortfolioReader & { readonly sample: () => Promise<void> } {
	const { journal, clock, accounts } = options;

	async function live(query: PortfolioQuery): Promise<PortfolioRecord> {
		const { userId } = query;
		const reasons: Reason[] = [];
		const snapshots = await readSnapshots(userId, reasons);
		const shown = chooseExecutions(query);
		const executions = shown.states.map((state) => recordOf(state, snapshots));
		return {
			executions,
			summary: summaryOf(userId),
			accounts: [...snapshots].map(([venue, read]) => accountRow(userId, venue, read, reasons)),
			...(shown.pagination === undefined ? {} : { pagination: shown.pagination }),
			reasons,
		};
	}

	type Read = { readonly snapshot: AccountSnapshot | undefined; readonly stale: boolean };

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
		try {
			const trading = accounts.trading(userId, venue);
			if (trading === undefined) return { snapshot: undefined, stale: true };
			return {
				snapshot: await withDeadline(
					options.snapshots.read(userId, venue, trading, options.snapshotAgeMsMax),
				),
				stale: false,
			};
		} catch (error) {
			options.log.warn(
				{ venue, error: error instanceof Error ? error.message : String(error) },
				'account could not be read',
			);
			const snapshot = options.snapshots.last(userId, venue);
			reasons.push({ field: `accounts.${venue}`, ...whyStale(venue, error, snapshot) });
			return { snapshot, stale: true };
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

	function chooseExecutions(query: PortfolioQuery): {
		readonly states: readonly ExecutionState[];
		readonly pagination?: PortfolioRecord['pagination'];
	} {
		const mine = options.states().filter((state) => state.plan.userId === query.userId);
		if (query.executionId !== undefined)
			return { states: [oneExecution(query.userId, query.executionId, mine)] };
		const open = mine.filter((state) => !isEnded(state)).sort((a, b) => b.createdAt - a.createdAt);
		if (!query.includeClosed) return { states: open };
		const count = journal.countUserExecutions(query.userId, true);
		const rows = journal.userExecutions(query.userId, {
			ended: true,
			offset: (query.page - 1) * query.limit,
			limit: query.limit,
		});
		const ended = rows.map(
			(row) =>
				mine.find((state) => state.plan.executionId === row.executionId) ??
				foldExecution(journal.readExecution(row.executionId)),
		);
		return {
			states: [...open, ...ended],
			pagination: paginationOf(count, query),
		};
	}

	function oneExecution(
		userId: string,
		executionId: string,
		mine: readonly ExecutionState[],
	): ExecutionState {
		const present = mine.find((state) => state.plan.executionId === executionId);
		if (present !== undefined) return present;
		const row = journal.findExecution(executionId);
		if (row === undefined || row.userId !== userId) {
			throw new CarrywireError(
				'UNKNOWN_EXECUTION',
				`execution_id names no execution of yours, was ${executionId}.`,
				{ field: 'execution_id' },
			);
		}
		return foldExecution(journal.readExecution(executionId));
	}

	function recordOf(state: ExecutionState, snapshots: ReadonlyMap<VenueName, Read>): PortfolioExecution {
		const facts = (leg: 'long' | 'short'): LegFacts => {
			const { venue, instrument } = legPlan(state, leg);
			const snapshot = snapshots.get(venue)?.snapshot;
			return {
				mark: markOf(venue, instrument.symbol),
				position: snapshot?.positions.find((position) => position.symbol === instrument.symbol),
				readAt: snapshot?.takenAt,
			};
		};
		return executionRecord(
			state,
			{ long: facts('long'), short: facts('short') },
			remainingCarry(state),
			clock.now(),
		);
	}

	/** Over the next 168 hours, or until max_hours ends; nothing remains of what has ended. */
	function remainingCarry(state: ExecutionState): RemainingCarry {
		if (isEnded(state)) return { carry: ZERO };
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

	/** Figures and unrealised profit of every execution of the user. */
	function allFigures(userId: string): {
		readonly figures: readonly ExecutionFigures[];
		readonly open: readonly ExecutionState[];
		readonly unrealized: Decimal | null;
	} {
		const open = openExecutionsOf(options.states(), userId);
		const unrealized = open.reduce<Decimal | null>((total, state) => plus(total, unrealizedOf(state)), ZERO);
		return { figures: [...options.ended.of(userId).values(), ...open.map(figuresOf)], open, unrealized };
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

	function summaryOf(userId: string): PortfolioRecord['summary'] {
		const { figures, open, unrealized } = allFigures(userId);
		const total = (pick: (figures: ExecutionFigures) => Decimal): Decimal =>
			figures.reduce<Decimal>((sum, row) => add(sum, pick(row)), ZERO);
		const realized = total((row) => row.realized);
		const totalPnl = plus(realized, unrealized);
		const deployed = open.reduce<Decimal>(
			(sum, state) => add(sum, executionLedger(state, { long: null, short: null }).deployed),
			ZERO,
		);
		return {
			total_executions: figures.length,
			running_executions: open.filter((state) => state.phase === 'running').length,
			total_invested: deployed,
			total_unrealized_pnl: unrealized,
			total_realized_pnl: realized,
			total_funding_received: total((row) => row.fundingReceived),
			total_funding_paid: total((row) => row.fundingPaid),
			weighted_roi: percentOf(
				totalPnl,
				total((row) => row.deployedPeak),
			),
			daily_roi: dailyRoi(userId, totalPnl, deployed),
		};
	}

	/** Change of total profit over the last 24 h / time-weighted deployed capital, percent. */
	function dailyRoi(userId: string, totalPnl: Decimal | null, deployed: Decimal): Decimal | null {
		if (totalPnl === null) return null;
		const now = clock.now();
		const samples = journal.pnlSamples(userId, now - DAY_MS);
		const first = samples[0];
		// Before the first sample the user had no execution: profit and capital were zero.
		const base = first !== undefined && first.at <= now - DAY_MS ? parseDecimal(first.totalPnl) : ZERO;
		let weighted = ZERO;
		const points = [
			...samples.map((sample) => ({
				at: Math.max(sample.at, now - DAY_MS),
				deployed: parseDecimal(sample.deployed),
			})),
			{ at: now, deployed },
		];
		for (const [index, point] of points.entries()) {
			const next = points[index + 1];
			if (next !== undefined)
				weighted = add(weighted, mulTrunc(point.deployed, fromInteger(next.at - point.at)));
		}
		const span = now - (points[0]?.at ?? now);
		const average = span === 0 ? deployed : divTrunc(weighted, fromInteger(span));
		return percentOf(sub(totalPnl, base), average);
	}

	function accountRow(userId: string, venue: VenueName, read: Read, reasons: Reason[]): PortfolioAccount {
		const { snapshot } = read;
		if (snapshot === undefined) {
			return {
				exchange: venue,
				connected: true,
				equity: null,
				available: null,
				margin_used: null,
				updated_at: null,
				stale: true,
				equity_change: null,
				execution_pnl: null,
				unmanaged_pnl: null,
				external_flows: null,
				unexplained: null,
			};
		}
		const { realized, unrealized } = venuePnl(userId, venue);
		// What was booked after the snapshot is not in its wallet or positions: a comparison would call it unexplained.
		const settled = snapshot.consistent && snapshot.activity === options.snapshots.activityOf(userId, venue);
		const foreign = settled ? unmanagedSymbols(userId, venue, snapshot) : [];
		if (foreign.length > 0) {
			reasons.push({
				field: `accounts.${venue}.unmanaged_pnl`,
				code: 'UNMANAGED_POSITION',
				message: `${venue} holds quantities that no execution explains (${foreign.join(', ')}), so their profit is not told apart.`,
			});
		}
		if (!settled) {
			reasons.push({
				field: `accounts.${venue}.unexplained`,
				code: 'ACCOUNT_MOVING',
				message: `Orders or balances of ${venue} moved while the account was read; the comparison is made at the next quiet reading.`,
			});
		}
		const comparable = foreign.length === 0 && settled;
		const walletChange = sub(snapshot.balance.walletBalance, snapshot.baselineWallet);
		const unexplained = comparable ? unexplainedOf(walletChange, realized, snapshot.externalFlows) : null;
		return {
			exchange: venue,
			connected: true,
			equity: foreign.length > 0 ? snapshot.balance.equity : plus(snapshot.balance.walletBalance, unrealized),
			available: snapshot.balance.available,
			margin_used: snapshot.balance.marginUsed,
			updated_at: iso(snapshot.takenAt),
			stale: read.stale,
			equity_change: comparable ? plus(walletChange, unrealized) : null,
			execution_pnl: plus(realized, unrealized),
			unmanaged_pnl: comparable ? ZERO : null,
			external_flows: snapshot.externalFlows,
			unexplained,
		};
	}

	/** Profit of the user's legs at one venue: realised of all executions, unrealised of the open ones. */
	function venuePnl(
		userId: string,
		venue: VenueName,
	): { readonly realized: Decimal; readonly unrealized: Decimal | null } {
		const realized = realizedAt(options.ended, options.states(), userId, venue);
		let unrealized: Decimal | null = ZERO;
		for (const state of openExecutionsOf(options.states(), userId)) {
			const ledger = executionLedger(state, marksOf(state));
			for (const leg of ['long', 'short'] as const)
				if (legPlan(state, leg).venue === venue) unrealized = plus(unrealized, ledger[leg].unrealized);
		}
		return { realized, unrealized };
	}

	/** Instruments on which the venue's position is not the sum of our executions' quantities. */
	function unmanagedSymbols(userId: string, venue: VenueName, snapshot: AccountSnapshot): readonly string[] {
		const ours = new Map<string, Decimal>();
		for (const state of openExecutionsOf(options.states(), userId)) {
			for (const leg of ['long', 'short'] as const) {
				const plan = legPlan(state, leg);
				if (plan.venue !== venue) continue;
				const signed = leg === 'long' ? state.held.long : neg(state.held.short);
				ours.set(plan.instrument.symbol, add(ours.get(plan.instrument.symbol) ?? ZERO, signed));
			}
		}
		const symbols = new Set([...ours.keys(), ...snapshot.positions.map((position) => position.symbol)]);
		return [...symbols].filter((symbol) => {
			const venueQuantity =
				snapshot.positions.find((position) => position.symbol === symbol)?.quantity ?? ZERO;
			return venueQuantity !== (ours.get(symbol) ?? ZERO);
		});
	}

	/** Keeps one sample per user with executions, for the daily figures. */
	async function sample(): Promise<void> {
		for (const userId of accounts.users()) {
			const { figures, open, unrealized } = allFigures(userId);
			if (figures.length === 0 || unrealized === null) continue;
			const realized = figures.reduce<Decimal>((sum, row) => add(sum, row.realized), ZERO);
			const deployed = open.reduce<Decimal>(
				(sum, state) => add(sum, executionLedger(state, { long: null, short: null }).deployed),
				ZERO,
			);
			await journal.addPnlSample(userId, {
				at: clock.now(),
				totalPnl: formatDecimal(add(realized, unrealized)),
				deployed: formatDecimal(deployed),
			});
		}
	}

	return { live, sample };
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
	return { code: 'VENUE_UNAVAILABLE', message: `${venue} did not answer, or refused the read; ${shown}` };
}

function horizonLeftMs({ plan, openedAt }: ExecutionState, now: number): number {
	const usual = toNumber(DEFAULT_TERMS.horizonHours) * HOUR_MS;
	const { maxHours } = plan.exit;
	if (maxHours === null) return usual;
	const endsAt = (openedAt ?? now) + toNumber(maxHours) * HOUR_MS;
	return Math.min(usual, Math.max(0, endsAt - now));
}
