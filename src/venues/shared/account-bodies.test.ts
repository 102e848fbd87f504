/** Parses response bodies of busy accounts: manual fills, other assets, many rows. */
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { dialectOf } from '../modules.ts';
import type { Call } from './dialect.ts';
import { fillsOfTime } from './trading.ts';

const BEGIN = Date.UTC(2026, 9, 1);
const DAY_MS = 86_400_000;
const bybit = dialectOf('bybit');
const kucoin = dialectOf('kucoin');

function instrumentOf(venue: 'bybit' | 'kucoin'): Instrument {
	return {
		venue,
		symbol: venue === 'bybit' ? 'BTCUSDT' : 'XBTUSDTM',
		coin: 'BTC',
		quote: 'USDT',
		coinsPerOrderUnit: parseDecimal(venue === 'bybit' ? '1' : '0.001'),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: parseDecimal('0.1'),
		lotSize: parseDecimal('0.001'),
		quantityMin: parseDecimal('0.001'),
		quantityMax: fromInteger(100),
		notionalMin: parseDecimal('5'),
		leverageMax: 100,
	};
}

const BTC = instrumentOf('bybit');
const XBT = instrumentOf('kucoin');

const execution = (members: Readonly<Record<string, unknown>> = {}) => ({
	symbol: 'BTCUSDT',
	orderId: 'v1',
	orderLinkId: '',
	side: 'Sell',
	execId: 'x1',
	execQty: '0.5',
	execPrice: '40000',
	execFee: '11',
	feeRate: '0.00055',
	feeCurrency: '',
	execTime: String(BEGIN),
	execType: 'Trade',
	...members,
});

const lotFill = (members: Readonly<Record<string, unknown>> = {}) => ({
	symbol: 'XBTUSDTM',
	orderId: 'v1',
	tradeId: 't1',
	side: 'sell',
	price: '40000',
	size: 500,
	value: '20000',
	feeRate: '0.0006',
	fee: '12',
	feeCurrency: 'USDT',
	tradeType: 'trade',
	tradeTime: BEGIN * 1_000_000,
	...members,
});

const bybitFills = (rows: readonly unknown[]) =>
	bybit.readAccountFills(async () => ({ result: { list: rows, nextPageCursor: '' } }), BTC, BEGIN, BEGIN);

const kucoinFills = (list: readonly unknown[], recent: readonly unknown[] = []) =>
	kucoin.readAccountFills(
		async (_kind, method) =>
			method === 'futuresPrivateGetFills' ? { data: { items: list, totalPage: 1 } } : { data: recent },
		XBT,
		BEGIN,
		BEGIN,
	);

describe('the cause of a fill', () => {
	test.each([
		['Trade', 'order'],
		['BustTrade', 'liquidation'],
		['AdlTrade', 'adl'],
		['Settle', 'delisting'],
		['Delivery', 'delisting'],
		['BlockTrade', 'order'],
		['MovePosition', 'order'],
		['FutureSpread', 'order'],
		['SomethingNew', 'order'],
	])('Bybit: %s is %s', async (execType, cause) => {
		const [fill] = await bybitFills([execution({ execType })]);
		expect(fill).toMatchObject({
			cause,
			side: 'sell',
			venueOrderId: 'v1',
			clientOrderId: null,
			quantity: parseDecimal('0.5'),
		});
	});

	test('Bybit: funding and executions without quantity are not fills', async () => {
		expect(await bybitFills([execution({ execType: 'Funding' }), execution({ execQty: '0' })])).toEqual([]);
	});

	test.each([
		['trade', 'order'],
		['cancel', 'order'],
		['liquid', 'liquidation'],
		['liquidation', 'liquidation'],
		['adl', 'adl'],
		['ADL', 'adl'],
		['settlement', 'delisting'],
	])('KuCoin: %s is %s', async (tradeType, cause) => {
		const [fill] = await kucoinFills([lotFill({ tradeType })]);
		expect(fill).toMatchObject({ cause, side: 'sell', clientOrderId: null, quantity: parseDecimal('0.5') });
	});
});

describe('a fee', () => {
	test.each([
		['Bybit, in the quote currency', () => bybitFills([execution()]), ['11', 'USDT', '11']],
		[
			'Bybit, in MNT',
			() => bybitFills([execution({ feeCurrency: 'MNT', execFee: '8.25' })]),
			['11', 'MNT', '8.25'],
		],
		[
			'Bybit, a rebate in MNT',
			() => bybitFills([execution({ feeCurrency: 'MNT', execFee: '-1', feeRate: '-0.00005' })]),
			['-1', 'MNT', '-1'],
		],
		['KuCoin, in the quote currency', () => kucoinFills([lotFill()]), ['12', 'USDT', '12']],
		[
			'KuCoin, in KCS',
			() => kucoinFills([lotFill({ feeCurrency: 'KCS', fee: '0.9' })]),
			['12', 'KCS', '0.9'],
		],
	] as const)('%s, is USD at the fill', async (_what, read, figures) => {
		const [fill] = await read();
		expect([
			formatDecimal(fill?.fee ?? ZERO),
			fill?.feeAsset,
			formatDecimal(fill?.feeQuantity ?? ZERO),
		]).toEqual(figures);
	});

	test('in another asset needs a rate, in the quote currency it does not', async () => {
		await expect(bybitFills([execution({ feeCurrency: 'MNT', feeRate: '' })])).rejects.toThrow(/fee rate/);
		expect((await bybitFills([execution({ feeRate: '' })])).length).toBe(1);
	});
});

