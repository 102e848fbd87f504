/** Manages accounts, their keys and their transfers for the admin port. */
import { type Decimal, formatDecimal, fromInteger, neg, ZERO } from '../../src/domain/decimal.ts';
import { AccountError, checkAmount } from './account-error.ts';
import { balanceAt } from './account-figures.ts';
import { type ApiKey, keyStatus } from './api-keys.ts';
import { type AccountState, commit, type ExchangeState } from './exchange-state.ts';
import { changeAsset, keepHolding } from './fee-assets.ts';
import { announceTouched, changeWallet, touchedBalance, writeTouched } from './fill-booking.ts';
import { newKey } from './key-book.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import type { Account } from './types.ts';

/** Default deposit for a new account, USDT. */
const DEPOSIT_DEFAULT = fromInteger(100_000);

/** Deposit for an account opened in a browser, USDT. Accounts opened by the service get the same. */
const DEPOSIT_OPENED = fromInteger(10_000);

const ACCOUNTS_MAX = 1_000;

const UID_FIRST = 20_000_001;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Form of a key, secret or passphrase: printable ASCII without spaces, which can be sent in a header as is. */
const CREDENTIAL = /^[\x21-\x7e]{1,128}$/;

export type AccountWish = {
	readonly name: string;
	readonly key?: string | undefined;
	readonly secret?: string | undefined;
	readonly passphrase?: string | undefined;
	/** Initial deposit in USDT, booked only for a new account. */
	readonly deposit?: Decimal | undefined;
	readonly canTrade?: boolean | undefined;
	readonly canWithdraw?: boolean | undefined;
	readonly canTransfer?: boolean | undefined;
	/** New password for the owner's login. */
	readonly password?: string | undefined;
};

export type AccountBook = {
	/**
	 * Returns the account with this name and the requested key. Creates either of them if it is missing. @throws
	 * AccountError
	 */
	ensure(wish: AccountWish): { readonly account: Account; readonly key: ApiKey; readonly isNew: boolean };
	/**
	 * Opens an account without a key, so that its owner can log in. @throws AccountError, also if the name is taken
	 */
	open(name: string, password: string): Account;
	list(): readonly { readonly account: Account; readonly keys: readonly ApiKey[] }[];
	/** @throws AccountError if the name is unknown */
	named(name: string): Account;
	/** @throws AccountError if the amount is out of range */
	deposit(name: string, amount: Decimal): void;
	/** @throws AccountError if the amount is out of range or exceeds the available balance */
	withdraw(name: string, amount: Decimal): void;
	/**
	 * Turns fee payment in the exchange's own coin on or off, and adds `deposit` to the balance in that coin. @throws
	 * AccountError
	 */
	payFeesInAsset(name: string, wish: { readonly isOn: boolean; readonly deposit: Decimal | undefined }): void;
	/**
	 * Mutes or unmutes the account's events. Its connections stay open. A restart unmutes the events. @throws
	 * AccountError
	 */
	silence(name: string, isSilent: boolean): void;
};

/**
 * @param act brings the exchange's state up to the current time, calls `run` with that time, and notifies listeners
 */
export function createAccountBook(state: ExchangeState, act: <T>(run: (now: number) => T) => T): AccountBook {
	const find = (name: string): AccountState | undefined =>
		[...state.accounts.values()].find((each) => each.account.name === name);
	const accountNamed = (name: string): AccountState => {
		const found = find(name);
		if (found === undefined)
			throw new AccountError(`There is no account ${JSON.stringify(name.slice(0, 64))}.`);
		return found;
	};
	const transfer = (
		account: AccountState,
		amount: Decimal,
		kind: 'deposit' | 'withdrawal',
		at: number,
	): void => {
		commit(state, () => bookTransfer(state, account, amount, kind, at));
		announceTouched(state, touchedBalance(account), at);
	};
	const keysOf = (account: AccountState): ApiKey[] =>
		[...state.apiKeys.values()].filter((key) => key.accountId === account.account.id);

	return {
		ensure: (wish) =>
			act((now) => {
				checkWish(wish);
				const passwordHash = wish.password === undefined ? undefined : hashPassword(wish.password);
				const deposit = wish.deposit ?? DEPOSIT_DEFAULT;
				const existing = find(wish.name);
				const owner = wish.key === undefined ? undefined : state.apiKeys.get(wish.key);
				if (owner !== undefined && owner.accountId !== existing?.account.id) {
					throw new AccountError('The key belongs to another account.');
				}
				if (existing === undefined) checkCapacity(state);
				return commit(state, () => {
					const account = existing ?? create(state, wish.name);
					if (existing === undefined && deposit !== ZERO) {
						bookTransfer(state, account, deposit, 'deposit', now);
					}
					if (passwordHash !== undefined) state.store.putPassword(account.account.id, passwordHash);
					const key = wishedKey(state, account, wish, keysOf(account), now);
					return { account: account.account, key, isNew: existing === undefined };
				});
			}),
		open: (name, password) =>
			act((now) => {
				checkWish({ name, password });
				if (find(name) !== undefined) throw new AccountError(`The name ${name} is taken.`);
				checkCapacity(state);
				const passwordHash = hashPassword(password);
				return commit(state, () => {
					const opened = create(state, name);
					bookTransfer(state, opened, DEPOSIT_OPENED, 'deposit', now);
					state.store.putPassword(opened.account.id, passwordHash);
					return opened.account;
				});
			}),
		list: () =>
			[...state.accounts.values()].map((account) => ({ account: account.account, keys: keysOf(account) })),
		named: (name) => accountNamed(name).account,
		deposit: (name, amount) =>
			act((now) => {
				checkAmount(amount);
				transfer(accountNamed(name), amount, 'deposit', now);
			}),
		withdraw: (name, amount) =>
			act((now) => {
				checkAmount(amount);
				const account = accountNamed(name);
				const { available } = balanceAt(state, account, now);
				if (amount > available) {
					throw new AccountError(
						`The withdrawal is too large, was ${formatDecimal(amount)}, limit ${formatDecimal(available)} USDT.`,
					);
				}
				transfer(account, neg(amount), 'withdrawal', now);
			}),
		payFeesInAsset: (name, { isOn, deposit }) =>
			act((now) => {
				if (deposit !== undefined) checkAmount(deposit);
				const account = accountNamed(name);
				if (state.terms.feeAsset === undefined)
					throw new AccountError(`${state.name} takes no coin of its own for fees.`);
				commit(state, () => {
					const amount = account.feeAsset?.amount ?? ZERO;
					keepHolding(state, account, { amount, isOn });
					if (deposit === undefined) return;
					const entry = { kind: 'deposit', amount: deposit, at: now } as const;
					changeAsset(state, account, { ...entry, symbol: undefined, reference: undefined });
				});
				announceTouched(state, touchedBalance(account), now);
			}),
		silence: (name, isSilent) => state.outbox.silence(accountNamed(name).account.id, isSilent),
	};
}

