/**
 * Runs one paper account in this process. The account makes and stores its decisions one after another, and each sees
 * the result of the previous one. Listeners are notified only after a change is stored. A change that could not be
 * stored has no effect; it is tried again at the next order book, trade or mark.
 *
 * An order is stored as waiting before it is acknowledged. Once its latency has passed, it is matched with the next
 * order book received, streamed or requested. This also holds after a restart. While the venue sends no order book,
 * the order waits and can be cancelled.
 */

import { ZERO } from '../../domain/decimal.ts';
import { messageOf } from '../../domain/message-of.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import type { PaperHolding, PaperOrder, PaperState } from '../../ports/paper-store.ts';
import type { AccountHint, CancelOutcome, MarginMode, SendOutcome, VenueOrder } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import { textOf } from '../../sentences/sentence.ts';
import { createDraft, type Draft } from './account-draft.ts';
import { liquidate } from './liquidation.ts';
import { noteMarks, settleDelisted } from './listing.ts';
import { arrive, checkBook, countTrades, end, type Place } from './order-flow.ts';
import { refusalOf } from './order-rules.ts';
import { preparedHolding } from './preparing.ts';
import { createSettlementReads } from './settlement-reads.ts';
import { afterBook } from './taken-levels.ts';
import { ORDER_TEXTS, PAPER_TEXTS } from './text.ts';
import { listedInstrument, type VenueSurroundings } from './venue-surroundings.ts';

/** Delay between two requests for an order book that an order waits for, milliseconds. */
const BOOK_RETRY_MS = 500;
/** Interval at which the marks of open positions are recorded and due delistings are settled, milliseconds. */
const LISTING_PERIOD_MS = 15_000;

/** One paper account in this process. */
export type LiveAccount = ReturnType<typeof createLiveAccount>;

type Work = (draft: Draft) => void | Promise<void>;

type Account = {
	readonly around: VenueSurroundings;
	readonly timers: Set<() => void>;
	/** Resolves when all earlier work is done and stored. Never rejects. */
	turn: Promise<void>;
	state: PaperState;
	readonly accountId: string;
	readonly listeners: Set<(hint: AccountHint) => void>;
	/**
	 * The latest order book at the time that each order arrived at the venue, by client order id. An order is matched
	 * only with a different, and therefore later, book.
	 */
	readonly arrived: Map<string, OrderBook | undefined>;
	closed: boolean;
	readonly lastBooks: Map<string, OrderBook>;
	/** Venue time of the account's start in this process. Older trades, perhaps already counted, are ignored. */
	readonly startedAt: number;
	readonly followed: Map<string, () => void>;
	readonly tradeWatches: Map<string, () => void>;
	readonly settlements: ReturnType<typeof createSettlementReads>;
};

/** Starts an account from its stored state and follows the venue's market data for it. */
export function createLiveAccount(present: PaperState, around: VenueSurroundings) {
	const { clock } = around;
	const { accountId } = present.account;
	const account: Account = {
		around,
		timers: new Set(),
		turn: Promise.resolve(),
		state: present,
		accountId,
		listeners: new Set(),
		arrived: new Map(),
		closed: false,
		lastBooks: new Map(),
		startedAt: around.now(),
		followed: new Map(),
		tradeWatches: new Map(),
		settlements: createSettlementReads(around, {
			state: () => account.state,
			change: (work) => change(account, 'settlement', work),
		}),
	};
	for (const order of account.state.open.values())
		if (order.status === 'waiting')
			later(account, Math.max(0, order.arrivesAt - clock.now()), () =>
				reach(account, order.symbol, order.clientOrderId),
			);
	followHoldings(account);
	followTrades(account);
	return {
		state: (): PaperState => account.state,
		/** Resolves when all earlier work is done and stored. */
		settled: (): Promise<void> => account.turn,
		place: (order: VenueOrder) => place(account, order),
		cancel: (symbol: string, clientOrderId: string) => cancel(account, symbol, clientOrderId),
		prepare: (symbol: string, leverage: PaperHolding['leverage'], mode: MarginMode) =>
			prepare(account, symbol, leverage, mode),
		commit: (work: Work): Promise<void> => inTurn(account, () => commit(account, work)),
		watch(listener: (hint: AccountHint) => void): () => void {
			account.listeners.add(listener);
			return () => account.listeners.delete(listener);
		},
		/** Stops the account. Resolves when the work in progress is stored. */
		close(): Promise<void> {
			account.closed = true;
			for (const stop of account.followed.values()) stop();
			account.settlements.close();
			for (const cancelTimer of account.timers) cancelTimer();
			for (const stop of account.tradeWatches.values()) stop();
			account.listeners.clear();
			return account.turn;
		},
	};
}

