/** Ensures that requests reach the engine only while the journal can record them. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

type Refused = Parameters<typeof REFUSAL_TEXT.journal>[0]['what'];
type Unwritten = Parameters<typeof REFUSAL_TEXT.notWritten>[0]['what'];

/** @param what the refused action as a participle, such as `closed` @throws CarrywireError STORE_UNAVAILABLE */
export function requireJournal(driver: Pick<ExecutionDriver, 'journalFailure'>, what: Refused): void {
	if (driver.journalFailure() === undefined) return;
	throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.journal({ what }));
}

/**
 * Builds the error for a request that reached the engine but is not on disk in time. @param what the action, such as
 * `close`
 */
export function notWrittenYet(what: Unwritten): CarrywireError {
	return new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.notWritten({ what }));
}
