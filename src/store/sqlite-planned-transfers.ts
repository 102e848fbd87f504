/** Stores planned transfers in SQLite. Amounts, sentences and flows are JSON with exact decimals. */
import type { DatabaseSync } from 'node:sqlite';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import type { AskedTransfer, PlannedTransferStore } from '../ports/planned-transfers.ts';
import { changesOf, inTransaction, rowsOf } from './database.ts';

/** Creates the store of planned transfers. */
export function createSqlitePlannedTransferStore(database: DatabaseSync): PlannedTransferStore {
	return {
		load: async (since) =>
			rowsOf(
				database,
				`SELECT details FROM planned_transfer
				 WHERE changed_at >= ? OR state NOT IN ('arrived', 'withdrawn')
				 ORDER BY planned_at, transfer_id`,
				since,
			).map(({ details }) => decodePayload(String(details)) as AskedTransfer),
		async save(transfers) {
			inTransaction(database, () => {
				for (const transfer of transfers)
					changesOf(
						database,
						`INSERT INTO planned_transfer (transfer_id, user_id, state, planned_at, changed_at, details)
						 VALUES (?, ?, ?, ?, ?, ?)
						 ON CONFLICT (transfer_id) DO UPDATE SET
						 state = excluded.state, changed_at = excluded.changed_at, details = excluded.details`,
						transfer.transferId,
						transfer.userId,
						transfer.state,
						transfer.plannedAt,
						transfer.changedAt,
						encodePayload(transfer),
					);
			});
		},
	};
}
