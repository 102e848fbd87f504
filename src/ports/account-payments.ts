/** Payments of an account that are no trade: settled funding, and flows from and to the outside. */
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
	/** Signed coins at the instant, when the venue says. */
	readonly quantity: Decimal | null;
};

/** A change of the wallet that no trade, fee or settlement made: deposits, withdrawals, transfers, interest. */
export type ExternalFlowReport = {
	/** Unique per venue and account. */
	readonly recordId: string;
	readonly kind: string;
	/** What has moved; `amount` counts it. */
	readonly asset: string;
	/** Positive has come in. */
	readonly amount: Decimal;
	readonly at: number;
};
