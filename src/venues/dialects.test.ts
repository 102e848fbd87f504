/** Tests the exchange modules with handwritten responses, which the simulated exchanges never give. */
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { VenueError } from '../ports/venue-error.ts';
import { dialectOf } from './modules.ts';
import type { ContractList } from './shared/contract-list.ts';
import type { Call } from './shared/dialect.ts';
import type { Verified } from './shared/prepared.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns a call that gives the listed response for each ccxt method. An unlisted method fails the test; a listed
 * Error is thrown.
 */
function answering(answers: Answers): { readonly call: Call; readonly asked: string[] } {
	const asked: string[] = [];
	const call: Call = async (_kind, method) => {
		asked.push(method);
		const answer = answers[method];
		if (answer === undefined) throw new Error(`nobody expected ${method}`);
		if (answer instanceof Error) throw answer;
		return answer;
	};
	return { call, asked };
}

const NOW = Date.UTC(2026, 10, 21, 9);

const BYBIT_ROW = {
	symbol: 'BTCUSDT',
	contractType: 'LinearPerpetual',
	status: 'Trading',
	baseCoin: 'BTC',
	quoteCoin: 'USDT',
	settleCoin: 'USDT',
	priceFilter: { tickSize: '0.1' },
	lotSizeFilter: { qtyStep: '0.001', minOrderQty: '0.001', maxOrderQty: '100', minNotionalValue: '5' },
	leverageFilter: { maxLeverage: '100' },
};
const KUCOIN_ROW = {
	symbol: 'XBTUSDTM',
	type: 'FFWCSX',
	status: 'Open',
	isInverse: false,
	baseCurrency: 'XBT',
	quoteCurrency: 'USDT',
	settleCurrency: 'USDT',
	tickSize: 0.1,
	multiplier: 0.001,
	lotSize: 1,
	maxOrderQty: 100_000,
	maxLeverage: 100,
};

const contractsOf = (venue: 'bybit' | 'kucoin', rows: readonly object[]): Promise<ContractList> =>
	dialectOf(venue).readInstruments(
		answering(
			venue === 'bybit'
				? { publicGetV5MarketInstrumentsInfo: { result: { list: rows } } }
				: { futuresPublicGetContractsActive: { data: rows } },
		).call,
		NOW,
	);

const instrumentsOf = async (
	venue: 'bybit' | 'kucoin',
	rows: readonly object[],
): Promise<readonly Instrument[]> => (await contractsOf(venue, rows)).instruments;

async function only(venue: 'bybit' | 'kucoin'): Promise<Instrument> {
	const [instrument] = await instrumentsOf(venue, [venue === 'bybit' ? BYBIT_ROW : KUCOIN_ROW]);
	if (instrument === undefined) throw new Error('The row is an instrument.');
	return instrument;
}

describe('contracts that are instruments', () => {
	test.each([
		['bybit', 'one that settles in USDC', { ...BYBIT_ROW, quoteCoin: 'USDC', settleCoin: 'USDC' }],
		['bybit', 'an inverse one', { ...BYBIT_ROW, contractType: 'InversePerpetual' }],
		['bybit', 'a dated one', { ...BYBIT_ROW, contractType: 'LinearFutures' }],
		['bybit', 'one before its launch', { ...BYBIT_ROW, status: 'PreLaunch' }],
		['bybit', 'one on a stock', { ...BYBIT_ROW, symbol: 'TSLAUSDT', baseCoin: 'TSLA', symbolType: 'stock' }],
		['bybit', 'one on gold', { ...BYBIT_ROW, symbol: 'XAUUSDT', baseCoin: 'XAU', symbolType: 'commodity' }],
		['bybit', 'one on a currency', { ...BYBIT_ROW, symbol: 'EURUSDT', baseCoin: 'EUR', symbolType: 'forex' }],
		['bybit', 'one on a fund', { ...BYBIT_ROW, symbol: 'SPYUSDT', baseCoin: 'SPY', symbolType: 'etf' }],
		['kucoin', 'one that settles in USDC', { ...KUCOIN_ROW, quoteCurrency: 'USDC', settleCurrency: 'USDC' }],
		['kucoin', 'an inverse one', { ...KUCOIN_ROW, isInverse: true }],
		['kucoin', 'a dated one', { ...KUCOIN_ROW, type: 'FFICSX' }],
		['kucoin', 'one before its launch', { ...KUCOIN_ROW, status: 'Init' }],
		['kucoin', 'a closed one', { ...KUCOIN_ROW, status: 'Closed' }],
	] as const)('%s: not %s', async (venue, _what, row) => {
		const good = venue === 'bybit' ? BYBIT_ROW : KUCOIN_ROW;
		expect((await instrumentsOf(venue, [row, good])).map(({ symbol }) => symbol)).toEqual([good.symbol]);
	});
});

