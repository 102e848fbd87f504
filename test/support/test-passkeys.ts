/** Creates the passkeys of a service on a database, from the same parts as the product does. */
import type { DatabaseSync } from 'node:sqlite';
import { createPasskeys, type Passkeys } from '../../src/identity/passkeys.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createSqliteLoginStore } from '../../src/store/sqlite-login-store.ts';
import { createSqlitePasskeyStore } from '../../src/store/sqlite-passkeys.ts';

export function passkeysOver(
	database: DatabaseSync,
	clock: Clock,
	origin: () => string | undefined,
): Passkeys {
	return createPasskeys({
		store: createSqlitePasskeyStore(database),
		nonces: createSqliteLoginStore(database).nonces,
		origin,
		clock,
		random: systemRandom,
	});
}
