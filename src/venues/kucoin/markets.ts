/**
 * Reads public market data for KuCoin's linear futures contracts (kucoin.com/docs-new, "Futures: Market Data", read
 * 2026-11).
 */
import { abs, divTrunc, mulDown, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Maintenance, TransferState } from '../../ports/venue-notices.ts';
import type { Words } from '../../sentences/sentence.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, MarketsDialect } from '../shared/dialect.ts';
import {
	at,
	atLeast,
	type Body,
	BodyError,
	bodies,
	decimal,
	leverageOf,
	listed,
	positive,
	positiveOf,
	price,
	required,
	shown,
	text,
	whole,
} from '../shared/fields.ts';
import { type CurrencyNotices, gatherNotices, titleText } from '../shared/notices.ts';
import { settledPages, settledRows } from '../shared/paging.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { NOTICE_TEXT, TICKER_TEXT } from '../shared/text.ts';
import { readBounds, readFunding, tickersOf, usdAmount } from '../shared/ticker-fields.ts';
import { kucoin } from './facts.ts';
import { UNKNOWN_STATUS } from './text.ts';

const RATE_ROWS_MAX = 100;
const TRADE_MEMBERS: TradeMembers = {
	id: 'tradeId',
	price: 'price',
	quantity: 'size',
	time: 'ts',
	timePerMs: 1_000_000,
};
const TIER_MEMBERS: TierMembers = {
	valueMax: 'maxRiskLimit',
	maintenanceRate: 'maintainMargin',
	initialRate: 'initialMargin',
	leverageMax: 'maxLeverage',
	deduction: undefined,
};

/** Market data functions for a KuCoin session. */
export const kucoinMarkets: MarketsDialect = {
	// Fees of the base tier for futures (kucoin.com/vip/privilege, read 2026-11).
	baseFees: { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') },
	async readInstruments(call) {
		return readContracts(await contracts(call), instrumentOf);
	},
	async readTickers(call, find, now) {
		return tickersOf(await contracts(call), find, (row, instrument) => tickerOf(row, instrument, now));
	},
	async readBook(call, instrument, depth) {
		const method = depth <= 20 ? 'futuresPublicGetLevel2Depth20' : 'futuresPublicGetLevel2Depth100';
		const answer = await call('market', method, { symbol: instrument.symbol });
		return {
			bids: readLevels('bids', at(answer, 'data', 'bids'), instrument, depth),
			asks: readLevels('asks', at(answer, 'data', 'asks'), instrument, depth),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		settledPages(from, to, { pagesBegin: 'newest', rowsMax: RATE_ROWS_MAX }, async (start, end) => {
			const answer = await call(kind, 'futuresPublicGetContractFundingRates', {
				symbol,
				from: start,
				to: end,
			});
			const list = at(answer, 'data');
			// `data` may be null for an empty list; a body without `data` is an error.
			return settledRows(list === null ? [] : list, 'fundingRate', 'timepoint');
		}),
	async readTime(call) {
		return required(whole(await call('market', 'futuresPublicGetTimestamp'), 'data'), 'timestamp');
	},
	// KuCoin returns the last 100 trades (page "Get Trade History" in market data, read 2026-11).
	async readTrades(call, instrument) {
		const answer = await call('market', 'futuresPublicGetTradeHistory', { symbol: instrument.symbol });
		return tradesOf(listed(at(answer, 'data'), 'trades'), instrument, TRADE_MEMBERS);
	},
	// Page "Get Isolated Margin Risk Limit", read 2026-11; a tier's rate applies to the whole position value.
	async readRiskTiers(call, instrument) {
		const query = { symbol: instrument.symbol };
		const answer = await call('market', 'futuresPublicGetContractsRiskLimitSymbol', query);
		return tiersOf(listed(at(answer, 'data'), 'risk tiers'), TIER_MEMBERS);
	},
	readNotices: (call, now) =>
		gatherNotices(kucoin.shownName, {
			maintenance: async () => maintenanceOf(await call('market', 'futuresPublicGetStatus'), now),
			currencies: async () => {
				const answer = await call('market', 'publicGetCurrencies');
				return currenciesOf(listed(at(answer, 'data'), 'currencies'));
			},
		}),
};

async function contracts(call: Call): Promise<readonly Body[]> {
	return listed(at(await call('market', 'futuresPublicGetContractsActive', {}), 'data'), 'contracts');
}

/**
 * Statuses of a listed contract (page "Get All Symbols", read 2026-11). A contract trades only while it is Open; the
 * other three statuses are temporary. Contracts in Init, Settled and Closed are not listed yet or no longer listed.
 */
const LISTED_STATES: ReadonlySet<string | undefined> = new Set([
	'Open',
	'BeingSettled',
	'Paused',
	'CancelOnly',
]);

/**
 * Parses a contract; returns undefined for one that the service does not trade. @throws BodyError for a traded
 * contract that is unreadable
 */
function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(kucoin.spelling, {
		symbol,
		base: text(row, 'baseCurrency'),
		quote: text(row, 'quoteCurrency'),
	});
	// Perpetuals have no expiry. Inverse contracts count USD, not coins. The service reads accounts in USDT, so it
	// omits contracts that settle in USDC.
	if (
		name === undefined ||
		row.isInverse === true ||
		text(row, 'type') !== 'FFWCSX' ||
		!LISTED_STATES.has(text(row, 'status')) ||
		name.quote !== 'USDT' ||
		text(row, 'settleCurrency') !== 'USDT'
	)
		return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const multiplier = required(positive(row, 'multiplier'), 'multiplier');
	const coinsPerLot = positiveOf(mulDown(multiplier, coinsPerUnit), 'multiplier');
	const lotSize = positiveOf(mulDown(required(positive(row, 'lotSize'), 'lotSize'), coinsPerLot), 'lotSize');
	const most = required(positive(row, 'maxOrderQty'), 'maxOrderQty');
	const tick = required(positive(row, 'tickSize'), 'tickSize');
	return {
		venue: 'kucoin',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerLot,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize,
		quantityMin: lotSize,
		quantityMax: atLeast(lotSize, mulDown(most, coinsPerLot), 'maxOrderQty'),
		notionalMin: ZERO,
		leverageMax: leverageOf(row, 'maxLeverage'),
	};
}

/** Builds a ticker with funding and prices (USD per coin). Each unreadable figure is null and named in `problems`. */
function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: Words[] = [];
	const mark = price(row, 'markPrice', instrument, problems);
	const interestLots = decimal(row, 'openInterest');
	const status = text(row, 'status');
	if (status !== 'Open')
		problems.push(TICKER_TEXT.status({ exchange: kucoin.shownName, state: shown(row.status) }));
	return {
		symbol: instrument.symbol,
		mark,
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastTradePrice', instrument, problems),
		volume24h: usdAmount(row, 'turnoverOf24h'),
		openInterest:
			interestLots === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interestLots)), mark),
		funding: readFunding(
			{
				rate: decimal(row, 'fundingFeeRate'),
				intervalMs: whole(row, 'currentFundingRateGranularity') ?? whole(row, 'fundingRateGranularity'),
				next: nextSettlement(row, now),
			},
			now,
			{
				rate: row.fundingFeeRate,
				interval: row.currentFundingRateGranularity ?? row.fundingRateGranularity,
				next: row.nextFundingRateDateTime ?? row.nextFundingRateTime,
			},
			problems,
		),
		...readBounds(decimal(row, 'fundingRateCap'), decimal(row, 'fundingRateFloor')),
		delistingAt: delistingAt(row),
		tradable: status === 'Open',
		problems,
	};
}

