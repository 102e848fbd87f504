/**
 * Builds response bodies for OKX's trading account: balance, positions, configuration, leverage, fees. The account is
 * in futures mode with net positions.
 */
import {
	abs,
	add,
	type Decimal,
	divDown,
	divTrunc,
	floorToStep,
	formatDecimal,
	max,
	mulDown,
	mulTrunc,
	neg,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Account, Balance, Exchange, Instrument, MarginMode, Position } from '../core/types.ts';
import { FEE_GROUP } from './market-bodies.ts';
import { contracts, instant, money, price } from './numbers.ts';

/**
 * Builds the balance. The cash excludes the margin of isolated positions. `isoEq` is this margin plus the profit of
 * the isolated positions. `eq` is the account's total equity (page "Get balance"; in its sample eq = cashBal + upl +
 * stgyEq, read 2026-11).
 */
export function balanceBody(balance: Balance, positions: readonly Position[], now: number) {
	const isolated = positions.filter(({ marginMode }) => marginMode === 'isolated');
	const isoMargin = sum(isolated.map(({ margin }) => margin));
	const isoUpl = sum(isolated.map(({ unrealizedPnl }) => unrealizedPnl));
	const cash = sub(balance.walletBalance, isoMargin);
	const available = money(balance.available);
	const detail = {
		accAvgPx: '',
		autoLendMtAmt: '0',
		autoLendStatus: 'off',
		availBal: available,
		availEq: available,
		borrowFroz: '',
		cashBal: money(cash),
		ccy: 'USDT',
		clSpotInUseAmt: '',
		coinUsdPrice: '1',
		colBorrAutoConversion: '0',
		colRes: '0',
		collateralEnabled: false,
		collateralRestrict: false,
		crossLiab: '',
		disEq: money(balance.equity),
		eq: money(balance.equity),
		eqUsd: money(balance.equity),
		fixedBal: '0',
		frozenBal: money(sub(balance.equity, balance.available)),
		frpType: '0',
		imr: money(sub(balance.positionMargin, isoMargin)),
		interest: '',
		isoEq: money(add(isoMargin, isoUpl)),
		isoLiab: '',
		isoUpl: money(isoUpl),
		liab: '',
		maxLoan: '',
		maxSpotInUse: '',
		mgnRatio: '',
		mmr: money(balance.maintenanceMargin),
		notionalLever: '0',
		openAvgPx: '',
		ordFrozen: money(balance.orderMargin),
		rewardBal: '0',
		smtSyncEq: '0',
		spotBal: '',
		spotCopyTradingEq: '0',
		spotInUseAmt: '',
		spotIsoBal: '0',
		spotUpl: '',
		spotUplRatio: '',
		stgyEq: '0',
		totalPnl: '',
		totalPnlRatio: '',
		twap: '0',
		uTime: instant(now),
		upl: money(balance.unrealizedPnl),
		uplLiab: '',
	};
	return {
		adjEq: '',
		availEq: '',
		borrowFroz: '',
		delta: '',
		deltaLever: '',
		deltaNeutralStatus: '',
		details: [detail],
		imr: '',
		isoEq: money(add(isoMargin, isoUpl)),
		mgnRatio: '',
		mmr: '',
		notionalUsd: '',
		notionalUsdForBorrow: '',
		notionalUsdForFutures: '',
		notionalUsdForOption: '',
		notionalUsdForSwap: '',
		ordFroz: '',
		totalEq: money(balance.equity),
		uTime: instant(now),
		upl: '',
	};
}

