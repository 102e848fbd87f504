/**
 * Offers an account's wallets and own transfers (`ports/own-transfers.ts`) at exchanges that have them. Like an
 * order's, a transfer's outcome is a value: only a code that proves a refusal makes it `rejected`.
 */
import { messageOf } from '../../domain/message-of.ts';
import type {
	OwnTransfer,
	OwnTransfers,
	TransferFinding,
	TransferOutcome,
} from '../../ports/own-transfers.ts';
import { VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import type { Call, Dialect, TransfersByKey } from './dialect.ts';
import type { VenueErrors } from './error-codes.ts';
import { usable } from './usable.ts';

/**
 * Request class of a transfer. The session repeats requests of the classes that something waits for after a rate
 * limit, and a transfer must never be repeated.
 */
const SENT_ONCE = 'market';

/**
 * How long before its sending time a transfer is searched, milliseconds: more than our clock and the exchange's differ.
 */
export const SEARCH_BACK_MS = 5_000;

/** Creates the functions that the exchange has; the others are absent. */
export function createOwnTransfers(dialect: Dialect, call: Call): OwnTransfers {
	const { transfers, errors } = dialect;
	if (transfers === undefined) return {};
	const venue = dialect.facts.name;
	const { byKey } = transfers;
	const common: OwnTransfers = {
		wallets: () => usable(venue, () => transfers.readWallets(call)),
		outsideMoves: async (from, to) => {
			const moves = await usable(venue, () => transfers.readOutsideMoves(call, from, to));
			return moves.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at);
		},
	};
	if (byKey === undefined) return common;
	return {
		...common,
		transferOwn: (transfer) => sent(byKey, errors, call, transfer),
		findOwnTransfer: (transfer, sentAt) =>
			found(() => usable(venue, () => byKey.find(call, transfer, sentAt))),
	};
}

async function sent(
	byKey: TransfersByKey,
	errors: VenueErrors,
	call: Call,
	transfer: OwnTransfer,
): Promise<TransferOutcome> {
	const once: Call = (_kind, method, params, weight) => call(SENT_ONCE, method, params, weight);
	try {
		return { kind: 'accepted', venueTransferId: await byKey.send(once, transfer) };
	} catch (error) {
		return outcomeOf(error, byKey, errors);
	}
}

function outcomeOf(error: unknown, { refusals }: TransfersByKey, errors: VenueErrors): TransferOutcome {
	const message = messageOf(error);
	if (!(error instanceof VenueError)) return { kind: 'unknown', message };
	const { code } = error;
	// Our own limits have no fault: nothing was sent.
	if (error instanceof VenueRateLimitError && error.fault === undefined)
		return { kind: 'rejected', code: 'NOT_SENT', message, passing: true };
	const proof = code === undefined ? undefined : (refusals.get(code) ?? errors.proofs.get(code));
	if (code === undefined || proof === undefined) return { kind: 'unknown', message };
	return { kind: 'rejected', code, message, passing: proof.kind === 'passing' };
}

async function found(search: () => ReturnType<TransfersByKey['find']>): Promise<TransferFinding> {
	try {
		const transfer = await search();
		return transfer === undefined ? { kind: 'absent' } : { kind: 'found', ...transfer };
	} catch (error) {
		return { kind: 'unavailable', message: messageOf(error) };
	}
}
