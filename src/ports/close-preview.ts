/** The preview of a close. Decimals exact; null is unknown. */
import type { Decimal } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ExecutionStatus } from '../domain/status.ts';

/** The effects that a close can have, by the state that the execution is in. */
export const CLOSE_ACTIONS = ['nothing', 'cancel', 'stop_opening', 'close', 'close_share', 'wait'] as const;

/**
 * The result of a leg, or of both, once the close is done, and its parts, USD. Costs are positive:
 * expected_pnl = price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage. Null is unknown.
 */
export type CloseResult = {
	/** Result of the part that is closed now, from its average entry price to the mid price. */
	readonly pricePnl: Decimal | null;
	/** Result of the parts that were closed before, fill to fill. */
	readonly closedPnl: Decimal;
	/** Booked so far: received − paid. */
	readonly fundingPnl: Decimal;
	/** Fees of all fills so far. */
	readonly feesPaid: Decimal;
	readonly exitFees: Decimal | null;
	/** From the middle of the book to what the order takes from it. */
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
	/** Coins held now, and how many of them are closed. */
	readonly held: Decimal;
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly midPrice: Decimal | null;
	/** Average of what the book of now gives for the quantity. */
	readonly expectedPrice: Decimal | null;
	/** Milliseconds since the book was received. */
	readonly bookAgeMs: number | null;
	readonly result: CloseResult;
};

/** The effect and the result of a close now. Asking changes nothing. */
export type ClosePreview = {
	readonly success: true;
	readonly preview: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	readonly action: (typeof CLOSE_ACTIONS)[number];
	readonly message: string;
	readonly legs: readonly ClosePreviewLeg[];
	readonly total: CloseResult;
	/** Percent of the peak of deployed capital. */
	readonly expectedRoiPct: Decimal | null;
	readonly warnings: readonly { readonly code: string; readonly message: string }[];
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
};
