/** Records of the exchange's own actions: balances in its coin, the insurance fund, price shocks. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** An account's balance in the exchange's fee asset. `isOn` is true if the account pays fees in this asset. */
export type FeeAssetHolding = { readonly amount: Decimal; readonly isOn: boolean };

/** An account's balance in the exchange's fee coin. Fees paid in this coin are discounted. */
export type AssetBalance = {
	readonly asset: string;
	/** Balance in units of the asset. */
	readonly amount: Decimal;
	/** Current price, USDT per unit. */
	readonly price: Decimal;
};

/** A change in an account's balance in the fee asset. */
export type AssetEntry = {
	readonly id: string;
	readonly accountId: string;
	readonly at: number;
	readonly kind: 'deposit' | 'fee';
	readonly asset: string;
	/** Change in the balance, in units of the asset. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	readonly symbol: string | undefined;
	/** Id of the fill whose fee was charged; undefined for a deposit. */
	readonly reference: string | undefined;
};

export type InsuranceEntry = {
	readonly id: string;
	readonly at: number;
	/** `set` is a call to the admin port; `takeover` is the close of one position that was taken over. */
	readonly kind: 'set' | 'takeover';
	/** Change in the fund, USDT. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	readonly symbol: string | undefined;
	/** Account that held the position; undefined for `set`. */
	readonly accountId: string | undefined;
	/**
	 * Quantity that the fund closed in the market, in base units, signed like the account's position; undefined for
	 * `set`.
	 */
	readonly quantity: Decimal | undefined;
	/** Price at which the fund took over the position; undefined for `set`. */
	readonly price: Decimal | undefined;
};

export type PriceShock = {
	readonly id: string;
	/** The coin, as the instruments' `underlying` names it. */
	readonly underlying: string;
	/** Multiplier on prices at the time `at`. */
	readonly factor: number;
	/** Time at which the shock begins, wall milliseconds. */
	readonly at: number;
	/** Half-life of the shock's logarithm, milliseconds; undefined if it never fades. */
	readonly halfLifeMs: number | undefined;
};
