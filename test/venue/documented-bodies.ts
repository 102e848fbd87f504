/**
 * Contains responses from Gate, Bitget and Kraken futures with documented fields (pages read 2026-11) and invented
 * figures. Gate: "List all futures contracts", "List futures tickers", "Futures order book", "Funding rate history",
 * "Order book update notification". Bitget: "Get Contract Config", "Get All Tickers", "Get Current Funding Rate",
 * "Get Historical Funding Rates", "Get Merge Market Depth", "Depth Channel". Kraken: "Get instruments", "Get
 * tickers", "Get orderbook", "Historical funding rates", "Book".
 */
import type { Answers } from './documented-exchange.ts';

const HOUR_MS = 3_600_000;

export type DocumentedVenue = {
	readonly venue: string;
	readonly answers: (now: number) => Answers;
	readonly onMessage: (message: unknown, send: (frame: object) => void) => void;
	/** Values that the adapter must read for BTC. */
	readonly btc: {
		readonly symbol: string;
		readonly quote: string;
		readonly coinsPerOrderUnit: string;
		readonly tickSize: string;
		readonly lotSize: string;
		readonly mark: string;
		readonly index: string;
		readonly last: string;
		readonly rate: string;
		readonly intervalHours: number;
		readonly taker: string;
	};
	/** Requirements that the exchange meets only partly or not at all. */
	readonly notWhole: Readonly<Record<string, 'partly' | 'no'>>;
};

/** Returns the first time after `now` that is a multiple of `hours`, milliseconds. */
function nextOf(now: number, hours: number): number {
	return (Math.floor(now / (hours * HOUR_MS)) + 1) * hours * HOUR_MS;
}

/** Returns the last `count` settlement times, in milliseconds, newest first. */
function settledOf(now: number, hours: number, count: number): readonly number[] {
	return Array.from({ length: count }, (_, index) => nextOf(now, hours) - (index + 1) * hours * HOUR_MS);
}

function gateContract(name: string, change: object, now: number) {
	return {
		name,
		type: 'direct',
		quanto_multiplier: '0.0001',
		mark_price: '65012.34',
		index_price: '65010.1',
		last_price: '65013.2',
		order_price_round: '0.1',
		order_price_deviate: '0.5',
		order_size_min: 1,
		order_size_max: 1_000_000,
		leverage_min: '1',
		leverage_max: '100',
		maker_fee_rate: '-0.00025',
		taker_fee_rate: '0.00075',
		funding_rate: '0.000123',
		funding_rate_indicative: '0.000119',
		funding_interval: 14_400,
		funding_next_apply: nextOf(now, 4) / 1_000,
		in_delisting: false,
		status: 'trading',
		...change,
	};
}

type GateMessage = {
	readonly id?: number;
	readonly channel?: string;
	readonly event?: string;
	readonly payload?: readonly string[];
};

const GATE: DocumentedVenue = {
	venue: 'gate',
	btc: {
		symbol: 'BTC_USDT',
		quote: 'USDT',
		coinsPerOrderUnit: '0.0001',
		tickSize: '0.1',
		lotSize: '0.0001',
		mark: '65012.34',
		index: '65010.1',
		last: '65013.2',
		rate: '0.000123',
		intervalHours: 4,
		taker: '0.0005',
	},
	notWhole: { 'funding caps': 'no', status: 'no', delistings: 'no', 'open interest': 'no' },
	answers: (now) => ({
		'/api/v4/spot/time': () => ({ server_time: now }),
		'/api/v4/futures/usdt/contracts': () => [
			gateContract('BTC_USDT', {}, now),
			gateContract(
				'1000SHIB_USDT',
				{
					quanto_multiplier: '10',
					mark_price: '0.0271',
					index_price: '0.027',
					funding_interval: 28_800,
					funding_next_apply: nextOf(now, 8) / 1_000,
				},
				now,
			),
		],
		'/api/v4/futures/btc/contracts': () => [
			gateContract('BTC_USD', { type: 'inverse', quanto_multiplier: '0' }, now),
		],
		'/api/v4/futures/usdt/tickers': () => [
			{
				contract: 'BTC_USDT',
				last: '65013.2',
				mark_price: '65012.34',
				index_price: '65010.1',
				volume_24h_quote: '812345678',
				volume_24h_base: '12494',
			},
			{
				contract: '1000SHIB_USDT',
				last: '0.02711',
				mark_price: '0.0271',
				index_price: '0.027',
				volume_24h_quote: '1234567',
				volume_24h_base: '45',
			},
		],
		'/api/v4/futures/usdt/order_book': () => ({
			id: 100,
			current: now / 1_000,
			update: now / 1_000,
			asks: [
				{ s: 30, p: '65013.3' },
				{ s: 50, p: '65013.9' },
			],
			bids: [
				{ s: 20, p: '65013.1' },
				{ s: 40, p: '65012.8' },
			],
		}),
		'/api/v4/futures/usdt/funding_rate': (query) =>
			settledOf(now, 4, 300)
				.map((at) => ({ r: '0.000101', t: at / 1_000 }))
				.filter(
					({ t }) =>
						t >= Number(query.get('from') ?? 0) && t <= Number(query.get('to') ?? Number.MAX_SAFE_INTEGER),
				)
				.slice(0, Number(query.get('limit') ?? 100)),
	}),
	onMessage(message, send) {
		const { id, channel, event, payload } = message as GateMessage;
		if (channel !== 'futures.order_book_update' || event !== 'subscribe') return;
		send({ time: 1, id, channel, event, result: { status: 'success' } });
		for (const U of [99, 101])
			send({
				time: 1,
				channel,
				event: 'update',
				result: {
					t: 1_700_000_000_000 + U,
					s: payload?.[0],
					U,
					u: U + 1,
					b: [{ p: '65013.1', s: 25 }],
					a: [],
				},
			});
	},
};

