/** Keeps the state of one simulated exchange in memory. Every start rebuilds it from the database. */
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { type AdlRanks, createAdlRanks } from './adl-ranks.ts';
import { type Announcements, createAnnouncements } from './announcements.ts';
import type { ApiKey } from './api-keys.ts';
import {
	CHANGES,
	type ContractChanges,
	changedWorld,
	knownInstruments,
	listedInstruments,
	readChanges,
} from './contract-changes.ts';
import { createMarket, type Market } from './market.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { HeldPosition } from './position.ts';
import { shockedWorld } from './price-shocks.ts';
import type { RestingOrder } from './resting-orders.ts';
import { type Store, StoreError } from './store.ts';
import { heldOf, innerId, outerId } from './store-rows.ts';
import { type Account, ExchangeRefusal, type Instrument, type MarginMode } from './types.ts';
import type { FeeAssetHolding, PriceShock } from './venue-records.ts';
import type { VenueTerms } from './venue-terms.ts';
import type { World } from './world.ts';

export type SymbolSetting = {
	readonly leverage: Decimal | undefined;
	readonly marginMode: MarginMode | undefined;
};

export type AccountState = {
	readonly account: Account;
	wallet: Decimal;
	marginMode: MarginMode;
	readonly settings: Map<string, SymbolSetting>;
	readonly positions: Map<string, HeldPosition>;
	/** Open orders keyed by order id, oldest first. */
	readonly openOrders: Map<string, RestingOrder>;
	/** Balance in the exchange's own coin; undefined if the account never held any. */
	feeAsset: FeeAssetHolding | undefined;
	/** Balance of the owner's main wallet, which is beside the futures account and backs no position. */
	mainWallet: Decimal;
};

export type ExchangeState = {
	readonly name: string;
	readonly terms: VenueTerms;
	readonly world: World;
	readonly store: Store;
	readonly clock: () => number;
	readonly outbox: Outbox;
	/** The world's contracts before changes by the admin port; `changes` holds those. */
	readonly madeInstruments: readonly Instrument[];
	readonly changes: ContractChanges;
	/** Ranks in the auto-deleveraging queue that the admin port has set. */
	readonly adlRanks: AdlRanks;
	/** Announcements are kept in memory only. */
	readonly announcements: Announcements;
	/** Contracts that are currently listed; `markets` also includes delisted ones. */
	instruments: readonly Instrument[];
	readonly markets: Map<string, Market>;
	readonly accounts: Map<string, AccountState>;
	readonly apiKeys: Map<string, ApiKey>;
	/** Time of each contract's latest booked settlement, keyed by symbol. */
	readonly settledUpTo: Map<string, number>;
	/** Balance of the insurance fund, USDT. */
	fund: Decimal;
	/** Price shocks, oldest first; `world` applies them to prices. */
	readonly shocks: PriceShock[];
	/** Counter of the most recently issued id. */
	lastId: number;
	/**
	 * Order book sequence numbers below this are reserved in the database. After a restart, numbering continues here.
	 */
	sequencesReserved: number;
	/** Time of the next settlement check; 0 means at once. */
	settlementDueAt: number;
	/** Latest time read from the clock. The exchange's time never goes back. */
	latestAt: number;
};

/** Initial balance of the insurance fund, USDT. */
const FUND_AT_FIRST = fromInteger(1_000_000);

/** Number of sequence numbers that one database write reserves. */
const SEQUENCE_BLOCK = 100_000;

const RESERVED = 'bookSequencesReserved';

export function createExchangeState(options: {
	readonly name: string;
	readonly world: World;
	readonly store: Store;
	readonly clock: () => number;
	readonly onListenerError: (error: unknown) => void;
}): ExchangeState {
	const { name, store } = options;
	const shocks: PriceShock[] = [];
	const terms = options.world.terms(name);
	const changes = readChanges(store.meta(CHANGES));
	const world = changedWorld(shockedWorld(options.world, shocks), changes);
	const firstSequence = Number(store.meta(RESERVED) ?? '1');
	const madeInstruments = world.instruments(name);
	const instruments = listedInstruments(madeInstruments, changes, terms);
	const announcements = createAnnouncements();
	for (const { symbol, closedAt } of changes.values())
		if (closedAt !== undefined) announcements.setDelisting(symbol, closedAt);
	const state: ExchangeState = {
		name,
		terms,
		world,
		store,
		clock: options.clock,
		outbox: createOutbox(options.onListenerError),
		madeInstruments,
		changes,
		adlRanks: createAdlRanks(store),
		announcements,
		instruments,
		markets: new Map(
			knownInstruments(madeInstruments, changes).map((instrument) => [
				instrument.symbol,
				createMarket(world, instrument, firstSequence),
			]),
		),
		accounts: new Map(),
		apiKeys: new Map(),
		settledUpTo: new Map(),
		fund: FUND_AT_FIRST,
		shocks,
		lastId: 0,
		sequencesReserved: firstSequence,
		settlementDueAt: 0,
		latestAt: 0,
	};
	reserveSequences(state, firstSequence);
	loadState(state);
	return state;
}

