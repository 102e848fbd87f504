/** Messages of refused calls, for callers and logs. Exact figures belong in an error's data. */
import { spoken } from '../../domain/english.ts';
import { autopilot } from '../../sentences/autopilot.ts';
import { failure } from '../../sentences/failure.ts';
import { margin } from '../../sentences/margin.ts';
import { param } from '../../sentences/param.ts';
import { replay } from '../../sentences/replay.ts';
import { request } from '../../sentences/request.ts';
import { right } from '../../sentences/right.ts';
import { rule } from '../../sentences/rule.ts';

const BYTES_PER_MB = 1_000_000;

/** Messages about requests that are not valid JSON-RPC, that a batch may not contain, or that took too long. */
export const REQUEST_TEXT = {
	...spoken('request', request),
	notJson: (why: string) => `The body must be one JSON value. ${why}`,
	notObject: (was: string) => `A request must be an object; was ${was}.`,
	wrongId: (was: string) => `id must be a string, a number or null; was ${was}.`,
	wrongVersion: (was: string) => `jsonrpc must be "2.0"; was ${was}.`,
	wrongMethod: (lengthMax: number, was: string) =>
		`method must be a string of 1 to ${lengthMax} characters; was ${was}.`,
	wrongParams: (was: string) => `params must be an object; was ${was}.`,
	positionalParams: 'params must be an object of named members; was an array.',
	emptyBatch: 'A batch must have at least one entry; this one is empty.',
	largeBatch: (size: number, limit: number) =>
		`A batch must have at most ${limit} entries; this one has ${size}.`,
	notInBatch: (method: string) => `${method} is not allowed in a batch. Call it alone.`,
	largeAnswers: (bytes: number, limit: number) =>
		`The answers in a batch may total at most ${megabytes(limit)}; this answer of ${megabytes(bytes)} would exceed that. Call this method alone, or request less.`,
	unknownMethod: (name: string, known: readonly string[]) =>
		`There is no method ${JSON.stringify(name)}; the methods are ${known.join(', ')}.`,
	onlyOverWebSocket: (method: string) =>
		`${method} is available only over a WebSocket. Open one with GET at this address.`,
	tradingNotification: (method: string) =>
		`${method} trades, so it needs a request id. This request had none, so the service did nothing.`,
	/** Log message. */
	refusedNotification: (why: string) => `A notification was refused: ${why}`,
} as const;

/** Messages about failures behind a call: of an exchange, the journal, or the service itself. */
export const FAILURE_TEXT = {
	...spoken('failure', failure),
	/** Log messages. */
	log: {
		exchangeLimited: 'A call reached the rate limit of an exchange.',
		exchangeFailed: 'An exchange did not answer a request that a call needs.',
		method: 'A method failed.',
		audit: 'The audit trail could not be written.',
	},
} as const;

/** Messages about params. */
export const PARAM_TEXT = spoken('param', param);

/** Rules for params, which their messages quote. */
export const RULE_TEXT = spoken('rule', rule);

/** Refusals of calls about replays, and reasons why a replay ended early. */
export const REPLAY_TEXT = spoken('replay', replay);

/** Messages for callers without the right to make a call. */
export const RIGHTS_TEXT = spoken('right', right);

function megabytes(bytes: number): string {
	return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}

/** Refusals of what-if calls. */
export const MARGIN_PLAN_TEXT = spoken('margin', margin);
/** Refusals of calls about pots. */
export const AUTOPILOT_CALL_TEXT = spoken('autopilot', autopilot);
