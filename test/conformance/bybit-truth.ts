/**
 * Reads the true exchange state from the simulator's own database and world instead of the front end. Numbers are
 * doubles, so that they can be compared with ccxt's results.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { outerId } from '../../simulator/core/store-rows.ts';
import type { Instrument } from '../../simulator/core/types.ts';
import { openWorld, type World } from '../../simulator/core/world.ts';
import { EXCHANGES } from '../../simulator/exchanges.ts';
import { toNumber } from '../../src/domain/decimal.ts';
import type { Simulator, SimulatorAccount } from './harness.ts';

export const SYMBOL = 'BTCUSDT';
/** The contract's symbol in ccxt. */
export const UNIFIED = 'BTC/USDT:USDT';

export const dec = toNumber;

type Row = Record<string, unknown>;

export type FillSums = { readonly quantity: number; readonly value: number; readonly fee: number };

export type Payment = {
	readonly id: string;
	readonly at: number;
	readonly rate: number;
	/** Amount of the payment; positive when received. */
	readonly amount: number;
};

export type Truth = {
	readonly world: World;
	instruments(): readonly Instrument[];
	instrument(symbol: string): Instrument;
	/** Sums the account's fills for one symbol or one order. */
	fills(of: { readonly symbol: string } | { readonly clientOrderId: string }): FillSums;
	/** The account's latest settlement. */
	lastPayment(): Payment;
	wallet(): number;
	/** Reads the balance from the admin interface. */
	balance(): Promise<Readonly<Record<string, number>>>;
	close(): void;
};

export function openTruth(simulator: Simulator, account: SimulatorAccount): Truth {
	const world = openWorld({ exchanges: EXCHANGES, dataDir: simulator.dataDir, seed: 1, nowMs: Date.now() });
	const database = new DatabaseSync(join(simulator.dataDir, 'simulator-bybit.db'), { readOnly: true });
	const rows = (sql: string, ...cells: string[]): Row[] => database.prepare(sql).all(...cells) as Row[];
	const instruments = world.instruments('bybit');
	return {
		world,
		instruments: () => instruments,
		instrument: (symbol) => {
			const found = instruments.find((instrument) => instrument.symbol === symbol);
			if (found === undefined) throw new Error(`No ${symbol} in this world.`);
			return found;
		},
		fills: (of) => {
			const [column, value] =
				'symbol' in of ? (['symbol', of.symbol] as const) : (['client_order_id', of.clientOrderId] as const);
			const found = rows(`SELECT * FROM fills WHERE account_id = ? AND ${column} = ?`, account.id, value);
			const total = (amount: (row: Row) => number): number =>
				found.reduce((sum, row) => sum + amount(row), 0);
			return {
				quantity: total((row) => Number(row.quantity)),
				value: total((row) => Number(row.quantity) * Number(row.price)),
				fee: total((row) => Number(row.fee)),
			};
		},
		lastPayment: () => {
			const [row] = rows('SELECT * FROM payments WHERE account_id = ? ORDER BY id DESC LIMIT 1', account.id);
			if (row === undefined) throw new Error('The account has no payment.');
			return {
				id: outerId(Number(row.id)),
				at: Number(row.at),
				rate: Number(row.rate),
				amount: Number(row.amount),
			};
		},
		wallet: () => Number(rows('SELECT wallet FROM accounts WHERE id = ?', account.id)[0]?.wallet),
		balance: async () => {
			const { accounts } = (await simulator.admin('GET', '/accounts')) as {
				accounts: { id: string; balance: Record<string, string> }[];
			};
			const own = accounts.find(({ id }) => id === account.id)?.balance ?? {};
			return Object.fromEntries(Object.entries(own).map(([name, text]) => [name, Number(text)]));
		},
		close: () => database.close(),
	};
}
