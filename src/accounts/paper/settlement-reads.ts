/**
 * Pays an account's funding settlements. It requests the venue's settled rates from time to time, and after each
 * settlement of a held instrument. Each request goes back to a day before the last booked settlement. Every
 * settlement that is not booked yet is then paid if the account held a position at that time. This also catches up on
 * settlements missed while the process was down, at the venue's own rates.
 */

import type { Decimal } from '../../domain/decimal.ts';
import type { SettledRate } from '../../domain/funding.ts';
import type { PaperHolding, PaperState } from '../../ports/paper-store.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import type { Draft } from './account-draft.ts';
import { heldAt, paymentOf } from './settlement-payments.ts';
import type { VenueSurroundings } from './venue-surroundings.ts';

/**
 * Delays of the rate requests after a settlement instant, milliseconds. A venue may publish its rate about 20 s late
 * (KuCoin's help pages, read 2026-11).
 */
const READS_MS = [300, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 45_000] as const;
/** Time after the account's last fill in an instrument during which its settlements are still read, milliseconds. */
const LATE_MS = 10 * 60_000;
const READ_BACK_MS = 24 * 3_600_000;
/** Maximum age of a price that counts as the price at the settlement instant, milliseconds. */
const PRICE_AGE_MS_MAX = 5_000;
/** Tolerance for jitter in the venues' timestamps, milliseconds. */
const JITTER_MS = 1_000;
const INSTANTS_KEPT = 4;

type Seen = {
	/** Next settlement time according to the venue; undefined until the venue has reported one. */
	next: number | undefined;
	price: { readonly price: Decimal; readonly at: number } | undefined;
	/** Prices at the latest few settlement instants, USD per coin, by instant. */
	readonly fixed: Map<number, Decimal>;
	reading: boolean;
};

type Reads = {
	readonly around: VenueSurroundings;
	readonly account: {
		readonly state: () => PaperState;
		/** Resolves to false if the change could not be stored. */
		readonly change: (work: (draft: Draft) => Promise<void>) => Promise<boolean>;
	};
	readonly timers: Set<() => void>;
	readonly seen: Map<string, Seen>;
	closed: boolean;
};

/** Starts paying the settlements for an account's positions. */
export function createSettlementReads(
	around: VenueSurroundings,
	account: {
		readonly state: () => PaperState;
		/** Resolves to false if the change could not be stored. */
		readonly change: (work: (draft: Draft) => Promise<void>) => Promise<boolean>;
	},
) {
	const reads: Reads = {
		around,
		account,
		timers: new Set(),
		seen: new Map(),
		closed: false,
	};
	return {
		/** Starts the regular reads. Call it once. */
		begin(): void {
			reads.timers.add(around.clock.every(around.sweepMs, () => sweep(reads)));
			later(reads, 0, () => sweep(reads));
		},
		onTicker: (symbol: string, ticker: InstrumentTicker) => onTicker(reads, symbol, ticker),
		close(): void {
			reads.closed = true;
			for (const cancel of reads.timers) cancel();
		},
	};
}

function later(reads: Reads, delayMs: number, task: () => void): void {
	const cancel = reads.around.clock.after(delayMs, () => {
		reads.timers.delete(cancel);
		task();
	});
	reads.timers.add(cancel);
}

function isConcerned(reads: Reads, { quantity, filledAt }: PaperHolding): boolean {
	return quantity !== 0n || filledAt > reads.around.now() - LATE_MS;
}

function sweep(reads: Reads): void {
	for (const holding of reads.account.state().holdings.values())
		if (isConcerned(reads, holding)) void read(reads, holding.symbol);
}

function seenOf(reads: Reads, symbol: string): Seen {
	const known = reads.seen.get(symbol);
	if (known !== undefined) return known;
	const fresh: Seen = { next: undefined, price: undefined, fixed: new Map(), reading: false };
	reads.seen.set(symbol, fresh);
	return fresh;
}

function onTicker(reads: Reads, symbol: string, ticker: InstrumentTicker): void {
	const holding = reads.account.state().holdings.get(symbol);
	if (holding === undefined || !isConcerned(reads, holding)) return;
	const price = settlementTermsOf(reads.around.venue).paidOn === 'mark' ? ticker.mark : ticker.index;
	const entry = seenOf(reads, symbol);
	const now = reads.around.now();
	if (entry.next !== undefined && now >= entry.next) pass(reads, symbol, entry, entry.next, price);
	const next = ticker.funding?.nextSettlementAt;
	if (next !== undefined && next > now) entry.next = next;
	if (price !== null) entry.price = { price, at: now };
}

