/** Determines the HTTP status of an error page. */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';

/** HTTP statuses of error codes whose JSON-RPC number is less precise. */
const STATUSES: { readonly [Code in ErrorCode]?: number } = {
	NOT_FOUND: 404,
	UNKNOWN_TOKEN: 404,
	UNKNOWN_AGENT: 404,
	UNKNOWN_ACCOUNT: 404,
	BODY_TOO_LARGE: 413,
	CONTENT_TYPE: 415,
	NOT_READY: 503,
	STORE_UNAVAILABLE: 503,
};

/** Returns the status for an error, 400 to 599. */
export function statusOf({ code }: CarrywireError): number {
	const { rpcCode } = ERROR_CODES[code];
	const known = STATUSES[code];
	if (known !== undefined) return known;
	if (rpcCode >= 400 && rpcCode < 600) return rpcCode;
	if (rpcCode === -32602 || rpcCode === -32600) return 400;
	return rpcCode === -32000 ? 409 : 500;
}
