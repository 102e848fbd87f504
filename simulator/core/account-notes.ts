/** Notes on an account beside its money, positions and keys: its modes, and texts specific to its exchange. Durable. */

export type AccountNotes = {
	/** True for positions by side, as chosen by the owner. The front ends report it; Bybit's then refuses one-way orders. */
	isHedged(accountId: string): boolean;
	setHedged(accountId: string, isOn: boolean): void;
	/** Kind of the account in the exchange's own term, if not the default; the terms of the exchange list the kinds. */
	kind(accountId: string): string | undefined;
	/** Undefined restores the default. */
	setKind(accountId: string, kind: string | undefined): void;
	/** Text stored by a front end under its own name; undefined if there is none. */
	text(accountId: string, name: string): string | undefined;
	setText(accountId: string, name: string, value: string): void;
};

/** Texts by name, as stored. */
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