/**
 * Reloads accounts, orders and positions from the database. Background liquidity and sequence numbers stay as they
 * are.
 */
export function loadState(state: ExchangeState): void {
	const { store } = state;
	state.lastId = store.lastId();
	state.accounts.clear();
	state.apiKeys.clear();
	for (const market of state.markets.values()) {
		for (const side of ['buy', 'sell'] as const) {
			for (const resting of [...market.resting.side(side)]) market.resting.remove(resting);
		}
	}
	for (const row of store.accounts()) {
		const account = { id: String(row.id), name: String(row.name), uid: Number(row.uid) };
		state.accounts.set(account.id, {
			account,
			wallet: parseDecimal(String(row.wallet)),
			marginMode: row.margin_mode as MarginMode,
			settings: new Map(),
			positions: new Map(),
			openOrders: new Map(),
			feeAsset: undefined,
			mainWallet: parseDecimal(String(row.main_wallet)),
		});
	}
	for (const row of store.settings()) {
		accountState(state, String(row.account_id)).settings.set(String(row.symbol), {
			leverage: row.leverage === null ? undefined : parseDecimal(String(row.leverage)),
			marginMode: row.margin_mode === null ? undefined : (row.margin_mode as MarginMode),
		});
	}
	for (const row of store.positions()) {
		const held = heldOf(row);
		storedMarket(state, held.symbol);
		accountState(state, String(row.account_id)).positions.set(held.symbol, held);
	}
	for (const order of store.openOrders()) {
		const { price, side, symbol } = order.request;
		if (price === undefined) throw new StoreError(`Open order ${order.id} has no price.`);
		const resting = { order, price, side, priority: innerId(order.id) ?? 0 };
		storedMarket(state, symbol).resting.add(resting);
		accountState(state, order.accountId).openOrders.set(order.id, resting);
	}
	for (const row of store.feeAssets()) {
		const amount = parseDecimal(String(row.amount));
		accountState(state, String(row.account_id)).feeAsset = { amount, isOn: row.is_on === 1 };
	}
	state.fund = store.insurance(1)[0]?.balance ?? FUND_AT_FIRST;
	state.shocks.splice(0, state.shocks.length, ...store.shocks());
	for (const key of store.apiKeys()) state.apiKeys.set(key.key, key);
	state.settledUpTo.clear();
	for (const [symbol, at] of store.settledUpTo()) state.settledUpTo.set(symbol, at);
}

function storedMarket(state: ExchangeState, symbol: string): Market {
	const market = state.markets.get(symbol);
	if (market === undefined) {
		throw new StoreError(`The database holds ${symbol}, which this world does not list on ${state.name}.`);
	}
	return market;
}

/**
 * Makes a state change durable. Memory changes together with the database. If the transaction fails, the state is
 * reloaded from the database and no listener is notified.
 */
export function commit<T>(state: ExchangeState, change: () => T): T {
	const mark = state.outbox.mark();
	try {
		return state.store.transaction(change);
	} catch (error) {
		state.outbox.backTo(mark);
		loadState(state);
		throw error;
	}
}

/** Returns wall time that never goes back, so that no event precedes its cause. */
export function currentTime(state: ExchangeState): number {
	state.latestAt = Math.max(state.latestAt, state.clock());
	return state.latestAt;
}

export function newId(state: ExchangeState): string {
	state.lastId += 1;
	return outerId(state.lastId);
}

/** Reserves the sequence number in the database, if it is not reserved yet. Call this before publishing the number. */
export function reserveSequences(state: ExchangeState, sequence: number): void {
	if (sequence < state.sequencesReserved) return;
	state.sequencesReserved = sequence + SEQUENCE_BLOCK;
	state.store.setMeta(RESERVED, String(state.sequencesReserved));
}

/** @throws RangeError for an unknown id, which is a programming error: front ends only pass ids that they received */
export function accountState(state: ExchangeState, accountId: string): AccountState {
	const found = state.accounts.get(accountId);
	if (found === undefined) throw new RangeError(`No account ${accountId} on ${state.name}.`);
	return found;
}

/** @throws ExchangeRefusal UNKNOWN_SYMBOL */
export function marketOf(state: ExchangeState, symbol: string): Market {
	const found = state.markets.get(symbol);
	if (found === undefined) {
		throw new ExchangeRefusal('UNKNOWN_SYMBOL', `${state.name} lists no ${symbol.slice(0, 40)}.`);
	}
	return found;
}
