/**
 * Samples the mid prices of all contracts that two exchanges list, so that a pair's price basis has a history that
 * survives restarts. The last day is in memory: 5.8 KB per contract. A minute is stored once it is over.
 */
import { approximately } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { type Instrument, instrumentKey } from '../domain/instrument.ts';
import { midPrice } from '../domain/order-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import {
	type BasisHistory,
	MINUTES_KEPT,
	type MidSample,
	type MidSampleStore,
	type PriceMoves,
	SAMPLE_MS,
} from '../ports/mid-samples.ts';
import { sharedInstruments } from './shared-instruments.ts';

/** Usual interval between two samples, ms. A later sample in the same minute replaces the earlier one. */
export const MID_SAMPLE_MS = 5_000;
/** Currency in which other quote currencies are sampled. */
const REFERENCE_QUOTE = 'USDT';

/** Dependencies of the history. */
export type MidHistoryOptions = {
	readonly market: Pick<Market, 'inputs' | 'quoteRate'>;
	readonly store: MidSampleStore;
	/** True if the samples are stored. */
	readonly isStored: boolean;
	/** Time between two samples, ms. */
	readonly periodMs?: number;
	/** Books older than this, ms, give no sample. */
	readonly bookStaleMs: number;
	readonly clock: Clock;
	readonly log: Logger;
};

/** The history with its shutdown. */
export type RunningMidHistory = BasisHistory &
	PriceMoves & {
		/** Takes a sample now, and stores the minutes that are over. The history's own timer also calls it. Never rejects. */
		readonly sample: () => Promise<void>;
		/** Stores the current minute (best effort) and stops. */
		readonly close: () => Promise<void>;
	};

type State = MidHistoryOptions & {
	/** Last day of each contract, one place per minute; NaN without a sample. */
	readonly rings: Map<string, Float32Array>;
	/** The newest minute in the rings, since 1970. */
	minute: number;
	/** The newest minute in the store. */
	storedMinute: number;
	readonly loaded: Promise<void>;
	/** Write in progress; only one may run at a time. */
	writing: Promise<void> | undefined;
};

/** Loads the stored day and starts to sample. */
export function createMidHistory(options: MidHistoryOptions): RunningMidHistory {
	const { store, clock, log } = options;
	const minute = minuteOf(clock.now());
	const rings = new Map<string, Float32Array>();
	const loaded = store.minutesFrom(minute - MINUTES_KEPT + 1).then(
		({ contracts, minutes }) => {
			for (const [place, contract] of contracts.entries())
				for (const { minute: past, mids } of contract === undefined ? [] : minutes) {
					const mid = mids[place] ?? Number.NaN;
					if (contract !== undefined && !Number.isNaN(mid)) put(rings, contract, past, mid);
				}
		},
		(error) => log.warn({ error }, 'cannot read the stored mid prices; the price basis starts without them'),
	);
	const state: State = {
		...options,
		rings,
		minute,
		storedMinute: minute - 1,
		loaded,
		writing: undefined,
	};
	const stop = clock.every(options.periodMs ?? MID_SAMPLE_MS, () => sample(state));
	return {
		sample: () => sample(state),
		basis: (legs, every, from, to) => basis(state, legs, every, from, to),
		lastLargeMove: (instrument, above) => lastLargeMove(state, instrumentKey(instrument), above),
		async close() {
			stop();
			await state.writing;
			await write(state, state.minute);
		},
	};
}

const HOUR_MINUTES = HOUR_MS / SAMPLE_MS;

function lastLargeMove({ rings, minute }: State, contract: string, above: number): number | null {
	const ring = rings.get(contract);
	if (ring === undefined) return null;
	for (let at = minute; at - HOUR_MINUTES > minute - MINUTES_KEPT; at -= 1) {
		const move =
			(ring[at % MINUTES_KEPT] as number) / (ring[(at - HOUR_MINUTES) % MINUTES_KEPT] as number) - 1;
		if (Math.abs(move) > above) return at * SAMPLE_MS;
	}
	return null;
}

function minuteOf(at: number): number {
	return Math.floor(at / SAMPLE_MS);
}

/** Samples every contract into the rings, then stores the finished minutes. */
async function sample(state: State): Promise<void> {
	await state.loaded;
	const now = state.clock.now();
	advance(state, minuteOf(now));
	for (const [contract, mid] of midsNow(state, now)) put(state.rings, contract, state.minute, mid);
	state.writing ??= write(state, state.minute - 1).finally(() => {
		state.writing = undefined;
	});
	await state.writing;
}

/** Clears the places of the minutes that begin, and forgets contracts without a sample in the last day. */
function advance(state: State, minute: number): void {
	// A clock that went back keeps the newest minute.
	for (let next = Math.max(state.minute, minute - MINUTES_KEPT) + 1; next <= minute; next += 1)
		for (const ring of state.rings.values()) ring[next % MINUTES_KEPT] = Number.NaN;
	if (minute > state.minute && minute % (HOUR_MS / SAMPLE_MS) === 0)
		for (const [contract, ring] of state.rings) if (ring.every(Number.isNaN)) state.rings.delete(contract);
	state.minute = Math.max(state.minute, minute);
}

