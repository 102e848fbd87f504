/** Nothing is asked of the engine that could not be written down first. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionDriver } from '../drive/driver.ts';

/** @param what what is not done now: `closed` @throws CarrywireError STORE_UNAVAILABLE */
export function requireJournal(driver: Pick<ExecutionDriver, 'journalFailure'>, what: string): void {
	if (driver.journalFailure() === undefined) return;
	throw new CarrywireError(
		'STORE_UNAVAILABLE',
		`The journal cannot be written, so nothing is ${what}. Look at the disk of the data directory; the service goes on by itself.`,
	);
}

/** A request that the engine has, and that is not on disk after its time. @param what `close` */
export function notWrittenYet(what: string): CarrywireError {
	return new CarrywireError(
		'STORE_UNAVAILABLE',
		`The ${what} could not be written down yet, so nothing was sent for it; it is carried out as soon as it is. Look at get_execution.`,
	);
}
