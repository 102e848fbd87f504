/** Stores planned transfers. Amounts, sentences and flows are JSON with exact decimals. */
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import type { AskedTransfer, PlannedTransferStore } from '../ports/planned-transfers.ts';
import { changesOf, ownedRows, type SqlDatabase } from './sql-database.ts';

/** Creates the store of planned transfers. */
export function createPlannedTransferStore(database: SqlDatabase, owner?: string): PlannedTransferStore {
	const { and, values } = ownedRows(owner);
	return {
		load: async (since) =>
			(
				await database.rows(
					`SELECT details FROM planned_transfer
					 WHERE (changed_at >= ? OR state NOT IN ('arrived', 'withdrawn')) ${and}
					 ORDER BY planned_at, transfer_id`,
					since,
					...values,
				)
			).map(({ details }) => decodePayload(String(details)) as AskedTransfer),
		save: (transfers) =>
			database.transaction(function* () {
				for (const transfer of transfers)
					yield* changesOf(
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
			}),
	};
}
