/** Gives operators' commands access to data directories, on SQLite as in the service. */
import type { TurnEnd } from '../ports/clock.ts';
import type { DataDirectories } from '../ports/data-directory.ts';
import { createSqliteDataDirectories } from '../store/sqlite/data-directories.ts';

/** @param turnEnd decides when a group of writes ends; by default at the next microtask */
export function dataDirectories(turnEnd: TurnEnd = queueMicrotask): DataDirectories {
	return createSqliteDataDirectories(turnEnd);
}
