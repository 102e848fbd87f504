/** Controls and readings of a venue with faults, for tests, in addition to trading there. */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { KeyDescription, OrderReport, VenueTrading } from '../../src/ports/venue.ts';
import type { FaultRates } from './venue-faults.ts';

export type FaultyVenue = VenueTrading & {
	readonly positionOf: (symbol: string) => Decimal;
	readonly orders: ReadonlyMap<string, OrderReport>;
	/** Sentences about rules broken by the service. */
	readonly violations: readonly string[];
	readonly setFaults: (rates: FaultRates) => void;
	/** Available margin of the account in USD; 10,000 at first. */
	readonly setAvailable: (available: Decimal) => void;
	/** Creates a position without an order. */
	readonly placeByHand: (symbol: string, quantity: Decimal) => void;
	/** Makes a manual trade on the account, filled at the price; its fee is paid like those of our orders. */
	readonly tradeByHand: (symbol: string, signedQuantity: Decimal, price: Decimal) => void;
	/** Makes the contract unreadable, like one that an adapter does not list. */
	readonly unlist: (symbol: string) => void;
	/** Charges fees in this asset at this price from now on, with the given balance. Undefined restores USDT. */
	readonly payFeesIn: (
		asset: { readonly asset: string; readonly quantity: Decimal; readonly usdPrice: Decimal } | undefined,
	) => void;
	/** Sets the current price of a held asset. */
	readonly setPrice: (asset: string, usdPrice: Decimal) => void;
	/** While true, a post-only order rests until the test fills or cancels it; else it is filled at once. */
	readonly restMakers: (rest: boolean) => void;
	/** Fills the given quantity of the only resting order. */
	readonly fillResting: (quantity: Decimal) => void;
	/** Number of resting orders. */
	readonly restingCount: () => number;
	/** True if an order with this client order id has left the service. */
	readonly wasSent: (clientOrderId: string) => boolean;
	/** While true, it refuses orders on the contract and states the reason. */
	readonly pauseTrading: (symbol: string, paused: boolean) => void;
	/** Refuses the leverage of the next `prepare` calls, until called with undefined. */
	readonly refuseLeverage: (sentence: string | undefined) => void;
	/** Adds or removes money without a trade, with or without a record in the venue's ledger. */
	readonly flow: (amount: Decimal, recorded: boolean, asset?: string) => void;
	/** Sends an order event on the account's stream, unless it is muted. */
	readonly tellOrder: (symbol: string, clientOrderId: string) => void;
	/** While true, the account's stream is open but silent. */
	readonly silenceStream: (isSilent: boolean) => void;
	/** Number of requested reopenings of the account's stream. */
	readonly streamRenewals: () => number;
	/** While true, every read fails; orders are unaffected. */
	readonly refuseReads: (refused: boolean) => void;
	/** While true, funding payments cannot be read. */
	readonly refuseFunding: (refused: boolean) => void;
	/** Delay of answers about funding payments, milliseconds: the request waits in a queue, or the venue is slow. */
	readonly delayFunding: (ms: number) => void;
	/** Answer about the account's key from now on; a sentence makes every read refuse the key. */
	readonly setKey: (key: KeyDescription | string) => void;
	/** Number of answers about the account's balance. */
	readonly balanceCount: () => number;
	/** Number of requests for funding payments. */
	readonly fundingReadCount: () => number;
	/**
	 * Records one settlement: every current holder of the symbol receives or pays `amountPerCoin` per coin held long.
	 */
	readonly settle: (symbol: string, settledAt: number, amountPerCoin: Decimal, recordId?: string) => void;
	/** Number of orders that have reached the venue. */
	readonly sentCount: () => number;
	/** Largest |position| ever held on a symbol. */
	readonly peakOf: (symbol: string) => Decimal;
};
