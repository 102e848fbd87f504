/**
 * Brings a simulated exchange up to the current time before each of its actions: delistings, dead-man switches and
 * moves of money that are due, settlements, markets with resting orders, the requested market, and positions without
 * enough margin.
 */
import { currentTime, type ExchangeState, marketOf } from './exchange-state.ts';
import { takeOverLost } from './liquidation.ts';
import type { Market } from './market.ts';
import { advanceMarket } from './market-advance.ts';
import { bookDueSettlements, nextDueAt } from './settlements.ts';

/** Steps that bring the exchange up to the current time, alone or before an action. */
export type CatchUp = {
	/** Executes due work and settlements, and returns the time of this step. */
	readonly settle: () => number;
	/** Takes over positions without enough margin, at most once per millisecond. Markets must be up to date. */
	readonly check: (now: number) => void;
	/** Brings the exchange up to the current time, performs the action, and notifies listeners. */
	readonly act: <T>(act: (now: number) => T, symbol?: string) => T;
	/** Performs the action, then takes over positions that have lost their margin because of it. */
	readonly actAndCheck: <T>(act: (now: number) => T) => T;
	/** Performs the action on one market, which is then up to date. */
	readonly onMarket: <T>(symbol: string, act: (market: Market, now: number) => T) => T;
};

/** @param runDue executes due delistings, dead-man switches and moves of money */
export function createCatchUp(state: ExchangeState, runDue: (now: number) => void): CatchUp {
	let checkedAt = 0;

	function settle(): number {
		const now = currentTime(state);
		runDue(now);
		if (now >= state.settlementDueAt) {
			bookDueSettlements(state, now);
			state.settlementDueAt = nextDueAt(state);
		}
		return now;
	}

	function check(now: number): void {
		if (checkedAt >= now) return;
		checkedAt = now;
		takeOverLost(state, now);
	}

	function act<T>(run: (now: number) => T, symbol?: string): T {
		try {
			const now = settle();
			for (const market of state.markets.values()) {
				if (!market.resting.isEmpty() || market.instrument.symbol === symbol) {
					advanceMarket(state, market, now);
				}
			}
			check(now);
			return run(now);
		} finally {
			state.outbox.deliver();
		}
	}

	return {
		settle,
		check,
		act,
		actAndCheck: (run) =>
			act((now) => {
				const done = run(now);
				takeOverLost(state, now);
				return done;
			}),
		onMarket(symbol, run) {
			const market = marketOf(state, symbol);
			return act((now) => run(market, now), symbol);
		},
	};
}
