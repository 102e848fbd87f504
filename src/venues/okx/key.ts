/**
 * Reads an OKX key's permissions and IP addresses (okx.com/docs-v5, "Get account configuration", 2026-07); both are
 * comma-separated lists. The response has no expiry, although a key with trade permission and no IP address expires
 * after fourteen days without use (help page "API FAQ", 2026-06).
 */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, bodies, required, text } from '../shared/fields.ts';

/** Reads the permissions, owner and IP binding of the API key; its expiry is never known. */
export async function readOkxKey(call: Call): Promise<KeyDescription> {
	const account = bodies(at(await call('account', 'privateGetAccountConfig'), 'data'))[0];
	const permissions = required(text(account, 'perm'), 'perm')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const addresses = at(account, 'ip');
	return {
		uid: text(account, 'uid') ?? null,
		permissions,
		canTrade: permissions.includes('trade'),
		canWithdraw: permissions.includes('withdraw'),
		// The permission `trade` suffices for transfers between the owner's accounts (page "Funds transfer").
		canTransfer: permissions.includes('trade'),
		readOnly: permissions.every((name) => name === 'read_only'),
		expiresAt: null,
		ipBound: typeof addresses === 'string' ? addresses !== '' : null,
	};
}
