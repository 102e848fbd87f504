/** Writes and reads positions as one text, the setting of the replay policy `holdings`. Pure functions. */

/** A position to hold: the coin, both exchanges, the USD of each leg, and its leverage. */
export type Holding = {
	readonly coin: string;
	readonly long: string;
	readonly short: string;
	readonly legUsd: number;
	readonly leverage: number;
};

const ENTRY = /^([^:\s]+):([a-z0-9_-]+):([a-z0-9_-]+):(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/;

/** Writes positions, such as `BTC:okx:bybit:1000:2,ETH:okx:gate:500:1`. */
export function writtenHoldings(holdings: readonly Holding[]): string {
	return holdings
		.map(({ coin, long, short, legUsd, leverage }) => [coin, long, short, legUsd, leverage].join(':'))
		.join(',');
}

/** Reads positions. Returns the first wrong entry instead if there is one. */
export function readHoldings(text: string): readonly Holding[] | { readonly wrong: string } {
	const holdings: Holding[] = [];
	for (const entry of text.split(',').map((part) => part.trim())) {
		if (entry === '') continue;
		const [, coin, long, short, legUsd, leverage] = ENTRY.exec(entry) ?? [];
		if (coin === undefined || long === undefined || short === undefined || !(Number(leverage) >= 1))
			return { wrong: entry };
		holdings.push({ coin, long, short, legUsd: Number(legUsd), leverage: Number(leverage) });
	}
	return holdings;
}