function bitgetContract(symbol: string, change: object) {
	return {
		symbol,
		baseCoin: symbol.replace('USDT', ''),
		quoteCoin: 'USDT',
		supportMarginCoins: ['USDT'],
		symbolType: 'perpetual',
		symbolStatus: 'normal',
		makerFeeRate: '0.0002',
		takerFeeRate: '0.0006',
		minTradeNum: '0.001',
		priceEndStep: '1',
		pricePlace: '1',
		volumePlace: '3',
		sizeMultiplier: '0.001',
		minTradeUSDT: '5',
		minLever: '1',
		maxLever: '125',
		fundInterval: '8',
		...change,
	};
}

const BITGET_TICKER = {
	lastPr: '65014.1',
	markPrice: '65011.9',
	indexPrice: '65010.123456',
	fundingRate: '-0.000017',
	baseVolume: '79101.6477',
	quoteVolume: '5142387654.12',
	holdingAmount: '7465.5938',
	bidPr: '65014',
	askPr: '65014.1',
};

const inData = (data: unknown): object => ({
	code: '00000',
	msg: 'success',
	requestTime: 1_700_000_000_000,
	data,
});

const BITGET: DocumentedVenue = {
	venue: 'bitget',
	btc: {
		symbol: 'BTCUSDT',
		quote: 'USDT',
		coinsPerOrderUnit: '1',
		tickSize: '0.1',
		lotSize: '0.001',
		mark: '65011.9',
		index: '65010.123456',
		last: '65014.1',
		rate: '-0.000017',
		intervalHours: 8,
		taker: '0.0006',
	},
	notWhole: { 'funding caps': 'no', status: 'no', delistings: 'no', 'open interest': 'no' },
	answers: (now) => ({
		'/api/v2/public/time': () => inData({ serverTime: String(now) }),
		'/api/v2/mix/market/contracts': (query) =>
			inData(
				query.get('productType') === 'USDT-FUTURES'
					? [
							bitgetContract('BTCUSDT', {}),
							bitgetContract('1000SATSUSDT', { pricePlace: '7', volumePlace: '0', sizeMultiplier: '1' }),
						]
					: [],
			),
		'/api/v2/mix/market/tickers': () =>
			inData([
				{ symbol: 'BTCUSDT', ts: String(now), ...BITGET_TICKER },
				{
					symbol: '1000SATSUSDT',
					ts: String(now),
					...BITGET_TICKER,
					lastPr: '0.0002711',
					markPrice: '0.0002712',
					indexPrice: '0.000271',
				},
			]),
		'/api/v2/mix/market/current-fund-rate': () =>
			inData([
				{
					symbol: 'BTCUSDT',
					fundingRate: '-0.000017',
					fundingRateInterval: '8',
					nextUpdate: String(nextOf(now, 8)),
					minFundingRate: '-0.003',
					maxFundingRate: '0.003',
				},
				{
					symbol: '1000SATSUSDT',
					fundingRate: '-0.000017',
					fundingRateInterval: '4',
					nextUpdate: String(nextOf(now, 4)),
					minFundingRate: '-0.02',
					maxFundingRate: '0.02',
				},
			]),
		'/api/v2/mix/market/history-fund-rate': (query) =>
			inData(
				settledOf(now, 8, Number(query.get('pageSize') ?? 20)).map((at) => ({
					symbol: query.get('symbol'),
					fundingRate: '-0.0003',
					fundingTime: String(at),
				})),
			),
		'/api/v2/mix/market/merge-depth': () =>
			inData({
				asks: [[65_014.1, 0.5]],
				bids: [
					[65_014, 0.25],
					[65_013.5, 2],
				],
				ts: String(now),
			}),
	}),
	onMessage(message, send) {
		const { op, args } = message as { op?: string; args?: { instId: string }[] };
		if (op !== 'subscribe') return;
		for (const arg of args ?? []) {
			send({ event: 'subscribe', arg });
			send({
				action: 'snapshot',
				arg,
				data: [{ asks: [['65014.1', '0.5']], bids: [['65014.0', '0.25']], checksum: 0, ts: '1700000000000' }],
			});
		}
	},
};