/**
 * Runs at the first ticker after a settlement instant. It fixes the price for the instant and schedules the reads of
 * the settled rate.
 */
function pass(reads: Reads, symbol: string, entry: Seen, instant: number, after: Decimal | null): void {
	entry.next = undefined;
	const before = entry.price;
	const isOfInstant = before !== undefined && instant - before.at <= PRICE_AGE_MS_MAX;
	const price = isOfInstant ? before.price : after;
	if (price !== null) entry.fixed.set(instant, price);
	const oldest = [...entry.fixed.keys()].at(-1 - INSTANTS_KEPT);
	if (oldest !== undefined) entry.fixed.delete(oldest);
	const passedAt = reads.around.clock.monotonic();
	later(reads, READS_MS[0], () => void readUntilBooked(reads, symbol, instant, passedAt));
}

/** Reads the rates until the settlement is paid, each time after the next of the delays. */
async function readUntilBooked(
	reads: Reads,
	symbol: string,
	instant: number,
	passedAt: number,
): Promise<void> {
	const isBooked = (): boolean =>
		(reads.account.state().holdings.get(symbol)?.fundedTo ?? 0) >= instant - JITTER_MS;
	if (isBooked()) return;
	await read(reads, symbol);
	const age = reads.around.clock.monotonic() - passedAt;
	const next = READS_MS.find((delayMs) => delayMs > age);
	if (next === undefined || reads.closed || isBooked()) return;
	later(reads, next - age, () => void readUntilBooked(reads, symbol, instant, passedAt));
}

async function read(reads: Reads, symbol: string): Promise<void> {
	const entry = seenOf(reads, symbol);
	const holding = reads.account.state().holdings.get(symbol);
	if (reads.closed || entry.reading || holding === undefined) return;
	entry.reading = true;
	try {
		const now = reads.around.now();
		const { rates } = await reads.around.reads.fetchSettledRates(
			symbol,
			Math.max(0, holding.fundedTo - READ_BACK_MS),
			now,
			'prompt',
		);
		if (!reads.closed) await book(reads, symbol, [...rates].reverse());
	} catch (error) {
		reads.around.log.warn(
			{ venue: reads.around.venue, symbol, error },
			'settled rates could not be read; the service books the funding of a paper account later',
		);
	} finally {
		entry.reading = false;
	}
}

/** @param rates settled rates, oldest first */
async function book(reads: Reads, symbol: string, rates: readonly SettledRate[]): Promise<void> {
	if (rates.length === 0) return;
	await reads.account.change(async (draft) => {
		const unpaid = await unpaidOf(reads, symbol, rates);
		const [first] = unpaid;
		if (first === undefined) return;
		const { store } = reads.around;
		const { accountId } = draft.state().account;
		const after = await store.fills(accountId, first.settledAt + 1, Number.MAX_SAFE_INTEGER, symbol);
		for (const rate of unpaid) {
			const holding = draft.state().holdings.get(symbol);
			if (holding === undefined) return;
			const held = heldAt(holding, after, rate.settledAt);
			const price = priceAt(reads, symbol, rate.settledAt);
			// Without a price, leave this settlement and all later ones to the next read.
			if (held !== 0n && price === undefined) return;
			const payment = price === undefined ? undefined : paymentOf(symbol, rate, held, price);
			if (payment !== undefined) draft.pay(payment);
			if (rate.settledAt > holding.fundedTo)
				draft.put({ holdings: [{ ...holding, fundedTo: rate.settledAt }] });
		}
	});
}

/** Returns the rates that the account has not booked, oldest first. Two rates of one instant count once. */
async function unpaidOf(
	reads: Reads,
	symbol: string,
	rates: readonly SettledRate[],
): Promise<readonly SettledRate[]> {
	const { accountId } = reads.account.state().account;
	const from = (rates[0]?.settledAt ?? 0) - JITTER_MS;
	const to = (rates.at(-1)?.settledAt ?? 0) + JITTER_MS;
	const booked = (await reads.around.store.payments(accountId, symbol, from, to)).map(
		({ settledAt }) => settledAt,
	);
	const unpaid: SettledRate[] = [];
	for (const rate of rates) {
		const isNear = (at: number): boolean => Math.abs(at - rate.settledAt) <= JITTER_MS;
		if (!booked.some(isNear) && !unpaid.some(({ settledAt }) => isNear(settledAt))) unpaid.push(rate);
	}
	return unpaid;
}

function priceAt(reads: Reads, symbol: string, instant: number): Decimal | undefined {
	const entry = seenOf(reads, symbol);
	for (const [fixedAt, price] of entry.fixed) if (Math.abs(fixedAt - instant) <= JITTER_MS) return price;
	return entry.price?.price;
}
