/** Defines the options of the execution service. The caller owns clock, randomness, journal, market and accounts. */
import type { Decimal } from '../../domain/decimal.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Halt, HaltStore } from '../../ports/halts.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Market } from '../../ports/market.ts';
import type { Meters } from '../../ports/metrics.ts';
import type { OpportunityBook } from '../../ports/opportunities.ts';
import type { SelfChecks } from '../../ports/self-check.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { AccountCacheOptions } from '../drive/account-cache.ts';
import type { IsAgentStopped } from '../drive/agent-stops.ts';
import type { DriverOptions } from '../drive/driver.ts';
import type { KeptExecutions } from '../drive/execution-states.ts';
import type { SettlementOptions } from '../drive/settlements.ts';
import type { OrderServiceOptions } from './order-service-options.ts';

/** Everything that trading depends on. */
export type ExecutionServiceOptions = Pick<
	OrderServiceOptions,
	'random' | 'onAdmitted' | 'blockingGuards' | 'stability' | 'profitToday'
> & {
	readonly journal: Journal;
	/** Kill switches that were on at startup. */
	readonly standingHalts: readonly Halt[];
	readonly haltStore: HaltStore;
	/** The executions in memory; empty at first, and filled only by this service's driver. */
	readonly executions: KeptExecutions;
	readonly clock: Clock;
	readonly log: Logger;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
	readonly isAgentStopped: IsAgentStopped;
	/** Self-checks that an account must pass in this mode before anything is opened on it. */
	readonly selfChecks: Pick<SelfChecks, 'refusal' | 'hearStream'>;
	/** False in paper mode, in which no order rests at an exchange. */
	readonly restsAtExchanges?: boolean;
	readonly remainingNetOf: DriverOptions['remainingNetOf'];
	readonly limits: DriverOptions['limits'] &
		OrderServiceOptions['limits'] &
		AccountCacheOptions['limits'] & {
			readonly closeWaitMs: number;
			/** Time during which a close as maker may rest, unless the caller states one, milliseconds. */
			readonly closeMakerMs: number;
			/** Rise of the price basis after which a close as maker takes liquidity, basis points. */
			readonly closeMakerMoveBpsMax: Decimal;
			readonly previewTtlMs: number;
			/** Maximum age of a book that is used as a price. */
			readonly bookStaleMs: number;
			/** True if a third venue may hedge the unhedged leg at a silent venue. */
			readonly emergencyHedge: boolean;
			/** Time that a venue must be silent before a third venue may hedge. */
			readonly emergencyHedgeAfterMs: number;
		};
	readonly settlements: Pick<SettlementOptions, 'readDelaysMs' | 'sweepPeriodMs' | 'lateRecordMs'>;
	/** False if no states of executions are stored besides the journal. Default: true. */
	readonly keepsFolds?: boolean;
	readonly meters?: Pick<Meters, 'reconciliation' | 'exits'>;
	readonly tracer?: Tracer;
};
