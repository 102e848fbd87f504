/** Reads the owner, permissions and expiry of a Tidemark key. */
import type { KeyDescription } from '../../../src/ports/venue.ts';
import type { Call } from '../../../src/venues/shared/dialect.ts';
import { at, required, text } from '../../../src/venues/shared/fields.ts';
import { instantOf } from './markets.ts';

/** Returns owner, permissions and expiry of the key that signs the request. @throws VenueError, BodyError */
export async function readTidemarkKey(call: Call): Promise<KeyDescription> {
	const key = at(await call('account', 'signedPostKey'), 'out');
	const may = at(key, 'may');
	const permissions = required(Array.isArray(may) ? may.map(String) : undefined, 'may');
	return {
		uid: text(key, 'user') ?? null,
		permissions,
		canTrade: permissions.includes('trade'),
		canWithdraw: permissions.includes('withdraw'),
		canTransfer: false,
		readOnly: permissions.every((name) => name === 'read'),
		expiresAt: instantOf(key, 'endsAt') ?? null,
		ipBound: null,
	};
}