describe('fills of a period', () => {
	test('KuCoin: reads the recent fills too, because the list lags; each fill once, and none outside the period', async () => {
		const fills = await kucoinFills(
			[lotFill({ tradeId: 't1' })],
			[
				lotFill({ tradeId: 't1' }),
				lotFill({ tradeId: 't2' }),
				lotFill({ tradeId: 't0', tradeTime: (BEGIN - 1) * 1_000_000 }),
				lotFill({ tradeId: 't9', symbol: 'ETHUSDTM' }),
			],
		);
		expect(fillsOfTime(fills, BEGIN, BEGIN).map(({ tradeId }) => tradeId)).toEqual(['t1', 't2']);
	});

	test('KuCoin: reads too many pages in parts, each row once', async () => {
		const rows = Array.from({ length: 25_000 }, (_, index) =>
			lotFill({ tradeId: `t${index}`, tradeTime: (BEGIN + index * 10_000) * 1_000_000 }),
		);
		const spans: number[] = [];
		const call: Call = async (_kind, method, params = {}) => {
			if (method === 'futuresPrivateGetRecentFills') return { data: [] };
			const { startAt, endAt, currentPage, pageSize } = params as Readonly<Record<string, number>>;
			const [from = 0, to = 0, page = 1, size = 1] = [startAt, endAt, currentPage, pageSize];
			spans.push(to - from);
			const first = Math.max(0, Math.ceil((from - BEGIN) / 10_000));
			const end = Math.min(rows.length, Math.floor((to - BEGIN) / 10_000) + 1);
			const list = rows.slice(first, end).reverse();
			return {
				data: {
					items: list.slice((page - 1) * size, page * size),
					totalPage: Math.ceil(list.length / size),
				},
			};
		};
		const fills = await kucoin.readAccountFills(call, XBT, BEGIN, BEGIN + 3 * DAY_MS);
		expect(fills).toHaveLength(rows.length);
		expect(new Set(fills.map(({ tradeId }) => tradeId))).toEqual(new Set(rows.map(({ tradeId }) => tradeId)));
		expect(Math.max(...spans)).toBeLessThan(7 * DAY_MS);
	});

	test('refuses an answer without a list', async () => {
		await expect(kucoin.readAccountFills(async () => ({ data: {} }), XBT, BEGIN, BEGIN)).rejects.toThrow(
			/no list of fills/,
		);
		await expect(bybit.readAccountFills(async () => ({}), BTC, BEGIN, BEGIN)).rejects.toThrow(/no list/);
	});
});

