/** Creates the passkeys of a service on a database, from the same parts as the product does. */

import type { DatabaseSync } from 'node:sqlite';
import { createPasskeys, type Passkeys } from '../../src/identity/passkeys.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createLoginStore } from '../../src/store/logins.ts';
import { createPasskeyStore } from '../../src/store/passkeys.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';

export function passkeysOver(
	database: DatabaseSync,
	clock: Clock,
	origin: () => string | undefined,
): Passkeys {
	return createPasskeys({
		store: createPasskeyStore(createSqliteDatabase(database)),
		nonces: createLoginStore(createSqliteDatabase(database)).nonces,
		origin,
		clock,
		random: systemRandom,
	});
}
