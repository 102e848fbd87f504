/**
 * Provides the world that all exchanges share: coins, prices, funding and liquidity as functions of time.
 *
 * Everything here is a pure function of `world.json`, the history directory and the requested time. Two processes
 * therefore agree without communication, a restart changes nothing, and the past before the first start is defined.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import { usualPrice, usualSize } from './coins.ts';
import type { ExchangeModule } from './exchange-module.ts';
import { decimalAt } from './generated-decimal.ts';
import { loadHistory, type RecordedHistory } from './history.ts';
import { firstPlayedInstant, historyListings, historySentence } from './history-world.ts';
import type { LiquidityProfile } from './liquidity-profile.ts';
import { type LogPath, seededLogPath } from './price-path.ts';
import { streamOf, uniformBetween } from './seeded.ts';
import { seededListings } from './seeded-world.ts';
import type { Instrument } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';
import { WorldError } from './world-error.ts';
import { keepFirstWorldRecord, readWorldRecord, type WorldRecord } from './world-file.ts';
import { HOURLY_VOLATILITY, type Listing } from './world-listing.ts';

export type WorldOptions = {
	/** All exchanges in the world, no matter which one is opened. */
	readonly exchanges: readonly ExchangeModule[];
	/**
	 * Directory of `world.json`. That file has the seed, grid offset, first start and history mapping. The first
	 * start writes it. Later starts and other processes read it, and its values take precedence over the options
	 * below.
	 */
	readonly dataDir: string;
	/** Seed of a new world; any safe integer. */
	readonly seed: number;
	/** Wall time of this start, milliseconds. */
	readonly nowMs: number;
	/**
	 * Seconds from the first start to the first hourly settlement, 1 to 3600. The default is a value from 60 to 180
	 * that the seed chooses.
	 */
	readonly settleInSeconds?: number | undefined;
	/** Directory with recorded series to replay instead of seeded ones. */
	readonly historyDir?: string | undefined;
};

/**
 * The world as functions of time. All times are wall milliseconds. Every method works for any instant, in any order,
 * and always returns the same result.
 */
export interface World {
	readonly firstStartAt: number;
	/** @throws RangeError if the exchange is not in this world */
	terms(exchange: string): VenueTerms;
	/** Returns a description of the recorded series that is played; undefined in the seeded world. */
	historySource(exchange: string): string | undefined;
	instruments(exchange: string): readonly Instrument[];
	/**
	 * Returns the index price in USDT per base unit, one decimal finer than the tick. It is the same on every
	 * exchange with that underlying.
	 */
	index(instrument: Instrument, at: number): Decimal;
	mark(instrument: Instrument, at: number): Decimal;
	/**
	 * Returns the mid price of the background liquidity, which is the mark price plus the exchange's small premium
	 * noise.
	 */
	fair(instrument: Instrument, at: number): Decimal;
	/** Returns the length of the funding interval at `at`, milliseconds. */
	intervalMs(instrument: Instrument, at: number): number;
	/** Returns the first settlement strictly after `at`. */
	nextSettlementAt(instrument: Instrument, at: number): number;
	/** Returns the last settlement at or before `at`. */
	previousSettlementAt(instrument: Instrument, at: number): number;
	/**
	 * Returns the rate settled at `settlementAt`, with 8 decimals. A replayed history has no rates before `listedAt`.
	 * @throws RangeError if the instrument does not settle at `settlementAt`
	 */
	settledRate(instrument: Instrument, settlementAt: number): Decimal;
	/** Returns the predicted rate of the next settlement, with 8 decimals. */
	predictedRate(instrument: Instrument, at: number): Decimal;
	liquidity(instrument: Instrument, at: number): LiquidityProfile;
	/** Returns the USDT traded in the 24 h before `at`. */
	turnover24h(instrument: Instrument, at: number): Decimal;
	/** Returns the open interest in base units. */
	openInterest(instrument: Instrument, at: number): Decimal;
	/** Returns the USDT price per unit of a coin, listed here or not. It is the same on every exchange. */
	assetPrice(asset: string, at: number): Decimal;
}

