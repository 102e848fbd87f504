/** What the venue keeps of its own acts: balances of its coin, the insurance fund, price shocks. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** An account's holding of the venue's fee asset. */
export type FeeAssetHolding = { readonly amount: Decimal; readonly isOn: boolean };

/** What an account holds of the coin in which the venue takes fees at a discount. */
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
	/** `set` is an order of the admin port, `takeover` the closing of one position that was taken over. */
	readonly kind: 'set' | 'takeover';
	/** Change of the fund, USDT. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	readonly symbol: string | undefined;
	/** Whose position it was. */
	readonly accountId: string | undefined;
	/** Base units that the fund closed in the market, signed as the account held them. */
	readonly quantity: Decimal | undefined;
	/** At which it took them over. */
	readonly price: Decimal | undefined;
};

export type PriceShock = {
	readonly id: string;
	/** The coin, as the instruments' `underlying` names it. */
	readonly underlying: string;
	/** What prices are multiplied by at `at`. */
	readonly factor: number;
	/** Wall milliseconds. */
	readonly at: number;
	/** The shock's logarithm halves in this time; undefined never fades. */
	readonly halfLifeMs: number | undefined;
};
