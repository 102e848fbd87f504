/** Messages of refused calls, for callers and logs. Exact figures belong in an error's data. */
import { durationText } from '../../domain/figure-text.ts';
import { shownNameOf } from '../../venues/facts.ts';

const BYTES_PER_MB = 1_000_000;

/** Messages about requests that are not valid JSON-RPC, or that a batch may not contain. */
export const REQUEST_TEXT = {
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
	timeout: (method: string, ms: number) =>
		`${method} did not answer within ${durationText(ms)}. It continues in the background.`,
	/** Log message. */
	refusedNotification: (why: string) => `A notification was refused: ${why}`,
} as const;

/** Messages about failures behind a call: of an exchange, the journal, or the service itself. */
export const FAILURE_TEXT = {
	exchangeFailed: (exchange: string, refused: boolean) =>
		`${shownNameOf(exchange)} ${refused ? 'refused' : 'did not answer'} a request that this call needs.`,
	exchangeLimited: (exchange: string, ms: number) =>
		`The rate limit of ${shownNameOf(exchange)} is reached. Nothing was opened or closed. Call again in ${durationText(ms)}.`,
	journal: 'The service cannot write its journal, so it opened nothing.',
	internal: (ref: string) => `The service failed. Its log has the details under ref ${ref}.`,
	/** Log messages. */
	log: {
		exchangeLimited: 'A call reached the rate limit of an exchange.',
		exchangeFailed: 'An exchange did not answer a request that a call needs.',
		method: 'A method failed.',
		audit: 'The audit trail could not be written.',
	},
} as const;

/** Messages about params; each rule begins with `must`. */
export const PARAM_TEXT = {
	timeZone: (zone: string) =>
		`time_zone must be local or an IANA time zone, such as Europe/Madrid; was ${JSON.stringify(zone)}.`,
	misfit: 'The params do not fit the method.',
	unknown: (field: string) => `${field} is not a parameter of this method; unknown members are refused.`,
	absent: (field: string, rule: string) => `${field} is required and ${rule}; it was absent.`,
	secret: (field: string, rule: string) => `${field} ${rule}; its value is secret and not shown.`,
	wrong: (field: string, rule: string, was: string) => `${field} ${rule}; was ${was}.`,
	atMostServiceLimit: (limit: string) => `must be at most ${limit}, the limit of this service`,
	instant: 'must be an instant with a time zone, such as 2026-01-01T00:00:00Z, or a date such as 2026-01-01',
	spanOrder: 'from must be before until.',
	exchangePair: (field: string, known: readonly string[], was: string) =>
		`${field} must be a configured exchange pair: one of ${known.join(', ')}; was ${was}.`,
	exchange: (known: readonly string[]) => `must be one of ${known.join(', ')}`,
	dataOnly: (exchange: string) => `${exchange}, which is data-only`,
	simulatedExchange: 'must be a simulated exchange',
	symbol: (field: string, was: string, exchange: string) =>
		`${field} must be listed on both exchanges of the pair; was ${was}, which ${shownNameOf(exchange)} does not list.`,
	coin: (field: string, was: string) =>
		`${field} must be a coin that an exchange lists, such as BTC; was ${was}. Call funding_map to see the coins.`,
	opportunity: (was: string) => `opportunity_id must be an id from get_opportunities; was ${was}.`,
	opportunityGone: (id: string) => `The opportunity ${id} no longer exists. Call get_opportunities again.`,
	application: (was: string) => `application_id must be the id of one of your applications; was ${was}.`,
	cursor: 'must be the next_cursor of an earlier answer',
	previewId: 'must be absent when preview is true',
	pairForms:
		'must be absent when exchangepair or symbol is given, because they belong to different forms of the call',
	isSymbol: 'must be a symbol',
	isExchangePair: 'must be an exchange pair',
	notOfTarget: (kind: string) => `must be absent for the kind ${kind}`,
	needsForTarget: (kind: string) => `is required for the kind ${kind}`,
	chatId: 'must be a chat id or the @name of a channel',
	botToken: 'must be the token of a bot',
	/** Replacements for a value that must not be shown. */
	was: { present: 'present', absent: 'absent', other: 'other text' },
} as const;

/** Messages for callers without the right to make a call. */
export const RIGHTS_TEXT = {
	ownerOnly: (agentId: string, method: string) =>
		`The agent ${agentId} may not call ${method}; only its owner may.`,
	grant: (scope: string, own: readonly string[]) =>
		`To grant the scope ${scope}, you need a token that has it; yours has ${own.join(' ')}.`,
	loginOnly: (method: string) =>
		`${method} needs a logged-in browser; API tokens, applications and agents may not call it.`,
	userGone: 'The user of this login no longer exists.',
	sumsHidden:
		'On this service, totals for all users need a token with scope arb:read (setting server.publicFigures).',
} as const;

/** Messages about exchange pairs that cannot be traded. */
export const PAIR_TEXT = {
	halted: (exchange: string) => `Trading on ${shownNameOf(exchange)} is halted.`,
	haltedEverywhere: 'Trading is halted.',
	notTrading: (symbol: string, exchange: string) =>
		`${symbol} is not trading on ${shownNameOf(exchange)} now.`,
} as const;

function megabytes(bytes: number): string {
	return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}
