/**
 * The closed table of error codes. The wire, the reference in `docs/errors.md` and every thrown error come from here.
 * `rpcCode` is the JSON-RPC code; -32602, 401, 403 and 429 are the caller's, -32000 is the state of the world.
 */
export type ErrorRow = {
	readonly rpcCode: number;
	/** May the same call succeed later, unchanged? */
	readonly retryable: boolean;
	readonly meaning: string;
	readonly solve: string;
};

export const ERROR_CODES = {
	PARSE_ERROR: row(-32700, false, 'The body is not JSON.', 'Send one JSON value, UTF-8.'),
	INVALID_REQUEST: row(
		-32600,
		false,
		'The envelope is not a JSON-RPC 2.0 request.',
		'Send jsonrpc "2.0", a method name, params as an object and an id.',
	),
	BATCH_EMPTY: row(-32600, false, 'The batch has no entries.', 'Send at least one request.'),
	BATCH_TOO_LARGE: row(
		-32600,
		false,
		'The batch has too many entries.',
		'Split it; the limit is in the message.',
	),
	BODY_TOO_LARGE: row(
		-32600,
		false,
		'The body is over the size limit.',
		'Send less; the limit is in the message.',
	),
	CONTENT_TYPE: row(
		-32600,
		false,
		'The Content-Type is not application/json.',
		'Send Content-Type: application/json.',
	),
	NOT_FOUND: row(-32600, false, 'No such path.', 'POST to /jsonrpc/, with the trailing slash.'),
	METHOD_NOT_ALLOWED: row(-32600, false, 'The path does not take this HTTP method.', 'Use POST.'),
	ORIGIN_NOT_ALLOWED: row(
		-32600,
		false,
		'A web page of another site asked, or the service was asked under a name that is not its own.',
		'Call the service by its own address, from a program.',
	),
	NOTIFICATION_REFUSED: row(
		-32600,
		false,
		'A method that trades was called as a notification and did nothing.',
		'Send an id, so that the answer can reach you.',
	),
	METHOD_NOT_FOUND: row(-32601, false, 'No such method.', 'See docs/rpc.md for the methods.'),
	INVALID_PARAMS: row(
		-32602,
		false,
		'A parameter is missing, unknown, of the wrong type or out of its bounds.',
		'Correct the field that the message names.',
	),
	UNKNOWN_OPPORTUNITY: row(
		-32602,
		false,
		'No opportunity of this id was ever issued.',
		'Take an id from get_opportunities.',
	),
	UNKNOWN_EXECUTION: row(
		-32602,
		false,
		'No execution of yours has this id.',
		'Take an id from portfolio_live.',
	),
	UNKNOWN_TOKEN: row(-32602, false, 'No token of yours has this id.', 'Take an id from the list of tokens.'),
	UNKNOWN_AGENT: row(-32602, false, 'No agent of yours has this id.', 'Take an id from the list of agents.'),
	UNKNOWN_JOB: row(-32602, false, 'No job of yours has this id.', 'Take a job_id from portfolio_live.'),
	UNKNOWN_EXCHANGE_PAIR: row(
		-32602,
		false,
		'The exchange pair is not configured here.',
		'Take a pair from exchange_pair.',
	),
	UNKNOWN_SYMBOL: row(
		-32602,
		false,
		'No opportunity of this symbol exists on the pair.',
		'Take a symbol from get_opportunities.',
	),
	UNKNOWN_ACCOUNT: row(
		-32602,
		false,
		'No connected exchange account of yours has this id.',
		'Take an id from account_exchange_pair.',
	),
	UNKNOWN_ALERT_TARGET: row(
		-32602,
		false,
		'No alert target of yours has this id.',
		'Take an id from list_alert_targets.',
	),
	UNKNOWN_PREVIEW: row(-32602, false, 'No preview of yours has this id.', 'Ask for a preview first.'),
	UNKNOWN_CHANNEL: row(
		-32602,
		false,
		'No channel has this name.',
		'Take one that the message lists; what stands in angle brackets is yours to name.',
	),
	UNKNOWN_SUBSCRIPTION: row(
		-32602,
		false,
		'This connection has no subscription of this id.',
		'Take an id that subscribe answered on the same connection.',
	),
	PREVIEW_MISMATCH: row(
		-32602,
		false,
		'The params differ from those of the preview.',
		'Send the params that were previewed.',
	),
	PREVIEW_REQUIRED: row(
		-32602,
		false,
		'A trade was asked for over MCP that was not previewed; nothing was sent.',
		'Look at the preview in the answer, and call again with its preview_id and the same params.',
	),
	INTERNAL_ERROR: row(
		-32603,
		false,
		'A fault of the service.',
		'Give the ref to the operator: it finds the fault in the log.',
	),
	NOT_READY: row(-32603, true, 'The service is starting or stopping.', 'Call again.'),
	TIMEOUT: row(
		-32603,
		true,
		'The method did not answer in time; what it began goes on.',
		'Look at portfolio_live before calling again.',
	),
	STORE_UNAVAILABLE: row(
		-32603,
		true,
		'The journal cannot be written, so nothing is opened or closed.',
		'Free disk space or repair the data directory.',
	),
	OPPORTUNITY_EXPIRED: row(
		-32000,
		false,
		'The opportunity was issued earlier and is gone.',
		'Ask get_opportunities again.',
	),
	SUBSCRIPTION_LIMIT: row(
		-32000,
		true,
		'There are as many WebSockets, or subscriptions, as there may be.',
		'End one that is not needed, or take the same params as others; the limit is in the message.',
	),
	EDGE_GONE: row(-32000, true, 'The net APR is below min_net_apr, or unknown.', 'Lower the guard or wait.'),
	NO_TRADE: row(
		-32000,
		true,
		'only_if_trade was set and the verdict is not trade.',
		'Wait, or decide without the guard.',
	),
	MODE_NOT_AVAILABLE: row(
		-32000,
		false,
		'The mode cannot be used for this trade.',
		'Take auto, or another amount; the message says what is in the way.',
	),
	LIVE_NOT_CONFIRMED: row(
		-32000,
		false,
		'Mode live is set and this start was not told so a second time.',
		'Name the exchanges at which real orders may be placed: --live, or CARRYWIRE_LIVE.',
	),
	SELF_CHECK_NOT_PASSED: row(
		-32000,
		true,
		'In mode live an account has to pass its self-check before anything is opened on it.',
		'See self_check in account_exchange_pair, put right what it says, and call check_exchange_account.',
	),
	EXIT_RULE_CONFLICT: row(
		-32000,
		false,
		'An exit rule would close the execution the moment it is open, or contradicts another.',
		'Change the rule that the field names, or leave it out.',
	),
	QUOTE_STALE: row(
		-32000,
		true,
		'A price that the trade hangs on is too old.',
		'Call again when the feed is fresh.',
	),
	PRICE_COLLAR: row(
		-32000,
		true,
		"The mid of a book is too far from its exchange's own mark or index, or one of these is not known.",
		'Wait until the book is whole again.',
	),
	PAIR_INACTIVE: row(
		-32000,
		true,
		'An exchange of the pair is down, stale or halted.',
		'See check_pair_status.',
	),
	EXCHANGE_NOT_TRADED: row(
		-32000,
		false,
		'An exchange of the opportunity is read for data only: the service does not trade there.',
		'Choose one without the guard DATA_ONLY; exchange_pair names the exchanges that are only read.',
	),
	EXCHANGE_NOT_CONNECTED: row(
		-32000,
		false,
		'You have no account connected at this exchange.',
		'Connect one.',
	),
	PAPER_NEEDS_NO_KEY: row(
		-32000,
		false,
		'The service is in mode paper: it trades on accounts of its own at the real prices, and takes no key of an exchange.',
		'Trade on the paper accounts, which every user has. For real keys run another service in mode live, on a data directory of its own.',
	),
	KEY_REFUSED: row(
		-32000,
		false,
		'The exchange refuses the key, or the key has ended.',
		'Make another key at the exchange, for the address of this service where it asks for one.',
	),
	KEY_CAN_WITHDRAW: row(
		-32000,
		false,
		'The key could take money out of the account. Such keys are not kept here.',
		'Make a key that may trade and nothing more.',
	),
	KEY_CANNOT_TRADE: row(
		-32000,
		false,
		'The key may not trade perpetual futures.',
		'Give it that permission at the exchange, or make another.',
	),
	ACCOUNT_ALREADY_CONNECTED: row(
		-32000,
		false,
		'This account of the exchange, or this key, is connected already.',
		'See account_exchange_pair; whoever has connected it must disconnect it first.',
	),
	TOO_MANY_ACCOUNTS: row(
		-32000,
		false,
		'You have as many accounts connected at this exchange as are allowed.',
		'Disconnect one; the limit is in the message.',
	),
	TOO_MANY_ALERT_TARGETS: row(
		-32000,
		false,
		'You have as many alert targets as are allowed.',
		'Remove one; the limit is in the message.',
	),
	EXECUTIONS_RUNNING: row(
		-32000,
		true,
		'Executions are open, or being opened, on the account that is in use at the exchange.',
		'Close those that are named, or disconnect with close_first.',
	),
	INSUFFICIENT_MARGIN: row(
		-32000,
		true,
		'The account has less available margin than the leg needs.',
		'Deposit, or ask for less.',
	),
	BELOW_MIN_NOTIONAL: row(
		-32000,
		false,
		'A leg would be below a venue minimum, at the open or at the close.',
		'Ask for more; the bound is in the message.',
	),
	INSUFFICIENT_DEPTH: row(
		-32000,
		true,
		'The book does not hold the quantity inside the slippage guard.',
		'Ask for less or widen max_slippage_bps.',
	),
	OPPORTUNITY_GUARDED: row(
		-32000,
		true,
		'A guard of the opportunity forbids the trade: stale or missing data, another coin under the same ticker, and the like.',
		'See guards and reasons of the opportunity.',
	),
	POSITION_CONFLICT: row(
		-32000,
		false,
		'The account holds the instrument on the other side, with another leverage, or in a quantity that no execution explains.',
		'Take the same side and leverage, or close that position first.',
	),
	LEVERAGE_REFUSED: row(
		-32000,
		false,
		'A venue refuses this leverage or margin mode.',
		'Ask for a lower leverage.',
	),
	PREVIEW_EXCEEDED: row(
		-32000,
		false,
		'The preview has expired, or a cost has left its bounds.',
		'Ask for a new preview.',
	),
	QUOTE_DEPEG: row(
		-32000,
		true,
		'The quote currencies of the legs are apart.',
		'Wait until they are at par.',
	),
	RISK_LIMIT: row(
		-32000,
		false,
		'A limit of the service, the user or the agent forbids it.',
		'Ask for less; the check and its limit are in the message.',
	),
	TRADING_HALTED: row(
		-32000,
		true,
		'Opening is halted, or an exchange has lately left too many requests without an answer.',
		'Resume it, or wait.',
	),
	ALREADY_CLOSING: row(
		-32000,
		true,
		'The execution is being closed or unwound already.',
		'Follow it in portfolio_live.',
	),
	NOT_CLOSABLE: row(
		-32000,
		false,
		'The execution is in a state from which it cannot be closed by this call.',
		'See its status_reason in portfolio_live.',
	),
	NOT_CANCELABLE: row(
		-32000,
		false,
		'The execution is neither queued nor opening, so there is nothing to cancel.',
		'Close a running one with close_execution.',
	),
	NOT_CONTINUABLE: row(
		-32000,
		false,
		'The execution does not run, or has no max_epochs that another epoch could be added to.',
		'See its status in portfolio_live; set max_epochs with update_exit.',
	),
	EXIT_NOT_CHANGEABLE: row(
		-32000,
		false,
		'The execution is being closed or has ended, so its exit rules no longer matter.',
		'See its status in portfolio_live.',
	),
	NOT_RESUBMITTABLE: row(
		-32000,
		false,
		'The job did not fail, so it is not run again.',
		'Call execute_opportunity for another execution.',
	),
	IDEMPOTENCY_CONFLICT: row(
		-32000,
		false,
		'The idempotency key was used before with other params.',
		'Use a new key.',
	),
	EXCHANGE_OAUTH_NOT_OFFERED: row(
		-32000,
		false,
		'The exchange has no OAuth, or does not know this service.',
		'Connect the account by an API key.',
	),
	EXCHANGE_OAUTH_STATE: row(
		-32000,
		false,
		'The return from the exchange does not belong to a connection that this browser and user began, or it was used or has expired.',
		'Begin the connection again.',
	),
	EXCHANGE_OAUTH_REFUSED: row(
		-32000,
		false,
		'The user refused the connection on the page of the exchange, or the exchange refused it.',
		'Begin the connection again, or connect by an API key.',
	),
	EXCHANGE_OAUTH_FAILED: row(
		-32000,
		true,
		'The exchange gave no usable answer while an account was being connected.',
		'Begin the connection again.',
	),
	VENUE_UNAVAILABLE: row(
		-32000,
		true,
		'An exchange did not answer a read that the call needs.',
		'Call again.',
	),
	UNAUTHORIZED: row(
		401,
		false,
		'The bearer token is missing, unknown, expired or revoked.',
		'Send Authorization: Bearer with a valid token.',
	),
	LOGIN_REFUSED: row(
		401,
		false,
		'A login did not prove who someone is; `reason` says what was wrong.',
		'Begin the login again.',
	),
	LOGIN_UNAVAILABLE: row(
		-32000,
		true,
		'What a login needs did not answer: an identity provider or the node of a chain.',
		'Try again in a moment.',
	),
	FORBIDDEN: row(
		403,
		false,
		'The token lacks the scope that the method needs.',
		'Use a token with that scope.',
	),
	FORM_REFUSED: row(
		403,
		false,
		'A form did not come from a page of this service.',
		'Open the page again and send its form.',
	),
	LOGIN_NOT_ADMITTED: row(
		403,
		false,
		'The identity is proven, and this service does not admit it.',
		'Ask the operator for auth.admitted.',
	),
	AGENT_STOPPED: row(-32000, false, 'The agent is stopped, for good.', 'Create another agent.'),
	AGENT_NOT_ALLOWED: row(
		403,
		false,
		'The caller is an agent, and only its owner may do this; or its owner has stopped it.',
		'Let the owner call.',
	),
	RATE_LIMITED: row(429, true, 'Too many calls.', 'Wait for retry_after_ms.'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CODES;

function row(rpcCode: number, retryable: boolean, meaning: string, solve: string): ErrorRow {
	return { rpcCode, retryable, meaning, solve };
}
