/** Recreates the data directories of released versions from the files in this folder. */

import { chmodSync, copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Decimal } from '../../src/domain/decimal.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/database.ts';

type ExpectedLeg = Readonly<
	Record<'fees' | 'slippage' | 'realized' | 'fundingReceived' | 'fundingPaid', Decimal>
>;

type Expected = {
	readonly schema: number;
	readonly at: number;
	readonly token: string;
	readonly agent: { readonly id: string; readonly key: string };
	readonly executions: Readonly<Record<string, ExpectedExecution>>;
};

type ExpectedExecution = Readonly<Record<string, unknown>> & {
	readonly ledger: { readonly long: ExpectedLeg; readonly short: ExpectedLeg };
};

/** Released versions whose data directories are stored in this folder. */
export const EARLIER_VERSIONS: readonly string[] = readdirSync(import.meta.dirname).filter((name) =>
	/^\d+\.\d+\.\d+$/.test(name),
);

/** Returns the figures that the version itself computed from its data directory. */
export function expectedOf(version: string): Expected {
	return decodePayload(readFileSync(join(import.meta.dirname, version, 'expected.json'), 'utf8')) as Expected;
}

/** Writes the database and the key file of a version into an empty directory. */
export function writeEarlierDirectory(version: string, dataDir: string): void {
	const folder = join(import.meta.dirname, version);
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
	database.exec(readFileSync(join(folder, 'carrywire.sql'), 'utf8'));
	database.close();
	copyFileSync(join(folder, 'vault.key'), join(dataDir, 'vault.key'));
	// Git does not store mode 600, and the service refuses to start if others can read its key file.
	chmodSync(join(dataDir, 'vault.key'), 0o600);
}

/**
 * Returns the text of a settings file that has every setting of the version. Each has its documented default, or an
 * example if there is no default.
 */
export function earlierSettings(version: string): string {
	return readFileSync(join(import.meta.dirname, version, 'settings.json'), 'utf8');
}