test.each(['', 'innovation', 'adventure'])(
	'bybit: a coin of the zone %j is an instrument',
	async (symbolType) => {
		const row = { ...BYBIT_ROW, symbolType };
		expect((await instrumentsOf('bybit', [row])).map(({ coin }) => coin)).toEqual(['BTC']);
	},
);

describe('an unreadable contract', () => {
	const good = { ...BYBIT_ROW, symbol: 'SOLUSDT', baseCoin: 'SOL' };
	const goodLots = { ...KUCOIN_ROW, symbol: 'SOLUSDTM', baseCurrency: 'SOL' };
	test.each([
		[
			'bybit',
			{ ...BYBIT_ROW, lotSizeFilter: { minOrderQty: '1', maxOrderQty: '2' } },
			/"BTCUSDT" .*usable qtyStep/,
		],
		['bybit', { ...BYBIT_ROW, priceFilter: { tickSize: '-1' } }, /usable tickSize/],
		[
			'bybit',
			{ ...BYBIT_ROW, lotSizeFilter: { qtyStep: '1', minOrderQty: '2', maxOrderQty: '1' } },
			/usable maxOrderQty/,
		],
		[
			'bybit',
			{ ...BYBIT_ROW, baseCoin: '1000PEPE', priceFilter: { tickSize: '0.000000000000000001' } },
			/usable tickSize/,
		],
		['kucoin', { ...KUCOIN_ROW, multiplier: null }, /"XBTUSDTM" .*usable multiplier/],
		['kucoin', { ...KUCOIN_ROW, maxOrderQty: 0 }, /usable maxOrderQty/],
	] as const)('%s: is left out with a sentence, and the others are listed', async (venue, row, sentence) => {
		const { instruments, unreadable } = await contractsOf(venue, [row, venue === 'bybit' ? good : goodLots]);
		expect(instruments.map(({ coin }) => coin)).toEqual(['SOL']);
		expect(unreadable).toEqual([expect.stringMatching(sentence)]);
	});

	test.each(['bybit', 'kucoin'] as const)('%s: a contract listed twice is left out', async (venue) => {
		const row = venue === 'bybit' ? BYBIT_ROW : KUCOIN_ROW;
		const { instruments, unreadable } = await contractsOf(venue, [
			row,
			venue === 'bybit' ? good : goodLots,
			row,
		]);
		expect(instruments.map(({ coin }) => coin)).toEqual(['SOL']);
		expect(unreadable).toEqual([`The contract "${row.symbol}" is listed more than once.`]);
	});
});

/** Caches nothing: runs every check, every time. */
const unshared: Verified = (_setting, _value, check) => check();

describe('the preparation of the first order', () => {
	test('refuses hedge mode at Bybit', async () => {
		const { call } = answering({
			privateGetV5AccountInfo: { result: { marginMode: 'ISOLATED_MARGIN' } },
			privateGetV5PositionList: {
				result: {
					list: [
						{ positionIdx: 1, leverage: '1' },
						{ positionIdx: 2, leverage: '1' },
					],
				},
			},
		});
		const prepared = dialectOf('bybit').prepare(
			call,
			await only('bybit'),
			fromInteger(1),
			'isolated',
			unshared,
		);
		await expect(prepared).rejects.toMatchObject({
			kind: 'rejected',
			message: expect.stringMatching(/hedge/),
		});
	});

	test('does not switch the margin mode at Bybit while positions are open', async () => {
		const { call, asked } = answering({
			privateGetV5AccountInfo: { result: { marginMode: 'REGULAR_MARGIN' } },
			privateGetV5PositionList: { result: { list: [{ symbol: 'ETHUSDT', size: '1' }] } },
		});
		const prepared = dialectOf('bybit').prepare(
			call,
			await only('bybit'),
			fromInteger(1),
			'isolated',
			unshared,
		);
		await expect(prepared).rejects.toMatchObject({ kind: 'rejected' });
		expect(asked).not.toContain('privatePostV5AccountSetMarginMode');
	});

	test('refuses hedge mode at KuCoin', async () => {
		const { call } = answering({ futuresPrivateGetPositionGetPositionMode: { data: { positionMode: 1 } } });
		const prepared = dialectOf('kucoin').prepare(
			call,
			await only('kucoin'),
			fromInteger(1),
			'isolated',
			unshared,
		);
		await expect(prepared).rejects.toMatchObject({
			kind: 'rejected',
			message: expect.stringMatching(/hedge/),
		});
	});
});