/** Builds one position body per contract, because net mode has no sides. */
export function positionBody(exchange: Exchange, instrument: Instrument, position: Position) {
	const quote = exchange.quote(instrument.symbol);
	const isIsolated = position.marginMode === 'isolated';
	const value = abs(mulTrunc(position.quantity, position.mark));
	const ratio = (part: Decimal, whole: Decimal): string =>
		whole === ZERO ? '' : price(divTrunc(part, whole));
	return {
		adl: String(position.adlRank),
		availPos: '',
		avgPx: price(position.entryPrice),
		baseBal: '',
		baseBorrowed: '',
		baseInterest: '',
		bePx: price(position.entryPrice),
		bizRefId: '',
		bizRefType: '',
		cTime: instant(position.openedAt),
		ccy: instrument.quote,
		clSpotInUseAmt: '',
		closeOrderAlgo: [],
		deltaBS: '',
		deltaPA: '',
		fee: '0',
		fundingFee: '0',
		gammaBS: '',
		gammaPA: '',
		hedgedPos: '',
		idxPx: price(quote.index),
		imr: isIsolated ? '' : money(position.margin),
		instId: instrument.symbol,
		instType: 'SWAP',
		interest: '',
		last: price(quote.last),
		lever: formatDecimal(position.leverage),
		liab: '',
		liabCcy: '',
		liqPenalty: '0',
		liqPx: position.liquidationPrice === undefined ? '' : price(position.liquidationPrice),
		margin: isIsolated ? money(position.margin) : '',
		markPx: price(position.mark),
		maxSpotInUseAmt: '',
		mgnMode: position.marginMode,
		mgnRatio: ratio(add(position.margin, position.unrealizedPnl), position.maintenanceMargin),
		mmr: money(position.maintenanceMargin),
		nonSettleAvgPx: '',
		notionalUsd: money(value),
		optVal: '',
		pendingCloseOrdLiabVal: '',
		pnl: '0',
		pos: contracts(instrument, position.quantity),
		posCcy: '',
		posId: positionId(instrument),
		posSide: 'net',
		quoteBal: '',
		quoteBorrowed: '',
		quoteInterest: '',
		realizedPnl: money(position.realizedPnl),
		settledPnl: '',
		spotInUseAmt: '',
		spotInUseCcy: '',
		thetaBS: '',
		thetaPA: '',
		tradeId: '',
		uTime: instant(position.updatedAt),
		upl: money(position.unrealizedPnl),
		uplLastPx: money(position.unrealizedPnl),
		uplRatio: ratio(position.unrealizedPnl, position.margin),
		uplRatioLastPx: ratio(position.unrealizedPnl, position.margin),
		usdPx: '1',
		vegaBS: '',
		vegaPA: '',
	};
}

/**
 * Returns a constant id per contract, because OKX keeps a position's id for thirty days after the position was
 * closed.
 */
function positionId({ symbol, listedAt }: Instrument): string {
	let id = BigInt(listedAt);
	for (const letter of symbol) id = (id * 131n + BigInt(letter.charCodeAt(0))) % 10n ** 17n;
	return String(10n ** 17n + id);
}

/** Builds the body of a closed position, which the stream sends with size 0. */
export function closedPositionBody(
	exchange: Exchange,
	instrument: Instrument,
	terms: { readonly leverage: Decimal; readonly mode: MarginMode },
) {
	const now = exchange.now();
	const gone: Position = {
		symbol: instrument.symbol,
		quantity: ZERO,
		entryPrice: ZERO,
		mark: exchange.quote(instrument.symbol).mark,
		marginMode: terms.mode,
		leverage: terms.leverage,
		margin: ZERO,
		maintenanceMargin: ZERO,
		liquidationPrice: undefined,
		bankruptcyPrice: undefined,
		unrealizedPnl: ZERO,
		realizedPnl: ZERO,
		adlRank: 0,
		openedAt: now,
		updatedAt: now,
	};
	return { ...positionBody(exchange, instrument, gone), avgPx: '', liqPx: '', margin: '' };
}

/**
 * Builds the account's modes and the permissions of the calling key. `perm` is a list of `read_only`, `trade`,
 * `withdraw`.
 */
