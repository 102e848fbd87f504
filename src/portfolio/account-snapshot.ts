/**
 * Reads each account from its venue: balance, positions, external flows, foreign trades, and the baseline for
 * changes.
 *
 * A snapshot is consistent if nothing moved while it was taken (no order in flight, no new fill), and one of two
 * conditions holds. Either the journal explains the account exactly. Or the service read all of the venue's records
 * of settlements and foreign trades, and wallet, other assets and positions were the same before and after. Only a
 * consistent snapshot reports `unexplained`.
 */
import { type AccountIdentity, accountIdentity, type OurSide } from '../domain/account-identity.ts';
import { add, type Decimal, sub, ZERO } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionsOnAccount } from '../domain/user-executions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market } from '../ports/market.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { settlementTermsOf, walletAssetOf } from '../venues/facts.ts';
import { type Activity, activity } from './account-activity.ts';
import { recordFlows } from './account-flows.ts';
import { type AccountReport, EXPLAINED, isSameReport, readReport, remainderOf } from './account-report.ts';
import { recordForeign } from './foreign-records.ts';
import { type Account, type AccountSnapshot, createOpenAccounts } from './open-accounts.ts';
import { type OutsideFlow, outsideFlow } from './outside-flow.ts';
import { FLOW_READ_BACK_MS, mayFindMore } from './read-back.ts';
import { type EndedFigures, type EndedStates, executionsOn, ourSide } from './totals.ts';

/** Inputs for account snapshots: journal, exchange access and executions. */
export type SnapshotOptions = {
	readonly journal: Journal;
	readonly clock: Clock;
	readonly ended: EndedFigures;
	/** Returns the user's executions in memory. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	/** Returns the journal id of the user's active account at the venue. */
	readonly journalIdOf: (userId: string, venue: VenueName) => string;
	/** Returns the executions in memory with a leg on the instrument. */
	readonly onInstrument: (userId: string, venue: VenueName, symbol: string) => readonly ExecutionState[];
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	readonly market: Pick<Market, 'get' | 'inputs'>;
};

/** Maximum number of reads to obtain a consistent snapshot. */
const TRIES_MAX = 3;
/**
 * How long after the venue's `uncertaintyMs` it may still record a settlement for an ended execution, milliseconds.
 */
const LATE_RECORD_SLACK_MS = 10_000;
/** Maximum number of symbols whose fills are requested in one read. Symbols whose positions differ come first. */
const SYMBOLS_MAX = 25;

type SnapshotReader = SnapshotOptions & { readonly accounts: ReturnType<typeof createOpenAccounts> };

/** Creates the reader of account snapshots. It also journals a baseline and external changes for each account. */
export function createAccountSnapshots(options: SnapshotOptions) {
	const accounts = createOpenAccounts(options);
	const reader: SnapshotReader = { ...options, accounts };
	return {
		/**
		 * Journals the current holdings as the baseline for changes, once per account. Pass `id`, the journal id of
		 * the session's account, if another account may have become active since.
		 * @throws VenueError, JournalError
		 */
		async ensureBaseline(
			userId: string,
			venue: VenueName,
			trading: VenueTrading,
			id?: string,
		): Promise<void> {
			const account = accounts.known(userId, venue, id) ?? (await accounts.open(userId, venue, id));
			await ensureConnected(reader, account, trading);
		},
		/**
		 * Returns a snapshot that is neither older than `ageMsMax` nor older than the latest booking. Concurrent
		 * callers share one read.
		 * @throws VenueError, JournalError
		 */
		read: (userId: string, venue: VenueName, trading: VenueTrading, ageMsMax: number) =>
			read(reader, userId, venue, trading, ageMsMax),
		/**
		 * Returns text that changes with every fill and settlement booked on the account; undefined until the account
		 * has been read.
		 */
		activityOf(userId: string, venue: VenueName, id?: string): string | undefined {
			const account = accounts.known(userId, venue, id);
			return account === undefined ? undefined : activityAt(reader, account).booked;
		},
		/** Returns the last snapshot, whatever its age. */
		last: (userId: string, venue: VenueName, id?: string): AccountSnapshot | undefined =>
			accounts.known(userId, venue, id)?.snapshot,
		/** Returns the last snapshots of the active accounts, with the current state of their bookings. */
		inUse: () =>
			accounts
				.all()
				.filter(({ id, userId, venue }) => options.journalIdOf(userId, venue) === id)
				.map((account) => ({ snapshot: account.snapshot, activity: activityAt(reader, account).booked })),
		/**
		 * Returns the deposits, withdrawals and transfers that the journals of the user's accounts have; positive if
		 * incoming. Flows without a known worth are left out.
		 */
		flowsOf: (userId: string): readonly OutsideFlow[] =>
			accounts
				.all()
				.filter((account) => account.userId === userId)
				.flatMap(({ venue, journal }) => journal.books().flows.flatMap((flow) => outsideFlow(venue, flow))),
		/** Stops listening to the account streams at the venue, because another account becomes active there. */
		leave(userId: string, venue: VenueName): void {
			for (const account of accounts.all()) {
				if (account.userId !== userId || account.venue !== venue) continue;
				account.stopListening?.();
				account.stopListening = undefined;
			}
		},
		/** Stops listening to all account streams. */
		close(): void {
			for (const account of accounts.all()) account.stopListening?.();
		},
	};
}