describe('an order query', () => {
	const ID = 'a'.repeat(32);
	test('KuCoin: only its code for an absent order proves absence, whatever the text', async () => {
		const instrument = await only('kucoin');
		const find = (code: string | undefined, kind: VenueError['kind'] = 'rejected') => {
			const refused = new VenueError('kucoin', kind, '"100001" error.getOrder.orderNotExist', { code });
			const { call } = answering({ futuresPrivateGetOrdersByClientOid: refused });
			return dialectOf('kucoin').findOrder(call, instrument, ID);
		};
		expect(await find('ORDER_ABSENT')).toBeUndefined();
		for (const other of ['100001', '300000', undefined])
			await expect(find(other)).rejects.toThrow(/orderNotExist/);
		await expect(find('ORDER_ABSENT', 'unavailable')).rejects.toThrow(/orderNotExist/);
	});

	const fill = (size: number, tradeId: string) => ({
		orderId: 'v1',
		tradeId,
		size,
		price: '100',
		fee: '0.06',
		tradeTime: '1760000000000000000',
	});
	const order = {
		id: 'v1',
		clientOid: ID,
		isActive: false,
		status: 'done',
		size: 10,
		filledSize: 10,
	};

	test.each([
		['in the recent fills', [fill(4, 't1'), fill(6, 't2')], [], 'filled', ['t1', 't2']],
		['only in the full list', [], [fill(4, 't1'), fill(6, 't2')], 'filled', ['t1', 't2']],
		['while some are still missing', [fill(4, 't1')], [fill(4, 't1')], 'open', ['t1']],
	])('KuCoin: finds the fills %s', async (_what, recent, all, status, trades) => {
		const { call } = answering({
			futuresPrivateGetOrdersByClientOid: { data: order },
			futuresPrivateGetRecentFills: { data: recent },
			futuresPrivateGetFills: { data: { items: all, totalPage: 1 } },
		});
		const report = await dialectOf('kucoin').findOrder(call, await only('kucoin'), ID);
		expect([report?.status, report?.fills.map(({ tradeId }) => tradeId)]).toEqual([status, trades]);
	});

	test('Bybit: reads fills on a second page, and counts a repeated fill once', async () => {
		const pages = [
			{ list: [execution('t1', '4'), execution('t2', '5')], nextPageCursor: 'more' },
			{ list: [execution('t2', '5'), execution('t3', '1')], nextPageCursor: 'still more' },
		];
		let page = 0;
		const call: Call = async (_kind, method) => {
			if (method === 'privateGetV5OrderRealtime')
				return {
					result: {
						list: [{ orderLinkId: ID, orderId: 'v1', orderStatus: 'Filled', cumExecQty: '10', qty: '10' }],
					},
				};
			page += 1;
			return { result: pages[page - 1] };
		};
		const report = await dialectOf('bybit').findOrder(call, await only('bybit'), ID);
		expect([report?.status, report?.fills.map(({ tradeId }) => tradeId), page]).toEqual([
			'filled',
			['t1', 't2', 't3'],
			2,
		]);
	});

	function execution(execId: string, execQty: string) {
		return {
			orderId: 'v1',
			execId,
			execQty,
			execPrice: '100',
			execFee: '0.05',
			execTime: '1760000000000',
			execType: 'Trade',
		};
	}
});

describe('the available balance', () => {
	test('Bybit, isolated: excludes margin of positions and orders, amounts locked by spot orders, and bonus money', async () => {
		const { call } = answering({
			privateGetV5AccountWalletBalance: {
				result: {
					list: [
						{
							totalAvailableBalance: '',
							coin: [
								{
									coin: 'USDT',
									walletBalance: '1000',
									equity: '1000',
									totalPositionIM: '200',
									totalOrderIM: '50',
									locked: '100',
									bonus: '30',
								},
							],
						},
					],
				},
			},
		});
		const balance = await dialectOf('bybit').readBalance(call, []);
		expect([balance.available, balance.marginUsed].map(formatDecimal)).toEqual(['620', '250']);
	});
});