describe('assets besides USDT', () => {
	const coin = (name: string, members: object) => ({
		coin: name,
		walletBalance: '0',
		equity: '0',
		usdValue: '0',
		...members,
	});

	test('Bybit: every asset with a balance, at Bybit’s price, without borrowed coins', async () => {
		const { otherAssets, walletBalance } = await bybit.readBalance(
			async () => ({
				result: {
					list: [
						{
							coin: [
								coin('USDT', { walletBalance: '100', equity: '100', usdValue: '100' }),
								coin('MNT', { walletBalance: '40', equity: '40', usdValue: '48' }),
								coin('USDC', { walletBalance: '10', equity: '8', usdValue: '8' }),
								coin('BTC', { walletBalance: '1', spotBorrow: '3', equity: '-2', usdValue: '-80000' }),
								coin('ETH', {}),
								coin('DOGE', { walletBalance: '5', equity: '5', usdValue: '' }),
								null,
							],
						},
					],
				},
			}),
			[],
		);
		expect(formatDecimal(walletBalance)).toBe('100');
		expect(
			otherAssets.map(({ asset, quantity, usdPrice }) => [
				asset,
				formatDecimal(quantity),
				usdPrice === null ? null : formatDecimal(usdPrice),
			]),
		).toEqual([
			['MNT', '40', '1.2'],
			['USDC', '10', '1'],
			['BTC', '-2', '40000'],
			['DOGE', '5', null],
		]);
	});

	const overview = (equity: number) => ({
		data: { accountEquity: equity, unrealisedPNL: 0, availableBalance: equity },
	});

	test('KuCoin: one currency per request; a currency without an account is not held', async () => {
		const asked: unknown[] = [];
		const call: Call = async (_kind, _method, params = {}) => {
			asked.push(params.currency);
			if (params.currency === 'KCS') return overview(7.5);
			if (params.currency === 'USDC')
				throw new VenueError('kucoin', 'rejected', 'currency parameter invalid');
			return overview(params.currency === 'USDT' ? 100 : 0);
		};
		const balance = await kucoin.readBalance(call, kucoin.otherAssets);
		expect(balance.otherAssets).toEqual([{ asset: 'KCS', quantity: parseDecimal('7.5'), usdPrice: null }]);
		expect(asked).toEqual(['USDT', ...kucoin.otherAssets]);
		const failing: Call = async (_kind, _method, params = {}) => {
			if (params.currency === 'KCS') throw new VenueError('kucoin', 'unavailable', 'no answer');
			return overview(0);
		};
		// A failed read must not count as a zero balance.
		await expect(kucoin.readBalance(failing, ['KCS'])).rejects.toThrow('no answer');
	});

	test('flows name their asset, and ids of different ledgers do not collide', async () => {
		const row = (currency: string, members: object = {}) => ({
			time: BEGIN,
			type: 'TransferIn',
			amount: 5,
			status: 'Completed',
			offset: 3,
			currency,
			...members,
		});
		const rows = [
			row('USDT'),
			row('KCS'),
			row('KCS', { type: 'RealisedPNL', offset: 4 }),
			row('USDT', { type: 'TransferOut', status: 'Pending', offset: -1 }),
			row('USDT', { type: 'TransferOut', offset: 5 }),
		];
		const flows = await kucoin.readExternalFlows(async () => ({ data: { dataList: rows } }), BEGIN, BEGIN);
		expect(flows.map(({ recordId, asset, amount }) => [recordId, asset, formatDecimal(amount)])).toEqual([
			['3', 'USDT', '5'],
			['KCS:3', 'KCS', '5'],
			['5', 'USDT', '-5'],
		]);
	});

	test('Bybit: a refunded fee is a flow, a contract trade in any asset is not', async () => {
		const row = (type: string, currency: string, category: string, id: string) => ({
			id,
			type,
			currency,
			category,
			change: '2',
			transactionTime: String(BEGIN),
		});
		const rows = [
			row('TRADE', 'USDT', 'linear', 'a'),
			row('TRADE', 'MNT', 'linear', 'b'),
			row('TRADE', 'MNT', 'spot', 'c'),
			row('FEE_REFUND', 'USDT', 'linear', 'd'),
			row('ADL', 'USDT', 'linear', 'e'),
			row('TRANSFER_IN', 'MNT', '', 'f'),
		];
		const flows = await bybit.readExternalFlows(
			// The log has the rows; there is no deposit and no withdrawal.
			async () => ({ result: { list: rows, rows: [], nextPageCursor: '' } }),
			BEGIN,
			BEGIN,
		);
		expect(flows.map(({ recordId, asset, kind }) => [recordId, asset, kind])).toEqual([
			['c', 'MNT', 'TRADE'],
			['d', 'USDT', 'FEE_REFUND'],
			['f', 'MNT', 'TRANSFER_IN'],
		]);
	});
});

test('Bybit: reports the positions of every page', async () => {
	const call: Call = async (_kind, method, params = {}) => {
		if (method === 'privateGetV5AccountInfo') return { result: { marginMode: 'ISOLATED_MARGIN' } };
		const page = Number(params.cursor ?? 0);
		const size = page < 3 ? 200 : 0;
		const list = Array.from({ length: size }, (_, index) => ({
			symbol: `C${page * 200 + index}`,
			side: 'Buy',
			size: '1',
		}));
		// Bybit returns a cursor even with the last page that contains rows.
		return { result: { list, nextPageCursor: size === 0 ? '' : String(page + 1) } };
	};
	const positions = await bybit.readPositions(call, (symbol) => ({ ...BTC, symbol }));
	expect(new Set(positions.map(({ symbol }) => symbol)).size).toBe(600);
});

test('KuCoin: does not switch the margin mode of an open position', async () => {
	const asked: string[] = [];
	const preparing = (held: number) =>
		kucoin.prepare(
			async (_kind, method) => {
				asked.push(method);
				if (method === 'futuresPrivateGetPositionGetPositionMode') return { data: { positionMode: 0 } };
				if (method === 'futuresPrivateGetPositionGetMarginMode') return { data: { marginMode: 'CROSS' } };
				if (method === 'futuresPrivateGetPositions')
					return {
						data: [
							{ symbol: 'XBTUSDTM', currentQty: held },
							{ symbol: 'ETHUSDTM', currentQty: 9 },
						],
					};
				return {};
			},
			XBT,
			fromInteger(2),
			'isolated',
			(_setting, _value, check) => check(),
		);
	await expect(preparing(-3)).rejects.toMatchObject({
		kind: 'rejected',
		message: expect.stringMatching(/^XBTUSDTM has an open position/),
	});
	expect(asked).not.toContain('futuresPrivatePostPositionChangeMarginMode');
	await preparing(0);
	expect(asked.at(-1)).toBe('futuresPrivatePostPositionChangeMarginMode');
});
