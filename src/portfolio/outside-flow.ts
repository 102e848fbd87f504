/** Describes the deposits, withdrawals and transfers of an account's ledger for the planner. */

import type { ExternalFlow } from '../domain/account-books.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';

/** A flow of an account's ledger, USD. */
export type OutsideFlow = {
	readonly exchange: VenueName;
	readonly recordId: string;
	/** Positive if incoming. */
	readonly amount: Decimal;
	/** Time on the exchange's clock, Unix milliseconds. */
	readonly at: number;
};

/** Returns the flow; nothing if its worth is unknown or it is not a movement of the owner's money. */
export function outsideFlow(
	exchange: VenueName,
	{ recordId, cause = 'other', amount, flowedAt }: ExternalFlow,
): readonly OutsideFlow[] {
	return amount === null || cause === 'other' ? [] : [{ exchange, recordId, amount, at: flowedAt }];
}
