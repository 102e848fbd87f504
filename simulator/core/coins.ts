/**
 * The coins of the seeded world and what each of them is for.
 *
 * Most common coins are calm: every venue settles near the interest anchor. A few, chosen by the seed, hold a slow
 * spread of one sign that pays for a week's hold. The restless ones show the highest spreads of the moment, and
 * those decay within hours.
 */
import { type ContractSketch, venueBase } from './contract-terms.ts';
import type { HourlyRatePlan, Jump, JumpHabit } from './funding-path.ts';
import { streamOf, uniformAt, uniformBetween } from './seeded.ts';
import type { ExchangeName } from './types.ts';
import { EXCHANGE_NAMES, type MarketSize, VENUE_TERMS } from './venue-terms.ts';

type Role = 'calm' | 'candidate' | 'restless';

type Hours = Partial<Readonly<Record<ExchangeName, number>>>;

type Coin = {
	readonly asset: string;
	/** Level of the price path, USD per unit of the asset. */
	readonly price: number;
	readonly size: MarketSize;
	/** Funding interval in hours by venue; a venue that is missing does not list the coin. */
	readonly hours: Hours;
	readonly role: Role;
	readonly lot?: Partial<Readonly<Record<ExchangeName, string>>>;
};

function coin(
	asset: string,
	price: number,
	size: MarketSize,
	bybitHours: number,
	kucoinHours: number,
	role: Role,
	lot?: Coin['lot'],
): Coin {
	const hours = {
		...listed('bybit', bybitHours),
		...listed('kucoin', kucoinHours),
		...hoursElsewhere(asset),
	};
	const plain = { asset, price, size, role, hours };
	return lot === undefined ? plain : { ...plain, lot };
}

function listed(exchange: ExchangeName, hours: number): Hours {
	return hours === 0 ? {} : { [exchange]: hours };
}

/** Coins of the table below that the other venues list, by funding interval in hours. */
const LISTED_ELSEWHERE: Readonly<
	Record<Exclude<ExchangeName, 'bybit' | 'kucoin'>, Readonly<Record<number, string>>>
> = {
	binance: {
		8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP FIL ATOM ETC XLM HBAR ICP DASH',
		4: 'SUI INJ TON ONDO LDO RUNE ENA WLD SEI TIA WIF ORDI FET JUP STX IMX HYPE FARTCOIN',
	},
	okx: {
		8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX SUI TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP FIL ATOM ETC',
		4: 'INJ TON ONDO LDO WLD TIA WIF ORDI JUP HYPE',
	},
	hyperliquid: {
		1: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX SUI TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP INJ ATOM ONDO LDO ENA WLD SEI TIA WIF ORDI JUP HYPE FARTCOIN',
	},
};

function hoursElsewhere(asset: string): Hours {
	const rows = Object.entries(LISTED_ELSEWHERE).flatMap(([exchange, byHours]) =>
		Object.entries(byHours).map(([hours, assets]) => ({ exchange, hours: Number(hours), assets })),
	);
	const listing = rows.filter(({ assets }) => assets.split(' ').includes(asset));
	return Object.fromEntries(listing.map(({ exchange, hours }) => [exchange, hours]));
}

