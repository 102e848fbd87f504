/** What to do after a refusal: the service's sentence says what was wrong, this says where to go. */
import type { ErrorCode } from '../../../client/methods.ts';

export type WayOut = {
	readonly text: string;
	/** A page of the service, where one helps. */
	readonly link?: { readonly href: string; readonly text: string };
	/** A new preview is all it takes. */
	readonly again?: boolean;
};

const CONNECTIONS = { href: '/connections', text: 'Go to the exchanges' };
const LIST = { href: '/', text: 'Go to the opportunities' };
const PORTFOLIO = { href: '/portfolio', text: 'Go to the portfolio' };
const STATUS = { href: '/status', text: 'Look at the status' };

const WAYS: Partial<Record<ErrorCode, WayOut>> = {
	EXCHANGE_NOT_CONNECTED: { text: 'Connect an account there first.', link: CONNECTIONS },
	SELF_CHECK_NOT_PASSED: {
		text: 'The page of exchanges says what the check of the account found.',
		link: CONNECTIONS,
	},
	KEY_REFUSED: { text: 'Connect the account with another key.', link: CONNECTIONS },
	INSUFFICIENT_MARGIN: {
		text: 'Ask for a smaller amount, or move margin to that exchange.',
		link: PORTFOLIO,
	},
	POSITION_CONFLICT: {
		text: 'Close what the account holds there, or take its side and leverage.',
		link: PORTFOLIO,
	},
	CLOSE_REFUSED: { text: 'Follow that close, or choose another coin.', link: PORTFOLIO },
	RISK_LIMIT: { text: 'Ask for a smaller amount, or close something first.', link: PORTFOLIO },
	TRADING_HALTED: {
		text: 'Opening goes on when the halt is lifted or the exchange answers again.',
		link: PORTFOLIO,
	},
	PAIR_INACTIVE: { text: 'Wait until both exchanges are well again.', link: STATUS },
	VENUE_UNAVAILABLE: { text: 'Try again in a moment.', link: STATUS, again: true },
	VENUE_RATE_LIMITED: { text: 'Wait until the time that is named is over, then try again.', again: true },
	QUOTE_STALE: { text: 'Try again when the data is fresh.', link: STATUS, again: true },
	PRICE_COLLAR: { text: 'Wait until the book is whole again.', again: true },
	QUOTE_DEPEG: { text: 'Wait until both currencies are at par again.' },
	OPPORTUNITY_EXPIRED: { text: 'Its direction has turned, or it is gone. Choose another one.', link: LIST },
	UNKNOWN_OPPORTUNITY: { text: 'Choose one of the list.', link: LIST },
	OPPORTUNITY_GUARDED: {
		text: 'The opportunity cannot be traded now. Choose another one, or wait.',
		link: LIST,
	},
	EXCHANGE_NOT_TRADED: { text: 'Choose one between exchanges that the service trades at.', link: LIST },
	PREVIEW_EXCEEDED: {
		text: 'The market has moved since, or the time was over. Look at a new preview.',
		again: true,
	},
	PREVIEW_MISMATCH: { text: 'Look at a new preview.', again: true },
	UNKNOWN_PREVIEW: { text: 'The service has been started anew since. Look at a new preview.', again: true },
	EDGE_GONE: { text: 'Wait, or lower your least net per year.', again: true },
	NO_TRADE: { text: 'Wait, or take away your condition that the verdict must be “trade”.', again: true },
	MODE_NOT_AVAILABLE: { text: 'Choose “Automatic”, or another amount.', again: true },
	EXIT_RULE_CONFLICT: { text: 'Change the exit rule that is named, or leave it empty.', again: true },
	LEVERAGE_REFUSED: { text: 'Choose a lower leverage.', again: true },
	BELOW_MIN_NOTIONAL: { text: 'Choose a larger amount.', again: true },
	INSUFFICIENT_DEPTH: { text: 'Choose a smaller amount, or a wider slippage guard.', again: true },
	RATE_LIMITED: { text: 'Wait a moment.', again: true },
	NOT_READY: { text: 'The service is starting. Try again in a moment.', again: true },
	STORE_UNAVAILABLE: { text: 'Whoever runs the service must look at its disk.', link: STATUS },
	FORBIDDEN: { text: 'Use a token that may trade, or log in.' },
	AGENT_NOT_ALLOWED: { text: 'An agent’s token is in use here: log in as its owner.' },
};

export function wayOut(code: string): WayOut | undefined {
	return WAYS[code as ErrorCode];
}