test('Bybit: a list with too many pages is an error, never a partial result', async () => {
	const call: Call = async () => ({
		result: { list: [{ symbol: 'BTCUSDT', size: '0' }], nextPageCursor: 'again' },
	});
	await expect(dialectOf('bybit').readPositions(call, () => undefined)).rejects.toThrow(
		/more than 400 pages/,
	);
});

test('reads a ledger with too many rows in parts, each row once', async () => {
	const begin = 1_760_000_000_000;
	// The ledger has one row per second.
	const rows = Array.from({ length: 50_000 }, (_, index) => ({
		id: `row${index}`,
		type: index % 5_000 === 0 ? 'TRANSFER_IN' : 'TRADE',
		category: 'linear',
		currency: 'USDT',
		change: '1',
		transactionTime: String(begin + index * 1_000),
	}));
	const call: Call = async (_kind, _method, params = {}) => {
		const { startTime, endTime, cursor = '0', limit } = params as Readonly<Record<string, number>>;
		const first = Math.max(0, Math.ceil((Number(startTime) - begin) / 1_000));
		const end = Math.min(rows.length, Math.floor((Number(endTime) - begin) / 1_000) + 1);
		const from = first + Number(cursor);
		const next = Math.min(end, from + Number(limit));
		return {
			result: {
				list: rows.slice(from, next),
				// There are no deposits or withdrawals.
				rows: [],
				nextPageCursor: next < end ? String(next - first) : '',
			},
		};
	};
	const flows = await dialectOf('bybit').readExternalFlows(call, 1_759_990_000_000, 1_760_060_000_000);
	expect(flows.map(({ recordId }) => recordId)).toEqual(
		Array.from({ length: 10 }, (_, index) => `row${index * 5_000}`),
	);
});

describe('settled rates', () => {
	const HOUR = 3_600_000;
	/**
	 * Serves 250 hourly rows, newest first, in the exchange's format and with its page length. Every 50th row is
	 * unreadable.
	 */
	function paged(venue: 'bybit' | 'kucoin'): Call {
		const rows = Array.from({ length: 250 }, (_, index) => {
			const rate = index % 50 === 7 ? null : '0.0001';
			return venue === 'bybit'
				? { fundingRate: rate, fundingRateTimestamp: String((250 - index) * HOUR) }
				: { fundingRate: rate, timepoint: (250 - index) * HOUR };
		});
		return async (kind, _method, params) => {
			expect(kind).toBe('history');
			const { endTime, to, limit } = params as Record<string, number | undefined>;
			const page = rows
				.filter((row) => Number(row.fundingRateTimestamp ?? row.timepoint) <= Number(endTime ?? to))
				.slice(0, limit ?? 100);
			return venue === 'bybit' ? { result: { list: page } } : { data: page };
		};
	}

	test.each(['bybit', 'kucoin'] as const)('%s: reports an unreadable row and reads on', async (venue) => {
		const { rates, unusable } = await dialectOf(venue).readSettledRates(
			paged(venue),
			'BTC',
			0,
			250 * HOUR,
			'history',
		);
		expect([rates.length, rates.at(-1)?.settledAt, unusable.length]).toEqual([245, HOUR, 5]);
		expect(unusable[0]).toMatch(/no usable fundingRate .*"fundingRate":null/);
	});

	test.each([
		['bybit', { result: { list: 'none' } }],
		['bybit', { result: {} }],
		['bybit', { result: { list: Array.from({ length: 200 }, () => ({ fundingRate: '0.1' })) } }],
		['kucoin', { code: '200000' }],
		['kucoin', { data: Array.from({ length: 100 }, () => null) }],
	] as const)('%s: refuses the answer %j', async (venue, answer) => {
		const call: Call = async () => answer;
		await expect(dialectOf(venue).readSettledRates(call, 'BTC', 0, 9 * HOUR, 'market')).rejects.toThrow(
			/settled rates/,
		);
	});

	test('refuses settled rates with too many pages instead of returning a part', async () => {
		const call: Call = async (_kind, _method, params) => ({
			data: Array.from({ length: 100 }, (_, index) => ({
				fundingRate: 0.0001,
				timepoint: Number((params as Record<string, number>).to) - index,
			})),
		});
		await expect(dialectOf('kucoin').readSettledRates(call, 'BTC', 0, 9 * HOUR, 'market')).rejects.toThrow(
			'more than 15 pages',
		);
	});
});
