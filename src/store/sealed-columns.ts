/**
 * A column with sealed text, and the binding of its seal. Add every new column with secrets to this file, because the
 * service deletes a key once no column listed here needs it. Logins and connections that wait for their browser
 * (`login_waiting`, `oauth_pending`) are exceptions: they last ten minutes, and users can simply start again.
 */
export type SealedColumn = {
	readonly table: string;
	/** Column with the sealed text. Its name is also the field in the binding. */
	readonly field: string;
	/** Column with the record's id. */
	readonly record: string;
	/** SQL for the user's id; null if the text belongs to no user. */
	readonly user: string | null;
};

/** Every column with sealed text. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
	{ table: 'vault_secret', field: 'sealed', record: 'name', user: null },
	{ table: 'oauth_record', field: 'sealed', record: 'id_hash', user: "coalesce(user_id, '')" },
	{ table: 'signing_key', field: 'sealed', record: 'kid', user: null },
	{ table: 'exchange_account', field: 'credentials', record: 'account_id', user: 'user_id' },
	{ table: 'alert_target', field: 'sealed', record: 'target_id', user: 'user_id' },
	{ table: 'alert_heartbeat', field: 'sealed', record: 'user_id', user: 'user_id' },
];
