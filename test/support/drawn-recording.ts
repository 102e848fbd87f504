/**
 * Draws a recording of three exchanges and writes it as files, the way a user has them. It has everything that is hard
 * for a replay: a gap, a contract that is delisted, one that is listed late, and one that changes its interval.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { readDataset } from '../../src/replay/data/read-dataset.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';

/** A settled rate. */
export type SettledRow = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly quote: string;
	/** Fraction of the notional. */
	readonly rate: number;
	readonly hours: number;
};

/** A mark price with the value traded in the hour before. */
export type PriceRow = {
	readonly at: number;
	readonly venue: string;
	readonly coin: string;
	readonly quote: string;
	readonly mark: number;
	readonly volumeUsd: number;
};

/** Rows of a recording, ascending by time. */
export type Recording = { readonly settled: readonly SettledRow[]; readonly prices: readonly PriceRow[] };

/** Time of the first row. */
export const DRAWN_FROM = Date.UTC(2026, 0, 1);
/** From here every contract that was listed at the start has 30 days of history. */
export const DRAWN_TRADED_FROM = DRAWN_FROM + 31 * DAY_MS;
/** Time of the last row. */
export const DRAWN_UNTIL = DRAWN_TRADED_FROM + 60 * HOUR_MS;
/** Binance has no rows of BBB within these. */
export const DRAWN_GAP = { from: DRAWN_TRADED_FROM + 3 * HOUR_MS, until: DRAWN_TRADED_FROM + 45 * HOUR_MS };
/** Last settlement of DDD at Bybit. */
export const DRAWN_DELISTED_AT = DRAWN_TRADED_FROM + 8 * HOUR_MS;
/** First settlement of CCC at Hyperliquid. */
export const DRAWN_LISTED_AT = DRAWN_TRADED_FROM + 10 * HOUR_MS;
/** Bybit settles AAA every hour within these, and every eight hours otherwise. */
export const DRAWN_HOURLY = {
	from: DRAWN_TRADED_FROM + 16 * HOUR_MS,
	until: DRAWN_TRADED_FROM + 40 * HOUR_MS,
};

type Contract = {
	readonly venue: string;
	readonly coin: string;
	readonly hoursAt: (at: number) => number;
	readonly isListed: (at: number) => boolean;
};

const QUOTES: Readonly<Record<string, string>> = { hyperliquid: 'USDC' };
const ALWAYS = (): boolean => true;
const CONTRACTS: readonly Contract[] = [
	contract('binance', 'AAA', 8),
	{
		...contract('binance', 'BBB', 8),
		isListed: (at) => at < DRAWN_GAP.from || at >= DRAWN_GAP.until,
	},
	contract('binance', 'CCC', 8),
	{
		...contract('bybit', 'AAA', 8),
		hoursAt: (at) => (at > DRAWN_HOURLY.from && at <= DRAWN_HOURLY.until ? 1 : 8),
	},
	contract('bybit', 'BBB', 8),
	{ ...contract('bybit', 'DDD', 8), isListed: (at) => at <= DRAWN_DELISTED_AT },
	contract('hyperliquid', 'AAA', 1),
	contract('hyperliquid', 'BBB', 1),
	{ ...contract('hyperliquid', 'CCC', 1), isListed: (at) => at >= DRAWN_LISTED_AT },
	contract('hyperliquid', 'DDD', 1),
];

function contract(venue: string, coin: string, hours: number): Contract {
	return { venue, coin, hoursAt: () => hours, isListed: ALWAYS };
}

/** Draws a recording. The ranking of the pairs changes every few hours. @param hasPrices false for grade C */
export function drawRecording(seed: number, hasPrices: boolean): Recording {
	const random = seededRandom(seed);
	const settled: SettledRow[] = [];
	const prices: PriceRow[] = [];
	const coinPrice = new Map<string, number>();
	for (let at = DRAWN_FROM; at <= DRAWN_UNTIL; at += HOUR_MS) {
		for (const coin of ['AAA', 'BBB', 'CCC', 'DDD'])
			coinPrice.set(coin, (coinPrice.get(coin) ?? 100) * (1 + 0.01 * (random.unit() - 0.5)));
		for (const { venue, coin, hoursAt, isListed } of CONTRACTS) {
			const [rateUnit, markUnit, volumeUnit] = [random.unit(), random.unit(), random.unit()];
			if (!isListed(at)) continue;
			const named = { at, venue, coin, quote: QUOTES[venue] ?? 'USDT' };
			const hours = hoursAt(at);
			if ((at / HOUR_MS) % hours === 0)
				settled.push({ ...named, hours, rate: Number(((rateUnit - 0.5) * 0.0001 * hours).toFixed(9)) });
			if (hasPrices)
				prices.push({
					...named,
					mark: Number(((coinPrice.get(coin) ?? 0) * (1 + 0.0005 * (markUnit - 0.5))).toFixed(6)),
					volumeUsd: Math.round(1_000_000 * (1 + volumeUnit)),
				});
		}
	}
	return { settled, prices };
}

/** Returns the rows that are known at an instant, whose publication lag counts. */
export function cutAt({ settled, prices }: Recording, at: number): Recording {
	return { settled: settled.filter((row) => row.at <= at), prices: prices.filter((row) => row.at <= at) };
}

/**
 * Replaces everything after an instant: rates have the other sign and a thousand times the size, prices are a
 * thousand times as high, volumes are unknown, and intervals are others.
 */
export function poisonAfter({ settled, prices }: Recording, at: number): Recording {
	return {
		settled: settled.flatMap((row) => {
			if (row.at <= at) return [row];
			const isKept = row.hours > 1 || (row.at / HOUR_MS) % 3 === 0;
			const poisoned = { ...row, rate: Number((-1_000 * row.rate).toFixed(9)), hours: 3 };
			return isKept ? [poisoned] : [];
		}),
		prices: prices.map((row) =>
			row.at <= at ? row : { ...row, mark: 1_000 * row.mark, volumeUsd: Number.NaN },
		),
	};
}

/** Writes a recording into a new folder. Returns the folder; the caller removes it. */
export function writeRecording({ settled, prices }: Recording): string {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-drawn-'));
	const settledRows = settled.map(({ at, venue, coin, quote, rate, hours }) =>
		[at, venue, symbolOf(coin, quote), coin, quote, rate, hours].join(','),
	);
	writeFileSync(
		join(folder, 'settled.csv'),
		['ts_ms,venue,symbol,base,quote,rate,interval_h', ...settledRows].join('\n'),
	);
	if (prices.length === 0) return folder;
	const priceRows = prices.map(({ at, venue, coin, quote, mark, volumeUsd }) =>
		[at, venue, symbolOf(coin, quote), mark, Number.isNaN(volumeUsd) ? '' : volumeUsd].join(','),
	);
	writeFileSync(join(folder, 'marks.csv'), ['ts_ms,venue,symbol,mark,volume_usd', ...priceRows].join('\n'));
	return folder;
}

function symbolOf(coin: string, quote: string): string {
	return quote === 'USDC' ? coin : `${coin}${quote}`;
}

/** Reads a recording through its files. */
export async function readRecording(recording: Recording): Promise<Dataset> {
	const folder = writeRecording(recording);
	try {
		return await readDataset({ paths: [folder], grade: undefined, venues: undefined, coins: undefined });
	} finally {
		rmSync(folder, { recursive: true });
	}
}
