/** Defines the error codes of connections by an exchange's own page, as a part of `ERROR_CODES`. */
import { row } from './error-row.ts';

/** Error codes of connections by an exchange's own page. */
export const EXCHANGE_OAUTH_CODES = {
	EXCHANGE_OAUTH_NOT_OFFERED: row(
		-32000,
		false,
		'The exchange does not support OAuth, or this service is not registered there.',
		'Connect the account with an API key.',
	),
	EXCHANGE_OAUTH_STATE: row(
		-32000,
		false,
		'The redirect back from the exchange is unknown, already used, expired, or meant for another browser or user.',
		'Start the connection again.',
	),
	EXCHANGE_OAUTH_REFUSED: row(
		-32000,
		false,
		'The user declined the connection on the exchange’s page, or the exchange refused it.',
		'Start the connection again, or connect with an API key.',
	),
	EXCHANGE_OAUTH_FAILED: row(
		-32000,
		true,
		'The exchange returned no usable answer while the service connected an account.',
		'Start the connection again.',
	),
} as const;
