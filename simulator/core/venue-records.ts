/** Records of the exchange's own actions: balances of its coin, the insurance fund, price shocks. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** An account's balance of the exchange's fee asset. */
export type FeeAssetHolding = { readonly amount: Decimal; readonly isOn: boolean };

/** Balance of the coin in which the exchange takes fees at a discount. */
export type AssetBalance = {
	readonly asset: string;
	/** Units of the asset. */
	readonly amount: Decimal;
	/** USDT per unit, now. */
	readonly price: Decimal;
};

/** A change of an account's balance of the fee asset. */
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
	/** Fill id. */
	readonly reference: string | undefined;
};

export type InsuranceEntry = {
	readonly id: string;
	readonly at: number;
	/** `set` is a call of the admin port, `takeover` the close of one position taken over. */
	readonly kind: 'set' | 'takeover';
	/** Change of the fund, USDT. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	readonly symbol: string | undefined;
	/** Former holder of the position. */
	readonly accountId: string | undefined;
	/** Base units closed by the fund in the market, signed like the account's position. */
	readonly quantity: Decimal | undefined;
	/** Price of the takeover. */
	readonly price: Decimal | undefined;
};

export type PriceShock = {
	readonly id: string;
	/** The coin, as the instruments' `underlying` names it. */
	readonly underlying: string;
	/** Multiplier of prices at `at`. */
	readonly factor: number;
	/** Wall milliseconds. */
	readonly at: number;
	/** Half-life of the shock's logarithm; undefined if it never fades. */
	readonly halfLifeMs: number | undefined;
};