function put(rings: Map<string, Float32Array>, contract: string, minute: number, mid: number): void {
	let ring = rings.get(contract);
	if (ring === undefined) {
		ring = new Float32Array(MINUTES_KEPT).fill(Number.NaN);
		rings.set(contract, ring);
	}
	ring[minute % MINUTES_KEPT] = mid;
}

/** Returns the current mid price of each shared contract with a fresh book, and the rate of each quote currency. */
function midsNow({ market, bookStaleMs }: State, now: number): ReadonlyMap<string, number> {
	const mids = new Map<string, number>();
	const inputs = market.inputs();
	const shared = new Set(sharedInstruments(inputs.map(({ instrument }) => instrument)));
	const quotes = new Set<string>();
	for (const input of inputs) {
		const mid = shared.has(input.instrument) ? freshMid(input, now - bookStaleMs) : undefined;
		if (mid === undefined) continue;
		mids.set(instrumentKey(input.instrument), mid);
		quotes.add(input.instrument.quote);
	}
	for (const quote of quotes) {
		if (quote === REFERENCE_QUOTE) continue;
		const { rate } = market.quoteRate(quote, REFERENCE_QUOTE);
		if (rate !== null) mids.set(quoteKey(quote), approximately(rate));
	}
	return mids;
}

function freshMid({ book, bookReceivedAt = 0 }: InstrumentInputs, since: number): number | undefined {
	const mid = book === undefined || bookReceivedAt < since ? undefined : midPrice(book);
	return mid === undefined ? undefined : approximately(mid);
}

/** Key of a quote currency among the contracts; no venue has this name. */
function quoteKey(quote: string): string {
	return `quote:${quote}`;
}

/** Stores the minutes up to `until` that are not stored yet. A failed write is repeated with the next sample. */
async function write(state: State, until: number): Promise<void> {
	const { store, rings, clock, log, isStored } = state;
	if (!isStored) return;
	try {
		for (
			let minute = Math.max(state.storedMinute, until - MINUTES_KEPT + 1) + 1;
			minute <= until;
			minute += 1
		) {
			const mids = new Map<string, number>();
			for (const [contract, ring] of rings) {
				const mid = ring[minute % MINUTES_KEPT] as number;
				if (!Number.isNaN(mid)) mids.set(contract, mid);
			}
			if (mids.size > 0) {
				while (await store.finishDay(minute)) await turn(clock);
				await store.add({ minute, mids });
			}
			state.storedMinute = minute;
		}
	} catch (error) {
		log.warn({ error, minutes: until - state.storedMinute }, 'cannot store mid prices; retrying');
	}
}

/** Lets other work run before the next slice of a day's end. */
function turn(clock: Clock): Promise<void> {
	return new Promise((resolve) => {
		clock.after(0, resolve);
	});
}

async function basis(
	state: State,
	{ long, short }: { readonly long: Instrument; readonly short: Instrument },
	every: 'minute' | 'hour',
	from: number,
	to: number,
): ReturnType<BasisHistory['basis']> {
	await state.loaded;
	const read = (contract: string) => samplesOf(state, contract, every, from, to);
	const [longs, shorts] = [await read(instrumentKey(long)), await read(instrumentKey(short))];
	const rates = long.quote === short.quote ? undefined : await ratesOf(read, long.quote, short.quote);
	return [...longs].flatMap(([at, longMid]) => {
		const shortMid = shorts.get(at);
		const rate = rates === undefined ? 1 : rates(at);
		if (shortMid === undefined || rate === undefined) return [];
		return [{ at, basis: (shortMid * rate) / longMid - 1 }];
	});
}

/** Returns the value of one unit of the short leg's currency in the long leg's at a time, if it was sampled. */
async function ratesOf(
	read: (contract: string) => Promise<ReadonlyMap<number, number>>,
	long: string,
	short: string,
): Promise<(at: number) => number | undefined> {
	const valuesOf = async (quote: string) =>
		quote === REFERENCE_QUOTE ? undefined : await read(quoteKey(quote));
	const [longs, shorts] = [await valuesOf(long), await valuesOf(short)];
	return (at) => {
		const [ofLong, ofShort] = [
			longs === undefined ? 1 : longs.get(at),
			shorts === undefined ? 1 : shorts.get(at),
		];
		return ofLong === undefined || ofShort === undefined ? undefined : ofShort / ofLong;
	};
}

/** Returns a contract's samples by time. The last day comes from memory, older hours from the store. */
async function samplesOf(
	{ rings, minute, store }: State,
	contract: string,
	every: 'minute' | 'hour',
	from: number,
	to: number,
): Promise<ReadonlyMap<number, number>> {
	const stored: readonly MidSample[] = every === 'minute' ? [] : await store.hours(contract, from, to);
	const samples = new Map(stored.map(({ at, mid }) => [at, mid]));
	const ring = rings.get(contract);
	const stepMs = every === 'minute' ? SAMPLE_MS : HOUR_MS;
	for (let past = minute - MINUTES_KEPT + 1; ring !== undefined && past <= minute; past += 1) {
		const mid = ring[past % MINUTES_KEPT] as number;
		const at = Math.floor((past * SAMPLE_MS) / stepMs) * stepMs;
		if (!Number.isNaN(mid) && at >= from && at <= to) samples.set(at, mid);
	}
	return samples;
}