function later(account: Account, delayMs: number, task: () => void): void {
	const cancel = account.around.clock.after(delayMs, () => {
		account.timers.delete(cancel);
		task();
	});
	account.timers.add(cancel);
}

function pause(account: Account, delayMs: number): Promise<void> {
	return new Promise((resolve) => later(account, delayMs, resolve));
}

/** Runs `work` once all earlier work is stored. Decisions that depend on the state must be made inside `work`. */
function inTurn<T>(account: Account, work: () => T | Promise<T>): Promise<T> {
	const done = account.turn.then(work);
	account.turn = done.then(
		() => undefined,
		() => undefined,
	);
	return done;
}

/**
 * Stores the changes that `work` makes, then notifies listeners. Call it within a turn. If the store fails, rejects
 * with the store's error and changes nothing.
 */
async function commit(account: Account, work: Work): Promise<void> {
	const draft = createDraft(account.state);
	await work(draft);
	const made = draft.change();
	if (made === undefined) return;
	await account.around.store.write(account.accountId, made);
	account.state = draft.state();
	followHoldings(account);
	followTrades(account);
	for (const { symbol, clientOrderId } of made.orders ?? [])
		notify(account, { kind: 'order', symbol, clientOrderId });
	for (const { symbol } of made.fills ?? []) notify(account, { kind: 'position', symbol });
	if ((made.fills?.length ?? 0) + (made.payments?.length ?? 0) > 0) notify(account, { kind: 'balance' });
}

/** Runs `tryCommit` in a turn of its own. */
function change(account: Account, what: string, work: Work): Promise<boolean> {
	return inTurn(account, () => tryCommit(account, what, work));
}

/** Runs `commit`, but resolves to false if the store fails. */
async function tryCommit(account: Account, what: string, work: Work): Promise<boolean> {
	try {
		await commit(account, work);
		return true;
	} catch (error) {
		account.around.log.error(
			{ venue: account.around.venue, accountId: account.accountId, what, error },
			'a change to a paper account could not be stored; the service tries again',
		);
		return false;
	}
}

function notify(account: Account, hint: AccountHint): void {
	for (const listener of [...account.listeners]) listener(hint);
}

function placeOf(account: Account, symbol: string): Place | undefined {
	const instrument = account.around.inputs(symbol)?.instrument;
	return instrument === undefined
		? undefined
		: { instrument, fees: account.around.feesOf(symbol), now: account.around.now() };
}

function openOn(account: Account, symbol: string): readonly PaperOrder[] {
	return [...account.state.open.values()].filter((order) => order.symbol === symbol);
}

async function place(account: Account, order: VenueOrder): Promise<SendOutcome> {
	const down = account.around.whyDown();
	if (down !== undefined) return { kind: 'rejected', code: 'NOT_SENT', message: textOf(down), passing: true };
	const latencyMs = account.around.latency() ?? (await measured(account, order.symbol));
	if (latencyMs === undefined)
		return {
			kind: 'rejected',
			code: 'NOT_SENT',
			message: ORDER_TEXTS.noLatency,
			passing: true,
		};
	const answer = await inTurn(account, () => take(account, order, latencyMs));
	if (answer.kind === 'unknown') return answer;
	await pause(account, latencyMs);
	if (answer.kind === 'rejected') return answer;
	const stored = await account.around.store.order(account.accountId, order.clientOrderId);
	return { kind: 'accepted', venueOrderId: stored?.venueOrderId };
}

/** Checks the order and stores it if the venue would accept it. Call it within a turn. */
async function take(account: Account, order: VenueOrder, latencyMs: number): Promise<SendOutcome> {
	if ((await account.around.store.order(account.accountId, order.clientOrderId)) !== undefined)
		return { kind: 'unknown', message: ORDER_TEXTS.idTaken(order.clientOrderId) };
	const refusal = gate(account, order);
	if (refusal !== undefined) return { kind: 'rejected', ...refusal };
	try {
		await keepWaiting(account, order, latencyMs);
		return { kind: 'accepted', venueOrderId: undefined };
	} catch (error) {
		return { kind: 'unknown', message: ORDER_TEXTS.notStored(messageOf(error)) };
	}
}

async function measured(account: Account, symbol: string): Promise<number | undefined> {
	await account.around.freshBook(symbol).catch(() => undefined);
	return account.around.latency();
}

