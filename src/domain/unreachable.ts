/**
 * Determines why an exchange cannot be reached, and builds the single message that the log, the pages and the doctor
 * show. Pure functions.
 */
import { type LostConnection, market } from '../sentences/market.ts';

/** Reason why a connection failed or was lost. */
export type ConnectionCause = LostConnection;

/** Error codes from Node's `dns`, `net` and `tls` ("Errors" page of Node 24, read 2026-11), most specific first. */
const CODES: readonly (readonly [RegExp, ConnectionCause])[] = [
	[/\b(?:ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)\b/, 'dns'],
	[/\bECONNREFUSED\b/, 'refused'],
	[/\b(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)\b/, 'no-route'],
	[/\b(?:\w*CERT\w*|\w*SELF_SIGNED\w*|UNABLE_TO_VERIFY\w*|ERR_TLS\w*|ERR_SSL\w*)\b/, 'certificate'],
	[/\b(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)\b/, 'timeout'],
	[/\b(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|socket hang up)\b/, 'lost'],
];

/** Determines the cause from the code of an error or of its causes; `unknown` if none has a code. */
export function connectionCause(error: unknown): ConnectionCause {
	const text = textOf(error);
	return CODES.find(([code]) => code.test(text))?.[1] ?? 'unknown';
}

const CAUSES_MAX = 5;

/**
 * Returns the codes and messages of an error and its causes, because exchange libraries keep the code only in the
 * message.
 */
function textOf(error: unknown): string {
	const said: string[] = [];
	let at = error;
	while (at instanceof Error && said.length < CAUSES_MAX) {
		said.push('code' in at ? `${String(at.code)} ${at.message}` : at.message);
		at = at.cause;
	}
	return said.join(' ');
}

/**
 * Builds the message that the log, the pages and the doctor share: `Cannot reach Bybit (DNS lookup failed)`, without
 * a full stop.
 * @param exchange display name of the exchange
 */
export function unreachable(exchange: string, cause: ConnectionCause): string {
	return market.noConnection({ exchange, cause });
}
