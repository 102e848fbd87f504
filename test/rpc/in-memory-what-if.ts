/** Provides what-if for a caller with one pair: 1,000 USD long at KuCoin and short at Bybit, 550 USD of equity each. */
import type { ShockAccount, ShockBook, ShockLeg } from '../../src/planner/shock-types.ts';
import { shocked } from '../../src/planner/shocks.ts';
import { createSqueezeReplays } from '../../src/portfolio/squeeze-replays.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { PortfolioReader } from '../../src/ports/portfolio.ts';
import type { Replays } from '../../src/ports/replays.ts';
import type { ShockReader, WhatIf } from '../../src/ports/what-if.ts';
import { shownNameOf } from '../../src/venues/facts.ts';

/** Id of the pair's execution. */
export const HELD_EXECUTION = 'exec_9d2e4f6081a3c5e73f9a1c5b';
/** Id of an execution that no recorded data have. */
const LEFT_OUT = 'exec_9d2e4f6081a3c5e73f9a1c5c';
const SYMBOLS: Readonly<Record<string, string>> = { kucoin: 'XBTUSDTM', bybit: 'BTCUSDT' };

/** Creates what-if with the pair of the reference's example. */
export function inMemoryWhatIf(clock: Clock, replays: Replays, portfolio: PortfolioReader): WhatIf {
	const reader: ShockReader = {
		async shock(userId, shock, { executionId, leverage }) {
			// The portfolio refuses an execution that is not the caller's.
			if (executionId !== undefined && executionId !== HELD_EXECUTION)
				await portfolio.live({ userId, executionId, includeClosed: false, page: 1, limit: 1 });
			const now = clock.now();
			const result = shocked({ ...BOOK, leverage, now }, shock);
			return { ...result, asOf: now, reasons: [] };
		},
		holdings: async () => ({
			held: [
				{
					executionId: HELD_EXECUTION,
					coin: 'BTC',
					long: 'binance',
					short: 'bybit',
					legUsd: 1_000,
					leverage: 2,
				},
				{ executionId: LEFT_OUT, coin: 'SOL', long: 'kucoin', short: 'bybit', legUsd: 100, leverage: 2 },
			],
			equity: 1_100,
		}),
	};
	return createSqueezeReplays({ reader, replays });
}

const BOOK: Pick<ShockBook, 'accounts' | 'executions'> = {
	accounts: [account('kucoin', 1_000), account('bybit', -1_000)],
	executions: [
		{
			executionId: HELD_EXECUTION,
			symbol: 'BTCUSDT',
			coin: 'BTC',
			long: leg('kucoin'),
			short: leg('bybit'),
			expectedCarry: 0.01,
			exitDistance: null,
		},
	],
};

function account(exchange: string, notional: number): ShockAccount {
	return {
		exchange,
		shownName: shownNameOf(exchange),
		equity: 550,
		available: 50,
		positions: [
			{
				symbol: SYMBOLS[exchange] ?? '',
				coin: 'BTC',
				notional,
				maintenance: 0.02,
				isolatedEquity: 500,
				leverage: 2,
				sigmaHourly: 0.01,
				adlRank: null,
				fundingRate: 0.0001,
				fundingHours: 8,
				fundingCap: 0.003,
				fundingFloor: -0.003,
			},
		],
	};
}

function leg(exchange: string): ShockLeg {
	return {
		exchange,
		shownName: shownNameOf(exchange),
		symbol: SYMBOLS[exchange] ?? '',
		notional: 1_000,
		cost: 0.001,
		adlRank: null,
		entryDistance: 0.48,
	};
}
