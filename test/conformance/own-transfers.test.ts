/**
 * Tests unmodified ccxt against every front end for what a margin planner uses: transfers between an owner's wallets,
 * deposits and withdrawals that take time, and ranks in the queue for auto-deleveraging. The admin port states the
 * truth.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeName } from '../../simulator/exchanges.ts';
import { addressOfKey, type Hex } from '../../simulator/hyperliquid/ethereum.ts';
import {
	CcxtError,
	type CcxtHandle,
	type CcxtProcess,
	type Simulator,
	type SimulatorAccount,
	startCcxt,
	startSimulator,
} from './harness.ts';

type Row = {
	readonly exchange: ExchangeName;
	readonly ccxtClass: string;
	readonly config: (keys: SimulatorAccount) => Readonly<Record<string, unknown>>;
	readonly coin: 'USDT' | 'USDC';
	/** ccxt's names of the two wallets. */
	readonly main: string;
	readonly futures: string;
	/** ccxt's class for a transfer of too much, and for a key without the right to transfer. */
	readonly tooMuch: string;
	readonly noRight: string | undefined;
	/** Key options of the first or second account whose key may transfer. */
	readonly transferring: (place: 1 | 2) => Readonly<Record<string, unknown>>;
	/** True if ccxt lists transfers from the exchange's own list. */
	readonly listsTransfers: boolean;
	/** True if ccxt reads deposits and withdrawals with a pending state. */
	readonly listsMoves: boolean;
	/** The unified symbol, and the exchange's own, whose rank is read. */
	readonly symbols: readonly [unified: string, own: string];
	/** Reads the rank of the only position through ccxt; undefined if the exchange has none. */
	readonly rank: ((rest: CcxtHandle, symbol: string) => Promise<unknown>) | undefined;
	/** Expected value of `rank` for the core's ranks 1, 3 and 5. */
	readonly ranks: readonly unknown[];
};

const ROWS: readonly Row[] = [
	{
		exchange: 'bybit',
		ccxtClass: 'bybit',
		config: ({ key, secret }) => ({
			apiKey: key,
			secret,
			options: { fetchMarkets: { types: ['linear'] } },
		}),
		coin: 'USDT',
		main: 'funding',
		futures: 'unified',
		tooMuch: 'InsufficientFunds',
		noRight: 'PermissionDenied',
		transferring: () => ({ canTransfer: true }),
		listsTransfers: true,
		listsMoves: true,
		symbols: ['SOL/USDT:USDT', 'SOLUSDT'],
		rank: async (rest, symbol) => (await rest.call('fetchPositionsADLRank', [symbol]))[0].rank,
		ranks: [1, 3, 5],
	},
	{
		exchange: 'kucoin',
		// The class kucoinfutures still uses an endpoint that KuCoin has removed.
		ccxtClass: 'kucoin',
		config: ({ key, secret, passphrase }) => ({
			apiKey: key,
			secret,
			password: passphrase,
			options: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		}),
		coin: 'USDT',
		main: 'main',
		futures: 'contract',
		tooMuch: 'InsufficientFunds',
		noRight: 'AuthenticationError',
		transferring: () => ({ canTransfer: true }),
		listsTransfers: true,
		listsMoves: true,
		symbols: ['SOL/USDT:USDT', 'SOLUSDTM'],
		rank: async (rest, symbol) => (await rest.call('fetchPositionsADLRank', [symbol]))[0].percentage,
		ranks: [20, 60, 100],
	},
	{
		exchange: 'binance',
		ccxtClass: 'binanceusdm',
		config: ({ key, secret }) => ({
			apiKey: key,
			secret,
			options: { fetchCurrencies: false },
			has: { fetchCurrencies: false },
		}),
		coin: 'USDT',
		main: 'spot',
		futures: 'swap',
		tooMuch: 'InsufficientFunds',
		noRight: 'PermissionDenied',
		transferring: () => ({ canTransfer: true }),
		// ccxt asks for one direction at a time.
		listsTransfers: false,
		listsMoves: true,
		symbols: ['SOL/USDT:USDT', 'SOLUSDT'],
		rank: async (rest, symbol) => {
			expect(await rest.call('fetchADLRank', symbol)).toMatchObject({ rating: 'low' });
			return (await rest.call('fetchPositionsADLRank', [symbol]))[0].rank;
		},
		ranks: [0, 2, 4],
	},
	{
		exchange: 'okx',
		ccxtClass: 'okx',
		config: ({ key, secret, passphrase }) => ({
			apiKey: key,
			secret,
			password: passphrase,
			options: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
		}),
		coin: 'USDT',
		main: 'funding',
		futures: 'trading',
		tooMuch: 'InsufficientFunds',
		// Every key that can trade can transfer.
		noRight: undefined,
		transferring: () => ({}),
		listsTransfers: true,
		listsMoves: true,
		symbols: ['SOL/USDT:USDT', 'SOL-USDT-SWAP'],
		// ccxt has no method for the rank at OKX, so it is read from the position's raw row.
		rank: async (rest, symbol) => (await rest.call('fetchPositions', [symbol]))[0].info.adl,
		ranks: ['1', '3', '5'],
	},
	{
		exchange: 'hyperliquid',
		ccxtClass: 'hyperliquid',
		config: ({ key, secret }) => ({
			walletAddress: key,
			privateKey: secret,
			options: { fetchMarkets: { types: ['swap'] }, builderFee: false, refSet: true },
		}),
		coin: 'USDC',
		main: 'spot',
		futures: 'swap',
		// ccxt knows neither of the two refusals.
		tooMuch: 'ExchangeError',
		noRight: 'ExchangeError',
		// The account's own key: its address derives from the secret.
		transferring: (place) => {
			const secret: Hex = `0x${String(place).repeat(64)}`;
			return { key: addressOfKey(secret), secret };
		},
		listsTransfers: false,
		// ccxt gives Hyperliquid's deposits and withdrawals no status, because they are listed when they are done.
		listsMoves: false,
		symbols: ['SOL/USDC:USDC', 'SOL'],
		rank: undefined,
		ranks: [],
	},
];

