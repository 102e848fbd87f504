/** The preview of a close. Decimals exact; null is unknown. */
import type { Decimal } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ExecutionStatus } from '../domain/status.ts';

/** Possible effects of a close, by the state of the execution. */
export const CLOSE_ACTIONS = ['nothing', 'cancel', 'stop_opening', 'close', 'close_share', 'wait'] as const;

/**
 * Result of a leg, or of both, after the close, and its parts, USD. Costs are positive: expected_pnl = price_pnl +
 * closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage. Null is unknown.
 */
export type CloseResult = {
	/** Result of the part to close, from its average entry price to the mid price. */
	readonly pricePnl: Decimal | null;
	/** Result of the parts closed before, fill to fill. */
	readonly closedPnl: Decimal;
	/** Booked so far: received − paid. */
	readonly fundingPnl: Decimal;
	/** Fees of all fills so far. */
	readonly feesPaid: Decimal;
	readonly exitFees: Decimal | null;
	/** From the mid price to the fill price of the closing order. */
	readonly exitSlippage: Decimal | null;
	readonly expectedPnl: Decimal | null;
};

/** One leg in the preview of a close. Prices are USD per coin. */
export type ClosePreviewLeg = {
	readonly role: LegRole;
	readonly exchange: VenueName;
	readonly symbol: string;
	/** Side of the closing orders. */
	readonly side: Side;
	/** Coins held now, and coins to close. */
	readonly held: Decimal;
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly midPrice: Decimal | null;
	/** Average price of the present book for the quantity. */
	readonly expectedPrice: Decimal | null;
	/** Milliseconds since the book was received. */
	readonly bookAgeMs: number | null;
	readonly result: CloseResult;
};

/** Effect and result of a close now. A preview changes nothing. */
export type ClosePreview = {
	readonly success: true;
	readonly preview: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	readonly action: (typeof CLOSE_ACTIONS)[number];
	readonly message: string;
	readonly legs: readonly ClosePreviewLeg[];
	readonly total: CloseResult;
	/** Percent of the peak deployed capital. */
	readonly expectedRoiPct: Decimal | null;
	readonly warnings: readonly { readonly code: string; readonly message: string }[];
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
};
