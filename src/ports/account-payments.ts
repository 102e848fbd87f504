/** Defines an account's payments other than trades: settled funding, and external flows. */
import type { Decimal } from '../domain/decimal.ts';
import type { FlowCause } from '../domain/event.ts';

/** One funding settlement that the account paid or received. */
export type FundingPaymentReport = {
	/** Id of the venue's record, unique per venue and account. */
	readonly recordId: string;
	readonly symbol: string;
	/** Settlement instant, milliseconds. */
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** Amount of the payment, USD; positive if the account received it. */
	readonly amount: Decimal;
	/** Signed position at the settlement instant, coins; null if the venue does not report it. */
	readonly quantity: Decimal | null;
};

/** A wallet change other than a trade, a fee or a settlement: a deposit, withdrawal, transfer or interest. */
export type ExternalFlowReport = {
	/** Id of the venue's record, unique per venue and account. */
	readonly recordId: string;
	/** The venue's own name for the kind of change. */
	readonly kind: string;
	readonly cause: FlowCause;
	/** Asset whose balance changed. */
	readonly asset: string;
	/** Change in the balance, in units of `asset`; positive if incoming. */
	readonly amount: Decimal;
	readonly at: number;
};
