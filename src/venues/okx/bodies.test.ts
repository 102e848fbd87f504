/** Parses hand-written OKX responses, in the documented form, that the OKX simulator never sends. */
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { okx as module } from './module.ts';

const okx = module.createDialect();

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Fakes a session's `call` with responses by ccxt method name; a response that is an Error is thrown. Calling any
 * other method fails the test.
 */
function answering(answers: Readonly<Record<string, Rows | Error>>): Call {
	return async (_kind, method) => {
		const answer = answers[method];
		if (answer === undefined) throw new Error(`unexpected call of ${method}`);
		if (answer instanceof Error) throw answer;
		return { code: '0', msg: '', data: answer };
	};
}

const CONTRACT = {
	instType: 'SWAP',
	instId: 'BTC-USDT-SWAP',
	instFamily: 'BTC-USDT',
	uly: 'BTC-USDT',
	ctType: 'linear',
	ctVal: '0.01',
	ctMult: '1',
	ctValCcy: 'BTC',
	settleCcy: 'USDT',
	tickSz: '0.1',
	lotSz: '0.01',
	minSz: '0.01',
	maxLmtSz: '100000000',
	lever: '100',
	state: 'live',
	ruleType: 'normal',
	expTime: '',
};
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 9);
const SETTLED = Date.UTC(2026, 10, 21, 8);

const contractsOf = (change: object) =>
	okx.readInstruments(answering({ publicGetPublicInstruments: [{ ...CONTRACT, ...change }] }), NOW);

async function btc(change: object = {}): Promise<Instrument> {
	const [instrument] = (await contractsOf(change)).instruments;
	if (instrument === undefined) throw new Error('The contract was not read.');
	return instrument;
}

describe('a contract', () => {
	test('counts coins: face value times multiplier, and fractional lots', async () => {
		const { lotSize, quantityMin, coinsPerOrderUnit, coin } = await btc({ ctMult: '10' });
		expect([coin, ...[coinsPerOrderUnit, lotSize, quantityMin].map(formatDecimal)]).toEqual([
			'BTC',
			'0.1',
			'0.001',
			'0.001',
		]);
	});

	test.each([
		['an inverse contract', { ctType: 'inverse', settleCcy: 'BTC' }],
		['a USDC contract', { settleCcy: 'USDC' }],
		['a contract before its listing', { state: 'preopen' }],
		['a pre-market contract', { ruleType: 'pre_market' }],
		['a test contract', { state: 'test' }],
		['a stock contract', { instId: 'TSLA-USDT-SWAP', ctValCcy: 'TSLA', instCategory: '3' }],
		['a gold contract', { instId: 'XAU-USDT-SWAP', ctValCcy: 'XAU', instCategory: '4' }],
		['a currency contract', { instId: 'EUR-USDT-SWAP', ctValCcy: 'EUR', instCategory: '5' }],
		['a contract of an unknown category', { instCategory: '9' }],
	])('%s is not listed', async (_what, change) => {
		expect(await contractsOf(change)).toMatchObject({ instruments: [], unreadable: [] });
	});
});

test.each([undefined, '', '1'])('lists a coin contract of the category %j', async (instCategory) => {
	expect((await contractsOf({ instCategory })).instruments).toHaveLength(1);
});

