/**
 * Implements the simulated exchange, one object behind the front end and the admin port.
 *
 * Every method first brings the exchange up to the current time (see `catch-up.ts`). It then stores its change,
 * returns its result, and notifies listeners.
 */
import { join } from 'node:path';
import type { Decimal } from '../../src/domain/decimal.ts';
import { balanceAt, positionsAt, settingOf } from './account-figures.ts';
import { type AccountNotes, createAccountNotes } from './account-notes.ts';
import { type AccountBook, createAccountBook } from './accounts.ts';
import type { AdlRanks } from './adl-ranks.ts';
import type { Announcements } from './announcements.ts';
import type { ApiKey } from './api-keys.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { type ContractListing, createContractListing } from './contract-listing.ts';
import { createOAuth } from './create-oauth.ts';
import { deleverageAccount } from './deleveraging.ts';
import {
	accountState,
	createExchangeState,
	currentTime,
	type ExchangeState,
	marketOf,
} from './exchange-state.ts';
import { assetBalanceOf } from './fee-assets.ts';
import { setFund } from './insurance-fund.ts';
import { createKeyBook } from './key-book.ts';
import { listenToBook, listenToTrades } from './market.ts';
import { advanceMarket } from './market-advance.ts';
import type { KeyBook, OAuth } from './oauth.ts';
import {
	cancelOrder,
	cancelOrders,
	findOrder,
	type OrderFault,
	type OrderKey,
	openDeadManBook,
	placeOrder,
} from './order-entry.ts';
import { quoteOf } from './quotes.ts';
import { chooseLeverage, chooseMarginMode } from './settings.ts';
import { fundingHistory, fundingState, settleNow } from './settlements.ts';
import { giveShock } from './shock-orders.ts';
import { openStore } from './store.ts';
import type {
	Account,
	AccountEvent,
	Balance,
	Book,
	BookDelta,
	Exchange,
	Fill,
	FundingPayment,
	FundingState,
	Instrument,
	LedgerEntry,
	MarginMode,
	Order,
	OrderRequest,
	Position,
	PublicTrade,
	Quote,
	RangeQuery,
	Settlement,
} from './types.ts';
import type { AssetBalance, AssetEntry, InsuranceEntry, PriceShock } from './venue-records.ts';
import { VISIBLE_LEVELS_MAX } from './visible-book.ts';
import type { WalletBook } from './wallet-records.ts';
import { createWalletBook } from './wallets.ts';
import type { World } from './world.ts';

export type ExchangeOptions = {
	readonly name: string;
	readonly world: World;
	/** Directory that contains `simulator-<name>.db`. */
	readonly dataDir: string;
	/** Returns wall milliseconds; the system clock by default. */
	readonly clock?: (() => number) | undefined;
	/** Receives errors thrown by listeners and timers. */
	readonly onError?: ((error: unknown) => void) | undefined;
};

/** Update interval for markets with listeners or resting orders. */
const TICK_MS = 200;

/** Maximum wait for the next settlement before the clock is read again, in case it was changed. */
const SETTLEMENT_WAIT_MS_MAX = 1_000;

/** Opens the exchange on its database, which the first start creates. @throws StoreError */
export function openExchange(options: ExchangeOptions): SimulatedExchange {
	const onError = options.onError ?? ((error: unknown) => process.stderr.write(`${String(error)}\n`));
	const store = openStore(join(options.dataDir, `simulator-${options.name}.db`), options.name);
	try {
		const state = createExchangeState({
			name: options.name,
			world: options.world,
			store,
			clock: options.clock ?? Date.now,
			onListenerError: onError,
		});
		return new SimulatedExchange(state, onError);
	} catch (error) {
		store.close();
		throw error;
	}
}