/** Reader of the snapshots of all open exchange accounts. */
export type AccountSnapshots = ReturnType<typeof createAccountSnapshots>;

function statesOn({ statesOf }: SnapshotReader, { id, userId }: Account): readonly ExecutionState[] {
	return executionsOnAccount(statesOf(userId), id);
}

/**
 * Returns the totals of our executions on an account. Omit `past` if the figures need no fills of ended executions.
 */
function oursAt(
	{ ended, statesOf }: SnapshotReader,
	{ id, userId }: Account,
	past: EndedStates = { known: new Map(), missing: new Set() },
): OurSide {
	return ourSide(ended, statesOf(userId), past, { userId, account: id });
}

async function ensureConnected(
	reader: SnapshotReader,
	account: Account,
	trading: VenueTrading,
): Promise<void> {
	account.stopListening ??= trading.watchAccount((hint) => {
		if (hint.kind !== 'balance') account.heard.add(hint.symbol);
	});
	if (account.journal.books().connected !== undefined) return;
	account.connecting ??= connect(reader, account, trading).finally(() => {
		account.connecting = undefined;
	});
	await account.connecting;
}

async function connect(
	reader: SnapshotReader,
	{ venue, journal: accountJournal }: Account,
	trading: VenueTrading,
): Promise<void> {
	let connectedAt = reader.clock.now();
	let report = await readReport(trading);
	// If a transfer or manual trade happened while the holdings were read, they may or may not include it, so they
	// are read again.
	for (let tries = 1; tries < TRIES_MAX; tries += 1) {
		const [flows, traded] = await Promise.all([
			trading.externalFlows(connectedAt, reader.clock.now()),
			trading.tradedSymbols(connectedAt, reader.clock.now()),
		]);
		if (flows.length === 0 && traded.length === 0) break;
		connectedAt = reader.clock.now();
		report = await readReport(trading);
	}
	const { balance, positions } = report;
	const { walletBalance, otherAssets } = balance;
	await accountJournal.append([
		{ type: 'AccountConnected', venue, walletBalance, connectedAt },
		{
			type: 'HoldingsCounted',
			assets: otherAssets.map(({ asset, quantity, usdPrice }) => ({ asset, quantity, usdPrice })),
			positions: [...positions.values()].map(({ symbol, quantity, entryPrice, markPrice }) => ({
				symbol,
				quantity,
				entryPrice,
				markPrice,
			})),
			countedAt: reader.clock.now(),
		},
	]);
}

function activityAt(reader: SnapshotReader, account: Account): Activity {
	return activity(statesOn(reader, account), account.venue, account.journal.eventCount());
}

async function read(
	reader: SnapshotReader,
	userId: string,
	venue: VenueName,
	trading: VenueTrading,
	ageMsMax: number,
): Promise<AccountSnapshot> {
	const account = reader.accounts.known(userId, venue) ?? (await reader.accounts.open(userId, venue));
	const present = account.snapshot;
	if (
		present !== undefined &&
		reader.clock.now() - present.takenAt <= ageMsMax &&
		present.activity === activityAt(reader, account).booked
	)
		return present;
	account.reading ??= take(reader, account, trading).finally(() => {
		account.reading = undefined;
	});
	return account.reading;
}