describe('a ticker', () => {
	const FUNDING = {
		instId: CONTRACT.instId,
		fundingRate: '0.0001',
		fundingTime: String(SETTLED + 8 * HOUR_MS),
		nextFundingTime: String(SETTLED + 16 * HOUR_MS),
		maxFundingRate: '0.015',
		minFundingRate: '-0.015',
	};
	async function ticker(contract: object = {}, funding: object = {}) {
		const instrument = await btc();
		const [read] = await okx.readTickers(
			answering({
				publicGetPublicInstruments: [{ ...CONTRACT, ...contract }],
				publicGetMarketTickers: [{ instId: CONTRACT.instId, last: '90000', volCcy24h: '10' }],
				publicGetPublicMarkPrice: [{ instId: CONTRACT.instId, markPx: '90001' }],
				publicGetMarketIndexTickers: [{ instId: 'BTC-USDT', idxPx: '90002' }],
				publicGetPublicOpenInterest: [{ instId: CONTRACT.instId, oi: '100', oiCcy: '1', oiUsd: '90000' }],
				publicGetPublicFundingRate: [{ ...FUNDING, ...funding }],
			}),
			(symbol) => (symbol === instrument.symbol ? instrument : undefined),
			NOW,
		);
		return read;
	}

	test.each([1, 2, 4, 8])('derives the interval from the two settlement times: %i h', async (hours) => {
		const nextFundingTime = String(SETTLED + (8 + hours) * HOUR_MS);
		expect((await ticker({}, { nextFundingTime }))?.funding).toMatchObject({ intervalMs: hours * HOUR_MS });
	});

	test('reports a problem without the second settlement time', async () => {
		const read = await ticker({}, { nextFundingTime: '' });
		expect(read?.funding).toBeNull();
		expect(read?.problems).toHaveLength(1);
	});

	test('converts volume and open interest to USD, and reads the delisting', async () => {
		const read = await ticker({ expTime: String(NOW + HOUR_MS) });
		expect(read).toMatchObject({
			volume24h: parseDecimal('900000'),
			openInterest: parseDecimal('90000'),
			delistingAt: NOW + HOUR_MS,
			tradable: true,
		});
		expect(await ticker({ state: 'suspend' })).toMatchObject({ tradable: false });
	});
});

describe('preparation before the first order', () => {
	const ACCOUNT = { posMode: 'net_mode', acctLv: '2', uid: '1', perm: 'read_only,trade', ip: '' };
	const prepare = async (account: object, positions: Rows = []) =>
		okx.prepare(
			answering({
				privateGetAccountConfig: [{ ...ACCOUNT, ...account }],
				privateGetAccountPositions: positions,
				privateGetAccountLeverageInfo: [{ lever: '2', mgnMode: 'isolated' }],
			}),
			await btc(),
			fromInteger(2),
			'isolated',
			(_setting, _value, check) => check(),
		);

	test('changes nothing if all settings are right', async () => {
		await expect(prepare({})).resolves.toBeUndefined();
	});

	test('refuses positions per side, and says how to switch', async () => {
		await expect(prepare({ posMode: 'long_short_mode' })).rejects.toThrow(HedgeModeError);
	});

	test.each(['1', '3', '4'])('refuses isolated positions in account mode %s', async (acctLv) => {
		await expect(prepare({ acctLv })).rejects.toThrow(/account is in mode/);
	});

	test('refuses an order beside a position of the other margin mode', async () => {
		const cross = { instId: CONTRACT.instId, pos: '1', mgnMode: 'cross', posSide: 'net' };
		await expect(prepare({}, [cross])).rejects.toThrow(VenueError);
	});
});