/** `candidate`: may be given one of the slow spreads. Steps given here differ so that the common one is coarser than both. */
const COINS: readonly Coin[] = [
	coin('BTC', 85_000, 'giant', 8, 8, 'calm'),
	coin('ETH', 3_200, 'giant', 8, 8, 'calm'),
	coin('SOL', 150, 'large', 8, 8, 'calm'),
	coin('XRP', 2.2, 'large', 8, 8, 'calm'),
	coin('BNB', 780, 'large', 8, 8, 'calm'),
	coin('DOGE', 0.17, 'large', 8, 8, 'calm'),
	coin('ADA', 0.62, 'liquid', 8, 8, 'calm'),
	coin('LINK', 15, 'liquid', 8, 8, 'calm'),
	coin('AVAX', 22, 'liquid', 8, 8, 'calm'),
	coin('SUI', 2.4, 'liquid', 8, 4, 'calm'),
	coin('TRX', 0.29, 'liquid', 8, 8, 'calm'),
	coin('LTC', 95, 'liquid', 8, 8, 'calm'),
	coin('BCH', 480, 'liquid', 8, 8, 'calm'),
	coin('DOT', 4.1, 'liquid', 8, 8, 'candidate'),
	coin('NEAR', 2.3, 'liquid', 8, 4, 'candidate'),
	coin('UNI', 7.2, 'liquid', 8, 4, 'candidate'),
	coin('AAVE', 210, 'liquid', 8, 8, 'candidate'),
	coin('APT', 4.3, 'mid', 8, 4, 'candidate', { bybit: '0.25', kucoin: '0.1' }),
	coin('ARB', 0.38, 'mid', 8, 8, 'candidate'),
	coin('OP', 0.55, 'mid', 8, 4, 'candidate'),
	coin('INJ', 9.5, 'mid', 8, 4, 'candidate'),
	coin('FIL', 2.2, 'mid', 8, 8, 'candidate'),
	coin('ATOM', 3.9, 'mid', 8, 8, 'candidate'),
	coin('ETC', 18, 'mid', 8, 8, 'candidate'),
	coin('XLM', 0.27, 'mid', 8, 4, 'candidate'),
	coin('HBAR', 0.17, 'mid', 8, 4, 'candidate'),
	coin('ICP', 5.1, 'mid', 4, 4, 'candidate', { bybit: '0.4', kucoin: '1' }),
	coin('TON', 2.1, 'mid', 4, 4, 'candidate'),
	coin('ONDO', 0.75, 'mid', 4, 8, 'candidate'),
	coin('LDO', 0.95, 'small', 4, 4, 'candidate'),
	coin('RUNE', 1.2, 'small', 4, 4, 'candidate'),
	coin('ENA', 0.42, 'mid', 1, 1, 'restless', { bybit: '6', kucoin: '10' }),
	coin('WLD', 0.85, 'mid', 1, 4, 'restless'),
	coin('SEI', 0.21, 'mid', 1, 4, 'restless'),
	coin('TIA', 1.6, 'mid', 4, 1, 'restless'),
	coin('WIF', 0.55, 'mid', 1, 1, 'restless'),
	coin('ORDI', 6.2, 'small', 1, 4, 'restless'),
	coin('FET', 0.52, 'mid', 4, 1, 'restless'),
	coin('JUP', 0.38, 'mid', 1, 4, 'restless'),
	coin('STX', 0.55, 'small', 1, 4, 'restless'),
	coin('IMX', 0.48, 'small', 4, 1, 'restless'),
	coin('PYTH', 0.12, 'small', 4, 1, 'restless'),
	coin('GALA', 0.012, 'small', 1, 1, 'restless'),
	coin('HYPE', 32, 'large', 8, 0, 'calm'),
	coin('FARTCOIN', 0.48, 'mid', 4, 0, 'restless'),
	coin('MNT', 1.1, 'small', 8, 0, 'calm'),
	coin('KCS', 11, 'small', 0, 8, 'calm'),
	coin('DASH', 45, 'small', 0, 4, 'calm'),
];

/** Those that Bybit and KuCoin both list: they take turns in standing out. */
const RESTLESS = COINS.filter(
	(each) => each.role === 'restless' && each.hours.bybit !== undefined && each.hours.kucoin !== undefined,
);

/** Always near the interest anchor. */
const CALM_RATE: HourlyRatePlan = { slowBpPerHour: 0, jumps: undefined, placedJump: undefined };

/** One asset in two units: some venues count thousands of it in its name, others count it singly in large contracts. */
const THOUSANDS = {
	asset: 'PEPE',
	price: 0.0000085,
	multiplier: 1000,
	hours: { bybit: 8, kucoin: 4, binance: 4, okx: 8, hyperliquid: 1 },
} as const;

