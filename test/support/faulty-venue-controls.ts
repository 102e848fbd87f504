/** The trading port of a venue with faults, and controls for setting and inspecting the venue in a test. */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { KeyDescription, OrderReport, VenueTrading } from '../../src/ports/venue.ts';
import type { FaultRates } from './venue-faults.ts';

export type FaultyVenue = VenueTrading & {
	readonly positionOf: (symbol: string) => Decimal;
	readonly orders: ReadonlyMap<string, OrderReport>;
	/** Rules of the venue that the service has broken, as sentences. */
	readonly violations: readonly string[];
	readonly setFaults: (rates: FaultRates) => void;
	/** Sets the account's available margin, USD; 10,000 at the start. */
	readonly setAvailable: (available: Decimal) => void;
	/** Sets a position without an order or a fill. */
	readonly placeByHand: (symbol: string, quantity: Decimal) => void;
	/** Makes a manual trade on the account, filled at this price. The trade pays fees like our own orders. */
	readonly tradeByHand: (symbol: string, signedQuantity: Decimal, price: Decimal) => void;
	/** Makes reads of a contract's fills fail, as if the exchange module did not list the contract. */
	readonly unlist: (symbol: string) => void;
	/**
	 * From now on, charges fees in this asset at this price, and sets the account's balance of that asset; undefined
	 * restores fees in USDT.
	 */
	readonly payFeesIn: (
		asset: { readonly asset: string; readonly quantity: Decimal; readonly usdPrice: Decimal } | undefined,
	) => void;
	/** Sets the current price of an asset that the account holds. */
	readonly setPrice: (asset: string, usdPrice: Decimal) => void;
	/** While true, a post-only order rests until the test fills or cancels it; otherwise it is filled at once. */
	readonly restMakers: (rest: boolean) => void;
	/** Fills this quantity of the resting order. Exactly one order must be resting. */
	readonly fillResting: (quantity: Decimal) => void;
	/** Returns the number of resting orders. */
	readonly restingCount: () => number;
	/** True if the service has sent an order with this client order id. */
	readonly wasSent: (clientOrderId: string) => boolean;
	/** While true, the venue refuses orders on the contract and gives the reason. */
	readonly pauseTrading: (symbol: string, paused: boolean) => void;
	/** Makes `prepare` answer this many milliseconds later. */
	readonly delayPreparation: (ms: number) => void;
	/** Makes `prepare` refuse the leverage with this message; undefined makes it accept again. */
	readonly refuseLeverage: (sentence: string | undefined) => void;
	/** Adds or removes money without a trade. `recorded`: whether the venue's ledger shows it. */
	readonly flow: (amount: Decimal, recorded: boolean, asset?: string) => void;
	/** Sends an event about an order on the account's stream, unless the stream is silenced. */
	readonly tellOrder: (symbol: string, clientOrderId: string) => void;
	/** While true, the account's stream stays open but sends no events. */
	readonly silenceStream: (isSilent: boolean) => void;
	/** Returns how often the service has asked to reopen the account's stream. */
	readonly streamRenewals: () => number;
	/** While true, every read fails; orders still work. */
	readonly refuseReads: (refused: boolean) => void;
	/** While true, reads of funding payments fail. */
	readonly refuseFunding: (refused: boolean) => void;
	/**
	 * Delays the responses to reads of funding payments, milliseconds, as if the request were queued or the venue
	 * were slow.
	 */
	readonly delayFunding: (ms: number) => void;
	/**
	 * Sets the description of the account's key from now on. Given a message instead, the venue refuses the key on
	 * every read.
	 */
	readonly setKey: (key: KeyDescription | string) => void;
	/** Returns how many reads of the account's balance have been answered. */
	readonly balanceCount: () => number;
	/** Returns how often the service has requested funding payments. */
	readonly fundingReadCount: () => number;
	/**
	 * Records one settlement. Every current holder of the symbol receives `amountPerCoin` per coin held long, and
	 * pays it per coin held short.
	 */
	readonly settle: (symbol: string, settledAt: number, amountPerCoin: Decimal, recordId?: string) => void;
	/** Returns the number of orders that have reached the venue. */
	readonly sentCount: () => number;
	/** Returns the largest absolute position that the account has ever held in a symbol. */
	readonly peakOf: (symbol: string) => Decimal;
};
