/** Provides histories, which the service's own reader computes from a few given samples and one open execution. */
import type { Services } from '../../src/api/rpc/method.ts';
import { parseDecimal as d, ZERO } from '../../src/domain/decimal.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { createPerformanceReader } from '../../src/portfolio/performance.ts';
import { createEndedFigures } from '../../src/portfolio/totals.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { MINUTE_MS } from '../../src/ports/money-samples.ts';
import { JOURNAL } from './in-memory-figures.ts';
import { NOW_MS } from './in-memory-trading.ts';

const OPEN = foldExecution(JOURNAL);
/** Id of the first execution that a conversation opens. */
const FIRST_ID = 'exec_000000000000000000000001';

/**
 * Every user has two samples of one account, between which 50.5 USD were deposited, and the execution of
 * `inMemoryFigures`, sampled once without a mark.
 */
export function inMemoryPerformance(clock: Clock): Pick<Services, 'moneyHistory'> {
	const account = { exchange: 'bybit', account: 'account:a' };
	return {
		moneyHistory: createPerformanceReader({
			samples: {
				accounts: async () => [
					{ ...account, at: NOW_MS - MINUTE_MS, equity: d('1000.1'), externalFlows: ZERO },
					{ ...account, at: NOW_MS, equity: d('1050.7'), externalFlows: d('50.5') },
				],
				execution: async () => [
					{
						at: NOW_MS,
						pricePnl: null,
						fundingPnl: d('0.12'),
						feeCost: d('0.6'),
						slippageCost: ZERO,
						delta: d('12'),
						deltaUsd: null,
						basis: null,
					},
				],
				span: async () => ({ first: NOW_MS - MINUTE_MS, last: NOW_MS }),
			},
			failingSince: () => undefined,
			journal: { findExecution: async () => undefined },
			ended: createEndedFigures({ userExecutions: async () => [], readExecution: async () => [] }),
			forecasts: { ofExecutions: async () => new Map() },
			statesOf: (userId) => [{ ...OPEN, plan: { ...OPEN.plan, executionId: FIRST_ID, userId } }],
			clock,
		}),
	};
}
