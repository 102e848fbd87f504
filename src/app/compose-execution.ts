/**
 * Composes trading and its accounting: the execution service, today's profit, account snapshots, figures and the
 * portfolio. The running service, the test fixture, the simulation and the benches all call `composeExecution`.
 */
import { type Decimal, divDown, mulDown, sub } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import { createExecutionStates, type KeptExecutions } from '../engine/drive/execution-states.ts';
import { type ExecutionService, openExecutionService } from '../engine/orders/execution-service.ts';
import type { ExecutionServiceOptions } from '../engine/orders/execution-service-options.ts';
import { blockingGuards } from '../opportunities/guards.ts';
import { type AccountSnapshots, createAccountSnapshots } from '../portfolio/account-snapshot.ts';
import { createProfitBase } from '../portfolio/profit-base.ts';
import { createProfitToday } from '../portfolio/profit-today.ts';
import { createPortfolioReader, type RunningPortfolioReader } from '../portfolio/reader.ts';
import { createServiceFigures } from '../portfolio/service-figures.ts';
import { createEndedFigures, type EndedFigures } from '../portfolio/totals.ts';
import { createVolatilityWatch, type VolatilityWatch } from '../portfolio/volatility.ts';
import { createWhatIf } from '../portfolio/what-if.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { FiguresReader } from '../ports/service-figures.ts';
import type { ShockReader } from '../ports/what-if.ts';
import { USUAL_PACE } from './service-pace.ts';

/** Dependencies of execution. `composeExecution` supplies its own values for omitted fields. */
export type ExecutionParts = Omit<ExecutionServiceOptions, MadeHere> &
	Partial<Pick<ExecutionServiceOptions, 'executions' | 'onAdmitted' | 'remainingNetOf' | 'settlements'>> & {
		/** Codes of guards that block no opening. Default: none. */
		readonly rulesOff?: ReadonlySet<string>;
		/** Returns the settlements that the venues have published. */
		readonly settledRates: FundingHistory['settled'];
		/**
		 * Called between short pieces of long work. If it returns undefined, the work continues now; otherwise it
		 * continues when the promise resolves.
		 */
		readonly pause?: () => Promise<void> | undefined;
	};

type MadeHere =
	| 'profitToday'
	| 'blockingGuards'
	| 'executions'
	| 'onAdmitted'
	| 'remainingNetOf'
	| 'settlements';

/** Execution and its accounting. No execution continues until `executionService.recover` is called. */
export type Execution = {
	readonly executionService: ExecutionService;
	readonly executions: KeptExecutions;
	readonly ended: EndedFigures;
	readonly snapshots: AccountSnapshots;
	readonly figures: FiguresReader;
	readonly volatility: VolatilityWatch;
	readonly portfolio: RunningPortfolioReader;
	readonly whatIf: ShockReader;
	/** Stops sending orders. Resolves once idle dead-man switches are disarmed. */
	readonly close: () => Promise<void>;
};

const SNAPSHOT_AGE_MS_MAX = 1_000;
const VENUE_WAIT_MS = 6_000;

/** Composes execution over the given journal, market and accounts. */
export function composeExecution(parts: ExecutionParts): Execution {
	const { journal, clock, market, accounts, limits, opportunities } = parts;
	const executions = parts.executions ?? createExecutionStates();
	const ended = createEndedFigures(journal, parts.pause);
	const profitBase = createProfitBase(journal);
	const markAgeMsMax = limits.tickerStaleMs;
	const executionService = openExecutionService({
		onAdmitted: () => {},
		remainingNetOf: (state) => remainingNet(opportunities, state),
		settlements: USUAL_PACE.settlements,
		...parts,
		executions,
		blockingGuards: (record) => blockingGuards(record).filter((code) => !parts.rulesOff?.has(code)),
		profitToday: createProfitToday({
			base: profitBase,
			ended,
			states: executions.statesOf,
			market,
			clock,
			markAgeMsMax,
		}),
	});
	const snapshots = createAccountSnapshots({
		journal,
		clock,
		ended,
		journalIdOf: accounts.journalId,
		statesOf: executions.statesOf,
		onInstrument: executions.onInstrument,
		sweepFunding: executionService.sweepFunding,
		market,
	});
	accounts.onOpened(snapshots.ensureBaseline);
	const volatility = createVolatilityWatch({ market, clock, markAgeMsMax });
	const read = sharedSources(parts, executions, { snapshots, volatility });
	return {
		executionService,
		executions,
		ended,
		snapshots,
		figures: composeFigures(parts, executions, ended),
		volatility,
		portfolio: createPortfolioReader({
			...read,
			stayOutlook: executionService.stayOutlook,
			settledRates: parts.settledRates,
			progressOf: executionService.progressOf,
			ended,
			profitBase,
		}),
		whatIf: createWhatIf(read),
		close() {
			const disarmed = executionService.close();
			snapshots.close();
			volatility.close();
			return disarmed;
		},
	};
}

/** Returns the sources that the portfolio and what-if share. */
function sharedSources(
	{ journal, market, opportunities, accounts, clock, log, limits }: ExecutionParts,
	executions: KeptExecutions,
	own: { readonly snapshots: AccountSnapshots; readonly volatility: VolatilityWatch },
) {
	return {
		...own,
		journal,
		market,
		expectedCarry: opportunities.expectedCarry,
		accounts,
		clock,
		log,
		statesOf: executions.statesOf,
		snapshotAgeMsMax: SNAPSHOT_AGE_MS_MAX,
		venueWaitMs: VENUE_WAIT_MS,
		markAgeMsMax: limits.tickerStaleMs,
	};
}

/** Composes figures for all executions. They are updated as the executions change. */
function composeFigures(
	{ journal }: ExecutionParts,
	executions: KeptExecutions,
	ended: EndedFigures,
): FiguresReader {
	const figures = createServiceFigures({ journal, ended, states: executions.states });
	executions.onChange((state) => {
		ended.update(state);
		figures.onChange(state);
	});
	return figures;
}

/**
 * Computes the expected net return of the part of the plan that is not open yet, at the plan's terms and base-tier
 * fees. Returns undefined if it is unknown.
 */
function remainingNet(opportunities: OpportunityBook, { plan, held }: ExecutionState): Decimal | undefined {
	const share = divDown(sub(plan.quantity, held.long), plan.quantity);
	const terms = {
		...DEFAULT_TERMS,
		amount: mulDown(plan.amount, share),
		leverage: plan.leverage,
		mode: plan.mode,
	};
	return opportunities.record(plan.opportunityId, terms)?.net.expectedNet ?? undefined;
}