describe('order lookup', () => {
	const ID = 'c0ffee';
	const NOT_FOUND = new VenueError(
		'okx',
		'rejected',
		'okx {"code":"51603","data":[],"msg":"Order does not exist"}',
		{ code: '51603' },
	);
	const ORDER = {
		instId: CONTRACT.instId,
		ordId: '77',
		clOrdId: ID,
		side: 'buy',
		state: 'filled',
		sz: '2',
		accFillSz: '2',
		avgPx: '90000',
		reduceOnly: 'false',
	};
	const FILL = {
		instType: 'SWAP',
		instId: CONTRACT.instId,
		ordId: '77',
		clOrdId: ID,
		billId: '9',
		tradeId: '1',
		side: 'buy',
		fillSz: '2',
		fillPx: '90000',
		fee: '-0.9',
		feeCcy: 'USDT',
		subType: '1',
		ts: String(NOW),
		fillTime: String(NOW),
	};
	const find = async (answers: Readonly<Record<string, Rows | Error>>) =>
		okx.findOrder(answering(answers), await btc(), ID);

	/** Finds the order when OKX's clock is `ageMs` after the fill. */
	const findByFills = (ageMs: number) =>
		find({
			privateGetTradeOrder: NOT_FOUND,
			privateGetTradeFills: [FILL],
			publicGetPublicTime: [{ ts: String(NOW + ageMs) }],
		});

	test('returns the fills in coins, with a paid fee as a cost', async () => {
		expect(await find({ privateGetTradeOrder: [ORDER], privateGetTradeFills: [FILL] })).toMatchObject({
			status: 'filled',
			filledQuantity: parseDecimal('0.02'),
			fills: [{ tradeId: '9', quantity: parseDecimal('0.02'), fee: parseDecimal('0.9') }],
		});
	});

	test('reports an unknown order as absent only if no fill names it', async () => {
		expect(await find({ privateGetTradeOrder: NOT_FOUND, privateGetTradeFills: [] })).toBeUndefined();
		expect(await findByFills(2 * HOUR_MS + 1)).toMatchObject({
			status: 'canceled',
			filledQuantity: parseDecimal('0.02'),
		});
	});

	test('reports an order that OKX does not show yet as open, with its visible fills', async () => {
		expect(await findByFills(1_000)).toMatchObject({
			status: 'open',
			filledQuantity: parseDecimal('0.02'),
		});
	});

	test('leaves the order unknown after any other error', async () => {
		const busy = new VenueError(
			'okx',
			'unavailable',
			'okx {"code":"50001","data":[],"msg":"Service temporarily unavailable"}',
		);
		await expect(find({ privateGetTradeOrder: busy })).rejects.toThrow(busy);
		// Two cases have the right text without the right code; the last has the right code in an ambiguous response.
		for (const [kind, code] of [
			['rejected', '51000'],
			['rejected', undefined],
			['unavailable', '51603'],
		] as const) {
			const other = new VenueError('okx', kind, NOT_FOUND.message, { code });
			await expect(find({ privateGetTradeOrder: other })).rejects.toThrow(other);
		}
	});
});

test('proves nothing by an answer of 0 with another code for the order', async () => {
	const order = {
		symbol: CONTRACT.instId,
		clientOrderId: 'c0ffee',
		side: 'buy',
		quantity: parseDecimal('0.01'),
		limitPrice: fromInteger(90_000),
		timeInForce: 'IOC',
		reduceOnly: false,
		leverage: fromInteger(2),
		marginMode: 'isolated',
	} as const;
	const sent: unknown[] = [];
	const sendAnswering =
		(row: object): Parameters<Dialect['placeOrder']>[0] =>
		async (params) => {
			sent.push(params);
			return { code: '0', msg: '', data: [row] };
		};
	const instrument = await btc();
	expect(await okx.placeOrder(sendAnswering({ sCode: '0', ordId: '77' }), instrument, order)).toBe('77');
	expect(sent[0]).toMatchObject({
		sz: '1',
		px: '90000',
		ordType: 'ioc',
		tdMode: 'isolated',
		reduceOnly: false,
	});
	await expect(okx.placeOrder(sendAnswering({ sCode: '51008' }), instrument, order)).rejects.toThrow(/51008/);
});

