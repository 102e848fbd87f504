/**
 * Stores an exchange's state durably in one SQLite file. Every state change is one transaction that is committed
 * before its call returns. Thanks to the write-ahead log, a killed process loses no committed transaction.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';
import type { HeldPosition } from './position.ts';
import { accessTables } from './store-access.ts';
import { pageQuery, ROWS_MAX } from './store-pages.ts';
import {
	assetEntryCells,
	assetEntryOf,
	type Cell,
	fillCells,
	fillOf,
	innerId,
	insuranceCells,
	insuranceOf,
	ledgerCells,
	ledgerOf,
	marks,
	ORDER_COLUMNS,
	orderCells,
	orderOf,
	paymentCells,
	paymentOf,
	type Row,
	type Rows,
	type Run,
	settlementOf,
	shockOf,
} from './store-rows.ts';
import { SCHEMA_STEPS } from './store-schema.ts';
import { walletTables } from './store-wallets.ts';
import type {
	Account,
	Fill,
	FundingPayment,
	LedgerEntry,
	MarginMode,
	Order,
	RangeQuery,
	Settlement,
} from './types.ts';
import type { AssetEntry, InsuranceEntry, PriceShock } from './venue-records.ts';

/** Thrown if the database is unusable because it belongs to another exchange or has another schema version. */
export class StoreError extends Error {
	override readonly name = 'StoreError';
}

export type Store = ReturnType<typeof openStore>;

/** Tables that have a `symbol` column. */
const SYMBOL_TABLES = [
	...[
		'symbol_settings',
		'positions',
		'orders',
		'fills',
		'payments',
		'ledger',
		'settled',
		'extra_settlements',
	],
	...['insurance', 'asset_ledger'],
] as const;

/** Tables whose ids come from the exchange's one counter. */
const ID_TABLES = [
	...['orders', 'fills', 'payments', 'ledger', 'insurance', 'shocks', 'asset_ledger'],
	...['main_ledger', 'own_transfers', 'moves'],
] as const;

/**
 * Opens or creates the database of one exchange.
 * @throws StoreError if the file belongs to another exchange or has another schema version
 */
export function openStore(path: string, exchange: string) {
	mkdirSync(dirname(path), { recursive: true });
	const db = new DatabaseSync(path);
	db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
	const prepared = new Map<string, StatementSync>();
	const statement = (sql: string): StatementSync => {
		let found = prepared.get(sql);
		if (found === undefined) {
			found = db.prepare(sql);
			prepared.set(sql, found);
		}
		return found;
	};
	const run = (sql: string, cells: readonly Cell[]): void => {
		statement(sql).run(...cells);
	};
	const rows = (sql: string, cells: readonly Cell[] = []): Row[] => statement(sql).all(...cells);
	prepareSchema(db, path, exchange);

	return {
		/** Runs `change` as one transaction, so that either all of it or nothing is stored. */
		transaction<T>(change: () => T): T {
			db.exec('BEGIN IMMEDIATE');
			try {
				const result = change();
				db.exec('COMMIT');
				return result;
			} catch (error) {
				if (db.isTransaction) db.exec('ROLLBACK');
				throw error;
			}
		},
		close: () => db.close(),
		isOpen: () => db.isOpen,
		meta: (name: string): string | undefined => {
			const row = rows('SELECT value FROM meta WHERE name = ?', [name])[0];
			return row === undefined ? undefined : String(row.value);
		},
		setMeta: (name: string, value: string) =>
			run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', [name, value]),
		/** Renames a symbol in all rows. */
		renameSymbol: (from: string, to: string): void => {
			for (const table of SYMBOL_TABLES) run(`UPDATE ${table} SET symbol = ? WHERE symbol = ?`, [to, from]);
		},
		/** Returns the highest id counter in use. */
		lastId: (): number =>
			Math.max(
				...ID_TABLES.map((table) => Number(rows(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)[0]?.id)),
			),
		accounts: () => rows('SELECT * FROM accounts ORDER BY uid'),
		insertAccount: (account: Account, wallet: Decimal, mode: MarginMode) =>
			run('INSERT INTO accounts (id, name, uid, wallet, margin_mode) VALUES (?, ?, ?, ?, ?)', [
				account.id,
				account.name,
				account.uid,
				formatDecimal(wallet),
				mode,
			]),
		updateAccount: (id: string, wallet: Decimal, mode: MarginMode) =>
			run('UPDATE accounts SET wallet = ?, margin_mode = ? WHERE id = ?', [formatDecimal(wallet), mode, id]),
		settings: () => rows('SELECT * FROM symbol_settings'),
		putSetting: (
			accountId: string,
			symbol: string,
			leverage: Decimal | undefined,
			mode: MarginMode | undefined,
		) =>
			run('INSERT OR REPLACE INTO symbol_settings VALUES (?, ?, ?, ?)', [
				accountId,
				symbol,
				leverage === undefined ? null : formatDecimal(leverage),
				mode ?? null,
			]),
		positions: () => rows('SELECT * FROM positions ORDER BY rowid'),
		putPosition: (accountId: string, held: HeldPosition) =>
			// An upsert keeps the position's place among the account's positions. A replaced row would move to the
			// end.
			run(POSITION_UPSERT, [
				accountId,
				held.symbol,
				formatDecimal(held.quantity),
				formatDecimal(held.entryValue),
				formatDecimal(held.realized),
				held.openedAt,
				held.updatedAt,
			]),
		deletePosition: (accountId: string, symbol: string) =>
			run('DELETE FROM positions WHERE account_id = ? AND symbol = ?', [accountId, symbol]),
		...orderTables(run, rows),
		...moneyTables(run, rows),
		...venueTables(run, rows),
		...accessTables(run, rows),
		...walletTables(run, rows),
	};
}

