/** Payments of an account other than trades: settled funding, and external flows. */
import type { Decimal } from '../domain/decimal.ts';

/** One settlement of funding that the account paid or received. */
export type FundingPaymentReport = {
	/** Unique per venue and account. */
	readonly recordId: string;
	readonly symbol: string;
	/** The settlement instant. */
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** Positive is received, USD. */
	readonly amount: Decimal;
	/** Signed coins at the instant; null if the venue does not state it. */
	readonly quantity: Decimal | null;
};

/** A change of the wallet without a trade, fee or settlement: deposits, withdrawals, transfers, interest. */
export type ExternalFlowReport = {
	/** Unique per venue and account. */
	readonly recordId: string;
	readonly kind: string;
	/** The moved asset; `amount` is in its units. */
	readonly asset: string;
	/** Positive is incoming. */
	readonly amount: Decimal;
	readonly at: number;
};
