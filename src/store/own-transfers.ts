/** Stores transfers between wallets of one owner, and the settings that allow them. */
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import {
	isOpenTransfer,
	type OwnTransferRecord,
	type OwnTransferStore,
} from '../ports/own-transfer-service.ts';
import { ownedRows, type SqlDatabase } from './sql-database.ts';

/** Creates the store of own transfers. */
export function createOwnTransferStore(database: SqlDatabase, owner?: string): OwnTransferStore {
	const { where, and, values } = ownedRows(owner);
	return {
		allowed: async () =>
			(await database.rows(`SELECT account_id FROM own_transfer_consent ${where}`, ...values)).map((row) =>
				String(row.account_id),
			),
		async setAllowed(userId, accountId, isAllowed, at) {
			if (isAllowed)
				await database.changes(
					`INSERT INTO own_transfer_consent (account_id, user_id, at) VALUES (?, ?, ?)
					 ON CONFLICT (account_id) DO NOTHING`,
					accountId,
					userId,
					at,
				);
			else await database.changes('DELETE FROM own_transfer_consent WHERE account_id = ?', accountId);
		},
		load: async (since) =>
			(
				await database.rows(
					`SELECT details FROM own_transfer WHERE (is_open = 1 OR intended_at >= ?) ${and}
					 ORDER BY intended_at, client_id`,
					since,
					...values,
				)
			).map(({ details }) => decodePayload(String(details)) as OwnTransferRecord),
		async save(transfer) {
			await database.changes(
				`INSERT INTO own_transfer (client_id, user_id, account_id, venue, state, intended_at, changed_at, is_open, details)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
				 ON CONFLICT (client_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at,
				 is_open = excluded.is_open, details = excluded.details`,
				transfer.clientId,
				transfer.userId,
				transfer.accountId,
				transfer.venue,
				transfer.state,
				transfer.intendedAt,
				transfer.changedAt,
				isOpenTransfer(transfer) ? 1 : 0,
				encodePayload(transfer),
			);
		},
	};
}
