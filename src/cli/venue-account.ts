/** Whose account `carrywire venue` asks with, and where: read from the data directory, beside a running service or without one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { VenueCredentials } from '../ports/venue.ts';
import { openCredentialsFile } from '../store/credentials-file.ts';
import { DATABASE_FILE } from '../store/database.ts';
import { readRunFile } from './run-file.ts';

export type VenueAccount = { readonly credentials: VenueCredentials; readonly redirectPort: number };

/** @throws Error that says what is missing: the data directory, the user, the account, or the simulated exchange. */
export function findVenueAccount(dataDir: string, venue: string, userName: string): VenueAccount {
	const userId = userIdOf(dataDir, userName);
	const credentials = openCredentialsFile(dataDir).find(userId, venue);
	if (credentials === undefined) throw new Error(`The user ${userName} has no account at ${venue}.`);
	const simulator = readRunFile(dataDir).simulators?.[venue];
	if (simulator === undefined)
		throw new Error(
			`No simulated ${venue} runs on the data directory ${dataDir}. Start one: carrywire serve, or carrywire simulate.`,
		);
	return { credentials, redirectPort: simulator.port };
}

function userIdOf(dataDir: string, userName: string): string {
	const path = join(dataDir, DATABASE_FILE);
	if (!existsSync(path))
		throw new Error(
			`The data directory ${dataDir} holds no service's data. Name the right one with --data-dir.`,
		);
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		const row = database.prepare('SELECT user_id FROM account_user WHERE name = ?').get(userName);
		if (row === undefined)
			throw new Error(`There is no user ${JSON.stringify(userName)}; carrywire token --user makes one.`);
		return String(row.user_id);
	} finally {
		database.close();
	}
}
