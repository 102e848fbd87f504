/** Defines the error codes of replays, as a part of `ERROR_CODES`. */
import { row } from './error-row.ts';

/** Error codes of replays. */
export const REPLAY_CODES = {
	REPLAY_OFF: row(
		-32000,
		false,
		'The operator has switched replays off.',
		'Run carrywire replay on your own machine.',
	),
	UNKNOWN_REPLAY: row(-32602, false, 'You have no replay with this id.', 'Use an id from replay_status.'),
	REPLAY_DATA: row(
		-32000,
		false,
		'The named data or policy file cannot be read.',
		'Choose others from the choices of replay_status, or tell the operator.',
	),
	REPLAY_QUEUE_FULL: row(
		-32000,
		true,
		'You have reached the limit of waiting replays.',
		'Wait for one to end, or cancel one; the message states the limit.',
	),
	REPLAY_NOT_DONE: row(
		-32000,
		true,
		'The replay is waiting or running, so it has no result yet.',
		'Read replay_status until it ends.',
	),
	REPLAY_NO_RESULT: row(
		-32000,
		false,
		'The replay has no such result: it failed, or its result lacks this part.',
		'Read the reason in replay_status, or ask for another part.',
	),
} as const;
