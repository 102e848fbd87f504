/**
 * Builds response bodies for Binance's account and wallet endpoints (USD-M futures, "Account" and "Trade", read
 * 2026-11).
 */
import { add, type Decimal, divTrunc, mulTrunc, sub, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Balance, Exchange, FundingPayment, Instrument, LedgerEntry, Position } from '../core/types.ts';
import type { AssetBalance, AssetEntry } from '../core/venue-records.ts';
import { computedPriceText, moneyText, quantityText } from './numbers.ts';

const NOTHING = moneyText(ZERO);

/**
 * Builds the margin asset's row. It has every field of the balance endpoint and of both versions of the account
 * endpoint.
 */
function collateralBody(balance: Balance, now: number) {
	return {
		asset: 'USDT',
		walletBalance: moneyText(balance.walletBalance),
		unrealizedProfit: moneyText(balance.unrealizedPnl),
		marginBalance: moneyText(balance.equity),
		maintMargin: moneyText(balance.maintenanceMargin),
		initialMargin: moneyText(add(balance.positionMargin, balance.orderMargin)),
		positionInitialMargin: moneyText(balance.positionMargin),
		openOrderInitialMargin: moneyText(balance.orderMargin),
		crossWalletBalance: moneyText(sub(balance.walletBalance, balance.positionMargin)),
		crossUnPnl: NOTHING,
		availableBalance: moneyText(balance.available),
		maxWithdrawAmount: moneyText(balance.available),
		updateTime: now,
	};
}

/**
 * Builds the row of BNB, the fee coin. In single-asset mode, BNB belongs to the account but does not count as margin.
 */
function otherAssetBody({ asset, amount }: AssetBalance, now: number) {
	const held = moneyText(amount);
	return {
		asset,
		walletBalance: held,
		unrealizedProfit: NOTHING,
		marginBalance: held,
		maintMargin: NOTHING,
		initialMargin: NOTHING,
		positionInitialMargin: NOTHING,
		openOrderInitialMargin: NOTHING,
		crossWalletBalance: held,
		crossUnPnl: NOTHING,
		availableBalance: held,
		maxWithdrawAmount: held,
		updateTime: now,
	};
}

function assetBodies(exchange: Exchange, accountId: string) {
	const now = exchange.now();
	const asset = exchange.assetBalance(accountId);
	const collateral = collateralBody(exchange.balance(accountId), now);
	const credits = exchange.notes.kind(accountId);
	return [
		// In a credits account (EU), profits, fees and margin are in credits, so the account has no second futures
		// asset.
		credits === undefined ? collateral : { ...collateral, asset: credits },
		...(asset === undefined ? [] : [otherAssetBody(asset, now)]),
	];
}

