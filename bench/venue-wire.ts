/**
 * Generates a stream of one instrument's order book in a venue's wire format, together with the book that the stream
 * describes. The code follows the venues' documentation, not our feeds, so that it can test them.
 */
import { crc32 } from 'node:zlib';
import { changedLevels, type TickBook, type TickLevels, TrueBook } from './true-book.ts';

export const WIRE_VENUES = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'] as const;
export type WireVenue = (typeof WIRE_VENUES)[number];

/** Number of levels per side in a venue's stream. */
export const WIRE_DEPTH: Readonly<Record<WireVenue, number>> = {
	bybit: 50,
	kucoin: 50,
	binance: 1_000,
	okx: 400,
	hyperliquid: 20,
};
/** Number of levels per side in the complete book. The stream shows the best `WIRE_DEPTH` of them. */
const TRUE_LEVELS: Readonly<Record<WireVenue, number>> = {
	bybit: 120,
	kucoin: 120,
	binance: 700,
	okx: 500,
	hyperliquid: 60,
};
/** Venues that send the complete book in every message. */
const WHOLE: ReadonlySet<WireVenue> = new Set(['kucoin', 'hyperliquid']);
/** Converts a coin to the venue's symbol for its USDT perpetual; Hyperliquid uses the coin's name. */
export const SYMBOL_OF: Readonly<Record<WireVenue, (coin: string) => string>> = {
	bybit: (coin) => `${coin}USDT`,
	kucoin: (coin) => `${coin}USDTM`,
	binance: (coin) => `${coin}USDT`,
	okx: (coin) => `${coin}-USDT-SWAP`,
	hyperliquid: (coin) => coin,
};

const PRICE_PLACES = 1;
const SIZE_PLACES = 3;

/** Formats ticks as a price in the venue's format. A tick is a tenth of a dollar. */
export function priceText(venue: WireVenue, tick: number): string {
	return decimalText(tick, PRICE_PLACES, venue === 'okx');
}

/**
 * Formats lots as a size in the venue's format. A lot is a thousandth of a coin, or a whole contract on venues that
 * count contracts.
 */
export function sizeText(venue: WireVenue, lots: number): string {
	return venue === 'kucoin' ? String(lots) : decimalText(lots, SIZE_PLACES, venue === 'okx');
}

function decimalText(value: number, places: number, trims: boolean): string {
	const digits = String(value).padStart(places + 1, '0');
	const whole = digits.slice(0, digits.length - places);
	const fraction = digits.slice(digits.length - places);
	const shown = trims ? fraction.replace(/0+$/, '') : fraction;
	return shown === '' ? whole : `${whole}.${shown}`;
}

export type WireOptions = {
	readonly venue: WireVenue;
	readonly symbol: string;
	readonly unit: () => number;
	/** Returns the current time, milliseconds. */
	readonly now: () => number;
	/** Approximate mean number of changed levels per message. */
	readonly changes: number;
	/** True if OKX messages carry a checksum. The exchange no longer sends one. */
	readonly hasChecksum?: boolean;
};

export class WireStream {
	readonly symbol: string;
	readonly #options: WireOptions;
	readonly #book: TrueBook;
	#shown: TickBook;
	#update = 1_000;
	#previous = -1;

	constructor(options: WireOptions) {
		this.symbol = options.symbol;
		this.#options = options;
		this.#book = new TrueBook(options.unit, TRUE_LEVELS[options.venue]);
		this.#shown = this.#book.top(WIRE_DEPTH[options.venue]);
	}

	/** The book that a client should hold after all messages so far. */
	get shown(): TickBook {
		return this.#shown;
	}

