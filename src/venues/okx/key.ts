/**
 * What OKX says of a key (okx.com/docs-v5, "Get account configuration", 2026-07): its permissions are words separated by
 * commas, its addresses too, and there is no expiry in it although a key that may trade and is bound to no address ends after
 * fourteen days without use (help page "API FAQ", 2026-06).
 */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, bodies, required, text } from '../shared/fields.ts';

/**
 * The key is frozen, of another environment or unknown, a header of it is missing, passphrase or signature are wrong, the
 * address is not on its list (page "Error Code", API class, 2026-07).
 */
export const OKX_KEY_CODES: readonly string[] = [
	...['50100', '50101', '50103', '50104', '50105', '50106', '50110', '50111', '50113', '50114', '50119'],
];

/** Those of a key that is not there. */
export const OKX_UNKNOWN_KEY_CODES: readonly string[] = ['50111', '50119'];

/** "APIKey does not match current environment": a key of demo trading where real money is asked for, or the other way round. */
export const OKX_OTHER_MONEY_CODES: readonly string[] = ['50101'];

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
		readOnly: permissions.every((name) => name === 'read_only'),
		expiresAt: null,
		ipBound: typeof addresses === 'string' ? addresses !== '' : null,
	};
}