describe.each(ROWS)('$exchange', (row) => {
	let simulator: Simulator;
	let ccxt: CcxtProcess;
	let account: SimulatorAccount;
	let rest: CcxtHandle;

	const open = async (keys: SimulatorAccount): Promise<CcxtHandle> => {
		const handle = await ccxt.open({
			exchange: row.ccxtClass,
			pro: false,
			config: { enableRateLimit: false, ...row.config(keys) },
			hosts: simulator.hosts,
		});
		await handle.call('loadMarkets');
		return handle;
	};
	const wallet = async () =>
		(await simulator.admin('GET', '/accounts/mover/wallet')) as Record<'main' | 'futures', string>;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: row.exchange, settleInSeconds: 3_600 });
		ccxt = startCcxt();
		account = await simulator.createAccount('mover', { deposit: '10000', ...row.transferring(1) });
		rest = await open(account);
	});

	afterAll(async () => {
		await ccxt?.[Symbol.asyncDispose]();
		await simulator?.[Symbol.asyncDispose]();
	});

	it('moves money to the main wallet and back', async () => {
		const out = await rest.call('transfer', row.coin, 2_500.25, row.futures, row.main);
		expect(out.status ?? 'ok').toBe('ok');
		expect(await wallet()).toMatchObject({ main: '2500.25', futures: '7499.75' });
		await rest.call('transfer', row.coin, 500, row.main, row.futures);
		expect(await wallet()).toMatchObject({ main: '2000.25', futures: '7999.75' });
		if (!row.listsTransfers) return;
		const listed = await rest.call('fetchTransfers', row.coin);
		const amounts = listed.map((each: { amount: number }) => each.amount);
		expect(amounts).toEqual(expect.arrayContaining([2_500.25, 500]));
	});

	it('refuses more than the wallet has', async () => {
		const poor = await open(await simulator.createAccount('poor', { deposit: '10', ...row.transferring(2) }));
		const error = await poor.call('transfer', row.coin, 11, row.futures, row.main).catch((it) => it);
		expect(error).toBeInstanceOf(CcxtError);
		expect((error as CcxtError).classes[0], (error as CcxtError).message).toBe(row.tooMuch);
		const left = await simulator.admin('GET', '/accounts/poor/wallet');
		expect(left).toMatchObject({ main: '0', futures: '10' });
	});

	it('refuses a key without the right', async () => {
		if (row.noRight === undefined) return;
		const plain = await open(await simulator.createAccount('plain', { deposit: '100' }));
		const error = await plain.call('transfer', row.coin, 1, row.futures, row.main).catch((it) => it);
		expect(error).toBeInstanceOf(CcxtError);
		expect((error as CcxtError).classes[0], (error as CcxtError).message).toBe(row.noRight);
	});

	it('shows deposits and withdrawals while they are pending and when they have arrived', async () => {
		if (!row.listsMoves) return;
		const announce = (kind: string, arrivesInMs: number) =>
			simulator.admin('POST', '/accounts/mover/moves', { kind, amount: '100', fee: '1', arrivesInMs });
		await announce('deposit', 3_600_000);
		await announce('withdrawal', 3_600_000);
		const states = async (method: string): Promise<readonly string[]> =>
			(await rest.call(method, row.coin)).map(({ status }: { status: string }) => status).sort();
		expect(await states('fetchDeposits')).toEqual(['pending']);
		expect(await states('fetchWithdrawals')).toEqual(['pending']);
		await announce('deposit', 0);
		await announce('withdrawal', 0);
		expect(await states('fetchDeposits')).toEqual(['ok', 'pending']);
		expect(await states('fetchWithdrawals')).toEqual(['ok', 'pending']);
	});

	it('states the rank in the queue for auto-deleveraging on its own scale', async () => {
		const { rank } = row;
		if (rank === undefined) return;
		const [unified, symbol] = row.symbols;
		await simulator.admin('POST', '/accounts/mover/trade', { symbol, side: 'buy', quantity: '1' });
		const stated: unknown[] = [];
		for (const value of [1, 3, 5]) {
			await simulator.admin('POST', '/accounts/mover/adl', { symbol, rank: value });
			stated.push(await rank(rest, unified));
		}
		expect(stated).toEqual(row.ranks);
	});
});
