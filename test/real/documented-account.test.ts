/** Parses the exchanges' own samples of account responses and stream messages with the exchange modules. */
import { expect, test } from 'vitest';
import { formatDecimal, fromInteger, mulTrunc, parseDecimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { dialectOf } from '../../src/venues/modules.ts';
import { documentedEndpoint, documentedStream } from './documented-bodies.ts';

const BYBIT = 'messages/bybit-documented';
const KUCOIN = 'messages/kucoin-documented';

test.each([
	// The documented sample order is for an option. We do not trade options, so no event is expected.
	['bybit', `${BYBIT}/Subscriptions/V5/Private/Order`, []],
	[
		'bybit',
		`${BYBIT}/Subscriptions/V5/Private/UserTrades`,
		[{ kind: 'order', symbol: 'XRPUSDT', clientOrderId: null }],
	],
	['bybit', `${BYBIT}/Subscriptions/V5/Private/Position`, [{ kind: 'position', symbol: 'BTCUSDT' }]],
	['bybit', `${BYBIT}/Subscriptions/V5/Private/Balance`, [{ kind: 'balance' }]],
	['kucoin', `${KUCOIN}/Subscriptions/Futures/Position`, [{ kind: 'position', symbol: 'XBTUSDM' }]],
	['kucoin', `${KUCOIN}/Subscriptions/Futures/PositionMarkPrice`, []],
	['kucoin', `${KUCOIN}/Subscriptions/Futures/FundingSettlement`, [{ kind: 'balance' }]],
	['kucoin', `${KUCOIN}/Subscriptions/Futures/Wallet`, [{ kind: 'balance' }]],
	['kucoin', `${KUCOIN}/Subscriptions/Futures/Balance`, [{ kind: 'balance' }]],
] as const)('%s: %s', (venue, file, hints) => {
	expect(dialectOf(venue).accountStream.hintsOf(documentedStream(file).push)).toEqual(hints);
});

const contract = (venue: string, symbol: string, coinsPerOrderUnit: string): Instrument => ({
	venue,
	symbol,
	coin: 'SOME',
	quote: 'USDT',
	coinsPerOrderUnit: parseDecimal(coinsPerOrderUnit),
	coinsPerPriceUnit: fromInteger(1),
	tickSize: parseDecimal('0.01'),
	lotSize: parseDecimal(coinsPerOrderUnit),
	quantityMin: parseDecimal(coinsPerOrderUnit),
	quantityMax: fromInteger(1_000),
	notionalMin: fromInteger(1),
	leverageMax: 10,
});

test('Bybit’s sample of an execution is a fill of the account, and its fee is value × rate', async () => {
	const { body } = documentedEndpoint(`${BYBIT}/Endpoints/V5Api/Trading/GetUserTrades`);
	let page = 0;
	const fills = await dialectOf('bybit').readAccountFills(
		async () => {
			page += 1;
			return page === 1 ? body : { result: { list: [] } };
		},
		contract('bybit', 'ETHPERP', '1'),
		0,
		1_000,
	);
	expect(fills.map(({ cause, side, fee }) => [cause, side, formatDecimal(fee)])).toEqual([
		['order', 'buy', '0.071409'],
	]);
	expect(formatDecimal(mulTrunc(parseDecimal('119.015'), parseDecimal('0.0006')))).toBe('0.071409');
});

test('KuCoin’s fill samples of both lists read as one fill', async () => {
	const list = documentedEndpoint(`${KUCOIN}/Endpoints/Futures/Trading/GetUserTrades`).body as {
		readonly data: object;
	};
	const recent = documentedEndpoint(`${KUCOIN}/Endpoints/Futures/Trading/GetRecentUserTrades`).body;
	const tradedAt = 1_558_334_496_000;
	const fills = await dialectOf('kucoin').readAccountFills(
		async (_kind, method) =>
			method === 'futuresPrivateGetFills' ? { data: { ...list.data, totalPage: 1 } } : recent,
		contract('kucoin', 'XBTUSDM', '1'),
		tradedAt,
		tradedAt,
	);
	expect(fills.map(({ cause, side, feeAsset, filledAt }) => [cause, side, feeAsset, filledAt])).toEqual([
		['order', 'sell', 'XBT', tradedAt],
	]);
});
