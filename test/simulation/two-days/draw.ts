/** Draws two days of a pot from a seed: contracts, rates, kills, a halt, a price move and an exchange that dies. */
import { type Decimal, parseDecimal } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import { type SeededRandom, seededRandom } from '../../../src/runtime/seeded-random.ts';
import { instrumentOf } from '../../support/hand-driven-market.ts';
import { pick } from '../scenario.ts';

export const VENUES = ['bybit', 'kucoin', 'okx'] as const;
export type DayVenue = (typeof VENUES)[number];

/** Places at which a process can die. It dies when all processes together pass a place for the n-th time (`hit`). */
export const KILL_PLACES = [
	'append asked',
	'append durable',
	'decision asked',
	'decision durable',
	'change asked',
	'change durable',
	'order before',
	'order after',
] as const;
export type KillPlace = (typeof KILL_PLACES)[number];

export type Days = {
	readonly startAt: number;
	readonly instruments: readonly Instrument[];
	readonly basePrices: Readonly<Record<string, number>>;
	/** Rate of each hourly settlement, by exchange and coin. */
	readonly rates: ReadonlyMap<string, Decimal>;
	/** UTC time of the daily decision. */
	readonly decideAt: string;
	readonly withShadow: boolean;
	readonly killsAt: readonly number[];
	readonly killPoints: readonly { readonly place: KillPlace; readonly hit: number }[];
	/** Milliseconds for which the process stays down after each kill, in turn. */
	readonly downMs: readonly number[];
	readonly halt: { readonly at: number; readonly forMs: number };
	/** A price move of all coins that leaves one exchange with too little margin. `sign`: 1 for a rise. */
	readonly move: { readonly at: number; readonly sign: 1 | -1 };
	readonly death: { readonly at: number; readonly forMs: number; readonly venue: DayVenue };
	readonly endAt: number;
};

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START_AT = Date.UTC(2026, 10, 21, 6);
const COINS = { AVAX: 20, INJ: 8, SOL: 150 } as const;
const LOTS = ['0.1', '1', '0.2'] as const;
/** Hours after the start at which each of the three events may begin. */
const WINDOWS = [4, 15, 27] as const;
const KILLS = 5;
const KILLS_AT_PLACES = 6;

/** Draws the days of a seed. */
export function drawDays(seed: number): Days {
	const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ 0x2d0a75);
	const startAt = START_AT + random.below(4 * HOUR_MS);
	const at = (hours: number, withinMs = 3 * HOUR_MS): number =>
		startAt + hours * HOUR_MS + random.below(withinMs);
	// A move above 10 % blocks openings for a day, so the halt, during which the pot wants to open, comes before it.
	const [haltIn, deathIn, moveIn] = pick(random, [
		[0, 1, 2],
		[1, 0, 2],
		[0, 2, 1],
	] as const);
	return {
		startAt,
		instruments: Object.keys(COINS).flatMap((coin) =>
			VENUES.map((venue, index) => {
				const lotSize = parseDecimal(LOTS[index] ?? '0.1');
				return instrumentOf(venue, coin, {
					symbol: venue === 'kucoin' ? `${coin}USDTM` : `${coin}USDT`,
					tickSize: parseDecimal('0.001'),
					lotSize,
					quantityMin: lotSize,
				});
			}),
		),
		basePrices: COINS,
		rates: drawRates(random),
		decideAt: `${String(random.below(24)).padStart(2, '0')}:${10 + random.below(40)}`,
		withShadow: random.chance(0.25),
		killsAt: Array.from({ length: KILLS }, () => at(0, 47 * HOUR_MS)),
		killPoints: [
			{ place: pick(random, ['order before', 'order after'] as const), hit: 1 + random.below(4) },
			...Array.from({ length: KILLS_AT_PLACES }, () => {
				const place = pick(random, KILL_PLACES);
				return { place, hit: 1 + random.below(place.startsWith('append') ? 80 : 12) };
			}),
		],
		downMs: Array.from({ length: 12 }, () => random.below(random.chance(0.3) ? 30 * MINUTE_MS : 20_000)),
		halt: { at: at(WINDOWS[haltIn]), forMs: HOUR_MS + random.below(3 * HOUR_MS) },
		move: { at: at(WINDOWS[moveIn]), sign: random.chance(0.5) ? 1 : -1 },
		death: {
			at: at(WINDOWS[deathIn]),
			forMs: 2 * HOUR_MS + random.below(4 * HOUR_MS),
			venue: pick(random, VENUES),
		},
		endAt: startAt + 48 * HOUR_MS,
	};
}

/** Draws rates that make one exchange the long side of most coins, so that a price move empties one account. */
function drawRates(random: SeededRandom): ReadonlyMap<string, Decimal> {
	const first = random.below(VENUES.length);
	const rates = new Map<string, Decimal>();
	Object.keys(COINS).forEach((coin, index) => {
		const low = index < 2 ? first : random.below(VENUES.length);
		const high = (low + 1 + random.below(2)) % VENUES.length;
		VENUES.forEach((venue, place) => {
			const center = place === low ? -0.00004 : place === high ? 0.00008 : 0.00002;
			rates.set(`${venue}:${coin}`, parseDecimal((center + (random.unit() - 0.5) * 0.00001).toFixed(8)));
		});
	});
	return rates;
}
