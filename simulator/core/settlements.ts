/**
 * Books funding settlements. A position held at the settlement time pays or receives quantity × price × that
 * settlement's rate. The price is the mark price, or the index price if the exchange pays funding on its oracle
 * price.
 *
 * Every operation first books due settlements in order of time. An operation after a settlement time therefore always
 * follows the settlement, even if the process was not running then.
 */
import { add, type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { type AccountState, commit, type ExchangeState, marketOf, newId } from './exchange-state.ts';
import { announceTouched, changeWallet, type Touched, touch, writeTouched } from './fill-booking.ts';
import { fundingAmount } from './money-rounding.ts';
import type { HeldPosition } from './position.ts';
import { ROWS_MAX } from './store-pages.ts';
import type { FundingPayment, FundingState, Instrument, RangeQuery, Settlement } from './types.ts';

/** Maximum settlements that one history request considers. */
const HISTORY_ROWS_MAX = 20_000;

/** Returns the time of the next unbooked settlement of any instrument, milliseconds. */
export function nextDueAt(state: ExchangeState): number {
	let next = Number.POSITIVE_INFINITY;
	for (const instrument of state.instruments) {
		const upTo = state.settledUpTo.get(instrument.symbol);
		// An instrument that was never checked is due immediately, so that its latest past settlement gets recorded.
		if (upTo === undefined) return 0;
		next = Math.min(next, state.world.nextSettlementAt(instrument, upTo));
	}
	return next;
}

/** Books all settlements at or before `now`. */
export function bookDueSettlements(state: ExchangeState, now: number): void {
	const due: { readonly instrument: Instrument; readonly at: number }[] = [];
	const unheld: Instrument[] = [];
	for (const instrument of state.instruments) {
		const upTo = state.settledUpTo.get(instrument.symbol);
		if (upTo === undefined || !isHeld(state, instrument.symbol)) {
			unheld.push(instrument);
			continue;
		}
		let at = state.world.nextSettlementAt(instrument, upTo);
		while (at <= now) {
			due.push({ instrument, at });
			at = state.world.nextSettlementAt(instrument, at);
		}
	}
	due.sort((a, b) => a.at - b.at || (a.instrument.symbol < b.instrument.symbol ? -1 : 1));
	for (let first = 0; first < due.length; ) {
		const at = due[first]?.at ?? now;
		const together = due.slice(first).filter((each) => each.at === at);
		bookInstant(
			state,
			together.map(({ instrument }) => regularSettlement(state, instrument, at)),
			now,
		);
		first += together.length;
	}
	passUnheld(state, unheld, now);
}

function isHeld(state: ExchangeState, symbol: string): boolean {
	for (const account of state.accounts.values()) if (account.positions.has(symbol)) return true;
	return false;
}

/** Marks settlements of instruments without positions as done, because there is nothing to book. */
function passUnheld(state: ExchangeState, instruments: readonly Instrument[], now: number): void {
	const passed = instruments
		.map((instrument) => ({
			symbol: instrument.symbol,
			at: state.world.previousSettlementAt(instrument, now),
		}))
		.filter(({ symbol, at }) => at > (state.settledUpTo.get(symbol) ?? Number.NEGATIVE_INFINITY));
	if (passed.length === 0) return;
	commit(state, () => {
		for (const { symbol, at } of passed) {
			state.settledUpTo.set(symbol, at);
			state.store.putSettledUpTo(symbol, at);
		}
	});
}

function regularSettlement(state: ExchangeState, instrument: Instrument, at: number): Settlement {
	const { world } = state;
	return {
		symbol: instrument.symbol,
		at,
		rate: world.settledRate(instrument, at),
		mark: paidOn(state, instrument, at),
		// Just before `at`, the interval that ends at `at` is still in force.
		intervalMs: world.intervalMs(instrument, at - 1),
	};
}

/** Returns the price on which the exchange pays funding. */
function paidOn({ world, terms }: ExchangeState, instrument: Instrument, at: number): Decimal {
	return terms.paysOn === 'index' ? world.index(instrument, at) : world.mark(instrument, at);
}

function bookInstant(state: ExchangeState, settlements: readonly Settlement[], now: number): void {
	const touched: Touched = new Map();
	commit(state, () => {
		for (const settlement of settlements) {
			payAll(state, settlement, touched);
			state.settledUpTo.set(settlement.symbol, settlement.at);
			state.store.putSettledUpTo(settlement.symbol, settlement.at);
		}
		writeTouched(state, touched);
	});
	announceTouched(state, touched, now);
}

function payAll(state: ExchangeState, settlement: Settlement, touched: Touched): void {
	for (const account of state.accounts.values()) {
		const held = account.positions.get(settlement.symbol);
		if (held !== undefined && held.openedAt <= settlement.at) pay(state, account, held, settlement, touched);
	}
}

function pay(
	state: ExchangeState,
	account: AccountState,
	held: HeldPosition,
	{ symbol, at, rate, mark }: Settlement,
	touched: Touched,
): void {
	const amount = fundingAmount(held.quantity, mark, rate);
	const accountId = account.account.id;
	const payment: FundingPayment = {
		id: newId(state),
		accountId,
		symbol,
		at,
		rate,
		mark,
		quantity: held.quantity,
		amount,
	};
	state.store.insertPayment(payment);
	if (amount !== ZERO)
		changeWallet(state, account, { kind: 'funding', amount, at, symbol, reference: payment.id });
	account.positions.set(symbol, { ...held, realized: add(held.realized, amount) });
	touch(touched, account, symbol);
	state.outbox.add({ to: 'account', accountId, event: { kind: 'funding', payment } });
}

/**
 * Settles immediately, outside the schedule, at the predicted rate and the current mark or index price. The
 * settlement becomes part of the history.
 * @returns the new settlements, whose times may differ between symbols
 */
export function settleNow(
	state: ExchangeState,
	asked: string | undefined,
	now: number,
): readonly Settlement[] {
	const all = state.instruments.map(({ symbol }) => symbol);
	const symbols = asked === undefined ? all : [marketOf(state, asked).instrument.symbol];
	const settlements = symbols.map((symbol): Settlement => {
		const { instrument } = marketOf(state, symbol);
		return {
			symbol,
			at: freeInstant(state, instrument, now),
			rate: state.world.predictedRate(instrument, now),
			mark: paidOn(state, instrument, now),
			intervalMs: state.world.intervalMs(instrument, now),
		};
	});
	// Later events must not have earlier times than these settlements.
	state.latestAt = Math.max(state.latestAt, ...settlements.map((settlement) => settlement.at));
	const touched: Touched = new Map();
	commit(state, () => {
		for (const settlement of settlements) {
			state.store.insertExtraSettlement(settlement);
			payAll(state, settlement, touched);
		}
		writeTouched(state, touched);
	});
	announceTouched(state, touched, now);
	return settlements;
}

/** Returns `now`, or the next millisecond at which this instrument has no settlement. */
function freeInstant(state: ExchangeState, instrument: Instrument, now: number): number {
	const latest = state.store.extraSettlements(instrument.symbol, now, Number.MAX_SAFE_INTEGER, 1)[0];
	let at = Math.max(now, latest === undefined ? now : latest.at + 1);
	while (state.world.previousSettlementAt(instrument, at) === at) at += 1;
	return at;
}

export function fundingState(state: ExchangeState, instrument: Instrument, now: number): FundingState {
	const { world } = state;
	const extra = state.store.extraSettlements(instrument.symbol, 0, now, 1)[0];
	const regularAt = world.previousSettlementAt(instrument, now);
	const isExtra = extra !== undefined && extra.at > regularAt;
	return {
		predictedRate: world.predictedRate(instrument, now),
		nextSettlementAt: world.nextSettlementAt(instrument, now),
		previousSettlementAt: isExtra ? extra.at : regularAt,
		previousRate: isExtra ? extra.rate : rateAt(state, instrument, regularAt),
		intervalMs: world.intervalMs(instrument, now),
	};
}

/** An instrument has no settlements before it was listed. */
function rateAt(state: ExchangeState, instrument: Instrument, at: number): Decimal {
	return at < instrument.listedAt ? ZERO : state.world.settledRate(instrument, at);
}

/**
 * Returns settled funding rates, newest first: the world's rates since the listing, and those settled outside the
 * schedule.
 */
export function fundingHistory(
	state: ExchangeState,
	instrument: Instrument,
	query: RangeQuery,
	now: number,
): readonly Settlement[] {
	const { world } = state;
	const limit = Math.min(Math.max(0, query.limit), ROWS_MAX);
	const wanted = Math.min((query.offset ?? 0) + limit, HISTORY_ROWS_MAX);
	const from = Math.max(query.from ?? 0, instrument.listedAt);
	const to = Math.min(query.to ?? now, now);
	const rows = state.store.extraSettlements(instrument.symbol, from, to, wanted);
	let at = world.previousSettlementAt(instrument, to);
	for (let count = 0; count < wanted && at >= from; count += 1) {
		rows.push(regularSettlement(state, instrument, at));
		at = world.previousSettlementAt(instrument, at - 1);
	}
	rows.sort((a, b) => b.at - a.at);
	const first = query.offset ?? 0;
	return rows.slice(first, first + limit);
}
