/** Defines the error codes of portfolio plans, as a part of `ERROR_CODES`. */
import { row } from './error-row.ts';

/** Error codes of portfolio plans. */
export const PLAN_CODES = {
	PLAN_CONTRADICTION: row(
		-32000,
		false,
		'No plan meets all limits of the call.',
		'Widen one of the limits that the message names.',
	),
	PLAN_UNAVAILABLE: row(
		-32000,
		true,
		'The plan was not computed: its solver did not answer.',
		'Call again. If it happens again, tell the operator.',
	),
} as const;
