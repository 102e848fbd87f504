/** Holds every user-facing text about self-checks: the finding, the value with its limit, and what to do. */
import { type Decimal, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { spoken } from '../domain/english.ts';
import { selfCheck } from '../sentences/self-check.ts';
import { joined, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';

type Held = readonly { readonly asset: string; readonly quantity: Decimal }[];
type Fees = { readonly taker: Decimal; readonly maker: Decimal };
type Order = {
	readonly venue: string;
	readonly symbol: string;
	readonly clientOrderId: string;
	/** Quantity of the order, coins. */
	readonly quantity: Decimal;
	/** Limit price, USD per coin. */
	readonly limitPrice: Decimal;
};

/** BNFCR, the futures credits that make up the whole futures wallet of a Binance account in the EU. */
const CREDITS = 'BNFCR';
const HUNDRED = fromInteger(100);

/** Findings of the steps, and refusals of accounts that have not passed. */
export const CHECK_TEXT = spoken('self_check', selfCheck);

/** Returns the facts of a sentence about a test order. */
export function orderFacts({ venue, symbol, clientOrderId, quantity, limitPrice }: Order) {
	return {
		exchange: shownNameOf(venue),
		symbol,
		order: clientOrderId,
		quantity,
		price: limitPrice,
		value: mulTrunc(quantity, limitPrice),
	};
}

/** Returns the names of a test order for a sentence. */
export function orderNames({ venue, symbol, clientOrderId }: Order) {
	return { exchange: shownNameOf(venue), symbol, order: clientOrderId };
}

/** Returns fees in percent. */
export function feeFacts({ taker, maker }: Fees) {
	return { taker: mulTrunc(taker, HUNDRED), maker: mulTrunc(maker, HUNDRED) };
}

/** Tells the owner of an account with too little collateral what to transfer, given the account's other assets. */
export function moveMoney(otherAssets: Held, currency: string): Words {
	if (otherAssets.length === 0) return CHECK_TEXT.transfer({ currency });
	const held = otherAssets.map(({ asset, quantity }) => ({ asset, quantity }));
	const hasCredits = otherAssets.some(({ asset }) => asset === CREDITS);
	return joined([
		CHECK_TEXT.otherAssets({ held }),
		hasCredits ? CHECK_TEXT.credits({ credits: CREDITS, currency }) : CHECK_TEXT.transfer({ currency }),
	]);
}