	/** Returns the first message after a subscription; undefined for Binance, whose stream has no snapshots. */
	snapshot(): string | undefined {
		if (this.#options.venue === 'binance') return undefined;
		return this.#message(this.#shown, true);
	}

	/** Returns the response to a Binance REST request for the current book. */
	restSnapshot(levels: number): unknown {
		const { venue } = this.#options;
		const side = (of: TickLevels) =>
			of.slice(0, levels).map(([tick, lots]) => [priceText(venue, tick), sizeText(venue, lots)]);
		return {
			lastUpdateId: this.#update,
			E: this.#options.now(),
			bids: side(this.#shown.bids),
			asks: side(this.#shown.asks),
		};
	}

	/** Changes the book and returns the message that reports the changes. */
	next(): string {
		const { venue, unit, changes } = this.#options;
		const before = this.#shown;
		let changed: TickBook;
		do {
			this.#book.change(1 + Math.floor(unit() * changes * 2));
			this.#shown = this.#book.top(WIRE_DEPTH[venue]);
			changed = {
				bids: changedLevels(before.bids, this.#shown.bids, 'bids'),
				asks: changedLevels(before.asks, this.#shown.asks, 'asks'),
			};
		} while (changed.bids.length + changed.asks.length === 0);
		this.#previous = this.#update;
		// The sequence numbers of OKX and Binance skip values between messages; those of Bybit and KuCoin do not.
		this.#update += venue === 'okx' || venue === 'binance' ? 1 + Math.floor(unit() * 20) : 1;
		return WHOLE.has(venue) ? this.#message(this.#shown, true) : this.#message(changed, false);
	}

	/**
	 * Simulates a restart of the venue's service, after which Bybit and OKX start again with low sequence numbers.
	 * Returns the venue's message about it; undefined for other venues.
	 */
	restart(): string | undefined {
		const { venue } = this.#options;
		if (venue === 'bybit') this.#update = 1;
		else if (venue === 'okx') {
			// After a restart, OKX sends a message without levels. Its sequence number is lower than the previous
			// one, and the message contains both.
			this.#previous = this.#update;
			this.#update = 7;
			return this.#message({ bids: [], asks: [] }, false);
		} else return undefined;
		return this.#message(this.#shown, true);
	}

	#message(levels: TickBook, isSnapshot: boolean): string {
		const { venue, symbol, now } = this.#options;
		const at = now();
		const bids = this.#texts(levels.bids);
		const asks = this.#texts(levels.asks);
		switch (venue) {
			case 'bybit':
				return JSON.stringify({
					topic: `orderbook.50.${symbol}`,
					type: isSnapshot ? 'snapshot' : 'delta',
					ts: at,
					data: { s: symbol, b: bids, a: asks, u: this.#update, seq: this.#update * 3 },
					cts: at,
				});
			case 'kucoin':
				return JSON.stringify({
					topic: `/contractMarket/level2Depth50:${symbol}`,
					type: 'message',
					subject: 'level2',
					sn: this.#update,
					data: {
						bids: bids.map(([price, size]) => [price, Number(size)]),
						sequence: this.#update,
						timestamp: at,
						ts: at,
						asks: asks.map(([price, size]) => [price, Number(size)]),
					},
				});
			case 'binance':
				return JSON.stringify({
					e: 'depthUpdate',
					E: at,
					T: at,
					s: symbol,
					U: this.#previous + 1,
					u: this.#update,
					pu: this.#previous,
					b: bids,
					a: asks,
				});
			case 'okx':
				return JSON.stringify({
					arg: { channel: 'books', instId: symbol },
					action: isSnapshot ? 'snapshot' : 'update',
					data: [
						{
							asks: asks.map(([price, size]) => [price, size, '0', size === '0' ? '0' : '1']),
							bids: bids.map(([price, size]) => [price, size, '0', size === '0' ? '0' : '1']),
							ts: String(at),
							checksum: this.#options.hasChecksum === true ? this.#checksum() : 0,
							seqId: this.#update,
							prevSeqId: isSnapshot ? -1 : this.#previous,
						},
					],
				});
			case 'hyperliquid':
				return JSON.stringify({
					channel: 'l2Book',
					data: {
						coin: symbol,
						time: at,
						levels: [bids, asks].map((side) => side.map(([px, sz]) => ({ px, sz, n: 1 }))),
					},
				});
		}
	}

	#texts(levels: TickLevels): readonly (readonly [string, string])[] {
		const { venue } = this.#options;
		return levels.map(([tick, lots]) => [priceText(venue, tick), sizeText(venue, lots)]);
	}

	#checksum(): number {
		const parts: string[] = [];
		for (let index = 0; index < 25; index += 1)
			for (const side of [this.#shown.bids, this.#shown.asks]) {
				const level = side[index];
				if (level !== undefined) parts.push(priceText('okx', level[0]), sizeText('okx', level[1]));
			}
		return crc32(parts.join(':')) | 0;
	}
}

export type WireCommand = {
	readonly subscribes: boolean;
	readonly symbols: readonly string[];
	readonly answer: string;
};

/** Finds the subscriptions that a client's message starts or ends; undefined for any other message. */
export function readCommand(venue: WireVenue, text: string): WireCommand | undefined {
	if (text === 'ping') return undefined;
	const body = JSON.parse(text) as {
		readonly op?: string;
		readonly req_id?: string;
		readonly args?: readonly (string & { readonly instId: string })[];
		readonly type?: string;
		readonly id?: string | number;
		readonly topic?: string;
		readonly method?: string;
		readonly params?: readonly string[];
		readonly subscription?: { readonly coin: string };
	};
	const verb = (body.op ?? body.type ?? body.method ?? '').toLowerCase();
	if (verb !== 'subscribe' && verb !== 'unsubscribe') return undefined;
	const subscribes = verb === 'subscribe';
	switch (venue) {
		case 'bybit':
			return {
				subscribes,
				symbols: (body.args ?? []).map((topic) => topic.split('.')[2] ?? ''),
				answer: JSON.stringify({
					success: true,
					ret_msg: '',
					conn_id: 'c',
					req_id: body.req_id ?? '',
					op: verb,
				}),
			};
		case 'kucoin':
			return {
				subscribes,
				symbols: (body.topic ?? '').split(':')[1]?.split(',') ?? [],
				answer: JSON.stringify({ id: String(body.id), type: 'ack' }),
			};
		case 'binance':
			return {
				subscribes,
				symbols: (body.params ?? []).map((name) => (name.split('@')[0] ?? '').toUpperCase()),
				answer: JSON.stringify({ result: null, id: body.id }),
			};
		case 'okx':
			return {
				subscribes,
				symbols: (body.args ?? []).map(({ instId }) => instId),
				answer: (body.args ?? []).map((arg) => JSON.stringify({ event: verb, arg, connId: 'c' }))[0] ?? '',
			};
		case 'hyperliquid':
			return {
				subscribes,
				symbols: [body.subscription?.coin ?? ''],
				answer: JSON.stringify({
					channel: 'subscriptionResponse',
					data: { method: verb, subscription: body.subscription },
				}),
			};
	}
}