function checkWish(wish: AccountWish): void {
	if (!NAME.test(wish.name)) {
		throw new AccountError(
			`A name has 1 to 64 letters, digits, dots, dashes and underscores, was ${JSON.stringify(wish.name.slice(0, 80))}.`,
		);
	}
	if (wish.secret !== undefined && wish.key === undefined) {
		throw new AccountError('A secret is given without its key.');
	}
	for (const name of ['key', 'secret', 'passphrase'] as const) {
		const value = wish[name];
		if (value !== undefined && !CREDENTIAL.test(value)) {
			throw new AccountError(
				`The ${name} has 1 to 128 printable characters without spaces, was another text.`,
			);
		}
	}
	const problem = wish.password === undefined ? undefined : passwordProblem(wish.password);
	if (problem !== undefined) throw new AccountError(problem);
	if (wish.deposit !== undefined && wish.deposit !== ZERO) checkAmount(wish.deposit);
}

function checkCapacity({ accounts }: ExchangeState): void {
	if (accounts.size >= ACCOUNTS_MAX) {
		throw new AccountError(`There are too many accounts, limit ${ACCOUNTS_MAX}.`);
	}
}

/** Creates an account. Callers must run this function, `bookTransfer` and `wishedKey` inside `commit`. */
function create(state: ExchangeState, name: string): AccountState {
	const uid = UID_FIRST + state.accounts.size;
	const created: AccountState = {
		account: { id: String(uid), name, uid },
		wallet: ZERO,
		marginMode: 'isolated',
		settings: new Map(),
		positions: new Map(),
		openOrders: new Map(),
		feeAsset: undefined,
		mainWallet: ZERO,
	};
	state.store.insertAccount(created.account, ZERO, created.marginMode);
	state.accounts.set(created.account.id, created);
	return created;
}

function bookTransfer(
	state: ExchangeState,
	account: AccountState,
	amount: Decimal,
	kind: 'deposit' | 'withdrawal',
	at: number,
): void {
	changeWallet(state, account, { kind, amount, at, symbol: undefined, reference: undefined });
	writeTouched(state, touchedBalance(account));
}

/**
 * Returns the key that `wish` names, with the changes in `wish`. If `wish` names none, it is the latest valid key
 * that was not obtained through OAuth. Creates the key if it is missing.
 */
function wishedKey(
	state: ExchangeState,
	account: AccountState,
	wish: AccountWish,
	keys: readonly ApiKey[],
	now: number,
): ApiKey {
	const own = keys.filter((key) => key.application === undefined && keyStatus(key, now) === 'active');
	const before = wish.key === undefined ? own[own.length - 1] : keys.find((key) => key.key === wish.key);
	const made = newKey(state, account.account.id, {
		application: undefined,
		createdAt: now,
		expiresAt: undefined,
	});
	const base = before ?? made;
	const key: ApiKey = {
		...base,
		key: wish.key ?? base.key,
		secret: wish.secret ?? base.secret,
		passphrase: wish.passphrase ?? base.passphrase,
		canTrade: wish.canTrade ?? base.canTrade,
		canWithdraw: wish.canWithdraw ?? base.canWithdraw,
		canTransfer: wish.canTransfer ?? base.canTransfer,
	};
	state.store.putApiKey(key);
	state.apiKeys.set(key.key, key);
	return key;
}
