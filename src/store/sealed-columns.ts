/**
 * A column of sealed text, with the binding of its seal. Every new column with secrets must be added to this file,
 * because a key is deleted once these columns no longer need it. Exceptions are logins and connections that wait for
 * their browser (`login_waiting`, `oauth_pending`): they last ten minutes, and users can simply start again.
 */
export type SealedColumn = {
	readonly table: string;
	/** Column of the text; its name is the field of the binding. */
	readonly field: string;
	/** Column of the record's id. `user` is SQL for the user's id; null if the text belongs to no user. */
	readonly record: string;
	readonly user: string | null;
};

/** Every column of sealed text. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
	{ table: 'vault_secret', field: 'sealed', record: 'name', user: null },
	{ table: 'oauth_record', field: 'sealed', record: 'id_hash', user: "coalesce(user_id, '')" },
	{ table: 'signing_key', field: 'sealed', record: 'kid', user: null },
	{ table: 'exchange_account', field: 'credentials', record: 'account_id', user: 'user_id' },
	{ table: 'alert_target', field: 'sealed', record: 'target_id', user: 'user_id' },
];
