/** Builds response bodies for positions, the wallet, the account and its API key, with all documented fields. */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	mulTrunc,
	roundPlaces,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Account, Balance, Instrument, MarginMode, Position } from '../core/types.ts';
import type { AssetBalance } from '../core/venue-records.ts';
import { priceBounds, RISK_LIMIT_VALUE } from './market-bodies.ts';
import { moneyText, priceText, quantityText } from './numbers.ts';

export type PositionContext = {
	readonly instrument: Instrument;
	/** Position in the instrument; undefined if there is none. Bybit then returns a row with size 0. */
	readonly position: Position | undefined;
	readonly leverage: Decimal;
	readonly mark: Decimal;
	readonly cumulativeRealized: Decimal;
	readonly now: number;
	/** `Liq` or `Adl` while Bybit is closing the position (page "Enums Definitions", positionStatus, read 2026-11). */
	readonly status: 'Normal' | 'Liq' | 'Adl';
};

function positionCore(context: PositionContext): Record<string, unknown> {
	const { instrument, position, leverage } = context;
	const quantity = position?.quantity ?? ZERO;
	const mark = position?.mark ?? context.mark;
	return {
		positionIdx: 0,
		tradeMode: 0,
		riskId: 1,
		riskLimitValue: RISK_LIMIT_VALUE,
		symbol: instrument.symbol,
		side: quantity === ZERO ? '' : quantity > ZERO ? 'Buy' : 'Sell',
		size: quantity === ZERO ? '0' : quantityText(instrument, abs(quantity)),
		leverage: formatDecimal(position?.leverage ?? leverage),
		positionValue: position === undefined ? '0' : moneyText(mulTrunc(position.entryPrice, abs(quantity))),
		positionBalance: moneyText(position?.margin ?? ZERO),
		markPrice: priceText(instrument, mark),
		positionIM: moneyText(position?.margin ?? ZERO),
		positionMM: moneyText(position?.maintenanceMargin ?? ZERO),
		takeProfit: '',
		stopLoss: '',
		trailingStop: '0',
		unrealisedPnl: moneyText(position?.unrealizedPnl ?? ZERO),
		curRealisedPnl: moneyText(position?.realizedPnl ?? ZERO),
		cumRealisedPnl: moneyText(context.cumulativeRealized),
		sessionAvgPrice: '',
		createdTime: String(position?.openedAt ?? context.now),
		updatedTime: String(position?.updatedAt ?? context.now),
		tpslMode: 'Full',
		liqPrice: liquidationText(instrument, position),
		bustPrice: bankruptcyText(instrument, position),
		positionStatus: context.status,
		adlRankIndicator: position?.adlRank ?? 0,
		autoAddMargin: 0,
		leverageSysUpdatedTime: '',
		seq: position?.updatedAt ?? -1,
		isReduceOnly: false,
	};
}

/** Returns the liquidation price; empty, as on Bybit, if it is outside the allowed order prices. */
function liquidationText(instrument: Instrument, position: Position | undefined): string {
	const price = position?.liquidationPrice;
	const { min, max } = priceBounds(instrument);
	return price === undefined || price <= min || price >= max ? '' : priceText(instrument, price);
}

/** Returns the bankruptcy price; empty in cross margin, where a position has no margin of its own. */
function bankruptcyText(instrument: Instrument, position: Position | undefined): string {
	if (position?.bankruptcyPrice === undefined || position.marginMode === 'cross') return '';
	return priceText(instrument, position.bankruptcyPrice);
}

/** Builds a row of `/v5/position/list`. */
export function positionBody(context: PositionContext): Record<string, unknown> {
	const { position } = context;
	return {
		...positionCore(context),
		avgPrice: position === undefined ? '0' : moneyText(position.entryPrice),
		mmrSysUpdateTime: '',
	};
}

/** Builds a row of the `position` stream, which has `entryPrice` where REST has `avgPrice`. */
export function streamPositionBody(context: PositionContext): Record<string, unknown> {
	const { position } = context;
	return {
		...positionCore(context),
		entryPrice: position === undefined ? '0' : moneyText(position.entryPrice),
		category: 'linear',
		mmrSysUpdatedTime: '',
	};
}

/** A wallet row of the REST endpoint or the stream. */
export type Wallet = Readonly<Record<string, unknown>> & {
	readonly coin: readonly Readonly<Record<string, unknown>>[];
};

/**
 * Builds the wallet row. The simulator reproduces two traps of the live exchange. In isolated margin, all
 * account-wide margin fields are empty ("not applicable to isolated margin", page "Get Wallet Balance").
 * `availableToWithdraw` has been empty since 2025-01-09. In isolated margin, the amount available for trading is
 * walletBalance - totalPositionIM - totalOrderIM.
 */
