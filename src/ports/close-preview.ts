/** Defines the preview of a close. Decimals are exact; null means unknown. */
import type { Decimal } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { Words } from '../sentences/sentence.ts';

/** Possible effects of a close, depending on the execution's state. */
export const CLOSE_ACTIONS = ['nothing', 'cancel', 'stop_opening', 'close', 'close_share', 'wait'] as const;

/**
 * Expected result of one leg, or of both legs together, after the close, broken down into its parts, USD. Costs are
 * positive: expected_pnl = price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage. Null means
 * unknown.
 */
export type CloseResult = {
	/** Price result of the part to close, from its average entry price to the mid price. */
	readonly pricePnl: Decimal | null;
	/** Price result of the parts closed earlier, from their entry fills to their exit fills. */
	readonly closedPnl: Decimal;
	/** Funding booked so far: received − paid. */
	readonly fundingPnl: Decimal;
	/** Fees for all fills so far. */
	readonly feesPaid: Decimal;
	readonly exitFees: Decimal | null;
	/** Cost of filling the closing order at the expected price instead of the mid price. */
	readonly exitSlippage: Decimal | null;
	readonly expectedPnl: Decimal | null;
};

/** One leg in a close preview. Prices are USD per coin. */
export type ClosePreviewLeg = {
	readonly role: LegRole;
	readonly exchange: VenueName;
	readonly symbol: string;
	/** Side of the closing orders. */
	readonly side: Side;
	/** Coins currently held. */
	readonly held: Decimal;
	/** Coins to close. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly midPrice: Decimal | null;
	/** Average price at which the current order book would fill `quantity`. */
	readonly expectedPrice: Decimal | null;
	/** Age of the order book, counted from its receipt, milliseconds. */
	readonly bookAgeMs: number | null;
	readonly result: CloseResult;
};

/** How a close rests one leg as maker. */
export type MakerPart = {
	readonly leg: LegRole;
	readonly exchange: VenueName;
	/** Time after which the rest is closed as taker, milliseconds. */
	readonly ms: number;
	/** Rise of the price basis after which the rest is closed as taker, basis points. */
	readonly moveBpsMax: Decimal;
	/** True if the exchange cancels the resting order if this service dies. */
	readonly hasDeadManSwitch: boolean;
};

/** Effect and result of closing now. A preview changes nothing. */
export type ClosePreview = {
	readonly success: true;
	readonly preview: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	readonly action: (typeof CLOSE_ACTIONS)[number];
	readonly message: Words;
	/** The leg that rests as maker; null for a close as taker. */
	readonly maker: MakerPart | null;
	readonly legs: readonly ClosePreviewLeg[];
	readonly total: CloseResult;
	/** Expected result as a percentage of the peak deployed capital. */
	readonly expectedRoiPct: Decimal | null;
	readonly warnings: readonly { readonly code: string; readonly message: Words }[];
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: Words }[];
};
