/** One row in the table of error codes. */
export type ErrorRow = {
	/**
	 * The JSON-RPC code. -32602, 401, 403 and 429 are the caller's fault; -32000 means a state that the caller cannot
	 * control.
	 */
	readonly rpcCode: number;
	/** True if the same call may succeed later without a change. */
	readonly retryable: boolean;
	readonly meaning: string;
	readonly solve: string;
};

/** Builds one row of the table `ERROR_CODES`. */
export function row(rpcCode: number, retryable: boolean, meaning: string, solve: string): ErrorRow {
	return { rpcCode, retryable, meaning, solve };
}
