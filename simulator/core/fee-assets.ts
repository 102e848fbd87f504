/**
 * Fees in the venue's own coin: an account that has turned it on and holds enough pays the fees of its own orders in it, at
 * a discount; the USDT wallet is not touched then. Fees of a liquidation are always USDT.
 *
 * Bybit takes MNT at 10 % less on perpetuals and shows the fee in closed profits as the USDT it is worth (help centre
 * "FAQ: Paying Trading Fees with MNT", read 2026-11; the real one leaves out orders of the interface and liquidations, this
 * one only the latter). KuCoin takes KCS at 20 % less, at the latest price (announcement "About Pay Fees with KCS", read
 * 2026-11). Binance takes BNB at 10 % less on USD-M futures (page "Futures trading fee", read 2026-11). OKX and Hyperliquid
 * take no coin of their own for fees of perpetuals.
 */
import { add, type Decimal, divUp, mulUp, ONE, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import { type AccountState, type ExchangeState, newId } from './exchange-state.ts';
import { marginShare } from './money-rounding.ts';
import type { ExchangeName } from './types.ts';
import type { AssetBalance, AssetEntry, FeeAssetHolding } from './venue-records.ts';

type FeeAsset = { readonly asset: string; readonly discount: Decimal };

export const FEE_ASSETS = {
	bybit: { asset: 'MNT', discount: parseDecimal('0.1') },
	kucoin: { asset: 'KCS', discount: parseDecimal('0.2') },
	binance: { asset: 'BNB', discount: parseDecimal('0.1') },
	okx: undefined,
	hyperliquid: undefined,
} as const satisfies Readonly<Record<ExchangeName, FeeAsset | undefined>>;

/** The fee in the venue's coin and what it is worth; undefined where the account does not pay so or holds too little. */
export function discountedFee(
	state: ExchangeState,
	account: AccountState,
	fee: Decimal,
	at: number,
): { readonly fee: Decimal; readonly asset: string; readonly value: Decimal } | undefined {
	const { feeAsset } = account;
	if (feeAsset === undefined || !feeAsset.isOn) return undefined;
	const terms = FEE_ASSETS[state.name];
	if (terms === undefined) return undefined;
	const { asset, discount } = terms;
	const value = marginShare(mulUp(fee, sub(ONE, discount)), ONE);
	const amount = marginShare(divUp(value, state.world.assetPrice(asset, at)), ONE);
	return amount > feeAsset.amount ? undefined : { fee: amount, asset, value };
}

/** @throws RangeError for an exchange that takes no coin of its own for fees */
export function feeAssetOf(exchange: ExchangeName): string {
	const terms = FEE_ASSETS[exchange];
	if (terms === undefined) throw new RangeError(`${exchange} takes no coin of its own for fees.`);
	return terms.asset;
}

/** Undefined for an account that never held any. */
export function assetBalanceOf(
	state: ExchangeState,
	{ feeAsset }: AccountState,
	at: number,
): AssetBalance | undefined {
	const terms = FEE_ASSETS[state.name];
	if (feeAsset === undefined || terms === undefined) return undefined;
	const { asset } = terms;
	return { asset, amount: feeAsset.amount, price: state.world.assetPrice(asset, at) };
}

/** The only way a holding changes: with a row that says why. Runs inside `commit`. */
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
		asset: feeAssetOf(state.name),
		balance,
	});
}

/** Runs inside `commit`. */
export function keepHolding(state: ExchangeState, account: AccountState, holding: FeeAssetHolding): void {
	account.feeAsset = holding;
	state.store.putFeeAsset(account.account.id, holding.amount, holding.isOn);
}
