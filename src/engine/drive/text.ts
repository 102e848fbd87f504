/**
 * Contains every message that the driver and its watches show to users: refusals, halts, attention messages and
 * reasons in the journal.
 */

import { spoken } from '../../domain/english.ts';
import { orderRefusal } from '../../sentences/order-refusal.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Refusals of calls. */
export const REFUSAL_TEXT = spoken('order_refusal', orderRefusal);

/** Reasons for an emergency hedge, and why a third exchange cannot take it. The faults continue a log line. */
export const HEDGES = {
	hedged: (venue: string) =>
		`${shownNameOf(venue)} is not answering, so the service hedges the unhedged leg on a third exchange`,
	noHedge: (why: string) => `no emergency hedge at this exchange: ${why}`,
	noUnhedgedLeg: 'no leg is unhedged',
	noHandover: 'the handover failed',
	noAccount: 'no account is connected there',
	oldData: 'its market data is not current',
	halted: 'a kill switch is on',
	leaving: 'the account there is being disconnected',
	unchecked: 'the account there has not passed its self-check',
	delisted: 'the contract is being delisted',
	oldBook: 'its order book is old',
	oldAccount: 'the service has no recent data about the account there',
} as const;

/** Why a kill switch closes an execution, as a phrase after `closed`. */
export const BY_SWITCH = 'by a kill switch';

/** Why an execution is closed whose account is being disconnected, as a phrase after `closed`. */
export const BY_DISCONNECT = 'because its exchange account is being disconnected';

/** Why an execution no longer needs manual attention. */
export const CLEARED = {
	calm: 'The account has matched the journal for ten minutes.',
	settings: 'Leverage and margin mode are as planned.',
	explained: "The exchange's fills explain the change in the position.",
} as const;

/** Why an exchange may not accept orders on a contract. */
export const NOT_TRADED = {
	stopped: (venue: string, what: string) => `${shownNameOf(venue)}: ${what}`,
	noData: (venue: string, why: string) => `${shownNameOf(venue)} is sending no current data: ${why}`,
} as const;
