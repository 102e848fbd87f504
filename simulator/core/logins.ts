/** Handles logins to simulated accounts by name and password, with a limit on wrong passwords. */
import type { AccountBook } from './accounts.ts';
import { currentTime, type ExchangeState } from './exchange-state.ts';
import type { Logins } from './oauth.ts';
import { isPassword } from './passwords.ts';

const WINDOW_MS = 60_000;
/** Wrong attempts allowed for one name within a minute; further attempts are refused without checking the password. */
export const WRONG_TRIES_MAX = 5;
/**
 * Logins and new accounts allowed per minute across all users, because each one computes a hash that takes a few tens
 * of milliseconds.
 */
const HASHES_MAX = 120;
/** Maximum number of names whose wrong attempts are remembered; the least recently used are dropped. */
const NAMES_MAX = 10_000;

/** Thrown if a login is refused; the message is meant for the page. */
export class LoginRefusal extends Error {
	override readonly name = 'LoginRefusal';
	/** True if the user must wait before trying again. */
	readonly isTooMany: boolean;

	constructor(isTooMany: boolean) {
		super(
			isTooMany
				? 'There were too many tries. Wait a minute, then try again.'
				: 'The name or the password is wrong.',
		);
		this.isTooMany = isTooMany;
	}
}

type Window = { startedAt: number; count: number };

export function createLogins(state: ExchangeState, accounts: AccountBook): Logins {
	const wrong = new Map<string, Window>();
	const hashes: Window = { startedAt: 0, count: 0 };
	const current = (window: Window, now: number): Window => {
		if (now - window.startedAt >= WINDOW_MS) Object.assign(window, { startedAt: now, count: 0 });
		return window;
	};
	const takeHash = (now: number): void => {
		const window = current(hashes, now);
		if (window.count >= HASHES_MAX) throw new LoginRefusal(true);
		window.count += 1;
	};
	const windowOf = (name: string, now: number): Window => {
		const window = current(wrong.get(name) ?? { startedAt: now, count: 0 }, now);
		wrong.delete(name);
		wrong.set(name, window);
		const oldest = wrong.keys().next();
		if (wrong.size > NAMES_MAX && !oldest.done) wrong.delete(oldest.value);
		return window;
	};
	return {
		logIn(name, password) {
			const now = currentTime(state);
			const tries = windowOf(name.slice(0, 64), now);
			if (tries.count >= WRONG_TRIES_MAX) throw new LoginRefusal(true);
			takeHash(now);
			const account = [...state.accounts.values()].find((each) => each.account.name === name)?.account;
			const stored = account === undefined ? undefined : state.store.password(account.id);
			if (!isPassword(password, stored) || account === undefined) {
				tries.count += 1;
				throw new LoginRefusal(false);
			}
			return account.id;
		},
		open(name, password) {
			takeHash(currentTime(state));
			return accounts.open(name, password).id;
		},
	};
}
