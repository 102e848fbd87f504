/** Changes contracts at run time, as exchanges do: tick size, lot size, name, funding interval and listing. */
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';
import {
	CHANGES,
	type ContractChange,
	changedInstrument,
	isClosedForGood,
	listedInstruments,
	writeChanges,
} from './contract-changes.ts';
import { settleForGood } from './delisting.ts';
import { commit, type ExchangeState, loadState, marketOf, reserveSequences } from './exchange-state.ts';
import { createMarket, type Market } from './market.ts';
import type { Instrument } from './types.ts';

/** Thrown if a contract change is refused; the message gives the reason. */
export class ContractError extends Error {
	override readonly name = 'ContractError';
}

export type ContractListing = {
	/** Changes tick and lot size. Resting orders keep their prices. @throws ContractError, ExchangeRefusal */
	setSteps(
		symbol: string,
		steps: { readonly tickSize: Decimal | undefined; readonly lotSize: Decimal | undefined },
	): Instrument;
	/**
	 * Renames a contract. Positions, orders and history continue under the new name, and the old name becomes
	 * unknown. @throws ContractError
	 */
	rename(symbol: string, to: string): Instrument;
	/** Makes the contract settle at `from` and then every `intervalMs`. @throws ContractError */
	setFundingInterval(
		symbol: string,
		interval: { readonly from: number; readonly intervalMs: number },
	): Instrument;
	/**
	 * Removes a contract without positions or orders from the list, or puts a contract back on it, even a delisted
	 * one.
	 * @throws ContractError
	 */
	setListed(symbol: string, listed: boolean): Instrument;
	/** Delists and settles the contracts whose announced delisting time is `now` or earlier. */
	closeDue(now: number): void;
};

export function createContractListing(
	state: ExchangeState,
	act: <T>(work: (now: number) => T) => T,
): ContractListing {
	const { changes } = state;

	function change(symbol: string, wish: Partial<ContractChange>): Instrument {
		const market = marketOf(state, symbol);
		const worldSymbol = worldSymbolOf(symbol);
		const next = { worldSymbol, symbol, ...changes.get(worldSymbol), ...wish };
		return keep(market, next);
	}

	function worldSymbolOf(symbol: string): string {
		for (const known of changes.values()) if (known.symbol === symbol) return known.worldSymbol;
		return symbol;
	}

	function keep(before: Market | undefined, next: ContractChange): Instrument {
		const made = state.madeInstruments.find(({ symbol }) => symbol === next.worldSymbol);
		if (made === undefined) throw new Error(`The world made ${next.worldSymbol}.`);
		const instrument = changedInstrument(made, next);
		const old = before?.instrument.symbol;
		commit(state, () => {
			changes.set(next.worldSymbol, next);
			state.store.setMeta(CHANGES, writeChanges(changes));
			if (old !== undefined && old !== next.symbol) state.store.renameSymbol(old, next.symbol);
		});
		// Settlements due until now were booked under the old schedule. The new one may settle earlier than the old
		// one would have, so the next check runs at once.
		state.settlementDueAt = 0;
		if (old !== undefined) state.markets.delete(old);
		if (next.unlisted !== true) state.markets.set(next.symbol, marketAfter(before, instrument));
		state.instruments = listedInstruments(state.madeInstruments, changes, state.terms);
		if (old !== undefined && old !== next.symbol) loadState(state);
		return instrument;
	}

	/**
	 * Returns the changed contract's market with the resting orders of the old one. Unless the name changed, the
	 * market also takes over the visible book and its listeners, so that they get the change as a normal update.
	 */
	function marketAfter(before: Market | undefined, instrument: Instrument): Market {
		const sequence = (before?.visible.sequence ?? state.sequencesReserved) + 1;
		reserveSequences(state, sequence);
		const market = createMarket(state.world, instrument, sequence);
		if (before === undefined) return market;
		for (const side of ['buy', 'sell'] as const)
			for (const resting of before.resting.side(side)) market.resting.add(resting);
		if (before.instrument.symbol !== instrument.symbol) return market;
		for (const listening of before.bookListeners) market.bookListeners.add(listening);
		for (const listener of before.tradeListeners) market.tradeListeners.add(listener);
		market.visible = before.visible;
		return market;
	}

	return {
		setSteps: (symbol, { tickSize, lotSize }) =>
			act(() => {
				for (const [what, step] of [
					['tick', tickSize],
					['lot', lotSize],
				] as const)
					if (step !== undefined && step <= 0n)
						throw new ContractError(`The ${what} was ${formatDecimal(step)}, limit above 0.`);
				return change(symbol, {
					...(tickSize === undefined ? {} : { tickSize: formatDecimal(tickSize) }),
					...(lotSize === undefined ? {} : { lotSize: formatDecimal(lotSize) }),
				});
			}),
		rename: (symbol, to) =>
			act(() => {
				const isTaken =
					state.madeInstruments.some((made) => made.symbol === to) && worldSymbolOf(symbol) !== to;
				if (isTaken || state.markets.has(to))
					throw new ContractError(`${state.name} has a contract ${to} already.`);
				return change(symbol, { symbol: to });
			}),
		setFundingInterval: (symbol, interval) =>
			act((now) => {
				if (interval.from <= now)
					throw new ContractError(`The interval must begin later than ${now}, was ${interval.from}.`);
				return change(symbol, { interval });
			}),
		setListed: (symbol, listed) =>
			act(() => {
				if (!listed) {
					if (isHeld(state, symbol)) throw new ContractError(`Somebody holds ${symbol}, or orders it.`);
					return change(symbol, { unlisted: true });
				}
				const known = [...changes.values()].find(
					(each) => each.symbol === symbol && (each.unlisted === true || each.closedAt !== undefined),
				);
				if (known === undefined) throw new ContractError(`${symbol} was not taken off the list.`);
				state.announcements.setDelisting(symbol, undefined);
				return keep(state.markets.get(symbol), { ...known, unlisted: undefined, closedAt: undefined });
			}),
		closeDue(now) {
			for (const symbol of state.announcements.delistedAt(now)) {
				const market = state.markets.get(symbol);
				if (market === undefined || isClosedForGood(changes, symbol)) continue;
				settleForGood(state, market, now);
				change(symbol, { closedAt: now });
			}
		},
	};
}

function isHeld(state: ExchangeState, symbol: string): boolean {
	if (!marketOf(state, symbol).resting.isEmpty()) return true;
	return [...state.accounts.values()].some(({ positions }) => positions.has(symbol));
}
