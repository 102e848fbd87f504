/**
 * Stores an account's hedge mode, its account type, and strings that the exchange's front end keeps for it. All of
 * them survive a restart.
 */

export type AccountNotes = {
	/**
	 * True if the account is in hedge mode. Front ends report this mode and then refuse orders, because the core
	 * keeps one position per contract.
	 */
	isHedged(accountId: string): boolean;
	setHedged(accountId: string, isOn: boolean): void;
	/**
	 * Account type, under the exchange's own name for it; undefined for the default. `accountKinds` in the exchange's
	 * terms lists the types.
	 */
	kind(accountId: string): string | undefined;
	/** Sets the account type; undefined restores the default. */
	setKind(accountId: string, kind: string | undefined): void;
	/** String that a front end stored under `name`; undefined if there is none. */
	text(accountId: string, name: string): string | undefined;
	setText(accountId: string, name: string, value: string): void;
};

/** Reads and writes strings that are stored under a name. */
type Texts = {
	meta(name: string): string | undefined;
	setMeta(name: string, value: string): unknown;
};

export function createAccountNotes(store: Texts): AccountNotes {
	return {
		isHedged: (accountId) => store.meta(`hedgeMode:${accountId}`) === 'on',
		setHedged: (accountId, isOn) => store.setMeta(`hedgeMode:${accountId}`, isOn ? 'on' : 'off'),
		kind: (accountId) => store.meta(`kind:${accountId}`) || undefined,
		setKind: (accountId, kind) => store.setMeta(`kind:${accountId}`, kind ?? ''),
		text: (accountId, name) => store.meta(`${name}:${accountId}`),
		setText: (accountId, name, value) => store.setMeta(`${name}:${accountId}`, value),
	};
}
