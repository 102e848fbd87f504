/** Defines an account's payments other than trades: settled funding, and external flows. */
import type { Decimal } from '../domain/decimal.ts';

/** One funding settlement that the account paid or received. */
export type FundingPaymentReport = {
	/** Unique per venue and account. */
	readonly recordId: string;
	readonly symbol: string;
	/** The settlement instant. */
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** USD; positive if the account received it. */
	readonly amount: Decimal;
	/** Signed position at the instant, coins; null if the venue does not state it. */
	readonly quantity: Decimal | null;
};

/** A wallet change without a trade, fee or settlement: a deposit, withdrawal, transfer or interest. */
export type ExternalFlowReport = {
	/** Unique per venue and account. */
	readonly recordId: string;
	readonly kind: string;
	/** The moved asset; `amount` is in units of this asset. */
	readonly asset: string;
	/** Positive if incoming. */
	readonly amount: Decimal;
	readonly at: number;
};