/** Returns why the venue would refuse the order; undefined if it would accept it. */
function gate(account: Account, order: VenueOrder) {
	const present = account.around.inputs(order.symbol);
	const holding = account.state.holdings.get(order.symbol);
	if (present === undefined)
		return { code: 'UNKNOWN_INSTRUMENT', message: ORDER_TEXTS.notListed(order.symbol), passing: false };
	if (holding === undefined)
		return { code: 'NOT_PREPARED', message: ORDER_TEXTS.notPrepared(order.symbol), passing: false };
	const view = account.around.viewOf(account.state);
	if (view === undefined) return { code: 'NOT_SENT', message: ORDER_TEXTS.noMark, passing: true };
	const { instrument, ticker } = present;
	const fees = account.around.feesOf(order.symbol);
	return refusalOf(order, {
		instrument,
		tradable: ticker?.tradable ?? true,
		fees,
		state: account.state,
		holding,
		view,
	});
}

async function keepWaiting(account: Account, order: VenueOrder, latencyMs: number): Promise<void> {
	const { leverage: _leverage, marginMode: _mode, ...rest } = order;
	const placedAt = account.around.clock.now();
	const waiting: PaperOrder = {
		...rest,
		venueOrderId: newOrderId(account),
		placedAt,
		arrivesAt: placedAt + latencyMs,
		status: 'waiting',
		filled: ZERO,
		queueAhead: null,
		tradedPast: ZERO,
		countsFrom: 0,
	};
	await commit(account, (draft) => draft.put({ orders: [waiting] }));
	later(account, latencyMs, () => reach(account, order.symbol, order.clientOrderId));
}

function newOrderId(account: Account): string {
	return `paper_${account.around.random.hex(12)}`;
}

/** Runs when the order arrives at the venue. */
function reach(account: Account, symbol: string, clientOrderId: string): void {
	account.arrived.set(clientOrderId, account.around.inputs(symbol)?.book);
	void askForBook(account, symbol, clientOrderId);
}

async function askForBook(account: Account, symbol: string, clientOrderId: string): Promise<void> {
	while (!account.closed && account.state.open.get(clientOrderId)?.status === 'waiting') {
		try {
			await onBook(account, symbol, await account.around.freshBook(symbol));
		} catch (error) {
			account.around.log.warn(
				{ venue: account.around.venue, symbol, error: messageOf(error) },
				'an order book could not be read; a paper order waits for it',
			);
		}
		if (account.state.open.get(clientOrderId)?.status === 'waiting') await pause(account, BOOK_RETRY_MS);
	}
}

async function cancel(account: Account, symbol: string, clientOrderId: string): Promise<CancelOutcome> {
	const down = account.around.whyDown();
	if (down !== undefined) return { kind: 'unknown', message: textOf(down) };
	await pause(account, account.around.latency() ?? 0);
	// Trades up to now are counted before the cancellation, because they may fill the order.
	await account.around.trades.check(symbol);
	return inTurn(account, async () => {
		const order = account.state.open.get(clientOrderId);
		if (order === undefined) return { kind: 'refused', message: ORDER_TEXTS.noOpenOrder };
		return (await tryCommit(account, 'cancel', (draft) => end(draft, order)))
			? { kind: 'asked', message: ORDER_TEXTS.cancelled }
			: { kind: 'unknown', message: ORDER_TEXTS.cancelNotStored };
	});
}

/** @throws VenueError */
async function prepare(
	account: Account,
	symbol: string,
	leverage: PaperHolding['leverage'],
	mode: MarginMode,
): Promise<void> {
	const instrument = listedInstrument(account.around, symbol);
	const tiers = await account.around.reads.fetchRiskTiers(symbol);
	await inTurn(account, async () => {
		const { state, around } = account;
		const lastMark = around.inputs(symbol)?.ticker?.mark ?? null;
		const wanted = preparedHolding(
			instrument,
			{ leverage, marginMode: mode, tiers, lastMark },
			state,
			around.viewOf,
		);
		if (!(await tryCommit(account, 'prepare', (draft) => draft.put({ holdings: [wanted] }))))
			throw new VenueError(account.around.venue, 'unavailable', PAPER_TEXTS.settingsNotStored({ symbol }));
	});
}

function onBook(account: Account, symbol: string, book: OrderBook): Promise<void> {
	return inTurn(account, () => takeBook(account, symbol, book));
}