describe('an account', () => {
	test('counts margin of isolated positions as cash, without money of trading bots', async () => {
		const balance = await okx.readBalance(
			answering({
				privateGetAccountBalance: [
					{
						details: [
							{
								ccy: 'USDT',
								eq: '1600',
								cashBal: '900',
								isoEq: '112',
								isoUpl: '12',
								stgyEq: '588',
								upl: '12',
								availEq: '880',
								imr: '0',
								ordFrozen: '20',
							},
							{ ccy: 'BTC', eq: '0.5', cashBal: '0.5', isoEq: '0', isoUpl: '0', eqUsd: '45000' },
							{ ccy: 'ETH', eq: '0', cashBal: '0', eqUsd: '0' },
						],
					},
				],
			}),
			[],
		);
		expect(balance).toEqual({
			walletBalance: fromInteger(1_000),
			equity: fromInteger(1_012),
			available: fromInteger(880),
			marginUsed: fromInteger(120),
			otherAssets: [{ asset: 'BTC', quantity: parseDecimal('0.5'), usdPrice: fromInteger(90_000) }],
		});
	});

	test('merges positions of both modes in one contract, and ignores empty currencies', async () => {
		const instrument = await btc();
		const row = { instId: CONTRACT.instId, posSide: 'net', avgPx: '90000', markPx: '90010', lever: '2' };
		const positions = await okx.readPositions(
			answering({
				privateGetAccountPositions: [
					{ ...row, pos: '3', mgnMode: 'isolated', margin: '50', upl: '1', liqPx: '50000' },
					{ ...row, pos: '-1', mgnMode: 'cross', imr: '20', upl: '2', liqPx: '' },
					{ ...row, pos: '0', mgnMode: 'cross' },
					{ ...row, instId: 'UNKNOWN-USDT-SWAP', pos: '5', mgnMode: 'cross' },
				],
			}),
			(symbol) => (symbol === instrument.symbol ? instrument : undefined),
		);
		expect(positions).toMatchObject([
			{ quantity: parseDecimal('0.02'), marginMode: null, liquidationPrice: null, margin: fromInteger(70) },
		]);
	});

	test('reads the fees of the fee group, with a paid rate as positive', async () => {
		const fees = (row: Rows[number]) =>
			okx.readFees(answering({ privateGetAccountTradeFee: [row] }), CONTRACT.instId, NOW);
		const group = [{ groupId: '2', taker: '-0.0005', maker: '-0.0002' }];
		expect(await fees({ feeGroup: group, takerU: '-0.9', makerU: '-0.9' })).toEqual(okx.baseFees);
		expect(await fees({ feeGroup: [], takerU: '-0.0005', makerU: '0.0001' })).toEqual({
			taker: parseDecimal('0.0005'),
			maker: parseDecimal('-0.0001'),
		});
	});

	test.each([
		['read_only', false, false, true],
		['read_only,trade', true, false, false],
		['read_only,withdraw,trade', true, true, false],
	])('reads permissions of a key with “%s”', async (perm, canTrade, canWithdraw, readOnly) => {
		const key = await okx.readKey(
			answering({ privateGetAccountConfig: [{ uid: '7', perm, ip: '203.0.113.7' }] }),
		);
		expect(key).toMatchObject({ uid: '7', canTrade, canWithdraw, readOnly, ipBound: true, expiresAt: null });
	});

	test('refuses a key without permissions in the answer', async () => {
		await expect(okx.readKey(answering({ privateGetAccountConfig: [{ uid: '7', ip: '' }] }))).rejects.toThrow(
			/perm/,
		);
	});
});

describe('a settlement', () => {
	const bill = (members: object = {}) => ({
		billId: '5',
		ccy: 'USDT',
		instType: 'SWAP',
		instId: CONTRACT.instId,
		type: '8',
		subType: '173',
		pnl: '-0.09',
		balChg: '-0.09',
		sz: '10',
		px: '90000',
		ts: String(SETTLED + 41_000),
		...members,
	});
	const CLOCK = {
		fundingTime: String(SETTLED + 8 * HOUR_MS),
		nextFundingTime: String(SETTLED + 16 * HOUR_MS),
		fundingRate: '0.0002',
		settFundingRate: '0.0001',
		settState: 'settled',
	};
	const HISTORY = { fundingTime: String(SETTLED), fundingRate: '0.00012', realizedRate: '0.0001' };

	async function payments(bills: Rows, history: Rows, clock: object = {}, archive: Rows = []) {
		return okx.readFundingPayments(
			answering({
				privateGetAccountBills: bills,
				privateGetAccountBillsArchive: archive,
				publicGetPublicFundingRate: [{ ...CLOCK, ...clock }],
				publicGetPublicFundingRateHistory: history,
			}),
			await btc(),
			SETTLED - HOUR_MS,
			SETTLED + HOUR_MS,
		);
	}

	test('has the published time and rate although its bill came later', async () => {
		expect(await payments([bill()], [HISTORY])).toEqual([
			{
				recordId: '5',
				symbol: CONTRACT.instId,
				settledAt: SETTLED,
				rate: parseDecimal('0.0001'),
				amount: parseDecimal('-0.09'),
				quantity: parseDecimal('0.1'),
			},
		]);
	});

	test('derives a short position from a receipt at a positive rate', async () => {
		expect(await payments([bill({ pnl: '0.09' })], [HISTORY])).toMatchObject([
			{ quantity: parseDecimal('-0.1') },
		]);
	});

	test('reads the settlement from the clock before the history has it', async () => {
		expect(await payments([bill()], [])).toMatchObject([
			{ settledAt: SETTLED, rate: parseDecimal('0.0001') },
		]);
		// During the settlement the funding-rate response still has the previous rate.
		expect(await payments([bill()], [], { settState: 'processing' })).toMatchObject([
			{ settledAt: SETTLED, rate: null, quantity: null },
		]);
	});

	test('reports a settlement in both lists once', async () => {
		expect(await payments([bill()], [HISTORY], {}, [bill()])).toHaveLength(1);
	});
});