export function accountBody(exchange: Exchange, accountId: string) {
	const balance = exchange.balance(accountId);
	const assets = assetBodies(exchange, accountId);
	const usdt = collateralBody(balance, exchange.now());
	return {
		totalInitialMargin: usdt.initialMargin,
		totalMaintMargin: usdt.maintMargin,
		totalWalletBalance: usdt.walletBalance,
		totalUnrealizedProfit: usdt.unrealizedProfit,
		totalMarginBalance: usdt.marginBalance,
		totalPositionInitialMargin: usdt.positionInitialMargin,
		totalOpenOrderInitialMargin: usdt.openOrderInitialMargin,
		totalCrossWalletBalance: usdt.crossWalletBalance,
		totalCrossUnPnl: usdt.crossUnPnl,
		availableBalance: usdt.availableBalance,
		maxWithdrawAmount: usdt.maxWithdrawAmount,
		assets,
		positions: exchange.positions(accountId).flatMap((position) => {
			const instrument = exchange.instrument(position.symbol);
			return instrument === undefined ? [] : [accountPositionBody(instrument, position)];
		}),
	};
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Converts a user id to Binance's "unique account code" (page "Futures Account Balance V3", read 2026-11), which
 * consists of upper-case and lower-case letters.
 */
function aliasOf(uid: number): string {
	let alias = '';
	for (let left = uid; left > 0; left = Math.floor(left / LETTERS.length))
		alias += LETTERS[left % LETTERS.length];
	return alias;
}

export function balanceBodies(exchange: Exchange, accountId: string) {
	const accountAlias = aliasOf(exchange.account(accountId).uid);
	return assetBodies(exchange, accountId).map((row) => ({
		accountAlias,
		asset: row.asset,
		balance: row.walletBalance,
		crossWalletBalance: row.crossWalletBalance,
		crossUnPnl: row.crossUnPnl,
		availableBalance: row.availableBalance,
		maxWithdrawAmount: row.maxWithdrawAmount,
		marginAvailable: true,
		updateTime: row.updateTime,
	}));
}

/**
 * Computes a position's margins and its notional at the mark price. For an isolated position, `isolatedMargin`
 * includes the unrealized profit and `isolatedWallet` does not.
 */
function marginsOf(instrument: Instrument, position: Position) {
	const notional = mulTrunc(position.mark, position.quantity);
	const isIsolated = position.marginMode === 'isolated';
	return {
		notional: moneyText(notional),
		isolatedMargin: isIsolated ? moneyText(add(position.margin, position.unrealizedPnl)) : '0',
		isolatedWallet: isIsolated ? moneyText(position.margin) : '0',
		initialMargin: moneyText(position.margin),
		maintMargin: moneyText(position.maintenanceMargin),
		positionAmt: quantityText(instrument, position.quantity),
		updateTime: position.updatedAt,
	};
}

function accountPositionBody(instrument: Instrument, position: Position) {
	const { notional, isolatedMargin, isolatedWallet, initialMargin, maintMargin, positionAmt, updateTime } =
		marginsOf(instrument, position);
	return {
		symbol: position.symbol,
		positionSide: 'BOTH',
		positionAmt,
		unrealizedProfit: moneyText(position.unrealizedPnl),
		isolatedMargin,
		notional,
		isolatedWallet,
		initialMargin,
		maintMargin,
		updateTime,
	};
}

/**
 * Returns the position's place in the queue, 0 to 4 (page "Position ADL Quantile Estimation", read 2026-11). The page
 * "Position Information V3" has no scale for `adl`; we assume the same one.
 */
export function adlOf({ adlRank }: Position): number {
	return Math.max(0, adlRank - 1);
}

/**
 * Builds a row of version 3 of the position endpoint. This version omits leverage and margin mode; the symbol
 * configuration endpoint returns them.
 */
export function positionBody(instrument: Instrument, position: Position) {
	const margins = marginsOf(instrument, position);
	return {
		symbol: position.symbol,
		positionSide: 'BOTH',
		positionAmt: margins.positionAmt,
		entryPrice: computedPriceText(position.entryPrice),
		breakEvenPrice: computedPriceText(breakEvenOf(position)),
		markPrice: computedPriceText(position.mark),
		unRealizedProfit: moneyText(position.unrealizedPnl),
		liquidationPrice:
			position.liquidationPrice === undefined ? '0' : computedPriceText(position.liquidationPrice),
		isolatedMargin: margins.isolatedMargin,
		notional: margins.notional,
		marginAsset: instrument.quote,
		isolatedWallet: margins.isolatedWallet,
		initialMargin: margins.initialMargin,
		maintMargin: margins.maintMargin,
		positionInitialMargin: margins.initialMargin,
		openOrderInitialMargin: '0',
		adl: adlOf(position),
		bidNotional: '0',
		askNotional: '0',
		updateTime: margins.updateTime,
	};
}

/** Builds a row of version 2 of the position endpoint, which also has the leverage and the margin mode. */
export function oldPositionBody(
	exchange: Exchange,
	accountId: string,
	instrument: Instrument,
	position: Position,
) {
	const { marginAsset, adl, bidNotional, askNotional, ...body } = positionBody(instrument, position);
	const { marginType, leverage, maxNotionalValue } = configBody(exchange, accountId, instrument);
	return {
		...body,
		marginType: marginType === 'ISOLATED' ? 'isolated' : 'cross',
		isAutoAddMargin: 'false',
		leverage: String(leverage),
		maxNotionalValue,
	};
}

export function emptyPosition(exchange: Exchange, accountId: string, { symbol }: Instrument): Position {
	return {
		symbol,
		quantity: ZERO,
		entryPrice: ZERO,
		mark: exchange.quote(symbol).mark,
		marginMode: exchange.marginMode(accountId, symbol),
		leverage: exchange.leverage(accountId, symbol),
		margin: ZERO,
		maintenanceMargin: ZERO,
		liquidationPrice: undefined,
		bankruptcyPrice: undefined,
		unrealizedPnl: ZERO,
		realizedPnl: ZERO,
		adlRank: 0,
		openedAt: 0,
		updatedAt: 0,
	};
}

/**
 * Returns a position's break-even price: the entry price less the realised result per unit of the position; 0 if
 * there is no position.
 */
function breakEvenOf({ quantity, entryPrice, realizedPnl }: Position): Decimal {
	return quantity === ZERO ? ZERO : sub(entryPrice, divTrunc(realizedPnl, quantity));
}

/**
 * Maximum notional of a position, USDT. It is the same at every leverage because the core has one maintenance rate
 * per contract.
 */
const NOTIONAL_MAX = '50000000';

export function configBody(exchange: Exchange, accountId: string, { symbol }: Instrument) {
	return {
		symbol,
		marginType: exchange.marginMode(accountId, symbol) === 'cross' ? 'CROSSED' : 'ISOLATED',
		isAutoAddMargin: false,
		leverage: Number(moneyText(exchange.leverage(accountId, symbol))),
		maxNotionalValue: NOTIONAL_MAX,
	};
}

export function bracketBody(instrument: Instrument) {
	return {
		symbol: instrument.symbol,
		brackets: [
			{
				bracket: 1,
				initialLeverage: instrument.leverageMax,
				notionalCap: Number(NOTIONAL_MAX),
				notionalFloor: 0,
				maintMarginRatio: Number(moneyText(instrument.maintenanceMarginRate)),
				cum: 0,
			},
		],
	};
}

export type IncomeRow = {
	readonly symbol: string;
	readonly incomeType: string;
	readonly income: string;
	readonly asset: string;
	readonly info: string;
	readonly time: number;
	readonly tranId: number;
	readonly tradeId: string;
};

const INCOME_TYPES: Readonly<Record<Exclude<LedgerEntry['kind'], 'funding'>, string>> = {
	deposit: 'TRANSFER',
	withdrawal: 'TRANSFER',
	transferIn: 'TRANSFER',
	transferOut: 'TRANSFER',
	trade: 'REALIZED_PNL',
	fee: 'COMMISSION',
};

/**
 * Converts a ledger entry to an income row. Returns undefined for a funding settlement; `fundingIncome` converts
 * those.
 */
export function ledgerIncome(entry: LedgerEntry): IncomeRow | undefined {
	if (entry.kind === 'funding') return undefined;
	const incomeType = INCOME_TYPES[entry.kind];
	return {
		symbol: entry.symbol ?? '',
		incomeType,
		income: moneyText(entry.amount),
		asset: 'USDT',
		info: entry.reference ?? incomeType,
		time: entry.at,
		tranId: Number(entry.id),
		tradeId: entry.reference ?? '',
	};
}

export function fundingIncome(payment: FundingPayment): IncomeRow {
	return {
		symbol: payment.symbol,
		incomeType: 'FUNDING_FEE',
		income: moneyText(payment.amount),
		asset: 'USDT',
		info: 'FUNDING_FEE',
		time: payment.at,
		tranId: Number(payment.id),
		tradeId: '',
	};
}

export function assetIncome(entry: AssetEntry): IncomeRow {
	return {
		symbol: entry.symbol ?? '',
		incomeType: entry.kind === 'fee' ? 'COMMISSION' : 'TRANSFER',
		income: moneyText(entry.amount),
		asset: entry.asset,
		info: entry.reference ?? 'TRANSFER',
		time: entry.at,
		tranId: Number(entry.id),
		tradeId: entry.reference ?? '',
	};
}

/** Builds the permissions of a key (wallet documentation, page "Get API Key Permission", read 2026-11). */
export function keyBody(key: ApiKey) {
	return {
		ipRestrict: false,
		createTime: key.createdAt,
		enableReading: true,
		enableWithdrawals: key.canWithdraw,
		enableInternalTransfer: false,
		enableMargin: false,
		enableFutures: key.canTrade,
		permitsUniversalTransfer: key.canTransfer,
		enableVanillaOptions: false,
		enableFixApiTrade: false,
		enableFixReadOnly: false,
		enableSpotAndMarginTrading: false,
		enablePortfolioMarginTrading: false,
		...(key.expiresAt === undefined ? {} : { tradingAuthorityExpirationTime: key.expiresAt }),
	};
}
