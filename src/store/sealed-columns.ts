/**
 * Where sealed texts lie. Whoever keeps secrets in a table adds its column here, with the binding that it is sealed for: a
 * key is dropped only when nothing in these columns needs it any more. Logins and connections that wait for their browser's
 * return (`login_waiting`, `oauth_pending`) are not among them: they last ten minutes, and are begun anew.
 */
export type SealedColumn = {
	readonly table: string;
	/** Column that holds the text; its name is the field of the binding. */
	readonly field: string;
	/** Columns of the record's and of the user's id, the latter as SQL; null: it belongs to no user. */
	readonly record: string;
	readonly user: string | null;
};

/** Every column that holds sealed text. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
	{ table: 'vault_secret', field: 'sealed', record: 'name', user: null },
	{ table: 'oauth_record', field: 'sealed', record: 'id_hash', user: "coalesce(user_id, '')" },
	{ table: 'signing_key', field: 'sealed', record: 'kid', user: null },
	{ table: 'exchange_account', field: 'credentials', record: 'account_id', user: 'user_id' },
	{ table: 'alert_target', field: 'sealed', record: 'target_id', user: 'user_id' },
];