test('reports transfers and interest as flows, without trading income and internal margin moves', async () => {
	const row = (billId: string, members: object) => ({
		billId,
		ccy: 'USDT',
		instType: '',
		balChg: '10',
		posBalChg: '0',
		ts: String(NOW),
		...members,
	});
	const flows = await okx.readExternalFlows(
		answering({
			privateGetAccountBills: [
				row('1', { type: '1' }),
				row('2', { type: '2', instType: 'SWAP' }),
				row('3', { type: '2', instType: 'SPOT' }),
				row('4', { type: '6', posBalChg: '-10' }),
				row('5', { type: '7', balChg: '-0.1' }),
				row('6', { type: '8', instType: 'SWAP' }),
				row('7', { type: '99', ccy: 'BTC' }),
			],
			privateGetAccountBillsArchive: [],
		}),
		NOW - HOUR_MS,
		NOW,
	);
	expect(flows.map(({ recordId, kind, asset }) => [recordId, kind, asset]).sort()).toEqual([
		['1', 'Transfer', 'USDT'],
		['3', 'Bill2', 'USDT'],
		['5', 'InterestDeduction', 'USDT'],
		['7', 'Bill99', 'BTC'],
	]);
});

describe('cause of a fill', () => {
	test.each([
		['1', 'order'],
		['107', 'liquidation'],
		['101', 'liquidation'],
		['128', 'adl'],
		['113', 'delisting'],
		['203', 'order'],
	])('reads transaction type %s as %s', async (subType, cause) => {
		const row = {
			instType: 'SWAP',
			instId: CONTRACT.instId,
			ordId: '1',
			clOrdId: '',
			billId: '9',
			tradeId: '-1',
			side: 'sell',
			fillSz: '1',
			fillPx: '90000',
			fee: '-0.45',
			feeCcy: 'USDT',
			subType,
			ts: String(NOW),
		};
		const fills = await okx.readAccountFills(
			answering({ privateGetTradeFills: [row], privateGetTradeFillsHistory: [] }),
			await btc(),
			NOW,
			NOW,
		);
		expect(fills).toMatchObject([{ cause, side: 'sell', clientOrderId: null, tradeId: '9' }]);
	});
});

describe('service status', () => {
	const event = {
		title: 'Upgrade',
		state: 'scheduled',
		begin: String(NOW),
		end: String(NOW + HOUR_MS),
		serviceType: '5',
		env: '1',
	};
	test.each([
		['announced stop of trading', {}, [{ title: 'Upgrade', from: NOW, until: NOW + HOUR_MS }]],
		['ongoing maintenance without an end', { state: 'ongoing' }, [{ until: null }]],
		['maintenance of the WebSocket alone', { serviceType: '0' }, []],
		['maintenance of demo trading', { env: '2' }, []],
		['completed maintenance', { state: 'completed' }, []],
		['cancelled maintenance', { state: 'canceled' }, []],
	])('%s', async (_what, change, expected) => {
		const { maintenance } = await okx.readNotices(
			answering({ publicGetSystemStatus: [{ ...event, ...change }] }),
			NOW,
		);
		expect(maintenance).toMatchObject(expected);
	});
});
