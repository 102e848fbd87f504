/** What a caller is told when something of an account cannot be written down. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { DuplicateAccountError } from '../ports/exchange-accounts.ts';

/** @throws CarrywireError STORE_UNAVAILABLE, ACCOUNT_ALREADY_CONNECTED */
export async function durable<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CarrywireError) throw error;
		if (error instanceof DuplicateAccountError) throw alreadyConnected();
		throw new CarrywireError(
			'STORE_UNAVAILABLE',
			'The change of your exchange accounts could not be written down, so nothing has changed. Look at the disk of the data directory.',
			{ cause: error },
		);
	}
}

/** @param accountId the caller's own account, where it is that; nobody is told of another's. */
export function alreadyConnected(accountId?: string): CarrywireError {
	return new CarrywireError(
		'ACCOUNT_ALREADY_CONNECTED',
		accountId === undefined
			? 'This account of the exchange, or this key, is connected already.'
			: `This account of the exchange is connected already, with this key, as ${accountId}.`,
		accountId === undefined ? {} : { facts: { accountId } },
	);
}
