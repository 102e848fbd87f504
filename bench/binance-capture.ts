/**
 * Reads the recorded Binance USD-M stream (`messages/captures-ws` in the data folder), which contains depth events
 * for BTCUSDT and a REST snapshot. The recording is not part of the repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE = 'messages/captures-ws/binance-usdm-btcusdt_20240808.raw.gz';

export type DepthEvent = {
	readonly E: number;
	readonly T: number;
	readonly U: number;
	readonly u: number;
	readonly pu: number;
	readonly b: readonly (readonly [string, string])[];
	readonly a: readonly (readonly [string, string])[];
};
export type DepthSnapshot = {
	readonly lastUpdateId: number;
	readonly E: number;
	readonly bids: readonly (readonly [string, string])[];
	readonly asks: readonly (readonly [string, string])[];
};
export type BinanceCapture = { readonly snapshot: DepthSnapshot; readonly events: readonly DepthEvent[] };

/** @param dataDir the data folder. @throws Error when the file is missing or has no snapshot */
export function readBinanceCapture(dataDir: string): BinanceCapture {
	const lines = gunzipSync(readFileSync(join(dataDir, FILE)))
		.toString()
		.split('\n');
	const events: DepthEvent[] = [];
	let snapshot: DepthSnapshot | undefined;
	for (const line of lines) {
		const json = line.slice(line.indexOf(' ') + 1);
		if (json.includes('@depth')) events.push((JSON.parse(json) as { readonly data: DepthEvent }).data);
		else if (json.includes('lastUpdateId')) snapshot ??= JSON.parse(json) as DepthSnapshot;
	}
	if (snapshot === undefined) throw new Error(`${FILE} has no snapshot.`);
	return { snapshot, events };
}

/** Formats a depth event as in the raw stream, for any symbol and with shifted update ids. */
export function eventText(symbol: string, event: DepthEvent, shift = 0): string {
	return JSON.stringify({
		e: 'depthUpdate',
		E: event.E,
		T: event.T,
		s: symbol,
		U: event.U + shift,
		u: event.u + shift,
		pu: event.pu + shift,
		b: event.b,
		a: event.a,
	});
}

/**
 * Applies the recorded events to the recorded snapshot, price level by price level. The resulting order book is the
 * reference for our feed's order book.
 */
export class DepthBook {
	readonly #sides: readonly [bids: Map<string, string>, asks: Map<string, string>];
	#lastUpdateId: number;

	constructor(snapshot: DepthSnapshot) {
		this.#sides = [new Map(snapshot.bids), new Map(snapshot.asks)];
		this.#lastUpdateId = snapshot.lastUpdateId;
	}

	apply(event: DepthEvent, shift = 0): void {
		for (const [side, changes] of [
			[this.#sides[0], event.b],
			[this.#sides[1], event.a],
		] as const)
			for (const [price, size] of changes) {
				if (Number(size) === 0) side.delete(price);
				else side.set(price, size);
			}
		this.#lastUpdateId = event.u + shift;
	}

	/** Returns the best levels of the current book in the format of a REST response. */
	top(levels: number): DepthSnapshot {
		const best = (side: Map<string, string>, sign: 1 | -1) =>
			[...side].sort(([a], [b]) => sign * (Number(b) - Number(a))).slice(0, levels);
		return {
			lastUpdateId: this.#lastUpdateId,
			E: 0,
			bids: best(this.#sides[0], 1),
			asks: best(this.#sides[1], -1),
		};
	}
}