const POSITION_UPSERT =
	'INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, symbol) DO UPDATE SET quantity = excluded.quantity, entry_value = excluded.entry_value, realized = excluded.realized, opened_at = excluded.opened_at, updated_at = excluded.updated_at';

function prepareSchema(db: DatabaseSync, path: string, exchange: string): void {
	const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
	if (version > SCHEMA_STEPS.length) {
		db.close();
		throw new StoreError(`${path} has another schema version, was ${version}, limit ${SCHEMA_STEPS.length}.`);
	}
	if (version < SCHEMA_STEPS.length) {
		const steps = SCHEMA_STEPS.slice(version).join('');
		db.exec(`BEGIN IMMEDIATE; ${steps} PRAGMA user_version = ${SCHEMA_STEPS.length}; COMMIT;`);
	}
	if (version === 0) db.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run('exchange', exchange);
	const owner = db.prepare("SELECT value FROM meta WHERE name = 'exchange'").get()?.value;
	if (owner !== exchange) {
		db.close();
		throw new StoreError(`${path} belongs to another exchange, was ${String(owner)}, limit ${exchange}.`);
	}
}

function orderTables(run: Run, rows: Rows) {
	const columns = ORDER_COLUMNS.join(', ');
	const updates = ORDER_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ');
	return {
		putOrder: (order: Order) =>
			run(
				`INSERT INTO orders (${columns}) VALUES (${marks(ORDER_COLUMNS.length)}) ON CONFLICT (id) DO UPDATE SET ${updates}`,
				orderCells(order),
			),
		openOrders: (): Order[] => rows('SELECT * FROM orders WHERE is_open = 1 ORDER BY id').map(orderOf),
		orderById: (accountId: string, id: string): Order | undefined => {
			const counter = innerId(id);
			if (counter === undefined) return undefined;
			return rows('SELECT * FROM orders WHERE id = ? AND account_id = ?', [counter, accountId]).map(
				orderOf,
			)[0];
		},
		/** If an id was reused, this returns its latest order. */
		orderByClientId: (accountId: string, clientOrderId: string): Order | undefined =>
			rows('SELECT * FROM orders WHERE account_id = ? AND client_order_id = ? ORDER BY id DESC LIMIT 1', [
				accountId,
				clientOrderId,
			]).map(orderOf)[0],
		orders: (accountId: string, query: RangeQuery, finishedOnly: boolean): Order[] =>
			rows(
				...pageQuery('orders', 'created_at', accountId, query, finishedOnly ? [['is_open = ?', 0]] : []),
			).map(orderOf),
		insertFill: (fill: Fill) => run(`INSERT INTO fills VALUES (${marks(17)})`, fillCells(fill)),
		fills: (
			accountId: string,
			query: RangeQuery & {
				readonly orderId?: string | undefined;
				readonly clientOrderId?: string | undefined;
			},
		): Fill[] => {
			const more: [string, Cell][] = [];
			if (query.orderId !== undefined) more.push(['order_id = ?', innerId(query.orderId) ?? -1]);
			if (query.clientOrderId !== undefined) more.push(['client_order_id = ?', query.clientOrderId]);
			return rows(...pageQuery('fills', 'at', accountId, query, more)).map(fillOf);
		},
	};
}