async function take(
	reader: SnapshotReader,
	account: Account,
	trading: VenueTrading,
): Promise<AccountSnapshot> {
	await reader.ended.prepare(account.userId);
	await ensureConnected(reader, account, trading);
	let snapshot = await takeOnce(reader, account, trading);
	// While orders are in flight, another read would not be consistent either, and would use up requests that the
	// orders may need.
	for (
		let tries = 1;
		tries < TRIES_MAX && !snapshot.consistent && !activityAt(reader, account).inFlight;
		tries += 1
	)
		snapshot = await takeOnce(reader, account, trading);
	account.snapshot = snapshot;
	return snapshot;
}

async function takeOnce(
	reader: SnapshotReader,
	account: Account,
	trading: VenueTrading,
): Promise<AccountSnapshot> {
	const before = activityAt(reader, account);
	const begunAt = reader.clock.now();
	const first = await readReport(trading);
	await recordFlows(reader, account, trading, first.balance);
	const wasExplained = await isExplained(reader, account, first);
	const read = wasExplained
		? { report: first, isQuiet: true }
		: await readAll(reader, account, trading, first);
	const after = activityAt(reader, account);
	const isQuiet = read.isQuiet && !before.inFlight && !after.inFlight && before.fills === after.fills;
	if (isQuiet) await noteQuiet(reader, account, read.report, begunAt);
	return {
		...read.report,
		takenAt: reader.clock.now(),
		consistent: isQuiet,
		activity: activityAt(reader, account).booked,
		identity: await identify(reader, account, read.report),
	};
}

/**
 * Compares the account with the journal synchronously. If the comparison needs the fills of ended executions, it
 * reads them and compares again.
 */
async function identify(
	reader: SnapshotReader,
	account: Account,
	report: AccountReport,
): Promise<AccountIdentity> {
	const known = new Map<string, ExecutionState>();
	for (;;) {
		const missing = new Set<string>();
		const identity = accountIdentity(account.journal.books(), oursAt(reader, account, { known, missing }), {
			walletAsset: walletAssetOf(account.venue),
			wallet: report.balance.walletBalance,
			positions: new Map([...report.positions].map(([symbol, { quantity }]) => [symbol, quantity])),
			otherAssets: report.balance.otherAssets,
		});
		if (missing.size === 0) return identity;
		for (const id of missing) known.set(id, await reader.ended.state(id));
	}
}

/** Returns true if nothing is unexplained, or if the venue's records left the same remainder a moment ago. */
async function isExplained(
	reader: SnapshotReader,
	account: Account,
	report: AccountReport,
): Promise<boolean> {
	const remainder = remainderOf(await identify(reader, account, report), report.positions);
	if (remainder !== account.remainder) return false;
	return remainder === EXPLAINED || !mayFindMore(account.foreignAsked, reader.clock.now());
}

/**
 * Books the venue's records of settlements and foreign trades, and reads the account again. `isQuiet` means that
 * every request succeeded and nothing changed.
 */
async function readAll(
	reader: SnapshotReader,
	account: Account,
	trading: VenueTrading,
	first: AccountReport,
): Promise<{ readonly report: AccountReport; readonly isQuiet: boolean }> {
	const paid = statesOn(reader, account).filter((state) => mayBePaid(account, state, reader.clock.now()));
	const answered = await Promise.all(paid.map((state) => reader.sweepFunding(state.plan.executionId)));
	const isSwept = answered.every(Boolean);
	// If settlements do not explain the remainder, foreign trades may have caused it.
	const isKnown =
		isSwept &&
		((await isExplained(reader, account, first)) || (await readForeign(reader, account, trading, first)));
	const booked = activityAt(reader, account).booked;
	const report = await readReport(trading);
	const isQuiet =
		isKnown &&
		isSameReport(first, report) &&
		// The wallet may or may not include a settlement that was booked during its read.
		booked === activityAt(reader, account).booked;
	return { report, isQuiet };
}