const SECOND_MS = 1000;
const SETTLE_IN_SECONDS_MAX = 3600;
const DEFAULT_SETTLE_IN_SECONDS = { min: 60, max: 180 };
const GRID_DAY_PART_MS = 8 * 3_600_000;

/**
 * Opens the world of a data directory, creating it at the first start.
 * @throws WorldError if options are out of range, the history is unusable, or `world.json` belongs to a different
 * type of world
 */
export function openWorld(options: WorldOptions): World {
	checkOptions(options);
	const { exchanges, historyDir } = options;
	const history = historyDir === undefined ? undefined : loadHistory(historyDir, exchanges);
	const record =
		readWorldRecord(options.dataDir) ?? keepFirstWorldRecord(options.dataDir, firstRecord(options, history));
	checkSameKind(options, record, history);
	if (history === undefined)
		return worldOf(record, exchanges, seededListings(record, exchanges), () => undefined);
	const shiftMs = record.history?.shiftMs ?? 0;
	const playedAt = record.firstStartAt - shiftMs;
	const listings = historyListings(record, history, exchanges, shiftMs);
	return worldOf(record, exchanges, listings, (exchange) =>
		historySentence(exchange, exchanges, history, playedAt),
	);
}

/**
 * Returns a variant of `openWorld` for several simulators in one process. Simulators with the same directory and
 * options share one world.
 */
export function sharedWorlds(): typeof openWorld {
	const opened = new Map<string, World>();
	return (options) => {
		const { dataDir, seed, settleInSeconds, historyDir } = options;
		const key = JSON.stringify([dataDir, seed, settleInSeconds, historyDir]);
		const world = opened.get(key) ?? openWorld(options);
		opened.set(key, world);
		return world;
	};
}

function checkOptions({ seed, settleInSeconds, nowMs }: WorldOptions): void {
	if (!Number.isSafeInteger(seed)) throw new WorldError(`The seed must be a whole number, was ${seed}.`);
	if (!Number.isSafeInteger(nowMs))
		throw new WorldError(`The time must be whole milliseconds, was ${nowMs}.`);
	if (settleInSeconds === undefined) return;
	if (!(settleInSeconds >= 1 && settleInSeconds <= SETTLE_IN_SECONDS_MAX)) {
		throw new WorldError(
			`The seconds to the first settlement must be 1 to ${SETTLE_IN_SECONDS_MAX}, was ${settleInSeconds}.`,
		);
	}
}

function firstRecord(options: WorldOptions, history: RecordedHistory | undefined): WorldRecord {
	const { seed, nowMs } = options;
	const { min, max } = DEFAULT_SETTLE_IN_SECONDS;
	const settleIn =
		options.settleInSeconds ?? Math.floor(uniformBetween(streamOf(seed, 'settle-in'), 0, min, max));
	// Settlements are at whole seconds, never earlier than requested.
	const firstSettlementAt = Math.ceil((nowMs + settleIn * SECOND_MS) / SECOND_MS) * SECOND_MS;
	// Shifts the settlement grid so that its nearest 00:00, 08:00 or 16:00 coincides with the first settlement.
	// Most coins settle at these hours, so most of them settle then.
	const gridOffsetMs =
		firstSettlementAt - Math.round(firstSettlementAt / GRID_DAY_PART_MS) * GRID_DAY_PART_MS;
	return {
		version: 1,
		seed,
		firstStartAt: nowMs,
		firstSettlementAt,
		gridOffsetMs,
		history:
			history === undefined
				? null
				: {
						shiftMs: firstSettlementAt - firstPlayedInstant(history, seed),
						from: history.from,
						to: history.to,
						settlements: history.settlements,
					},
	};
}

