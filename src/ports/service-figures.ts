/** Defines totals over executions for the HTTP routes other than JSON-RPC. Decimals are exact. */
import type { Decimal } from '../domain/decimal.ts';

/** Totals over all users' executions. */
export type ServiceFigures = {
	/** Number of accepted executions for which nothing has been sent yet. */
	readonly queued: number;
	/** Number of executions with both legs open and no order in flight. */
	readonly running: number;
	/** Number of all open executions: queued, opening, running, closing, or in need of manual attention. */
	readonly active: number;
	/**
	 * Traded value since the service's first start, USD: price × quantity summed over every fill of the service's
	 * orders, on both legs, opening and closing. Reductions by an exchange and manual trades do not count.
	 */
	readonly volume: Decimal;
	/** Number of fills of the service's orders, as the exchanges count them. */
	readonly trades: number;
	/**
	 * Realised profit of all ended executions divided by the sum of their peak deployed capital, percent. Each
	 * execution is therefore weighted by its size. Null until an execution that held a position has ended.
	 */
	readonly averageRoi: Decimal | null;
	/** Capital deployed in open executions, USD: the cost of both legs' holdings / leverage. */
	readonly deployed: Decimal;
};

/** Funding totals, USD. `received` and `paid` are both ≥ 0. */
export type FundingSums = { readonly received: Decimal; readonly paid: Decimal };

/** Reads the totals over all users, and one user's funding. */
export interface FiguresReader {
	/**
	 * Returns the totals. After a start of the service, the first call reads all ended executions' journals in short
	 * pieces. Later calls respond at once.
	 */
	service(): Promise<ServiceFigures>;
	/** Returns one user's funding for ended executions and for open ones. */
	funding(userId: string): Promise<{ readonly closed: FundingSums; readonly running: FundingSums }>;
}
