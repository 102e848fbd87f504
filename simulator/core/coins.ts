/**
 * Defines the coins of the seeded world and their roles.
 *
 * The funding of most coins is calm: it stays near the interest anchor on every exchange. A few coins, chosen by the
 * seed, have a slow spread between exchanges, which keeps its sign and is profitable over a week. Restless coins have
 * the highest current spreads, which decay within hours.
 */
import { type ContractSketch, venueBase } from './contract-terms.ts';
import type { ExchangeModule } from './exchange-module.ts';
import type { HourlyRatePlan, Jump, JumpHabit } from './funding-path.ts';
import { streamOf, uniformAt, uniformBetween } from './seeded.ts';
import type { MarketSize } from './venue-terms.ts';
import { WorldError } from './world-error.ts';
import type { WorldRecord } from './world-file.ts';

type Role = 'calm' | 'candidate' | 'restless';

type Coin = {
	readonly asset: string;
	/** Price around which the asset's price path moves, USD per unit of the asset. */
	readonly price: number;
	readonly size: MarketSize;
	readonly role: Role;
};

function coin(asset: string, price: number, size: MarketSize, role: Role): Coin {
	return { asset, price, size, role };
}

/**
 * Coins of the seeded world. Role `candidate` means that the seed may give the coin a slow spread. Each exchange's
 * folder lists that exchange's coins.
 */
const COINS: readonly Coin[] = [
	coin('BTC', 85_000, 'giant', 'calm'),
	coin('ETH', 3_200, 'giant', 'calm'),
	coin('SOL', 150, 'large', 'calm'),
	coin('XRP', 2.2, 'large', 'calm'),
	coin('BNB', 780, 'large', 'calm'),
	coin('DOGE', 0.17, 'large', 'calm'),
	coin('ADA', 0.62, 'liquid', 'calm'),
	coin('LINK', 15, 'liquid', 'calm'),
	coin('AVAX', 22, 'liquid', 'calm'),
	coin('SUI', 2.4, 'liquid', 'calm'),
	coin('TRX', 0.29, 'liquid', 'calm'),
	coin('LTC', 95, 'liquid', 'calm'),
	coin('BCH', 480, 'liquid', 'calm'),
	coin('DOT', 4.1, 'liquid', 'candidate'),
	coin('NEAR', 2.3, 'liquid', 'candidate'),
	coin('UNI', 7.2, 'liquid', 'candidate'),
	coin('AAVE', 210, 'liquid', 'candidate'),
	coin('APT', 4.3, 'mid', 'candidate'),
	coin('ARB', 0.38, 'mid', 'candidate'),
	coin('OP', 0.55, 'mid', 'candidate'),
	coin('INJ', 9.5, 'mid', 'candidate'),
	coin('FIL', 2.2, 'mid', 'candidate'),
	coin('ATOM', 3.9, 'mid', 'candidate'),
	coin('ETC', 18, 'mid', 'candidate'),
	coin('XLM', 0.27, 'mid', 'candidate'),
	coin('HBAR', 0.17, 'mid', 'candidate'),
	coin('ICP', 5.1, 'mid', 'candidate'),
	coin('TON', 2.1, 'mid', 'candidate'),
	coin('ONDO', 0.75, 'mid', 'candidate'),
	coin('LDO', 0.95, 'small', 'candidate'),
	coin('RUNE', 1.2, 'small', 'candidate'),
	coin('ENA', 0.42, 'mid', 'restless'),
	coin('WLD', 0.85, 'mid', 'restless'),
	coin('SEI', 0.21, 'mid', 'restless'),
	coin('TIA', 1.6, 'mid', 'restless'),
	coin('WIF', 0.55, 'mid', 'restless'),
	coin('ORDI', 6.2, 'small', 'restless'),
	coin('FET', 0.52, 'mid', 'restless'),
	coin('JUP', 0.38, 'mid', 'restless'),
	coin('STX', 0.55, 'small', 'restless'),
	coin('IMX', 0.48, 'small', 'restless'),
	coin('PYTH', 0.12, 'small', 'restless'),
	coin('GALA', 0.012, 'small', 'restless'),
	coin('HYPE', 32, 'large', 'calm'),
	coin('FARTCOIN', 0.48, 'mid', 'restless'),
	coin('MNT', 1.1, 'small', 'calm'),
	coin('KCS', 11, 'small', 'calm'),
	coin('DASH', 45, 'small', 'calm'),
];

/** Plan of a funding rate that stays near the interest anchor. */
const CALM_RATE: HourlyRatePlan = { slowBpPerHour: 0, jumps: undefined, placedJump: undefined };

/**
 * An asset that exchanges quote in two units. Some quote a thousand coins under another name, others quote single
 * coins in large contracts.
 */
const THOUSANDS = {
	asset: 'PEPE',
	price: 0.0000085,
	multiplier: 1000,
} as const;

/** Returns the market size of an asset by its usual ticker; `mid` if the asset is not in the table. */
export function usualSize(asset: string): MarketSize {
	return COINS.find((each) => each.asset === asset)?.size ?? 'mid';
}