function moneyTables(run: Run, rows: Rows) {
	// Every market request would query `extra_settlements`. This flag avoids the query while the table is empty,
	// which is until the admin port first triggers a settlement.
	let hasExtraSettlements = rows('SELECT 1 FROM extra_settlements LIMIT 1').length > 0;
	return {
		insertPayment: (payment: FundingPayment) =>
			run(`INSERT INTO payments VALUES (${marks(8)})`, paymentCells(payment)),
		payments: (accountId: string, query: RangeQuery): FundingPayment[] =>
			rows(...pageQuery('payments', 'at', accountId, query, [])).map(paymentOf),
		insertLedger: (entry: LedgerEntry) => run(`INSERT INTO ledger VALUES (${marks(8)})`, ledgerCells(entry)),
		ledger: (accountId: string, query: RangeQuery): LedgerEntry[] =>
			rows(...pageQuery('ledger', 'at', accountId, query, [])).map(ledgerOf),
		settledUpTo: (): Map<string, number> =>
			new Map(rows('SELECT * FROM settled').map((row) => [String(row.symbol), Number(row.up_to)])),
		putSettledUpTo: (symbol: string, at: number) =>
			run('INSERT OR REPLACE INTO settled VALUES (?, ?)', [symbol, at]),
		insertExtraSettlement: (settlement: Settlement) => {
			hasExtraSettlements = true;
			run(`INSERT INTO extra_settlements VALUES (${marks(5)})`, [
				settlement.symbol,
				settlement.at,
				formatDecimal(settlement.rate),
				formatDecimal(settlement.mark),
				settlement.intervalMs,
			]);
		},
		/** Returns the symbol's settlements outside the schedule, newest first. */
		extraSettlements: (symbol: string, from: number, to: number, limit: number): Settlement[] =>
			hasExtraSettlements
				? rows(
						'SELECT * FROM extra_settlements WHERE symbol = ? AND at BETWEEN ? AND ? ORDER BY at DESC LIMIT ?',
						[symbol, from, to, Math.min(limit, ROWS_MAX)],
					).map(settlementOf)
				: [],
	};
}

function venueTables(run: Run, rows: Rows) {
	return {
		insertInsurance: (entry: InsuranceEntry) =>
			run(`INSERT INTO insurance VALUES (${marks(9)})`, insuranceCells(entry)),
		/** Returns changes of the insurance fund, newest first. */
		insurance: (limit: number): InsuranceEntry[] =>
			rows('SELECT * FROM insurance ORDER BY id DESC LIMIT ?', [Math.min(limit, ROWS_MAX)]).map(insuranceOf),
		insertShock: (shock: PriceShock) =>
			run(`INSERT INTO shocks VALUES (${marks(5)})`, [
				innerId(shock.id) ?? 0,
				shock.underlying,
				shock.factor,
				shock.at,
				shock.halfLifeMs ?? null,
			]),
		shocks: (): PriceShock[] => rows('SELECT * FROM shocks ORDER BY id').map(shockOf),
		feeAssets: () => rows('SELECT * FROM fee_assets'),
		putFeeAsset: (accountId: string, amount: Decimal, isOn: boolean) =>
			run('INSERT OR REPLACE INTO fee_assets VALUES (?, ?, ?)', [
				accountId,
				formatDecimal(amount),
				isOn ? 1 : 0,
			]),
		insertAssetEntry: (entry: AssetEntry) =>
			run(`INSERT INTO asset_ledger VALUES (${marks(9)})`, assetEntryCells(entry)),
		assetLedger: (accountId: string, query: RangeQuery): AssetEntry[] =>
			rows(...pageQuery('asset_ledger', 'at', accountId, query, [])).map(assetEntryOf),
	};
}
