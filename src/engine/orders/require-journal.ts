/** Ensures that requests reach the engine only while the journal can record them. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { REFUSALS } from './text.ts';

/** @param what the refused action as a participle, such as `closed` @throws CarrywireError STORE_UNAVAILABLE */
export function requireJournal(driver: Pick<ExecutionDriver, 'journalFailure'>, what: string): void {
	if (driver.journalFailure() === undefined) return;
	throw new CarrywireError('STORE_UNAVAILABLE', REFUSALS.journal(what));
}

/**
 * Builds the error for a request that reached the engine but is not on disk in time. @param what the action, such as
 * `close`
 */
export function notWrittenYet(what: string): CarrywireError {
	return new CarrywireError('STORE_UNAVAILABLE', REFUSALS.notWritten(what));
}
