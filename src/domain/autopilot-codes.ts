/** Defines the error codes of the autopilot, as a part of `ERROR_CODES`. */
import { row } from './error-row.ts';

/** Error codes of pots and their decisions. */
export const AUTOPILOT_CODES = {
	UNKNOWN_POT: row(-32602, false, 'You have no pot with this id.', 'Use an id from autopilot_status.'),
	UNKNOWN_DECISION: row(
		-32602,
		false,
		'You have no decision with this id, or it has no such change.',
		'Use an id from the decisions of autopilot_status.',
	),
	POT_NOT_CONFIRMED: row(
		-32602,
		false,
		'The service runs in live mode, and the call does not confirm real orders.',
		'Name the exchanges of the pot in confirm_live.',
	),
	POT_STOPPED: row(
		-32000,
		false,
		'The pot is stopping or stopped, which is final, or it holds nothing that it could close.',
		'Start another pot.',
	),
	TOO_MANY_POTS: row(
		-32000,
		false,
		'You have reached the limit of pots.',
		'Stop one; the message states the limit.',
	),
	NOTHING_TO_CONFIRM: row(
		-32000,
		false,
		'No change of the decision waits for a confirmation.',
		'Read autopilot_status; the changes were made, declined or replaced, or they expired.',
	),
	NO_LONGER_PAYS: row(
		-32000,
		false,
		'The change costs more than the plan allowed.',
		'Nothing: the next decision plans again.',
	),
	POT_OPENING_FAILED: row(
		-32000,
		true,
		'An opening of the pot ended without a position.',
		'Nothing: the next decision plans again.',
	),
} as const;
