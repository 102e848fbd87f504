/** Records of the exchange's own actions: balances in its coin, the insurance fund, price shocks. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** An account's holding of the exchange's fee asset. */
export type FeeAssetHolding = { readonly amount: Decimal; readonly isOn: boolean };

/** An account's balance in the coin in which the exchange takes fees at a discount. */
export type AssetBalance = {
	readonly asset: string;
	/** Units of the asset. */
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
	/** Units of the asset. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	readonly symbol: string | undefined;
	/** Id of the fill. */
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
	/** The account that held the position. */
	readonly accountId: string | undefined;
	/** Quantity that the fund closed in the market, in base units, signed like the account's position. */
	readonly quantity: Decimal | undefined;
	/** Takeover price. */
	readonly price: Decimal | undefined;
};

export type PriceShock = {
	readonly id: string;
	/** The coin, as the instruments' `underlying` names it. */
	readonly underlying: string;
	/** Multiplier on prices at `at`. */
	readonly factor: number;
	/** Wall milliseconds. */
	readonly at: number;
	/** Half-life of the shock's logarithm; undefined if it never fades. */
	readonly halfLifeMs: number | undefined;
};
