/**
 * The venues' word on each account: balance, positions, external flows, what others traded, and the baseline from which
 * changes count.
 *
 * A snapshot is consistent when nothing moved while it was taken, no order in flight and no fill come in, and either the
 * journal explains the account to the digit, or all that the venue has recorded of settlements and of others' trades was
 * asked for, and wallet, other assets and positions read before and after are the same. Only then is `unexplained` said.
 */
import { worthOf } from '../domain/account-books.ts';
import { type AccountIdentity, accountIdentity, type OurSide } from '../domain/account-identity.ts';
import { add, type Decimal, sub, ZERO } from '../domain/decimal.ts';
import type { AccountEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionsOnAccount } from '../domain/user-executions.ts';
import type { ExternalFlowReport } from '../ports/account-payments.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market } from '../ports/market.ts';
import type { BalanceReport, VenueTrading } from '../ports/venue.ts';
import { settlementTermsOf, walletAssetOf } from '../venues/facts.ts';
import { type Activity, activity } from './account-activity.ts';
import { isSameWord, readWord, remainderOf, type Word } from './account-word.ts';
import { eachOnce, recordForeign } from './foreign-records.ts';
import { type Account, type AccountSnapshot, createOpenAccounts } from './open-accounts.ts';
import { type EndedFigures, type EndedStates, executionsOn, ourSide } from './totals.ts';

/** Journal, exchange access and executions that snapshots of accounts are made from. */
export type SnapshotOptions = {
	readonly journal: Journal;
	readonly clock: Clock;
	readonly ended: EndedFigures;
	/** The user's executions in memory. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	/** Names the user's account in use at the venue in the journal. */
	readonly journalIdOf: (userId: string, venue: VenueName) => string;
	/** Those of them with a leg on the instrument. */
	readonly onInstrument: (userId: string, venue: VenueName, symbol: string) => readonly ExecutionState[];
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	readonly market: Pick<Market, 'get' | 'inputs'>;
};

/** Reads until a snapshot is consistent. */
const TRIES_MAX = 3;
/** Flows are asked again from this far before what was read, for ledgers record late; once a minute from further back. */
const FLOW_OVERLAP_MS = 10_000;
const FLOW_LOOK_BACK_MS = 5 * 60_000;
const FLOW_LOOK_BACK_PERIOD_MS = 60_000;
const LEDGER_NOTE_PERIOD_MS = 60_000;
/** On top of what a venue says of how late it may record a settlement. */
const LATE_RECORD_SLACK_MS = 10_000;
/** Symbols whose fills are asked for in one reading, those that differ first. */
const SYMBOLS_MAX = 25;