export function walletBody(
	balance: Balance,
	mode: MarginMode,
	cumulative: Decimal,
	coin: string,
	asset: AssetBalance | undefined,
): Wallet {
	const initial = add(balance.positionMargin, balance.orderMargin);
	const wide = (value: Decimal): string => (mode === 'isolated' ? '' : moneyText(value));
	const share = (value: Decimal): string => {
		if (mode === 'isolated') return '';
		return balance.equity <= ZERO ? '0' : formatDecimal(roundPlaces(divTrunc(value, balance.equity), 4));
	};
	return {
		accountType: 'UNIFIED',
		accountLTV: mode === 'isolated' ? '' : '0',
		accountIMRate: share(initial),
		accountMMRate: share(balance.maintenanceMargin),
		totalEquity: moneyText(balance.equity),
		totalWalletBalance: moneyText(balance.walletBalance),
		totalMarginBalance: wide(balance.equity),
		totalAvailableBalance: wide(balance.available),
		totalPerpUPL: moneyText(balance.unrealizedPnl),
		totalInitialMargin: wide(initial),
		totalMaintenanceMargin: wide(balance.maintenanceMargin),
		coin: [
			{
				coin,
				equity: moneyText(balance.equity),
				usdValue: moneyText(balance.equity),
				walletBalance: moneyText(balance.walletBalance),
				availableToWithdraw: '',
				availableToBorrow: '',
				borrowAmount: '0',
				accruedInterest: '0',
				totalOrderIM: moneyText(balance.orderMargin),
				totalPositionIM: moneyText(balance.positionMargin),
				totalPositionMM: moneyText(balance.maintenanceMargin),
				unrealisedPnl: moneyText(balance.unrealizedPnl),
				cumRealisedPnl: moneyText(cumulative),
				bonus: '0',
				collateralSwitch: true,
				marginCollateral: true,
				locked: '0',
				spotHedgingQty: '0',
			},
			...(asset === undefined ? [] : [assetRow(asset)]),
		],
	};
}

/** Builds the row of the fee coin. The coin belongs to the wallet but does not count as margin. */
function assetRow({ asset, amount, price }: AssetBalance): Record<string, unknown> {
	return {
		coin: asset,
		equity: moneyText(amount),
		usdValue: moneyText(mulTrunc(amount, price)),
		walletBalance: moneyText(amount),
		availableToWithdraw: '',
		availableToBorrow: '',
		borrowAmount: '0',
		accruedInterest: '0',
		totalOrderIM: '0',
		totalPositionIM: '0',
		totalPositionMM: '0',
		unrealisedPnl: '0',
		cumRealisedPnl: '0',
		bonus: '0',
		collateralSwitch: false,
		marginCollateral: false,
		locked: '0',
		spotHedgingQty: '0',
	};
}

/** Builds the account information. `unifiedMarginStatus` 6 means unified account 2.0 pro. */
export function accountInfoBody(mode: MarginMode, now: number): Record<string, unknown> {
	return {
		marginMode: mode === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
		updatedTime: String(now),
		unifiedMarginStatus: 6,
		dcpStatus: 'OFF',
		timeWindow: 0,
		smpGroup: 0,
		isMasterTrader: false,
		spotHedgingStatus: 'OFF',
	};
}

/**
 * Lifetime in days of a key that is not bound to IP addresses. Keys that were not obtained through OAuth report this
 * lifetime here, but the simulator does not let them expire.
 */
const KEY_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Builds the information on an API key. `uta` 1 means a unified account. The deprecated `unified` is then 0
 * (documentation page "Get API Key Information", sample of 2026-04). With `unified` 1, ccxt's watchBalance would wait
 * forever for a different account type.
 */
export function apiKeyBody(key: ApiKey, account: Account, now: number): Record<string, unknown> {
	const expiresAt = key.expiresAt ?? key.createdAt + KEY_DAYS * DAY_MS;
	return {
		id: String(account.uid),
		note: key.application?.name ?? account.name,
		apiKey: key.key,
		readOnly: key.canTrade ? 0 : 1,
		secret: '',
		permissions: {
			ContractTrade: key.canTrade ? ['Order', 'Position'] : [],
			Spot: [],
			Wallet: [
				...(key.canTransfer || key.canWithdraw ? ['AccountTransfer'] : []),
				...(key.canWithdraw ? ['Withdraw'] : []),
			],
			Options: [],
			Derivatives: key.canTrade ? ['DerivativesTrade'] : [],
			CopyTrading: [],
			BlockTrade: [],
			Exchange: [],
			NFT: [],
			Affiliate: [],
		},
		ips: ['*'],
		type: key.application === undefined ? 1 : 2,
		deadlineDay: Math.max(0, Math.floor((expiresAt - now) / DAY_MS)),
		expiredAt: isoSeconds(expiresAt),
		createdAt: isoSeconds(key.createdAt),
		unified: 0,
		uta: 1,
		userID: account.uid,
		inviterID: 0,
		vipLevel: 'No VIP',
		mktMakerLevel: '0',
		affiliateID: 0,
		rsaPublicKey: '',
		isMaster: true,
		parentUid: '0',
		kycLevel: 'LEVEL_DEFAULT',
		kycRegion: '',
	};
}

function isoSeconds(at: number): string {
	return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