function checkSameKind(
	{ dataDir, historyDir }: WorldOptions,
	record: WorldRecord,
	history: RecordedHistory | undefined,
): void {
	const kept = record.history;
	if (kept === null && history !== undefined) {
		throw new WorldError(
			`The world in ${dataDir} is a seeded one and cannot go on with a history, was ${historyDir}.`,
		);
	}
	if (kept !== null && history === undefined) {
		throw new WorldError(
			`The world in ${dataDir} replays a history and needs its directory again, was none given.`,
		);
	}
	if (kept === null || history === undefined) return;
	if (kept.from !== history.from || kept.to !== history.to || kept.settlements !== history.settlements) {
		throw new WorldError(
			`The world in ${dataDir} replays another history than ${historyDir}, was ${history.settlements} settlements, limit the same ${kept.settlements} as at the first start.`,
		);
	}
}

function worldOf(
	record: WorldRecord,
	exchanges: readonly ExchangeModule[],
	listings: readonly Listing[],
	historySource: (exchange: ExchangeModule) => string | undefined,
): World {
	const named = (name: string): Listed => {
		const found = byName.get(name);
		if (found === undefined) throw new RangeError(`${name} is not an exchange of this world.`);
		return found;
	};
	const byName = new Map(exchanges.map((exchange) => [exchange.name, listedAt(exchange, listings)]));
	const of = ({ exchange, symbol }: Instrument): Listing => {
		const found = named(exchange).bySymbol.get(symbol);
		if (found === undefined) throw new RangeError(`${exchange} has no ${symbol} in this world.`);
		return found;
	};
	return {
		firstStartAt: record.firstStartAt,
		terms: (name) => named(name).exchange.terms,
		historySource: (name) => historySource(named(name).exchange),
		instruments: (name) => named(name).instruments,
		index: (instrument, at) => of(instrument).index(at),
		mark: (instrument, at) => of(instrument).mark(at),
		fair: (instrument, at) => of(instrument).fair(at),
		intervalMs: (instrument, at) => of(instrument).funding.clock.intervalMs(at),
		nextSettlementAt: (instrument, at) => of(instrument).funding.clock.next(at),
		previousSettlementAt: (instrument, at) => of(instrument).funding.clock.previous(at),
		settledRate: (instrument, settlementAt) => of(instrument).funding.settledRate(settlementAt),
		predictedRate: (instrument, at) => of(instrument).funding.predictedRate(at),
		liquidity: (instrument, at) => of(instrument).liquidity(at),
		turnover24h: (instrument, at) => of(instrument).turnover24h(at),
		openInterest: (instrument, at) => of(instrument).openInterest(at),
		assetPrice: assetPrices(record.seed, listings),
	};
}

/**
 * Returns the price of any coin: the index price of a listed coin, otherwise a seeded path around the coin's usual
 * price.
 */
function assetPrices(seed: number, listings: readonly Listing[]): World['assetPrice'] {
	const paths = new Map<string, LogPath>();
	return (asset, at) => {
		const listed = listings.find(
			({ instrument }) => instrument.underlying === asset && instrument.priceMultiplier === 1,
		);
		if (listed !== undefined) return listed.index(at);
		const path = paths.get(asset) ?? seededLogPath(seed, asset, HOURLY_VOLATILITY[usualSize(asset)]);
		paths.set(asset, path);
		return decimalAt(usualPrice(asset) * Math.exp(path(at)), ASSET_PRICE_PLACES);
	};
}

const ASSET_PRICE_PLACES = 6;

type Listed = {
	readonly exchange: ExchangeModule;
	readonly bySymbol: ReadonlyMap<string, Listing>;
	readonly instruments: readonly Instrument[];
};

function listedAt(exchange: ExchangeModule, listings: readonly Listing[]): Listed {
	const own = listings.filter(({ instrument }) => instrument.exchange === exchange.name);
	return {
		exchange,
		bySymbol: new Map(own.map((each) => [each.instrument.symbol, each])),
		instruments: own.map(({ instrument }) => instrument),
	};
}