/** Creates the reader of account snapshots, which also journals a baseline and external changes for each account. */
export function createAccountSnapshots(options: SnapshotOptions) {
	const { journal, clock } = options;
	const accounts = createOpenAccounts(options);

	const statesOn = ({ id, userId }: Account): readonly ExecutionState[] =>
		executionsOnAccount(options.statesOf(userId), id);
	/** Without `past`: for figures in which the fills of ended executions have no part. */
	const oursAt = (
		{ id, userId }: Account,
		past: EndedStates = { known: new Map(), missing: new Set() },
	): OurSide => ourSide(options.ended, options.statesOf(userId), past, { userId, account: id });

	/**
	 * Journals what the account holds as the point from which changes count; does nothing when that is done. `id`: as the
	 * journal names the account of the session, for another may have come into use meanwhile.
	 * @throws VenueError, JournalError
	 */
	async function ensureBaseline(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		id?: string,
	): Promise<void> {
		await ensureConnected(
			accounts.known(userId, venue, id) ?? (await accounts.open(userId, venue, id)),
			trading,
		);
	}

	async function ensureConnected(account: Account, trading: VenueTrading): Promise<void> {
		account.stopListening ??= trading.watchAccount((hint) => {
			if (hint.kind !== 'balance') account.heard.add(hint.symbol);
		});
		if (account.journal.books().connected !== undefined) return;
		account.connecting ??= connect(account, trading).finally(() => {
			account.connecting = undefined;
		});
		await account.connecting;
	}

	async function connect({ venue, journal: accountJournal }: Account, trading: VenueTrading): Promise<void> {
		let connectedAt = clock.now();
		let word = await readWord(trading);
		// What comes, or is traded by hand, while it is counted may be in it or not: it is counted anew.
		for (let tries = 1; tries < TRIES_MAX; tries += 1) {
			const [flows, traded] = await Promise.all([
				trading.externalFlows(connectedAt, clock.now()),
				trading.tradedSymbols(connectedAt, clock.now()),
			]);
			if (flows.length === 0 && traded.length === 0) break;
			connectedAt = clock.now();
			word = await readWord(trading);
		}
		const { balance, positions } = word;
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
				countedAt: clock.now(),
			},
		]);
	}

	const activityAt = (account: Account): Activity =>
		activity(statesOn(account), account.venue, account.journal.eventCount());

	/** Changes with every fill and settlement that is booked on the account; undefined while nothing has asked for it. */
	function activityOf(userId: string, venue: VenueName, id?: string): string | undefined {
		const account = accounts.known(userId, venue, id);
		return account === undefined ? undefined : activityAt(account).booked;
	}

	/** A snapshot not older than `ageMsMax`, and not older than what is booked; concurrent callers share one reading. @throws VenueError, JournalError */
	async function read(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		ageMsMax: number,
	): Promise<AccountSnapshot> {
		const account = accounts.known(userId, venue) ?? (await accounts.open(userId, venue));
		const present = account.snapshot;
		if (
			present !== undefined &&
			clock.now() - present.takenAt <= ageMsMax &&
			present.activity === activityAt(account).booked
		)
			return present;
		account.reading ??= take(account, trading).finally(() => {
			account.reading = undefined;
		});
		return account.reading;
	}

	async function take(account: Account, trading: VenueTrading): Promise<AccountSnapshot> {
		await options.ended.prepare(account.userId);
		await ensureConnected(account, trading);
		let snapshot = await takeOnce(account, trading);
		// While orders are in flight another reading would be no quieter, and would cost what the orders may need.
		for (
			let tries = 1;
			tries < TRIES_MAX && !snapshot.consistent && !activityAt(account).inFlight;
			tries += 1
		)
			snapshot = await takeOnce(account, trading);
		account.snapshot = snapshot;
		return snapshot;
	}

	async function takeOnce(account: Account, trading: VenueTrading): Promise<AccountSnapshot> {
		const before = activityAt(account);
		const begunAt = clock.now();
		const first = await readWord(trading);
		await recordFlows(account, trading, first.balance);
		const wasExplained = await isExplained(account, first);
		const read = wasExplained ? { word: first, isQuiet: true } : await readAll(account, trading, first);
		const after = activityAt(account);
		const isQuiet = read.isQuiet && !before.inFlight && !after.inFlight && before.fills === after.fills;
		if (isQuiet) await noteQuiet(account, read.word, begunAt);
		return {
			...read.word,
			takenAt: clock.now(),
			consistent: isQuiet,
			activity: activityAt(account).booked,
			identity: await identify(account, read.word),
		};
	}

	/** All of one tick; ended executions whose fills it needs are read first, as often as it needs further ones. */
	async function identify(account: Account, word: Word): Promise<AccountIdentity> {
		const known = new Map<string, ExecutionState>();
		for (;;) {
			const missing = new Set<string>();
			const identity = accountIdentity(account.journal.books(), oursAt(account, { known, missing }), {
				walletAsset: walletAssetOf(account.venue),
				wallet: word.balance.walletBalance,
				positions: new Map([...word.positions].map(([symbol, { quantity }]) => [symbol, quantity])),
				otherAssets: word.balance.otherAssets,
			});
			if (missing.size === 0) return identity;
			for (const id of missing) known.set(id, await options.ended.state(id));
		}
	}

	async function isExplained(account: Account, word: Word): Promise<boolean> {
		return remainderOf(await identify(account, word), word.positions) === account.remainder;
	}

	/**
	 * Books what the venue has recorded of settlements and of others' trades, and reads the account again. Quiet: all was
	 * answered, and nothing moved.
	 */
	async function readAll(
		account: Account,
		trading: VenueTrading,
		first: Word,
	): Promise<{ readonly word: Word; readonly isQuiet: boolean }> {
		const paid = statesOn(account).filter((state) => mayBePaid(account, state, clock.now()));
		const answered = await Promise.all(paid.map((state) => options.sweepFunding(state.plan.executionId)));
		const isSwept = answered.every(Boolean);
		// What settlements do not explain, others may have done.
		const isKnown =
			isSwept && ((await isExplained(account, first)) || (await readForeign(account, trading, first)));
		const booked = activityAt(account).booked;
		const word = await readWord(trading);
		const isQuiet =
			isKnown &&
			isSameWord(first, word) &&
			// A settlement booked while the wallet was read may or may not be in it.
			booked === activityAt(account).booked;
		return { word, isQuiet };
	}

	async function readForeign(account: Account, trading: VenueTrading, word: Word): Promise<boolean> {
		const { id, userId, venue } = account;
		const isMoving = (): boolean => activityAt(account).inFlight;
		const to = clock.now();
		// An account that was never quiet is read from its connection, not from the beginning of time: week by week that takes for ever.
		const explainedTo = Math.max(account.explainedTo, account.journal.books().connected?.connectedAt ?? 0);
		const traded = await trading.tradedSymbols(explainedTo - FLOW_LOOK_BACK_MS, to);
		for (const symbol of await symbolsToAsk(account, word, traded)) {
			const from = Math.max(account.foreignReadTo.get(symbol) ?? 0, explainedTo) - FLOW_LOOK_BACK_MS;
			const isRead = await recordForeign(
				{
					trading,
					account: account.journal,
					ours: () => oursAt(account),
					executionsOn: (on, since) =>
						executionsOn(options.ended, executionsOnAccount(options.onInstrument(userId, venue, on), id), {
							userId,
							account: id,
							symbol: on,
							since,
						}),
					bookOurs: async (on) => {
						const states = executionsOnAccount(options.onInstrument(userId, venue, on), id);
						const booked = states.map(({ plan }) => options.sweepFunding(plan.executionId));
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
		return true;
	}

	/** Symbols that differ, that were heard of, that were traded, on which others have traded, and that we hold; in this order. */
	async function symbolsToAsk(
		account: Account,
		word: Word,
		traded: readonly string[],
	): Promise<readonly string[]> {
		const { misfits } = await identify(account, word);
		const known = [...account.journal.books().foreignFills.values()].map(({ symbol }) => symbol);
		const held = oursAt(account).held.keys();
		const others = [...account.heard, ...traded, ...known].filter((symbol) => isReadable(account, symbol));
		return [...new Set([...misfits, ...others, ...held])].slice(0, SYMBOLS_MAX);
	}

	/**
	 * What others did on a contract that is not listed here, or no longer under that name, cannot be asked for: it stays in
	 * `unexplained`. While no contract of the venue is known, nothing is left out for that.
	 */
	function isReadable({ venue }: Account, symbol: string): boolean {
		return options.market.get(venue, symbol) !== undefined || options.market.inputs(venue).length === 0;
	}

	/** All that there is has been asked for: what is left stays until something changes. */
	async function noteQuiet(account: Account, word: Word, begunAt: number): Promise<void> {
		await countHoldings(account, word);
		const identity = await identify(account, word);
		account.remainder = remainderOf(identity, word.positions);
		if (identity.misfits.length > 0) return;
		account.explainedTo = begunAt;
		account.heard.clear();
		account.foreignReadTo.clear();
	}

	/** An account that was connected by an earlier version: what it held beside its wallet then follows from what it holds now. */
	async function countHoldings(account: Account, { balance }: Word): Promise<void> {
		const books = account.journal.books();
		if (books.counted !== undefined) return;
		const { otherFees } = oursAt(account);
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
				// Nothing was opened beside a position of others, so there was none that we know of.
				positions: [],
				countedAt: clock.now(),
			},
		]);
	}

	/** Journals deposits, withdrawals and the like that are not known yet. */
	async function recordFlows(account: Account, trading: VenueTrading, balance: BalanceReport): Promise<void> {
		const books = account.journal.books();
		const { connected, flowIds } = books;
		if (connected === undefined) return;
		const until = clock.now();
		const looksBack = until - account.lookedBackAt >= FLOW_LOOK_BACK_PERIOD_MS;
		const readTo = Math.max(connected.connectedAt, books.latestFlowAt, account.ledgerReadTo);
		const since = readTo - (looksBack ? FLOW_LOOK_BACK_MS : FLOW_OVERLAP_MS);
		const flows = await trading.externalFlows(Math.max(connected.connectedAt, since), until);
		const fresh = eachOnce(flows, ({ recordId }) => recordId).filter(
			(flow) => flow.at > connected.connectedAt && !flowIds.has(flow.recordId),
		);
		await account.journal.append(
			fresh.map((flow) => flowEvent(account.venue, flow, priceOf(account, balance, flow.asset))),
		);
		account.ledgerReadTo = until;
		if (looksBack) account.lookedBackAt = until;
		// Own trades fill a ledger: after a restart it is not read again from the account's first day.
		const notedTo = Math.min(until, Math.max(account.explainedTo, account.ledgerNotedTo));
		if (notedTo - account.ledgerNotedTo < LEDGER_NOTE_PERIOD_MS) return;
		await journal.noteLedgerRead(account.id, notedTo);
		account.ledgerNotedTo = notedTo;
	}

	function priceOf(account: Account, balance: BalanceReport, asset: string): Decimal | null {
		const places = [
			balance.otherAssets,
			account.snapshot?.balance.otherAssets ?? [],
			account.journal.books().counted?.assets ?? [],
		];
		for (const held of places) {
			const price = held.find((one) => one.asset === asset)?.usdPrice;
			if (price !== undefined && price !== null) return price;
		}
		return null;
	}

	return {
		ensureBaseline,
		read,
		activityOf,
		/** The last snapshot, however old. */
		last: (userId: string, venue: VenueName, id?: string): AccountSnapshot | undefined =>
			accounts.known(userId, venue, id)?.snapshot,
		/** The last snapshots of the accounts in use, with what is booked on each now. */
		inUse: () =>
			accounts
				.all()
				.filter(({ id, userId, venue }) => options.journalIdOf(userId, venue) === id)
				.map((account) => ({ snapshot: account.snapshot, activity: activityAt(account).booked })),
		/** Another account is in use there from now on: the others' streams are no longer heard. */
		leave(userId: string, venue: VenueName): void {
			for (const account of accounts.all()) {
				if (account.userId !== userId || account.venue !== venue) continue;
				account.stopListening?.();
				account.stopListening = undefined;
			}
		},
		/** No longer hears the accounts' streams. */
		close(): void {
			for (const account of accounts.all()) account.stopListening?.();
		},
	};
}

/** Snapshots of all open exchange accounts. */
export type AccountSnapshots = ReturnType<typeof createAccountSnapshots>;

function flowEvent(venue: VenueName, flow: ExternalFlowReport, usdPrice: Decimal | null): AccountEvent {
	const isWallet = flow.asset === walletAssetOf(venue);
	return {
		type: 'ExternalFlowRecorded',
		recordId: flow.recordId,
		kind: flow.kind,
		asset: flow.asset,
		quantity: flow.amount,
		amount: isWallet ? flow.amount : worthOf(usdPrice, flow.amount),
		flowedAt: flow.at,
	};
}

/** Held now, or ended so lately that a venue may still record a settlement of it. */
function mayBePaid({ venue }: Account, state: ExecutionState, now: number): boolean {
	const lateMs = settlementTermsOf(venue).uncertaintyMs + LATE_RECORD_SLACK_MS;
	return state.closedAt === undefined || now - state.closedAt <= lateMs;
}
