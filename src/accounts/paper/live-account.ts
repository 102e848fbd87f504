/**
 * One paper account while the process lives. Decisions are made and stored one after the other: each sees what the one before has
 * stored, what is told is on disk, and what could not be stored has not happened and is tried again with the next book, trade or
 * mark.
 *
 * An order is stored as waiting before it is acknowledged. Its latency over, it meets the first book that was received after
 * that instant, streamed or asked for, also after a restart; while the venue sends none it waits, and can be cancelled.
 */

import { ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import type { PaperHolding, PaperOrder, PaperState } from '../../ports/paper-store.ts';
import type {
	AccountHint,
	CancelOutcome,
	MarginMode,
	PublicTrade,
	SendOutcome,
	VenueOrder,
} from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue.ts';
import { createDraft, type Draft } from './account-draft.ts';
import { liquidate } from './liquidation.ts';
import { noted, settleDelisted } from './listing.ts';
import { arrive, countTrades, end, lookAtBook, type Place } from './order-flow.ts';
import { refusalOf } from './order-rules.ts';
import { requirePreparable } from './preparing.ts';
import { createSettlementReads } from './settlement-reads.ts';
import { afterBook } from './taken-levels.ts';
import { listedInstrument, type VenueSurroundings } from './venue-surroundings.ts';

/** Between two requests for the book that an order waits for. */
const BOOK_RETRY_MS = 500;
/** Between two notes of the marks of what is held. */
const LISTING_PERIOD_MS = 15_000;

export type LiveAccount = ReturnType<typeof createLiveAccount>;

export function createLiveAccount(present: PaperState, around: VenueSurroundings) {
	const { venue, store, clock, log } = around;
	const { accountId } = present.account;
	let state = present;
	let closed = false;
	/** Ends when everything that was begun so far is decided and stored. Never rejects. */
	let turn: Promise<void> = Promise.resolve();
	const listeners = new Set<(hint: AccountHint) => void>();
	const timers = new Set<() => void>();
	/** The book there was when an order arrived, by client order id: any other is later. */
	const arrived = new Map<string, OrderBook | undefined>();
	const lastBooks = new Map<string, OrderBook>();
	const tradeWatches = new Map<string, () => void>();
	const followed = new Map<string, () => void>();
	/** What was traded before this process looked is not known. */
	const startedAt = around.now();
	const settlements = createSettlementReads(around, {
		state: () => state,
		change: (work) => change('settlement', work),
	});

	function later(delayMs: number, task: () => void): void {
		const cancel = clock.after(delayMs, () => {
			timers.delete(cancel);
			task();
		});
		timers.add(cancel);
	}

	const pause = (delayMs: number): Promise<void> => new Promise((resolve) => later(delayMs, resolve));

	/** Runs `work` once all that was asked for before it is stored. Whatever reads the state to decide by it does so in its turn. */
	function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
		const done = turn.then(work);
		turn = done.then(
			() => undefined,
			() => undefined,
		);
		return done;
	}

	/** In a turn: stores what `work` does, then tells of it. Rejects with what the store says; then nothing has changed. */
	async function commit(work: (draft: Draft) => void | Promise<void>): Promise<void> {
		const draft = createDraft(state);
		await work(draft);
		const made = draft.change();
		if (made === undefined) return;
		await store.write(accountId, made);
		state = draft.state();
		followHoldings();
		followTrades();
		for (const { symbol, clientOrderId } of made.orders ?? []) tell({ kind: 'order', symbol, clientOrderId });
		for (const { symbol } of made.fills ?? []) tell({ kind: 'position', symbol });
		if ((made.fills?.length ?? 0) + (made.payments?.length ?? 0) > 0) tell({ kind: 'balance' });
	}

	/** As `tryCommit`, in a turn of its own. */
	function change(what: string, work: (draft: Draft) => void | Promise<void>): Promise<boolean> {
		return inTurn(() => tryCommit(what, work));
	}

	/** As `commit`; false where it could not be stored. */
	async function tryCommit(what: string, work: (draft: Draft) => void | Promise<void>): Promise<boolean> {
		try {
			await commit(work);
			return true;
		} catch (error) {
			log.error({ venue, accountId, what, error }, 'a paper account could not be changed; it is tried again');
			return false;
		}
	}

	function tell(hint: AccountHint): void {
		for (const listener of [...listeners]) listener(hint);
	}

	function placeOf(symbol: string): Place | undefined {
		const instrument = around.inputs(symbol)?.instrument;
		return instrument === undefined
			? undefined
			: { instrument, fees: around.feesOf(symbol), now: around.now() };
	}

	const openOn = (symbol: string): readonly PaperOrder[] =>
		[...state.open.values()].filter((order) => order.symbol === symbol);

	// --- orders ---

	async function place(order: VenueOrder): Promise<SendOutcome> {
		const down = around.whyDown();
		if (down !== undefined) return { kind: 'rejected', code: 'NOT_SENT', message: down, passing: true };
		const latencyMs = around.latency() ?? (await measured(order.symbol));
		if (latencyMs === undefined)
			return {
				kind: 'rejected',
				code: 'NOT_SENT',
				message: 'The way to the venue could not be measured.',
				passing: true,
			};
		const answer = await inTurn(() => take(order, latencyMs));
		if (answer.kind === 'unknown') return answer;
		await pause(latencyMs);
		if (answer.kind === 'rejected') return answer;
		const stored = await store.order(accountId, order.clientOrderId);
		return { kind: 'accepted', venueOrderId: stored?.venueOrderId };
	}

	/** In a turn: judges the order, and stores one that the venue would take. */
	async function take(order: VenueOrder, latencyMs: number): Promise<SendOutcome> {
		if ((await store.order(accountId, order.clientOrderId)) !== undefined)
			return { kind: 'unknown', message: `The client order id ${order.clientOrderId} is taken.` };
		const refusal = gate(order);
		if (refusal !== undefined) return { kind: 'rejected', ...refusal };
		try {
			await keepWaiting(order, latencyMs);
			return { kind: 'accepted', venueOrderId: undefined };
		} catch (error) {
			return { kind: 'unknown', message: `The order could not be stored: ${messageOf(error)}` };
		}
	}

	async function measured(symbol: string): Promise<number | undefined> {
		await around.freshBook(symbol).catch(() => undefined);
		return around.latency();
	}

	/** Why the venue would not take it. */
	function gate(order: VenueOrder) {
		const present = around.inputs(order.symbol);
		const holding = state.holdings.get(order.symbol);
		if (present === undefined)
			return { code: 'UNKNOWN_INSTRUMENT', message: `${order.symbol} is not listed.`, passing: false };
		if (holding === undefined)
			return { code: 'NOT_PREPARED', message: `Leverage of ${order.symbol} was never set.`, passing: false };
		const view = around.viewOf(state);
		if (view === undefined)
			return { code: 'NOT_SENT', message: 'The mark price of a position is not known.', passing: true };
		const { instrument, ticker } = present;
		const fees = around.feesOf(order.symbol);
		return refusalOf(order, { instrument, tradable: ticker?.tradable ?? true, fees, state, holding, view });
	}

	async function keepWaiting(order: VenueOrder, latencyMs: number): Promise<void> {
		const { leverage: _leverage, marginMode: _mode, ...rest } = order;
		const placedAt = clock.now();
		const waiting: PaperOrder = {
			...rest,
			venueOrderId: newOrderId(),
			placedAt,
			arrivesAt: placedAt + latencyMs,
			status: 'waiting',
			filled: ZERO,
			queueAhead: null,
			tradedPast: ZERO,
			countsFrom: 0,
		};
		await commit((draft) => draft.put({ orders: [waiting] }));
		later(latencyMs, () => reach(order.symbol, order.clientOrderId));
	}

	const newOrderId = (): string => `paper_${around.random.hex(12)}`;

	/** The order is at the venue now. */
	function reach(symbol: string, clientOrderId: string): void {
		arrived.set(clientOrderId, around.inputs(symbol)?.book);
		void askForBook(symbol, clientOrderId);
	}

	async function askForBook(symbol: string, clientOrderId: string): Promise<void> {
		while (!closed && state.open.get(clientOrderId)?.status === 'waiting') {
			try {
				await onBook(symbol, await around.freshBook(symbol));
			} catch (error) {
				log.warn({ venue, symbol, error: messageOf(error) }, 'a paper order waits for a book');
			}
			if (state.open.get(clientOrderId)?.status === 'waiting') await pause(BOOK_RETRY_MS);
		}
	}

	async function cancel(symbol: string, clientOrderId: string): Promise<CancelOutcome> {
		const down = around.whyDown();
		if (down !== undefined) return { kind: 'unknown', message: down };
		await pause(around.latency() ?? 0);
		// What was traded up to now comes first.
		await around.trades.look(symbol);
		return inTurn(async () => {
			const order = state.open.get(clientOrderId);
			if (order === undefined) return { kind: 'refused', message: 'There is no such open order.' };
			return (await tryCommit('cancel', (draft) => end(draft, order)))
				? { kind: 'asked', message: 'the order was cancelled' }
				: { kind: 'unknown', message: 'the cancel could not be stored' };
		});
	}

	/** @throws VenueError */
	async function prepare(
		symbol: string,
		leverage: PaperHolding['leverage'],
		mode: MarginMode,
	): Promise<void> {
		const instrument = listedInstrument(around, symbol);
		const tiers = await around.reads.fetchRiskTiers(symbol);
		await inTurn(() => keepSettings(instrument, leverage, mode, tiers));
	}

	/** In a turn. @throws VenueError */
	async function keepSettings(
		instrument: Instrument,
		leverage: PaperHolding['leverage'],
		mode: MarginMode,
		tiers: PaperHolding['tiers'],
	): Promise<void> {
		const { symbol } = instrument;
		const held = state.holdings.get(symbol);
		const wanted: PaperHolding = {
			symbol,
			quantity: held?.quantity ?? ZERO,
			entryValue: held?.entryValue ?? ZERO,
			fundedTo: held?.fundedTo ?? 0,
			filledAt: held?.filledAt ?? 0,
			lastMark: around.inputs(symbol)?.ticker?.mark ?? null,
			delistingAt: held?.delistingAt ?? null,
			leverage,
			marginMode: mode,
			tiers,
		};
		requirePreparable(wanted, { instrument, state, held, viewOf: around.viewOf });
		if (!(await tryCommit('prepare', (draft) => draft.put({ holdings: [wanted] }))))
			throw new VenueError(venue, 'unavailable', `The settings of ${symbol} could not be stored.`);
	}

	// --- what the venue says ---

	const onBook = (symbol: string, book: OrderBook): Promise<void> => inTurn(() => takeBook(symbol, book));

	/** In a turn. */
	async function takeBook(symbol: string, book: OrderBook): Promise<void> {
		if (closed || lastBooks.get(symbol) === book || midPrice(book) === undefined) return;
		const place = placeOf(symbol);
		if (place === undefined) return;
		release(symbol, book);
		const isDone = await tryCommit('book', (draft) => {
			for (const { clientOrderId } of openOn(symbol)) {
				const order = draft.state().open.get(clientOrderId);
				if (order?.status === 'resting') lookAtBook(draft, order, book, place);
				else if (order !== undefined && hasArrivedBefore(clientOrderId, book))
					arrive(draft, order, book, place);
			}
		});
		if (isDone) lastBooks.set(symbol, book);
		for (const id of arrived.keys()) if (state.open.get(id)?.status !== 'waiting') arrived.delete(id);
	}

	function hasArrivedBefore(clientOrderId: string, book: OrderBook): boolean {
		return arrived.has(clientOrderId) && arrived.get(clientOrderId) !== book;
	}

	/** In a turn, and in memory alone: what a restart knows of taken levels is what it was after the last fill, which is more. */
	function release(symbol: string, book: OrderBook): void {
		const before = state.taken.get(symbol);
		if (before === undefined) return;
		const left = afterBook(before, book);
		if (left === before) return;
		const taken = new Map(state.taken);
		if (left.length > 0) taken.set(symbol, left);
		else taken.delete(symbol);
		state = { ...state, taken };
	}

	function onTrades(symbol: string, trades: readonly PublicTrade[]): void {
		const place = placeOf(symbol);
		if (place === undefined || trades.length === 0) return;
		const seen = trades.filter(({ tradedAt }) => tradedAt > startedAt);
		void change('trades', (draft) => {
			if (closed) return;
			for (const { clientOrderId } of openOn(symbol)) {
				const order = draft.state().open.get(clientOrderId);
				if (order?.status === 'resting') countTrades(draft, order, seen, place);
			}
		});
	}

	/** Whatever the account trades on has settings first. */
	function followHoldings(): void {
		for (const symbol of state.holdings.keys())
			if (!followed.has(symbol)) followed.set(symbol, around.follow(symbol, onInputs));
	}

	/** Trades are read only where something rests. */
	function followTrades(): void {
		const resting = new Set(
			[...state.open.values()].flatMap(({ status, symbol }) => (status === 'resting' ? [symbol] : [])),
		);
		for (const symbol of resting)
			if (!tradeWatches.has(symbol))
				tradeWatches.set(
					symbol,
					around.trades.watch(symbol, (trades) => onTrades(symbol, trades)),
				);
		for (const [symbol, stop] of tradeWatches) {
			if (resting.has(symbol)) continue;
			stop();
			tradeWatches.delete(symbol);
		}
	}

	function onInputs({ instrument: { symbol }, book, ticker }: InstrumentInputs): void {
		if (book !== undefined && (state.taken.has(symbol) || openOn(symbol).length > 0))
			void onBook(symbol, book);
		if (ticker === undefined) return;
		settlements.onTicker(symbol, ticker);
		if ((state.holdings.get(symbol)?.quantity ?? ZERO) !== 0n) takeOverLost();
	}

	/** What is held is valued, and settled, also while its venue does not list it. */
	function lookAtListing(): void {
		void change('listing', (draft) => {
			for (const holding of draft.state().holdings.values()) {
				const ticker = around.inputs(holding.symbol)?.ticker;
				if (holding.quantity === 0n || ticker === undefined) continue;
				const now = noted(holding, ticker);
				if (now !== undefined) draft.put({ holdings: [now] });
			}
			settleDelisted(draft, around.now(), newOrderId);
		});
	}

	function takeOverLost(): void {
		void change('liquidation', (draft) =>
			liquidate(draft, {
				viewOf: around.viewOf,
				feesOf: around.feesOf,
				newOrderId,
				now: around.now(),
			}),
		);
	}

	for (const order of state.open.values())
		if (order.status === 'waiting')
			later(Math.max(0, order.arrivesAt - clock.now()), () => reach(order.symbol, order.clientOrderId));
	followHoldings();
	followTrades();
	const cancelLooks = clock.every(LISTING_PERIOD_MS, lookAtListing);

	return {
		state: (): PaperState => state,
		/** Resolves when what was begun so far is decided and stored. */
		settled: (): Promise<void> => turn,
		place,
		cancel,
		prepare,
		watch(listener: (hint: AccountHint) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** Resolves when what was begun is stored. */
		close(): Promise<void> {
			closed = true;
			for (const stop of followed.values()) stop();
			settlements.close();
			cancelLooks();
			for (const cancelTimer of timers) cancelTimer();
			for (const stop of tradeWatches.values()) stop();
			listeners.clear();
			return turn;
		},
	};
}