/** One ticker, two assets: a pair of them is no hedge. */
const NAMESAKES = [
	{ exchange: 'bybit', ticker: 'LIT', underlying: 'LIT (Lighter)', price: 2.4, hours: 4 },
	{ exchange: 'hyperliquid', ticker: 'LIT', underlying: 'LIT (Lighter)', price: 2.4, hours: 1 },
	{ exchange: 'kucoin', ticker: 'LIT', underlying: 'LIT (Litentry)', price: 0.21, hours: 4 },
] as const;

/** Market size of an asset by its usual ticker; `mid` for one that is not in the table. */
export function usualSize(asset: string): MarketSize {
	return COINS.find((each) => each.asset === asset)?.size ?? 'mid';
}

/** Price level of an asset in USDT; 1 for one that is not in the table. */
export function usualPrice(asset: string): number {
	return COINS.find((each) => each.asset === asset)?.price ?? 1;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Settlements before the first start reach back at least this far; newer listings are this old, others older. */
const LISTED_BEFORE_DAYS_MIN = 120;
const LISTED_BEFORE_DAYS_MAX = 900;

const SLOW_SPREADS = 7;
const SLOW_SPREAD_BP_MIN = 0.3;
const SLOW_SPREAD_BP_MAX = 0.42;

/** A restless instrument's excursions; its slots are staggered so that one is always young. */
const RESTLESS_SLOT_MS = 24 * HOUR_MS;
const RESTLESS_SIZE_BP = { min: 1.8, max: 2.4 };
/** Everybody else's: too small to stand out against a slow spread for long. */
const CALM_SLOT_MS = 40 * HOUR_MS;
const CALM_SIZE_BP = { min: 0.1, max: 0.3 };
/** Stands above all others at the first start. */
const FIRST_JUMP_BP = 3;
const FIRST_JUMP_BEFORE_SETTLEMENT_HOURS = 1.25;

export type SeededInstrument = {
	readonly sketch: ContractSketch;
	readonly intervalHours: number;
	/** Hour of the grid's day of one settlement. */
	readonly phaseHours: number;
	readonly rate: HourlyRatePlan;
};

/** KuCoin's 8-hour coins settle at 04/12/20, the others' at 00/08/16 of the grid. */
const EIGHT_HOUR_PHASE: Partial<Readonly<Record<ExchangeName, number>>> = { kucoin: 4 };

/** An instrument before its place in time. */
type Entry = {
	readonly exchange: ExchangeName;
	readonly asset: string;
	readonly sketch: Omit<ContractSketch, 'exchange' | 'listedAt'>;
	readonly hours: number;
	readonly rate: HourlyRatePlan;
};

/**
 * Every instrument of the seeded world.
 * @param firstSettlementAt the first hourly settlement after the first start
 */
export function seededInstruments(
	seed: number,
	firstStartAt: number,
	firstSettlementAt: number,
): readonly SeededInstrument[] {
	const entries = [...coinEntries(seed, firstSettlementAt), ...thousandsEntries(), ...namesakeEntries()];
	return entries.map(({ exchange, asset, sketch, hours, rate }) => {
		const age = streamOf(seed, `listed/${exchange}/${asset}`);
		const days = Math.round(uniformBetween(age, 0, LISTED_BEFORE_DAYS_MIN, LISTED_BEFORE_DAYS_MAX));
		return {
			sketch: { ...sketch, exchange, listedAt: firstStartAt - days * DAY_MS },
			intervalHours: hours,
			phaseHours: hours === 8 ? (EIGHT_HOUR_PHASE[exchange] ?? 0) : 0,
			rate,
		};
	});
}

function hoursOf(hours: Hours): readonly (readonly [ExchangeName, number])[] {
	return EXCHANGE_NAMES.flatMap((exchange) => {
		const given = hours[exchange];
		return given === undefined ? [] : [[exchange, given] as const];
	});
}

function coinEntries(seed: number, firstSettlementAt: number): readonly Entry[] {
	const spreads = slowSpreads(seed);
	const star = RESTLESS[Math.floor(uniformAt(streamOf(seed, 'first-jump'), 0) * RESTLESS.length)];
	return COINS.flatMap((each) =>
		hoursOf(each.hours).map(([exchange, hours]) => ({
			exchange,
			asset: each.asset,
			hours,
			sketch: {
				base: venueBase(exchange, each.asset),
				underlying: each.asset,
				priceMultiplier: 1,
				price: each.price,
				size: each.size,
				lot: each.lot?.[exchange],
			},
			rate: {
				slowBpPerHour: spreads.get(each.asset)?.[exchange] ?? 0,
				jumps: jumpHabit(each, exchange),
				placedJump:
					each === star && exchange === restlessVenue(each) ? firstJump(seed, firstSettlementAt) : undefined,
			},
		})),
	);
}

function thousandsEntries(): readonly Entry[] {
	const { asset, price, multiplier, hours } = THOUSANDS;
	return hoursOf(hours).map(([exchange, interval]) => {
		const thousand = VENUE_TERMS[exchange].thousand?.(asset);
		const unit =
			thousand === undefined
				? { base: asset, priceMultiplier: 1, price }
				: { base: thousand, priceMultiplier: multiplier, price: price * multiplier, lot: '100' };
		const sketch = { underlying: asset, size: 'liquid', ...unit } as const;
		return { exchange, asset, hours: interval, rate: CALM_RATE, sketch };
	});
}

function namesakeEntries(): readonly Entry[] {
	return NAMESAKES.map(({ exchange, ticker, underlying, price, hours }) => ({
		exchange,
		asset: ticker,
		hours,
		rate: CALM_RATE,
		sketch: { base: ticker, underlying, priceMultiplier: 1, price, size: 'small' },
	}));
}

/**
 * Which coins hold a slow spread, and each venue's part of it: of Bybit and KuCoin the high leg takes most, the low leg the
 * rest; the others lie somewhere between the two.
 */
function slowSpreads(seed: number): ReadonlyMap<string, Readonly<Record<ExchangeName, number>>> {
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
			const first = uniformAt(stream, 2) < 0.5 ? { bybit: high, kucoin: low } : { bybit: low, kucoin: high };
			const between = (exchange: ExchangeName): number =>
				uniformBetween(streamOf(seed, `slow-spread/${exchange}/${asset}`), 0, low, high);
			const others = {
				binance: between('binance'),
				okx: between('okx'),
				hyperliquid: between('hyperliquid'),
			};
			return [asset, { ...first, ...others }];
		}),
	);
}

/** Excursions are one-sided: they happen where funding settles more often, Bybit where both do alike. */
function restlessVenue({ hours }: Coin): ExchangeName {
	if (hours.kucoin === undefined) return 'bybit';
	if (hours.bybit === undefined) return 'kucoin';
	return hours.kucoin < hours.bybit ? 'kucoin' : 'bybit';
}

function jumpHabit(each: Coin, exchange: ExchangeName): JumpHabit | undefined {
	if (each.size === 'giant') return undefined;
	if (each.role !== 'restless') {
		return {
			slotMs: CALM_SLOT_MS,
			slotOffsetMs: 0,
			sizeBpPerHourMin: CALM_SIZE_BP.min,
			sizeBpPerHourMax: CALM_SIZE_BP.max,
		};
	}
	if (exchange !== restlessVenue(each)) return undefined;
	return {
		slotMs: RESTLESS_SLOT_MS,
		slotOffsetMs: (Math.max(0, RESTLESS.indexOf(each)) * RESTLESS_SLOT_MS) / RESTLESS.length,
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
