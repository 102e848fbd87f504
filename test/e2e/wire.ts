/**
 * Calls the service over plain HTTP. Defines types for its responses, with exact numbers and only the fields that the
 * tests read.
 */

import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import { TestRunError } from './polling.ts';

export type RpcError = {
	readonly code: Decimal;
	readonly message: string;
	readonly data: {
		readonly code: string;
		readonly message: string;
		readonly retryable: boolean;
		readonly retry_after_ms?: Decimal;
		/** The risk check that refused the call. */
		readonly check?: string;
	};
};

export type RpcAnswer = {
	readonly status: number;
	/** The response body before parsing. */
	readonly text: string;
	readonly result: unknown;
	readonly error: RpcError | undefined;
};

/** Parses JSON. Every number becomes an exact decimal with the digits as written. */
export function readExact(text: string): unknown {
	const exactly = (_member: string, value: unknown, context?: { readonly source?: string }): unknown =>
		typeof value === 'number' ? parseDecimal(context?.source ?? String(value)) : value;
	return JSON.parse(text, exactly);
}

/** Sends a body, unchanged, to the JSON-RPC path. */
export async function postBody(
	url: string,
	body: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> {
	const response = await fetch(`${url}/jsonrpc/`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
		signal: AbortSignal.timeout(WAIT_MS_MAX),
	});
	const text = await response.text();
	const read = (text === '' ? {} : readExact(text)) as { result?: unknown; error?: RpcError };
	return { status: response.status, text, result: read.result, error: read.error };
}

/** Makes one call. `params` are serialized with `JSON.stringify`. */
export function postCall(url: string, method: string, params: object, token?: string): Promise<RpcAnswer> {
	return postBody(
		url,
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		token === undefined ? {} : { authorization: `Bearer ${token}` },
	);
}

/** Returns the result of a call. @throws TestRunError when the service refuses the call */
export async function resultOf<T>(answering: Promise<RpcAnswer>): Promise<T> {
	const { status, text, result, error } = await answering;
	if (error !== undefined || status !== 200)
		throw new TestRunError(`The call was refused: HTTP ${status} ${text}`);
	return result as T;
}

export type Opportunity = {
	readonly opportunity_id: string;
	readonly symbol: string;
	readonly base: string;
	readonly exchangepair: string;
	readonly long_venue: string;
	readonly short_venue: string;
	readonly long_symbol: string;
	readonly short_symbol: string;
	readonly max_amount: Decimal | null;
	readonly guards: readonly string[];
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
	readonly price_basis: Decimal | null;
	readonly long_next_funding_timestamp: Decimal;
	readonly short_next_funding_timestamp: Decimal;
	readonly long_interval_hours: Decimal;
	readonly short_interval_hours: Decimal;
	readonly net: {
		readonly verdict: string;
		readonly expected_carry: Decimal | null;
		readonly cost: Readonly<
			Record<
				'entry_fees' | 'exit_fees' | 'entry_slippage' | 'exit_slippage' | 'basis' | 'total',
				Decimal | null
			>
		>;
	};
};

export type OpportunityPage = {
	readonly data: readonly Opportunity[];
	readonly pagination: { readonly total_count: Decimal; readonly has_next: boolean };
	readonly as_of: string;
};

export type Position = {
	readonly exchange: string;
	readonly symbol: string;
	readonly side: 'long' | 'short';
	readonly size: Decimal;
	readonly entry_price: Decimal | null;
};

export type Execution = {
	readonly execution: {
		readonly id: string;
		readonly opportunity_id: string;
		readonly job_id: string;
		readonly symbol: string;
		readonly status: string;
		readonly status_reason: string | null;
		readonly long_exchange: string;
		readonly short_exchange: string;
		readonly long_size: Decimal;
		readonly short_size: Decimal;
		readonly filled_amount: Decimal;
		readonly created_at: string;
	};
	readonly long_position: Position;
	readonly short_position: Position;
	readonly pnl: Readonly<
		Record<
			'unrealized_pnl' | 'total_pnl' | 'total_pnl_pct' | 'long_pnl' | 'short_pnl' | 'price_pnl',
			Decimal | null
		>
	> &
		Readonly<Record<'realized_pnl' | 'funding_pnl' | 'fee_cost' | 'slippage_cost', Decimal>>;
	readonly funding: Readonly<
		Record<'total_received' | 'total_paid' | 'net_funding' | 'long_funding' | 'short_funding', Decimal>
	> & { readonly funding_events: readonly FundingEvent[] };
	readonly reasons: readonly { readonly field: string; readonly code: string }[];
};

export type FundingEvent = {
	/** Time of the settlement, unix seconds. */
	readonly timestamp: Decimal;
	readonly exchange: string;
	readonly symbol: string;
	readonly amount: Decimal;
	readonly rate: Decimal | null;
	readonly cumulative: Decimal;
};

export type Account = {
	readonly exchange: string;
	readonly connected: boolean;
	readonly stale: boolean;
	readonly equity: Decimal | null;
	readonly equity_change: Decimal | null;
	readonly execution_pnl: Decimal | null;
	readonly unmanaged_pnl: Decimal | null;
	readonly external_flows: Decimal | null;
	readonly revaluation: Decimal | null;
	readonly unexplained: Decimal | null;
};

export type Portfolio = {
	readonly executions: readonly Execution[];
	readonly summary: Readonly<
		Record<
			'total_executions' | 'running_executions' | 'total_funding_received' | 'total_funding_paid',
			Decimal
		>
	> & { readonly total_realized_pnl: Decimal; readonly total_unrealized_pnl: Decimal | null };
	readonly accounts: readonly Account[];
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
};

export type Opened = {
	readonly success: true;
	readonly execution_id: string;
	readonly job_id: string;
	readonly status: 'queued';
	readonly mode: string;
};

export type Closed = {
	readonly success: boolean;
	readonly execution_id: string;
	readonly status: string;
	readonly message: string;
	readonly final_pnl: Decimal | null;
	readonly total_funding: Decimal | null;
};

export type PairStatus = {
	readonly active: boolean;
	readonly is_active: boolean;
	readonly reason: string | null;
	readonly exchanges: readonly { readonly exchange: string; readonly market_data: string }[];
	readonly executions: readonly string[];
};