const KRAKEN_TICKER = {
	tag: 'perpetual',
	last: 65_020.5,
	lastTime: '2026-11-20T08:00:00.000Z',
	markPrice: 65_000,
	indexPrice: 65_010.25,
	vol24h: 1_696,
	volumeQuote: 110_240_000.5,
	openInterest: 725.13,
	fundingRate: 0.65,
	fundingRatePrediction: 0.13,
	suspended: false,
	postOnly: false,
	bid: 65_020,
	ask: 65_021,
};

const KRAKEN: DocumentedVenue = {
	venue: 'krakenfutures',
	btc: {
		symbol: 'PF_XBTUSD',
		quote: 'USD',
		coinsPerOrderUnit: '1',
		tickSize: '1',
		lotSize: '0.0001',
		mark: '65000',
		index: '65010.25',
		last: '65020.5',
		// 0.65 USD per coin and hour, divided by a mark price of 65,000.
		rate: '0.00001',
		intervalHours: 1,
		taker: '0.0005',
	},
	notWhole: {
		clock: 'partly',
		'funding caps': 'no',
		status: 'no',
		delistings: 'no',
		volume: 'no',
		'open interest': 'no',
	},
	answers: (now) => ({
		'/derivatives/api/v3/instruments': () => ({
			result: 'success',
			instruments: [
				{
					symbol: 'PF_XBTUSD',
					type: 'flexible_futures',
					tickSize: 1,
					contractSize: 1,
					contractValueTradePrecision: 4,
					tradeable: true,
				},
				{
					symbol: 'PI_XBTUSD',
					type: 'futures_inverse',
					tickSize: 0.5,
					contractSize: 1,
					contractValueTradePrecision: 0,
					tradeable: true,
				},
				{
					symbol: 'PF_ENJUSD',
					type: 'flexible_futures',
					tickSize: 0.0001,
					contractSize: 1,
					contractValueTradePrecision: 0,
					tradeable: true,
				},
			],
			serverTime: new Date(now).toISOString(),
		}),
		'/derivatives/api/v3/tickers': () => ({
			result: 'success',
			tickers: [
				{ symbol: 'PF_XBTUSD', pair: 'XBT:USD', ...KRAKEN_TICKER },
				{
					symbol: 'PF_ENJUSD',
					pair: 'ENJ:USD',
					...KRAKEN_TICKER,
					markPrice: 0.0434,
					indexPrice: 0.043391,
					last: 0.0433,
					fundingRate: -0.000000756414717067,
				},
			],
			serverTime: new Date(now).toISOString(),
		}),
		'/derivatives/api/v3/orderbook': () => ({
			result: 'success',
			orderBook: { bids: [[65_020, 1.5]], asks: [[65_021, 0.5]] },
			serverTime: new Date(now).toISOString(),
		}),
		'/derivatives/api/v4/historicalfundingrates': () => ({
			rates: settledOf(now, 1, 400).map((at) => ({
				timestamp: new Date(at).toISOString(),
				fundingRate: 0.65,
				relativeFundingRate: '0.000010000000000000',
			})),
		}),
	}),
	onMessage(message, send) {
		const {
			event,
			feed,
			product_ids: products,
		} = message as { event?: string; feed?: string; product_ids?: string[] };
		if (event !== 'subscribe' || feed !== 'book') return;
		for (const product_id of products ?? [])
			send({
				feed: 'book_snapshot',
				product_id,
				timestamp: 1_700_000_000_000,
				seq: 1,
				bids: [{ price: 65_020, qty: 1.5 }],
				asks: [{ price: 65_021, qty: 0.5 }],
			});
	},
};

export const DOCUMENTED_VENUES: readonly DocumentedVenue[] = [GATE, BITGET, KRAKEN];
