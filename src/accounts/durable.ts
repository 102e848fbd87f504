/** Turns storage failures into errors for the caller. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { DuplicateAccountError } from '../ports/exchange-accounts.ts';
import { ACCOUNT_TEXT } from './text.ts';

/** Runs `work` and maps its errors. @throws CarrywireError STORE_UNAVAILABLE, ACCOUNT_ALREADY_CONNECTED */
export async function durable<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CarrywireError) throw error;
		if (error instanceof DuplicateAccountError) throw alreadyConnected();
		throw new CarrywireError('STORE_UNAVAILABLE', ACCOUNT_TEXT.notStored(), { cause: error });
	}
}

/**
 * @param accountId set only if the account belongs to the caller, so that no one learns about another user's account
 */
export function alreadyConnected(accountId?: string): CarrywireError {
	return new CarrywireError(
		'ACCOUNT_ALREADY_CONNECTED',
		ACCOUNT_TEXT.alreadyConnected({ accountId: accountId ?? null }),
		accountId === undefined ? {} : { facts: { accountId } },
	);
}
