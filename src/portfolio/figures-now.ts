/** Defines a user's accounts and open executions at one time, as the portfolio and the samplers read them. */
import type { ExecutionState } from '../domain/execution.ts';
import type { ExecutionLedger, Marks } from '../domain/ledger.ts';
import type { PortfolioRecord } from '../ports/portfolio.ts';
import type { ExecutionFigures } from './execution-figures.ts';

/** An open execution with its figures, current marks, and its ledger valued at them. */
export type OpenNow = {
	readonly state: ExecutionState;
	readonly figures: ExecutionFigures;
	readonly marks: Marks;
	readonly ledger: ExecutionLedger;
};

/** A user's accounts and open executions at one time, for stored samples. */
export type FiguresNow = {
	/** Account records, each with the account's journal id. */
	readonly accounts: readonly (PortfolioRecord['accounts'][number] & { readonly account: string })[];
	readonly open: readonly OpenNow[];
};