/**
 * Returns the settlement time that KuCoin reports; otherwise now plus `nextFundingRateTime`, the remaining
 * milliseconds.
 */
function nextSettlement(row: Body, now: number): number | undefined {
	const instant = whole(row, 'nextFundingRateDateTime');
	if (instant !== undefined) return instant;
	const remaining = whole(row, 'nextFundingRateTime');
	return remaining === undefined || remaining < 0 ? undefined : now + remaining;
}

/**
 * Returns a perpetual's delisting time, Unix milliseconds; null if none is scheduled. A perpetual has an expiry or
 * settlement date only once its delisting is scheduled (page "Get Symbol", read 2026-11).
 */
function delistingAt(row: Body): number | null {
	const dates = [whole(row, 'expireDate') ?? 0, whole(row, 'settleDate') ?? 0].filter((at) => at > 0);
	return dates.length === 0 ? null : Math.min(...dates);
}

/**
 * Reads the status of the futures service (page "Get Service Status", read 2026-11): open, close or cancelonly, with
 * a message and no times. @throws BodyError for any other status
 */
function maintenanceOf(answer: unknown, now: number): readonly Maintenance[] {
	const data = at(answer, 'data');
	const status = text(data, 'status');
	if (status === 'open') return [];
	if (status !== 'close' && status !== 'cancelonly') throw new BodyError(UNKNOWN_STATUS);
	const message = titleText(text(data, 'msg') ?? '');
	const title =
		status === 'close'
			? NOTICE_TEXT.closed({ message })
			: NOTICE_TEXT.cancelOnly({ exchange: kucoin.shownName, message });
	return [{ title, from: now, until: null }];
}

/**
 * Reads names of currencies, and whether deposits and withdrawals are open (page "Get All Currencies", v3, read
 * 2026-11). Deposits or withdrawals are open while at least one network allows them. Their status is missing for a
 * currency without networks.
 */
function currenciesOf(rows: readonly Body[]): CurrencyNotices {
	const transfers = new Map<string, TransferState>();
	const coinNames = new Map<string, string>();
	for (const row of rows) {
		const currency = text(row, 'currency');
		const fullName = text(row, 'fullName');
		if (currency === undefined) continue;
		if (fullName !== undefined) coinNames.set(text(row, 'name') ?? currency, titleText(fullName));
		const chains = bodies(row.chains);
		if (chains.length === 0) continue;
		transfers.set(currency, {
			deposit: chains.some((chain) => chain.isDepositEnabled !== false),
			withdrawal: chains.some((chain) => chain.isWithdrawEnabled !== false),
		});
	}
	return { transfers, coinNames };
}
