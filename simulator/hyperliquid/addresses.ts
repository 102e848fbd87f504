/**
 * Finds the accounts that addresses belong to. A simulator key consists of an account's address and the private key
 * of the wallet that trades for it (an API wallet). The account's own key can also sign for it, and it can approve
 * further wallets. An account without a valid key counts as unknown.
 */
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import { walletsOf } from './approvals.ts';
import { addressOfKey } from './ethereum.ts';

export type Signer = { readonly key: ApiKey; readonly isOwn: boolean };

/**
 * Addresses by private key. They are cached, because deriving an address is slow and every action needs the same few.
 */
const known = new Map<string, string>();
const KNOWN_MAX = 10_000;

/**
 * Returns the address of the wallet that trades for the account, in lower case; undefined if the secret is not a
 * private key.
 */
export function agentOf({ secret }: ApiKey): string | undefined {
	const present = known.get(secret);
	if (present !== undefined) return present;
	const text = secret.startsWith('0x') ? secret : `0x${secret}`;
	if (!/^0x[0-9a-f]{64}$/i.test(text)) return undefined;
	try {
		const address = addressOfKey(text as `0x${string}`);
		if (known.size >= KNOWN_MAX) known.clear();
		known.set(secret, address);
		return address;
	} catch {
		return undefined;
	}
}

/**
 * Returns the key that this address may currently sign for, and whether the address is the account's own. Returns
 * undefined if there is no such key, for example for an API wallet without a valid approval.
 */
export function signerAt(exchange: Exchange, address: string): Signer | undefined {
	const now = exchange.now();
	for (const key of exchange.apiKeys()) {
		if (keyStatus(key, now) !== 'active' || !key.canTrade) continue;
		if (key.key.toLowerCase() === address) return { key, isOwn: true };
		if (agentOf(key) === address) return { key, isOwn: false };
	}
	for (const key of exchange.apiKeys()) {
		if (keyStatus(key, now) !== 'active') continue;
		if (walletsOf(exchange, key.accountId).some((wallet) => wallet.address === address))
			return { key, isOwn: false };
	}
	return undefined;
}

/** Returns the account whose own address this is; undefined if it is unknown or its key is no longer valid. */
export function ownAccountOf(exchange: Exchange, address: string): string | undefined {
	const now = exchange.now();
	for (const key of exchange.apiKeys())
		if (key.key.toLowerCase() === address && keyStatus(key, now) === 'active') return key.accountId;
	return undefined;
}

/** Returns the account of an address, whether its key is valid or not, because an account's activity is public. */
export function accountIdOf(exchange: Exchange, address: string): string | undefined {
	const wanted = address.toLowerCase();
	const direct = exchange.apiKey(wanted);
	if (direct !== undefined) return direct.accountId;
	for (const key of exchange.apiKeys()) if (key.key.toLowerCase() === wanted) return key.accountId;
	return undefined;
}
