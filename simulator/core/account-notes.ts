/** Notes on an account beside its money, positions and keys: its modes, and what only its exchange has a word for. Durable. */

export type AccountNotes = {
	/** True: positions by side, as the account's owner has chosen. The faces tell of it; Bybit's takes no one-way order then. */
	isHedged(accountId: string): boolean;
	setHedged(accountId: string, isOn: boolean): void;
	/** Which kind of account it is in the exchange's word, where it is not the usual one; the terms of the exchange list them. */
	kind(accountId: string): string | undefined;
	/** Undefined makes it the usual one again. */
	setKind(accountId: string, kind: string | undefined): void;
	/** Text that a face keeps under a name of its own; undefined where it has kept none. */
	text(accountId: string, name: string): string | undefined;
	setText(accountId: string, name: string, value: string): void;
};

/** Texts by name, as the exchange's store keeps them. */
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