/** Applies an order book to the account's orders. Call it within a turn. */
async function takeBook(account: Account, symbol: string, book: OrderBook): Promise<void> {
	if (account.closed || account.lastBooks.get(symbol) === book || midPrice(book) === undefined) return;
	const place = placeOf(account, symbol);
	if (place === undefined) return;
	release(account, symbol, book);
	const isDone = await tryCommit(account, 'book', (draft) => {
		for (const { clientOrderId } of openOn(account, symbol)) {
			const order = draft.state().open.get(clientOrderId);
			if (order?.status === 'resting') checkBook(draft, order, book, place);
			else if (order !== undefined && hasArrivedBefore(account, clientOrderId, book))
				arrive(draft, order, book, place);
		}
	});
	if (isDone) account.lastBooks.set(symbol, book);
	for (const id of account.arrived.keys())
		if (account.state.open.get(id)?.status !== 'waiting') account.arrived.delete(id);
}

function hasArrivedBefore(account: Account, clientOrderId: string, book: OrderBook): boolean {
	return account.arrived.has(clientOrderId) && account.arrived.get(clientOrderId) !== book;
}

/**
 * Releases taken quantities that the order book no longer shows. Call it within a turn. It changes only memory. A
 * restart brings back the quantities as of the last stored fill, so the account may see too little liquidity.
 */
function release(account: Account, symbol: string, book: OrderBook): void {
	const before = account.state.taken.get(symbol);
	if (before === undefined) return;
	const left = afterBook(before, book);
	if (left === before) return;
	const taken = new Map(account.state.taken);
	if (left.length > 0) taken.set(symbol, left);
	else taken.delete(symbol);
	account.state = { ...account.state, taken };
}

function onTrades(account: Account, symbol: string, trades: readonly PublicTrade[]): void {
	const place = placeOf(account, symbol);
	if (place === undefined || trades.length === 0) return;
	const seen = trades.filter(({ tradedAt }) => tradedAt > account.startedAt);
	void change(account, 'trades', (draft) => {
		if (account.closed) return;
		for (const { clientOrderId } of openOn(account, symbol)) {
			const order = draft.state().open.get(clientOrderId);
			if (order?.status === 'resting') countTrades(draft, order, seen, place);
		}
	});
}

/** Follows the market data of all instruments with settings, because the account cannot trade any others. */
function followHoldings(account: Account): void {
	// An account that has never traded needs no regular work.
	if (account.followed.size === 0 && account.state.holdings.size > 0) {
		account.timers.add(account.around.clock.every(LISTING_PERIOD_MS, () => checkListing(account)));
		account.settlements.begin();
	}
	for (const symbol of account.state.holdings.keys())
		if (!account.followed.has(symbol))
			account.followed.set(
				symbol,
				account.around.follow(symbol, (given) => onInputs(account, given)),
			);
}

/** Polls public trades only for instruments with a resting order. */
function followTrades(account: Account): void {
	const resting = new Set(
		[...account.state.open.values()].flatMap(({ status, symbol }) => (status === 'resting' ? [symbol] : [])),
	);
	for (const symbol of resting)
		if (!account.tradeWatches.has(symbol))
			account.tradeWatches.set(
				symbol,
				account.around.trades.watch(symbol, (trades) => onTrades(account, symbol, trades)),
			);
	for (const [symbol, stop] of account.tradeWatches) {
		if (resting.has(symbol)) continue;
		stop();
		account.tradeWatches.delete(symbol);
	}
}

function onInputs(account: Account, { instrument: { symbol }, book, ticker }: InstrumentInputs): void {
	if (book !== undefined && (account.state.taken.has(symbol) || openOn(account, symbol).length > 0))
		void onBook(account, symbol, book);
	if (ticker === undefined) return;
	account.settlements.onTicker(symbol, ticker);
	if ((account.state.holdings.get(symbol)?.quantity ?? ZERO) !== 0n) takeOverLost(account);
}

/**
 * Records marks and settles delisted positions, because a position still needs a mark and a settlement after its
 * venue stops listing the instrument.
 */
function checkListing(account: Account): void {
	if ([...account.state.holdings.values()].every(({ quantity }) => quantity === 0n)) return;
	void change(account, 'listing', (draft) => {
		noteMarks(draft, (symbol) => account.around.inputs(symbol)?.ticker);
		settleDelisted(draft, account.around.now(), () => newOrderId(account));
	});
}

function takeOverLost(account: Account): void {
	void change(account, 'liquidation', (draft) =>
		liquidate(draft, {
			viewOf: account.around.viewOf,
			feesOf: account.around.feesOf,
			newOrderId: () => newOrderId(account),
			now: account.around.now(),
		}),
	);
}
