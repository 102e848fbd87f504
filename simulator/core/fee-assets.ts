/**
 * Charges fees in the exchange's own coin, if its terms have one. An account pays in the coin while it has this
 * setting switched on and holds enough of the coin. It then pays the fees of its own orders in the coin, at a
 * discount, and its USDT wallet does not change. Liquidation fees are always charged in USDT.
 */
import { add, type Decimal, divUp, mulUp, ONE, sub, ZERO } from '../../src/domain/decimal.ts';
import { type AccountState, type ExchangeState, newId } from './exchange-state.ts';
import { marginShare } from './money-rounding.ts';
import type { AssetBalance, AssetEntry, FeeAssetHolding } from './venue-records.ts';

/**
 * Returns the discounted fee in the exchange's own coin, and its value in USDT. Returns undefined if the account does
 * not use the coin or holds too little of the coin.
 */
export function discountedFee(
	state: ExchangeState,
	account: AccountState,
	fee: Decimal,
	at: number,
): { readonly fee: Decimal; readonly asset: string; readonly value: Decimal } | undefined {
	const { feeAsset } = account;
	if (feeAsset === undefined || !feeAsset.isOn) return undefined;
	if (state.terms.feeAsset === undefined) return undefined;
	const { asset, discount } = state.terms.feeAsset;
	const value = marginShare(mulUp(fee, sub(ONE, discount)), ONE);
	const amount = marginShare(divUp(value, state.world.assetPrice(asset, at)), ONE);
	return amount > feeAsset.amount ? undefined : { fee: amount, asset, value };
}

/** @throws RangeError for an exchange without a fee coin */
function feeAssetOf({ name, terms }: ExchangeState): string {
	if (terms.feeAsset === undefined) throw new RangeError(`${name} takes no coin of its own for fees.`);
	return terms.feeAsset.asset;
}

/** Returns the account's balance in the exchange's own coin; undefined if it never held any. */
export function assetBalanceOf(
	state: ExchangeState,
	{ feeAsset }: AccountState,
	at: number,
): AssetBalance | undefined {
	if (feeAsset === undefined || state.terms.feeAsset === undefined) return undefined;
	const { asset } = state.terms.feeAsset;
	return { asset, amount: feeAsset.amount, price: state.world.assetPrice(asset, at) };
}

/**
 * Changes an account's balance in the exchange's own coin and records the reason in that coin's ledger. Runs inside
 * `commit`.
 */
export function changeAsset(
	state: ExchangeState,
	account: AccountState,
	entry: Omit<AssetEntry, 'id' | 'accountId' | 'asset' | 'balance'>,
): void {
	const before = account.feeAsset ?? { amount: ZERO, isOn: false };
	const balance = add(before.amount, entry.amount);
	keepHolding(state, account, { ...before, amount: balance });
	state.store.insertAssetEntry({
		...entry,
		id: newId(state),
		accountId: account.account.id,
		asset: feeAssetOf(state),
		balance,
	});
}

/** Stores an account's balance in the exchange's own coin. Runs inside `commit`. */
export function keepHolding(state: ExchangeState, account: AccountState, holding: FeeAssetHolding): void {
	account.feeAsset = holding;
	state.store.putFeeAsset(account.account.id, holding.amount, holding.isOn);
}
