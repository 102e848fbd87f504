/** Lets tests control and inspect a venue with faults, in addition to trading there. */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { KeyDescription, OrderReport, VenueTrading } from '../../src/ports/venue.ts';
import type { FaultRates } from './venue-faults.ts';

export type FaultyVenue = VenueTrading & {
	readonly positionOf: (symbol: string) => Decimal;
	readonly orders: ReadonlyMap<string, OrderReport>;
	/** Sentences about rules that the service broke. */
	readonly violations: readonly string[];
	readonly setFaults: (rates: FaultRates) => void;
	/** Sets the account's available margin in USD; 10,000 at first. */
	readonly setAvailable: (available: Decimal) => void;
	/** Creates a position without an order. */
	readonly placeByHand: (symbol: string, quantity: Decimal) => void;
	/** Makes a manual trade on the account, filled at the price. Its fee is paid like our orders' fees. */
	readonly tradeByHand: (symbol: string, signedQuantity: Decimal, price: Decimal) => void;
	/** Makes reads of the contract's fills fail, as for a contract that an exchange module does not list. */
	readonly unlist: (symbol: string) => void;
	/** Charges fees in this asset at this price from now on, with the given balance; undefined restores USDT. */
	readonly payFeesIn: (
		asset: { readonly asset: string; readonly quantity: Decimal; readonly usdPrice: Decimal } | undefined,
	) => void;
	/** Sets a held asset's current price. */
	readonly setPrice: (asset: string, usdPrice: Decimal) => void;
	/** While true, a post-only order rests until the test fills or cancels it; otherwise it is filled at once. */
	readonly restMakers: (rest: boolean) => void;
	/** Fills the given quantity of the only resting order. */
	readonly fillResting: (quantity: Decimal) => void;
	/** Returns the number of resting orders. */
	readonly restingCount: () => number;
	/** True if the service has sent an order with this client order id. */
	readonly wasSent: (clientOrderId: string) => boolean;
	/** While true, the venue refuses orders on the contract and states the reason. */
	readonly pauseTrading: (symbol: string, paused: boolean) => void;
	/** Makes `prepare` calls refuse the leverage with this message, until called with undefined. */
	readonly refuseLeverage: (sentence: string | undefined) => void;
	/** Adds or removes money without a trade, with or without a record in the venue's ledger. */
	readonly flow: (amount: Decimal, recorded: boolean, asset?: string) => void;
	/** Sends an order event on the account's stream, unless the stream is muted. */
	readonly tellOrder: (symbol: string, clientOrderId: string) => void;
	/** While true, the account's stream is open but silent. */
	readonly silenceStream: (isSilent: boolean) => void;
	/** Returns how often the service requested to reopen the account's stream. */
	readonly streamRenewals: () => number;
	/** While true, every read fails; orders are unaffected. */
	readonly refuseReads: (refused: boolean) => void;
	/** While true, funding payments cannot be read. */
	readonly refuseFunding: (refused: boolean) => void;
	/**
	 * Delays responses about funding payments, milliseconds, as when the request waits in a queue or the venue is
	 * slow.
	 */
	readonly delayFunding: (ms: number) => void;
	/** Sets the response about the account's key from now on; a message makes every read refuse the key. */
	readonly setKey: (key: KeyDescription | string) => void;
	/** Returns the number of responses about the account's balance. */
	readonly balanceCount: () => number;
	/** Returns the number of requests for funding payments. */
	readonly fundingReadCount: () => number;
	/**
	 * Records one settlement: every current holder of the symbol receives or pays `amountPerCoin` per coin held long.
	 */
	readonly settle: (symbol: string, settledAt: number, amountPerCoin: Decimal, recordId?: string) => void;
	/** Returns the number of orders that have reached the venue. */
	readonly sentCount: () => number;
	/** Returns the largest |position| ever held in a symbol. */
	readonly peakOf: (symbol: string) => Decimal;
};
