/** Sums over executions for the routes beside JSON-RPC. Decimals exact. */
import type { Decimal } from '../domain/decimal.ts';

/** Over the executions of all users. */
export type ServiceFigures = {
	/** Accepted, nothing sent yet. */
	readonly queued: number;
	/** Both legs open, no order in flight. */
	readonly running: number;
	/** All open ones: queued, opening, running, closing, and those that need manual attention. */
	readonly active: number;
	/**
	 * USD: price × quantity of every fill of the service's orders, on both legs, opening and closing, since the first
	 * start. Reductions by an exchange and manual trades are not trades of the service.
	 */
	readonly volume: Decimal;
	/** Number of these fills, as the exchanges count them. */
	readonly trades: number;
	/**
	 * Percent: realised profit of all ended executions / Σ of their peak deployed capital, so that each counts by its
	 * size. Null until one that held something has ended.
	 */
	readonly averageRoi: Decimal | null;
	/** USD of capital deployed in open executions: cost of both legs' holdings / leverage. */
	readonly deployed: Decimal;
};

/** USD; received and paid are both ≥ 0. */
export type FundingSums = { readonly received: Decimal; readonly paid: Decimal };

/** Reads the sums over all users, and the funding of one. */
export interface FiguresReader {
	/**
	 * The first call after a start reads the journals of all ended executions, in short pieces; later calls answer at
	 * once.
	 */
	service(): Promise<ServiceFigures>;
	/** Funding of one user: ended executions, and open ones. */
	funding(userId: string): Promise<{ readonly closed: FundingSums; readonly running: FundingSums }>;
}
