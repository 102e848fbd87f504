/** Sums over executions for the routes beside JSON-RPC. Decimals exact. */
import type { Decimal } from '../domain/decimal.ts';

/** Over the executions of all users. */
export type ServiceFigures = {
	/** Accepted, nothing sent yet. */
	readonly queued: number;
	/** Both legs open, nothing under way. */
	readonly running: number;
	/** All that have not ended: queued, opening, running, closing, and those that need a person. */
	readonly active: number;
	/**
	 * USD: price × quantity of every fill of an order of the service, on both legs, opening and closing, since the first start.
	 * What an exchange or somebody by hand took from a leg is no trade of the service.
	 */
	readonly volume: Decimal;
	/** How many fills that were, as the exchanges count them. */
	readonly trades: number;
	/**
	 * Percent: realised profit of all ended executions / Σ of the peaks of their deployed capital, so that each counts by its
	 * size. Null while none has ended that ever held anything.
	 */
	readonly averageRoi: Decimal | null;
	/** USD of capital that stands in open executions: cost of what both legs hold / leverage. */
	readonly deployed: Decimal;
};

/** USD; received and paid are both ≥ 0. */
export type FundingSums = { readonly received: Decimal; readonly paid: Decimal };

/** Reads the sums over all users, and the funding of one. */
export interface FiguresReader {
	/** The first call after a start reads the journals of all ended executions, in short pieces; then it answers at once. */
	service(): Promise<ServiceFigures>;
	/** Of one user: executions that have ended, and those that have not. */
	funding(userId: string): Promise<{ readonly closed: FundingSums; readonly running: FundingSums }>;
}
