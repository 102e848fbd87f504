/** One row of the table of error codes. */
export type ErrorRow = {
	/** The JSON-RPC code: -32602, 401, 403 and 429 are the caller's, -32000 is the state of the world. */
	readonly rpcCode: number;
	/** May the same call succeed later, unchanged? */
	readonly retryable: boolean;
	readonly meaning: string;
	readonly solve: string;
};

/** One row of the table `ERROR_CODES`. */
export function row(rpcCode: number, retryable: boolean, meaning: string, solve: string): ErrorRow {
	return { rpcCode, retryable, meaning, solve };
}
