/** What a test can do to a venue with faults, and ask of it, beside trading there. */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { KeyDescription, OrderReport, VenueTrading } from '../../src/ports/venue.ts';
import type { FaultRates } from './venue-faults.ts';

export type FaultyVenue = VenueTrading & {
	readonly positionOf: (symbol: string) => Decimal;
	readonly orders: ReadonlyMap<string, OrderReport>;
	/** Sentences of rules that the service broke. */
	readonly violations: readonly string[];
	readonly setFaults: (rates: FaultRates) => void;
	/** What the account has available for margin, USD; 10,000 at first. */
	readonly setAvailable: (available: Decimal) => void;
	/** A position that nobody ordered here. */
	readonly placeByHand: (symbol: string, quantity: Decimal) => void;
	/** A trade of the account that no order of ours made, filled at the price; its fee is paid as those of our orders are. */
	readonly tradeByHand: (symbol: string, signedQuantity: Decimal, price: Decimal) => void;
	/** Of this contract nothing can be asked any more, as of one that an adapter does not list. */
	readonly unlist: (symbol: string) => void;
	/** From now on fees are taken from this asset at this price, and the account holds so much of it. Undefined: USDT again. */
	readonly payFeesIn: (
		asset: { readonly asset: string; readonly quantity: Decimal; readonly usdPrice: Decimal } | undefined,
	) => void;
	/** The present price of an asset that is held. */
	readonly setPrice: (asset: string, usdPrice: Decimal) => void;
	/** While true, a post-only order rests until it is filled by hand or cancelled; else it is filled at once. */
	readonly restMakers: (rest: boolean) => void;
	/** So much of the one order that rests. */
	readonly fillResting: (quantity: Decimal) => void;
	/** How many orders rest. */
	readonly restingCount: () => number;
	/** Whether an order of this client order id has left the service. */
	readonly wasSent: (clientOrderId: string) => boolean;
	/** While true, it takes no orders on the contract, and says so. */
	readonly pauseTrading: (symbol: string, paused: boolean) => void;
	/** Refuses the leverage of the next `prepare` calls, until called with undefined. */
	readonly refuseLeverage: (sentence: string | undefined) => void;
	/** Money that comes or goes without a trade; recorded in the venue's ledger, or not. */
	readonly flow: (amount: Decimal, recorded: boolean, asset?: string) => void;
	/** The account's stream tells of an order, unless it is silenced. */
	readonly tellOrder: (symbol: string, clientOrderId: string) => void;
	/** While true, the account's stream is open and tells nothing. */
	readonly silenceStream: (isSilent: boolean) => void;
	/** How often the account's stream was opened anew because somebody asked for it. */
	readonly streamRenewals: () => number;
	/** While true, every read fails; orders are unaffected. */
	readonly refuseReads: (refused: boolean) => void;
	/** While true, what was paid at settlements cannot be read. */
	readonly refuseFunding: (refused: boolean) => void;
	/** What was paid at settlements is answered so much later, milliseconds: the request waits for its turn, or the venue is slow. */
	readonly delayFunding: (ms: number) => void;
	/** What it says of the account's key from now on; a sentence: it refuses the key, in every read. */
	readonly setKey: (key: KeyDescription | string) => void;
	/** How often the account's balance has been answered. */
	readonly balanceCount: () => number;
	/** How often what was paid at settlements has been asked for. */
	readonly fundingReadCount: () => number;
	/** Records one settlement: everybody who holds the symbol now is paid or pays `amountPerCoin` per coin held long. */
	readonly settle: (symbol: string, settledAt: number, amountPerCoin: Decimal, recordId?: string) => void;
	/** Orders that have reached the venue. */
	readonly sentCount: () => number;
	/** Largest |position| ever held on a symbol. */
	readonly peakOf: (symbol: string) => Decimal;
};