export class SimulatedExchange implements Exchange {
	readonly name: string;
	readonly terms: Exchange['terms'];
	readonly historySource: string | undefined;
	readonly announcements: Announcements;
	readonly notes: AccountNotes;
	/** Manages accounts, keys and transfers for the admin port. */
	readonly accounts: AccountBook;
	/** Main wallets, own transfers, deposits and withdrawals. */
	readonly wallets: WalletBook;
	/** Ranks in the auto-deleveraging queue that the admin port has set. */
	readonly adlRanks: AdlRanks;
	readonly deadMan: Exchange['deadMan'];
	/** Revokes keys, and creates keys for applications. */
	readonly keys: KeyBook;
	readonly oauth: OAuth;
	/** Changes contracts. */
	readonly contracts: ContractListing;
	readonly #state: ExchangeState;
	readonly #onError: (error: unknown) => void;
	readonly #catchUp: CatchUp;
	#orderFault: OrderFault | undefined;
	#ticker: NodeJS.Timeout | undefined;
	#settler: NodeJS.Timeout | undefined;
	#closed = false;

	constructor(state: ExchangeState, onError: (error: unknown) => void) {
		this.#state = state;
		this.#onError = onError;
		this.#catchUp = createCatchUp(state, (now) => {
			this.contracts.closeDue(now);
			this.deadMan.fireDue(now);
			this.wallets.arriveDue(now);
		});
		const { act } = this.#catchUp;
		this.name = state.name;
		this.terms = state.terms;
		this.announcements = state.announcements;
		this.notes = createAccountNotes(state.store);
		this.historySource = state.world.historySource(state.name);
		this.accounts = createAccountBook(state, act);
		this.wallets = createWalletBook(state, act, (name) => this.accounts.named(name));
		this.adlRanks = state.adlRanks;
		this.keys = createKeyBook(state);
		this.deadMan = openDeadManBook(state);
		this.contracts = createContractListing(state, act);
		this.oauth = createOAuth(state, this.accounts, this.keys);
	}

	/** Starts the timers that update markets (see `TICK_MS`) and book settlements on time. */
	start(): void {
		this.#ticker ??= setInterval(() => this.#safely(() => this.#tick()), TICK_MS);
		if (this.#settler === undefined) this.#waitForSettlement();
	}

	/** Stops the timers and closes the database. Any later call fails. */
	close(): void {
		this.#closed = true;
		clearInterval(this.#ticker);
		clearTimeout(this.#settler);
		this.#state.store.close();
	}

	#tick(): void {
		const now = this.#catchUp.settle();
		for (const market of this.#state.markets.values()) {
			const followed = market.bookListeners.size > 0 || market.tradeListeners.size > 0;
			if (followed || !market.resting.isEmpty()) advanceMarket(this.#state, market, now);
		}
		this.#catchUp.check(now);
		this.keys.endExpired(now);
		this.#state.outbox.deliver();
	}

	#waitForSettlement(): void {
		const wait = Math.max(1, Math.min(this.#state.settlementDueAt - this.now(), SETTLEMENT_WAIT_MS_MAX));
		this.#settler = setTimeout(() => {
			this.#safely(() => {
				this.#catchUp.settle();
				this.#state.outbox.deliver();
			});
			if (!this.#closed) this.#waitForSettlement();
		}, wait);
	}

	#safely(act: () => void): void {
		try {
			act();
		} catch (error) {
			this.#onError(error);
		}
	}

	now(): number {
		return currentTime(this.#state);
	}

	instruments(): readonly Instrument[] {
		return this.#state.instruments;
	}

	instrument(symbol: string): Instrument | undefined {
		return this.#state.markets.get(symbol)?.instrument;
	}

	quote(symbol: string): Quote {
		return this.#catchUp.onMarket(symbol, (market, now) => quoteOf(this.#state.world, market, now));
	}

	funding(symbol: string): FundingState {
		return this.#catchUp.onMarket(symbol, ({ instrument }, now) =>
			fundingState(this.#state, instrument, now),
		);
	}

	fundingHistory(query: RangeQuery & { readonly symbol: string }): readonly Settlement[] {
		return this.#catchUp.onMarket(query.symbol, ({ instrument }, now) =>
			fundingHistory(this.#state, instrument, query, now),
		);
	}

	book(symbol: string, depth: number): Book {
		return this.#catchUp.onMarket(symbol, (market) => {
			const { visible } = market;
			if (depth >= VISIBLE_LEVELS_MAX) return visible;
			return { ...visible, bids: visible.bids.slice(0, depth), asks: visible.asks.slice(0, depth) };
		});
	}

	publicTrades(symbol: string, limit: number): readonly PublicTrade[] {
		return this.#catchUp.onMarket(symbol, (market) => market.tape.recent(limit));
	}

	apiKey(key: string): ApiKey | undefined {
		return this.#state.apiKeys.get(key);
	}

	apiKeys(): Iterable<ApiKey> {
		return this.#state.apiKeys.values();
	}

	onKeyEnd(key: string, listener: () => void): () => void {
		return this.#state.outbox.onKeyEnd(key, listener);
	}

	account(accountId: string): Account {
		return accountState(this.#state, accountId).account;
	}

	balance(accountId: string): Balance {
		return this.#catchUp.act((now) => balanceAt(this.#state, accountState(this.#state, accountId), now));
	}

	positions(accountId: string): readonly Position[] {
		return this.#catchUp.act((now) => positionsAt(this.#state, accountState(this.#state, accountId), now));
	}

	leverage(accountId: string, symbol: string): Decimal {
		return settingOf(accountState(this.#state, accountId), marketOf(this.#state, symbol).instrument).leverage;
	}

	setLeverage(accountId: string, symbol: string, leverage: Decimal): void {
		this.#catchUp.onMarket(symbol, (market, now) =>
			chooseLeverage(this.#state, accountState(this.#state, accountId), market, leverage, now),
		);
	}

	marginMode(accountId: string, symbol: string | undefined): MarginMode {
		const account = accountState(this.#state, accountId);
		if (symbol === undefined) return account.marginMode;
		return settingOf(account, marketOf(this.#state, symbol).instrument).mode;
	}

	setMarginMode(accountId: string, symbol: string | undefined, mode: MarginMode): void {
		if (symbol !== undefined) marketOf(this.#state, symbol);
		this.#catchUp.act(() =>
			chooseMarginMode(this.#state, accountState(this.#state, accountId), symbol, mode),
		);
	}

	feeRates(_accountId: string, symbol: string): { readonly taker: Decimal; readonly maker: Decimal } {
		const { takerFeeRate, makerFeeRate } = marketOf(this.#state, symbol).instrument;
		return { taker: takerFeeRate, maker: makerFeeRate };
	}

	placeOrder(accountId: string, request: OrderRequest): Order {
		const fault = this.#orderFault;
		this.#orderFault = undefined;
		return this.#catchUp.onMarket(request.symbol, (_market, now) =>
			placeOrder(this.#state, accountId, request, now, fault),
		);
	}

	/** Runs `act`. The first order that it places gets the fault. */
	withOrderFault<T>(fault: OrderFault, act: () => T): T {
		this.#orderFault = fault;
		try {
			return act();
		} finally {
			this.#orderFault = undefined;
		}
	}

	cancelOrder(accountId: string, key: OrderKey): Order {
		return this.#catchUp.act((now) =>
			cancelOrder(this.#state, accountState(this.#state, accountId), key, now),
		);
	}

	cancelAllOrders(accountId: string, symbol: string | undefined): readonly Order[] {
		return this.#catchUp.act((now) => {
			const account = accountState(this.#state, accountId);
			const ids = this.#openOrders(accountId, symbol).map((order) => order.id);
			return cancelOrders(this.#state, account, ids, now);
		});
	}

	order(accountId: string, key: OrderKey): Order | undefined {
		return this.#catchUp.act(() => findOrder(this.#state, accountState(this.#state, accountId), key));
	}

	openOrders(accountId: string, symbol: string | undefined): readonly Order[] {
		return this.#catchUp.act(() => this.#openOrders(accountId, symbol));
	}

	#openOrders(accountId: string, symbol: string | undefined): readonly Order[] {
		const orders = [...accountState(this.#state, accountId).openOrders.values()].map(({ order }) => order);
		return symbol === undefined ? orders : orders.filter((order) => order.request.symbol === symbol);
	}

	orderHistory(accountId: string, query: RangeQuery & { readonly finishedOnly: boolean }): readonly Order[] {
		return this.#catchUp.act(() => this.#state.store.orders(accountId, query, query.finishedOnly));
	}

	fills(
		accountId: string,
		query: RangeQuery & {
			readonly orderId?: string | undefined;
			readonly clientOrderId?: string | undefined;
		},
	): readonly Fill[] {
		return this.#catchUp.act(() => this.#state.store.fills(accountId, query));
	}

	fundingPayments(accountId: string, query: RangeQuery): readonly FundingPayment[] {
		return this.#catchUp.act(() => this.#state.store.payments(accountId, query));
	}

	ledger(accountId: string, query: RangeQuery): readonly LedgerEntry[] {
		return this.#catchUp.act(() => this.#state.store.ledger(accountId, query));
	}

	assetBalance(accountId: string): AssetBalance | undefined {
		return this.#catchUp.act((now) => assetBalanceOf(this.#state, accountState(this.#state, accountId), now));
	}

	assetLedger(accountId: string, query: RangeQuery): readonly AssetEntry[] {
		return this.#catchUp.act(() => this.#state.store.assetLedger(accountId, query));
	}

	onBook(symbol: string, listener: (delta: BookDelta) => void): () => void {
		return listenToBook(marketOf(this.#state, symbol), listener);
	}

	onTrade(symbol: string, listener: (trade: PublicTrade) => void): () => void {
		return listenToTrades(marketOf(this.#state, symbol), listener);
	}

	onAccount(accountId: string, listener: (event: AccountEvent) => void): () => void {
		const own = (event: AccountEvent): void => listener(event);
		return this.#state.outbox.onAccount(accountId, own);
	}

	/** Books a settlement of one contract, or of all if undefined, immediately at the current predicted rate. */
	settleNow(symbol: string | undefined): readonly Settlement[] {
		return this.#catchUp.actAndCheck((now) => settleNow(this.#state, symbol, now));
	}

	/** Returns the balance of the insurance fund in USDT and its latest changes, newest first. */
	insurance(limit: number): { readonly balance: Decimal; readonly entries: readonly InsuranceEntry[] } {
		return this.#catchUp.act(() => ({
			balance: this.#state.fund,
			entries: this.#state.store.insurance(limit),
		}));
	}

	/** Sets the balance of the insurance fund. */
	setInsurance(balance: Decimal): void {
		this.#catchUp.act((now) => setFund(this.#state, balance, now));
	}

	/** Reduces one account's position as auto-deleveraging does. @throws DeleveragingError */
	deleverage(
		accountId: string,
		symbol: string,
		wish: { readonly quantity: Decimal | undefined; readonly price: Decimal | undefined },
	): void {
		this.#catchUp.onMarket(symbol, (market, now) =>
			deleverageAccount(this.#state, market, accountId, wish, now),
		);
	}

	/**
	 * Multiplies a coin's prices on this exchange from now on. Positions without enough margin are then taken over.
	 * @throws ShockError
	 */
	shock(wish: {
		readonly underlying: string;
		readonly factor: Decimal;
		readonly halfLifeMs: number | undefined;
	}): PriceShock {
		return this.#catchUp.actAndCheck((now) => giveShock(this.#state, wish, now));
	}

	shocks(): readonly PriceShock[] {
		return this.#state.shocks;
	}
}