export function configBody(key: ApiKey, account: Account, isHedged: boolean) {
	const permissions = [
		'read_only',
		...(key.canTrade ? ['trade'] : []),
		...(key.canWithdraw ? ['withdraw'] : []),
	];
	return {
		acctLv: '2',
		acctStpMode: 'cancel_taker',
		autoLoan: false,
		ctIsoMode: 'automatic',
		enableSpotBorrow: false,
		feeType: '0',
		greeksType: 'PA',
		ip: '',
		kycLv: '3',
		label: key.application?.name ?? account.name,
		level: 'Lv1',
		levelTmp: '',
		liquidationGear: '-1',
		mainUid: String(account.uid),
		mgnIsoMode: 'automatic',
		opAuth: '0',
		perm: permissions.join(','),
		posMode: isHedged ? 'long_short_mode' : 'net_mode',
		roleType: '0',
		settleCcy: 'USDC',
		settleCcyList: ['USD', 'USDC', 'USDG'],
		spotBorrowAutoRepay: false,
		spotOffsetType: '',
		spotRoleType: '0',
		spotTraderInsts: [],
		stgyType: '0',
		traderInsts: [],
		type: '0',
		uid: String(account.uid),
	};
}

export function leverageBody(instrument: Instrument, mode: MarginMode, leverage: Decimal) {
	return {
		ccy: '',
		instId: instrument.symbol,
		lever: formatDecimal(leverage),
		mgnMode: mode,
		posSide: 'net',
	};
}

/**
 * Returns the number of contracts that an account can still open, at its leverage and the mark price (page "Get
 * maximum order quantity", read 2026-11).
 */
export function maxSizeBody(exchange: Exchange, instrument: Instrument, accountId: string) {
	const { available } = exchange.balance(accountId);
	const { mark } = exchange.quote(instrument.symbol);
	const power = mulDown(max(ZERO, available), exchange.leverage(accountId, instrument.symbol));
	const most = contracts(instrument, floorToStep(divDown(power, mark), instrument.lotSize));
	return { ccy: instrument.quote, instId: instrument.symbol, maxBuy: most, maxSell: most };
}

/** Builds the fee rates. On OKX, a rate that the account pays is negative. */
export function feeBody(fees: { readonly taker: Decimal; readonly maker: Decimal }, now: number) {
	const taker = formatDecimal(neg(fees.taker));
	const maker = formatDecimal(neg(fees.maker));
	return {
		category: '1',
		delivery: '',
		exercise: '',
		feeGroup: [{ elpMaker: '', groupId: FEE_GROUP, maker, taker }],
		fiat: [],
		instType: 'SWAP',
		level: 'Lv1',
		maker,
		makerU: maker,
		makerUSDC: maker,
		ruleType: 'normal',
		settle: '',
		taker,
		takerU: taker,
		takerUSDC: taker,
		ts: instant(now),
	};
}

/** Lists every base and quote currency of a contract, each on one network. */
export function currencyBodies(exchange: Exchange) {
	const names = new Set(exchange.instruments().flatMap(({ quote, underlying }) => [quote, underlying]));
	return [...names].map((name) => {
		const { deposit, withdrawal } = exchange.announcements.transfers(name);
		return {
			burningFeeRate: '',
			canDep: deposit,
			canInternal: true,
			canWd: withdrawal,
			ccy: name,
			chain: `${name}-ERC20`,
			ctAddr: '',
			depEstOpenTime: '',
			depQuotaFixed: '',
			depQuoteDailyLayer2: '',
			fee: '1',
			logoLink: '',
			mainNet: true,
			maxFee: '1',
			maxFeeForCtAddr: '',
			maxWd: '1000000',
			minDep: '1',
			minDepArrivalConfirm: '12',
			minFee: '1',
			minFeeForCtAddr: '',
			minInternal: '0.00000001',
			minWd: '1',
			minWdUnlockConfirm: '64',
			name,
			needTag: false,
			usedDepQuotaFixed: '',
			usedWdQuota: '0',
			wdEstOpenTime: '',
			wdQuota: '10000000',
			wdTickSz: '8',
		};
	});
}