/** Returns the price level of an asset in USDT; 1 if the asset is not in the table. */
export function usualPrice(asset: string): number {
	return COINS.find((each) => each.asset === asset)?.price ?? 1;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Minimum age of a listing when the world first starts, days. Every contract therefore has settlements at least that
 * far back.
 */
const LISTED_BEFORE_DAYS_MIN = 120;
const LISTED_BEFORE_DAYS_MAX = 900;

const SLOW_SPREADS = 7;
const SLOW_SPREAD_BP_MIN = 0.3;
const SLOW_SPREAD_BP_MAX = 0.42;

/**
 * Period in which a restless instrument's funding rate makes one excursion. The excursions of different instruments
 * are staggered, so that one of them is always recent.
 */
const RESTLESS_BUCKET_MS = 24 * HOUR_MS;
const RESTLESS_SIZE_BP = { min: 1.8, max: 2.4 };
/**
 * Period in which any other instrument's funding rate makes one excursion. The excursion is too small to hide a slow
 * spread for long.
 */
const CALM_BUCKET_MS = 40 * HOUR_MS;
const CALM_SIZE_BP = { min: 0.1, max: 0.3 };
/**
 * Size of the one excursion that exceeds all others, bp per hour. It takes place shortly before the first settlement
 * of the world.
 */
const FIRST_JUMP_BP = 3;
const FIRST_JUMP_BEFORE_SETTLEMENT_HOURS = 1.25;

export type SeededInstrument = {
	readonly exchange: ExchangeModule;
	readonly sketch: ContractSketch;
	readonly intervalHours: number;
	/** Hour of one of the instrument's daily settlements, on the world's shifted settlement grid. */
	readonly phaseHours: number;
	readonly rate: HourlyRatePlan;
};

/** An exchange, with the funding interval in hours of each coin it lists. */
type Lister = { readonly exchange: ExchangeModule; readonly hours: ReadonlyMap<string, number> };

/** The two exchanges between which slow spreads occur. */
type Ends = readonly [Lister, Lister];

/** An instrument before its settlement hours and listing time are set. */
type Entry = {
	readonly exchange: ExchangeModule;
	readonly asset: string;
	readonly sketch: Omit<ContractSketch, 'listedAt'>;
	readonly hours: number;
	readonly rate: HourlyRatePlan;
};

/**
 * Returns every instrument of the seeded world.
 * @throws WorldError if an exchange lists an unknown coin, or if slow spreads do not occur between exactly two
 * exchanges
 */
export function seededInstruments(
	{ seed, firstStartAt, firstSettlementAt }: WorldRecord,
	exchanges: readonly ExchangeModule[],
): readonly SeededInstrument[] {
	const listers = exchanges.map((exchange) => ({ exchange, hours: hoursOf(exchange) }));
	const entries = [
		...coinEntries(seed, firstSettlementAt, listers),
		...exchanges.flatMap(thousandsEntries),
		...exchanges.flatMap(namesakeEntries),
	];
	return entries.map(({ exchange, asset, sketch, hours, rate }) => {
		const age = streamOf(seed, `listed/${exchange.name}/${asset}`);
		const days = Math.round(uniformBetween(age, 0, LISTED_BEFORE_DAYS_MIN, LISTED_BEFORE_DAYS_MAX));
		return {
			exchange,
			sketch: { ...sketch, listedAt: firstStartAt - days * DAY_MS },
			intervalHours: hours,
			phaseHours: hours === 8 ? (exchange.listing.eightHourPhase ?? 0) : 0,
			rate,
		};
	});
}

function hoursOf({ name, listing }: ExchangeModule): ReadonlyMap<string, number> {
	const rows = Object.entries(listing.assetsByHours).flatMap(([hours, assets]) =>
		assets.split(' ').map((asset) => [asset, Number(hours)] as const),
	);
	const stranger = rows.find(([asset]) => !COINS.some((each) => each.asset === asset));
	if (stranger !== undefined)
		throw new WorldError(`${name} lists ${stranger[0]}, which is not a coin of the world.`);
	return new Map(rows);
}

function endsOf(listers: readonly Lister[]): Ends {
	const [first, second, ...more] = listers.filter(({ exchange }) => exchange.listing.isEndOfSlowSpreads);
	if (first === undefined || second === undefined || more.length > 0)
		throw new WorldError('Slow spreads run between exactly two exchanges of the world.');
	return [first, second];
}

function coinEntries(seed: number, firstSettlementAt: number, listers: readonly Lister[]): readonly Entry[] {
	const ends = endsOf(listers);
	const spreads = slowSpreads(seed, listers, ends);
	// Restless coins that both end exchanges list. They take turns at having the highest spread.
	const restless = COINS.filter(
		({ role, asset }) => role === 'restless' && ends.every(({ hours }) => hours.has(asset)),
	);
	const star = restless[Math.floor(uniformAt(streamOf(seed, 'first-jump'), 0) * restless.length)];
	return COINS.flatMap((each) =>
		listers.flatMap(({ exchange, hours }): readonly Entry[] => {
			const { asset, price, size } = each;
			const intervalHours = hours.get(asset);
			if (intervalHours === undefined) return [];
			const isRestlessHere = exchange === restlessExchange(each, ends);
			const sketch = {
				base: venueBase(exchange.terms, asset),
				underlying: asset,
				priceMultiplier: 1,
				price,
				size,
				lot: exchange.listing.lots?.[asset],
			};
			const rate = {
				slowBpPerHour: spreads.get(asset)?.get(exchange.name) ?? 0,
				jumps: jumpHabit(each, isRestlessHere, restless),
				placedJump: each === star && isRestlessHere ? firstJump(seed, firstSettlementAt) : undefined,
			};
			return [{ exchange, asset, hours: intervalHours, sketch, rate }];
		}),
	);
}

function thousandsEntries(exchange: ExchangeModule): readonly Entry[] {
	const { asset, price, multiplier } = THOUSANDS;
	const { thousandsHours } = exchange.listing;
	if (thousandsHours === undefined) return [];
	const thousand = exchange.terms.thousand?.(asset);
	const unit =
		thousand === undefined
			? { base: asset, priceMultiplier: 1, price }
			: { base: thousand, priceMultiplier: multiplier, price: price * multiplier, lot: '100' };
	const sketch = { underlying: asset, size: 'liquid', ...unit } as const;
	return [{ exchange, asset, hours: thousandsHours, rate: CALM_RATE, sketch }];
}

function namesakeEntries(exchange: ExchangeModule): readonly Entry[] {
	return (exchange.listing.namesakes ?? []).map(({ ticker, underlying, price, hours }) => ({
		exchange,
		asset: ticker,
		hours,
		rate: CALM_RATE,
		sketch: { base: ticker, underlying, priceMultiplier: 1, price, size: 'small' },
	}));
}

/**
 * Chooses the coins with a slow spread, and each exchange's slow excess over the interest anchor for them. The excess
 * is high on one of the two end exchanges, low on the other, and in between on all others.
 */
function slowSpreads(
	seed: number,
	listers: readonly Lister[],
	ends: Ends,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
	const order = streamOf(seed, 'slow-spreads');
	const chosen = COINS.filter((each) => each.role === 'candidate')
		.map((each, place) => ({ asset: each.asset, rank: uniformAt(order, place) }))
		.sort((a, b) => a.rank - b.rank)
		.slice(0, SLOW_SPREADS);
	return new Map(
		chosen.map(({ asset }) => {
			const stream = streamOf(seed, `slow-spread/${asset}`);
			const spread = uniformBetween(stream, 0, SLOW_SPREAD_BP_MIN, SLOW_SPREAD_BP_MAX);
			const high = spread * uniformBetween(stream, 1, 0.6, 1);
			const low = high - spread;
			const atEnds = uniformAt(stream, 2) < 0.5 ? [high, low] : [low, high];
			const partOf = (lister: Lister): number => {
				const { name } = lister.exchange;
				const between = streamOf(seed, `slow-spread/${name}/${asset}`);
				return atEnds[ends.indexOf(lister)] ?? uniformBetween(between, 0, low, high);
			};
			return [asset, new Map(listers.map((lister) => [lister.exchange.name, partOf(lister)]))];
		}),
	);
}

/**
 * Returns the exchange on which the coin's funding rate makes its excursions: the end exchange that settles it more
 * often, or the first if both settle equally often.
 */
function restlessExchange({ asset }: Coin, [first, second]: Ends): ExchangeModule {
	const [atFirst, atSecond] = [first.hours.get(asset), second.hours.get(asset)];
	if (atSecond === undefined) return first.exchange;
	if (atFirst === undefined) return second.exchange;
	return atSecond < atFirst ? second.exchange : first.exchange;
}

function jumpHabit(each: Coin, isRestlessHere: boolean, restless: readonly Coin[]): JumpHabit | undefined {
	if (each.size === 'giant') return undefined;
	if (each.role !== 'restless') {
		return {
			bucketMs: CALM_BUCKET_MS,
			bucketOffsetMs: 0,
			sizeBpPerHourMin: CALM_SIZE_BP.min,
			sizeBpPerHourMax: CALM_SIZE_BP.max,
		};
	}
	if (!isRestlessHere) return undefined;
	return {
		bucketMs: RESTLESS_BUCKET_MS,
		bucketOffsetMs: (Math.max(0, restless.indexOf(each)) * RESTLESS_BUCKET_MS) / restless.length,
		sizeBpPerHourMin: RESTLESS_SIZE_BP.min,
		sizeBpPerHourMax: RESTLESS_SIZE_BP.max,
	};
}

function firstJump(seed: number, firstSettlementAt: number): Jump {
	const up = uniformAt(streamOf(seed, 'first-jump'), 1) < 0.5;
	return {
		at: firstSettlementAt - FIRST_JUMP_BEFORE_SETTLEMENT_HOURS * HOUR_MS,
		sizeBpPerHour: up ? FIRST_JUMP_BP : -FIRST_JUMP_BP,
		halfLifeHours: 2,
	};
}
