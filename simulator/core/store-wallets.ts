/** Reads and writes main wallets, own transfers, deposits and withdrawals in the database. */
import { type Decimal, formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import { pageQuery } from './store-pages.ts';
import { innerId, marks, outerId, type Row, type Rows, type Run } from './store-rows.ts';
import type { RangeQuery } from './types.ts';
import type { MainEntry, MoneyMove, OwnTransfer } from './wallet-records.ts';

/** Returns the statements for the tables of wallets. */
export function walletTables(run: Run, rows: Rows) {
	return {
		updateMainWallet: (accountId: string, balance: Decimal) =>
			run('UPDATE accounts SET main_wallet = ? WHERE id = ?', [formatDecimal(balance), accountId]),
		insertMainEntry: (entry: MainEntry) =>
			run(`INSERT INTO main_ledger VALUES (${marks(7)})`, [
				innerId(entry.id) ?? 0,
				entry.accountId,
				entry.at,
				entry.kind,
				formatDecimal(entry.amount),
				formatDecimal(entry.balance),
				entry.reference,
			]),
		mainLedger: (accountId: string, query: RangeQuery): MainEntry[] =>
			rows(...pageQuery('main_ledger', 'at', accountId, query, [])).map(mainEntryOf),
		insertOwnTransfer: (transfer: OwnTransfer) =>
			run(`INSERT INTO own_transfers VALUES (${marks(6)})`, [
				innerId(transfer.id) ?? 0,
				transfer.accountId,
				transfer.at,
				transfer.clientId ?? null,
				transfer.toFutures ? 1 : 0,
				formatDecimal(transfer.amount),
			]),
		ownTransfers: (accountId: string, query: RangeQuery): OwnTransfer[] =>
			rows(...pageQuery('own_transfers', 'at', accountId, query, [])).map(transferOf),
		ownTransferByClientId: (accountId: string, clientId: string): OwnTransfer | undefined =>
			rows('SELECT * FROM own_transfers WHERE account_id = ? AND client_id = ?', [accountId, clientId]).map(
				transferOf,
			)[0],
		putMove: (move: MoneyMove) =>
			run(`INSERT OR REPLACE INTO moves VALUES (${marks(11)})`, [
				innerId(move.id) ?? 0,
				move.accountId,
				move.kind,
				formatDecimal(move.amount),
				formatDecimal(move.fee),
				move.isFutures ? 1 : 0,
				move.txId,
				move.at,
				move.dueAt,
				move.status,
				move.endedAt ?? null,
			]),
		moves: (accountId: string, query: RangeQuery): MoneyMove[] =>
			rows(...pageQuery('moves', 'at', accountId, query, [])).map(moveOf),
		pendingMoves: (): MoneyMove[] =>
			rows("SELECT * FROM moves WHERE status = 'pending' ORDER BY due_at, id").map(moveOf),
	};
}

function mainEntryOf(row: Row): MainEntry {
	return {
		id: outerId(Number(row.id)),
		accountId: String(row.account_id),
		at: Number(row.at),
		kind: row.kind as MainEntry['kind'],
		amount: parseDecimal(String(row.amount)),
		balance: parseDecimal(String(row.balance)),
		reference: String(row.reference),
	};
}

function transferOf(row: Row): OwnTransfer {
	return {
		id: outerId(Number(row.id)),
		accountId: String(row.account_id),
		at: Number(row.at),
		clientId: row.client_id === null ? undefined : String(row.client_id),
		toFutures: row.to_futures === 1,
		amount: parseDecimal(String(row.amount)),
	};
}

function moveOf(row: Row): MoneyMove {
	return {
		id: outerId(Number(row.id)),
		accountId: String(row.account_id),
		kind: row.kind as MoneyMove['kind'],
		amount: parseDecimal(String(row.amount)),
		fee: parseDecimal(String(row.fee)),
		isFutures: row.is_futures === 1,
		txId: String(row.tx_id),
		at: Number(row.at),
		dueAt: Number(row.due_at),
		status: row.status as MoneyMove['status'],
		endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
	};
}