async function readForeign(
	reader: SnapshotReader,
	account: Account,
	trading: VenueTrading,
	report: AccountReport,
): Promise<boolean> {
	const { id, userId, venue } = account;
	const isMoving = (): boolean => activityAt(reader, account).inFlight;
	const to = reader.clock.now();
	// An account that was never fully reconciled is read from its connection time, because reading week by week from
	// 1970 would take forever.
	const explainedTo = Math.max(account.explainedTo, account.journal.books().connected?.connectedAt ?? 0);
	const traded = await trading.tradedSymbols(explainedTo - FLOW_READ_BACK_MS, to);
	for (const symbol of await symbolsToAsk(reader, account, report, traded)) {
		const from = Math.max(account.foreignReadTo.get(symbol) ?? 0, explainedTo) - FLOW_READ_BACK_MS;
		const isRead = await recordForeign(
			{
				trading,
				account: account.journal,
				ours: () => oursAt(reader, account),
				executionsOn: (on, since) =>
					executionsOn(reader.ended, executionsOnAccount(reader.onInstrument(userId, venue, on), id), {
						userId,
						account: id,
						symbol: on,
						since,
					}),
				bookOurs: async (on) => {
					const states = executionsOnAccount(reader.onInstrument(userId, venue, on), id);
					const booked = states.map(({ plan }) => reader.sweepFunding(plan.executionId));
					return (await Promise.all(booked)).every(Boolean);
				},
				isMoving,
			},
			symbol,
			from,
			to,
		);
		if (!isRead) return false;
		account.foreignReadTo.set(symbol, to);
	}
	account.foreignAsked = { times: account.foreignAsked.times + 1, at: to };
	return true;
}

/**
 * Returns the symbols to request, at most `SYMBOLS_MAX`, in this order: symbols with differing positions, reported by
 * the stream, traded recently, traded by others, and held by us.
 */
async function symbolsToAsk(
	reader: SnapshotReader,
	account: Account,
	report: AccountReport,
	traded: readonly string[],
): Promise<readonly string[]> {
	const { misfits } = await identify(reader, account, report);
	const known = [...account.journal.books().foreignFills.values()].map(({ symbol }) => symbol);
	const held = oursAt(reader, account).held.keys();
	const others = [...account.heard, ...traded, ...known].filter((symbol) =>
		isReadable(reader, account, symbol),
	);
	return [...new Set([...misfits, ...others, ...held])].slice(0, SYMBOLS_MAX);
}

/**
 * Returns true if a symbol's trades can be requested. Foreign trades on an unlisted or renamed contract cannot be,
 * and remain in `unexplained`. While the service knows no contract of the venue, it requests every symbol.
 */
function isReadable(reader: SnapshotReader, { venue }: Account, symbol: string): boolean {
	return reader.market.get(venue, symbol) !== undefined || reader.market.inputs(venue).length === 0;
}

/**
 * Stores the account's unexplained remainder after all of the venue's records were requested.
 */
async function noteQuiet(
	reader: SnapshotReader,
	account: Account,
	report: AccountReport,
	begunAt: number,
): Promise<void> {
	await countHoldings(reader, account, report);
	const identity = await identify(reader, account, report);
	const remainder = remainderOf(identity, report.positions);
	if (remainder !== account.remainder) account.foreignAsked = { times: 1, at: reader.clock.now() };
	account.remainder = remainder;
	if (identity.misfits.length > 0) return;
	account.explainedTo = begunAt;
	account.heard.clear();
	account.foreignReadTo.clear();
}

/**
 * Computes the holdings outside the wallet at the time of the connection from the current holdings. Accounts that an
 * earlier version connected need this.
 */
async function countHoldings(
	reader: SnapshotReader,
	account: Account,
	{ balance }: AccountReport,
): Promise<void> {
	const books = account.journal.books();
	if (books.counted !== undefined) return;
	const { otherFees } = oursAt(reader, account);
	const flowed = (asset: string): Decimal =>
		books.flows.reduce((total, flow) => (flow.asset === asset ? add(total, flow.quantity) : total), ZERO);
	await account.journal.append([
		{
			type: 'HoldingsCounted',
			assets: balance.otherAssets.map(({ asset, quantity, usdPrice }) => ({
				asset,
				quantity: add(sub(quantity, flowed(asset)), otherFees.get(asset)?.quantity ?? ZERO),
				usdPrice,
			})),
			// The earlier version opened no execution on an instrument with a foreign position, so no foreign
			// position is known.
			positions: [],
			countedAt: reader.clock.now(),
		},
	]);
}

/** Returns true if the execution is open, or ended so recently that the venue may still record a settlement for it. */
function mayBePaid({ venue }: Account, state: ExecutionState, now: number): boolean {
	const lateMs = settlementTermsOf(venue).uncertaintyMs + LATE_RECORD_SLACK_MS;
	return state.closedAt === undefined || now - state.closedAt <= lateMs;
}
