/**
 * What the service needs of an exchange, as data: each capability has a name by which the cases of `test/venue` say what they
 * prove, and what a venue does not have stands here with the reason. `docs/venues.md` is made of this and of a run.
 */

export const CAPABILITIES = {
	instruments: 'Contracts are read in coins and USD per coin, whatever the venue counts in.',
	tickers:
		'Every contract has prices, the running estimate of its funding, its interval and its next settlement.',
	'settled rates': 'Settled funding of 30 days is paged through without a hole.',
	'public trades': 'Trades of everybody are read in coins and USD per coin.',
	'risk tiers': 'Margins by the value of a position are told publicly.',
	'book streams': 'Every contract gets a book over the streams.',
	'book after a lost delta': 'A book that lost an increment is said to be lost, and comes back in step.',
	'clock offset': 'How far its clock is from ours is measured, whatever else is asked of it.',
	maintenance: 'Trading that is closed or restricted is told.',
	'maintenance to come': 'Maintenance is told before it begins.',
	delisting: 'A delisting is told with its time.',
	pause: 'A contract that is paused is not tradable.',
	transfers: 'Suspended deposits and withdrawals are told publicly.',
	'unknown notices': 'What cannot be read is unknown, and stops nothing.',
	'key refused':
		'A wrong key is refused as such, without a secret in what is said; an outage refuses no key.',
	'key description': 'What a key may do, and whose it is.',
	'self-check':
		'An account is checked before it trades with real money, with an order that cannot fill and never stays.',
	'hedge mode': 'An account with a position per side is refused, with a way out of it.',
	'immediate order':
		'An order that takes is found by its client order id with its exact fills, in the position and the wallet.',
	'partial fill': 'An immediate order ends with what was filled.',
	refusals: 'What the venue refuses is rejected with its code.',
	'duplicate order id': 'A client order id that was used proves nothing about the order.',
	'reduce-only': 'An order that only reduces never turns a position around.',
	'post-only': 'A post-only order rests until it is cancelled.',
	'post-only that would take': 'It is ended or refused without a fill.',
	cancel: 'A cancel takes an order off the book; one whose answer is lost is unknown.',
	'dead-man switch':
		'The venue takes our resting order off once it hears nothing of us, and no order of others: where it would, it is not armed.',
	'absence is proof': 'An order that was never there is absent.',
	'late reads':
		'An order whose fills, or which itself, the venue shows late is never told at its end before all is there.',
	'lost answers': 'A lost request, a lost answer and a 5xx leave the order unknown, and asking settles it.',
	'late orders': 'An order that arrives after its window is refused and never there.',
	clock: 'Requests carry the venue’s time as it was last measured.',
	'rate limit': 'A refusal over a limit of requests is of a moment.',
	'address ban':
		'Of a venue that has banned our address nothing is read before the ban ends; orders and their probes go out.',
	unreachable: 'A venue that is down is unavailable, and an order to it was not sent.',
	'leverage and margin mode':
		'Both are brought to what an order needs, remembered, and refused where the venue cannot.',
	fees: 'The rates of an account are read.',
	balance: 'Wallet, equity and other assets are read.',
	'funding payments': 'Each settlement is booked once, with the sign of who pays.',
	'account fills': 'Fills of the account are told with whose order each was.',
	'external flows': 'Deposits and withdrawals are told apart from what trading makes.',
	'account stream': 'The account’s own stream says that it is time to ask.',
	liquidation: 'A liquidation is heard of, and its fills say what they are.',
	deleveraging: 'Auto-deleveraging is told by its fills.',
	'fee in the venue’s coin': 'A fee in the venue’s own coin is USD at the fill.',
} as const satisfies Readonly<Record<string, string>>;

export type Capability = keyof typeof CAPABILITIES;

/** What a venue does not have, and why: its table says so, and the common suite leaves those cases out for it. */
export type Lacks = Partial<Readonly<Record<Capability, string>>>;

export const VENUE_LACKS: Readonly<Record<string, Lacks>> = {
	bybit: {
		transfers: 'Bybit tells of networks only to whoever has a key (page “Get Coin Info”).',
	},
	kucoin: {
		'book after a lost delta':
			'KuCoin’s stream of 50 levels has no increments: every message is a whole book.',
		'dead-man switch': 'KuCoin documents none (pages of its futures REST and WebSocket interfaces).',
		'maintenance to come': 'KuCoin announces it by news only, which no interface tells.',
	},
	okx: {
		transfers: 'OKX tells of networks only to whoever has a key (page “Get currencies”).',
		'address ban': 'OKX documents none: too many requests are answered with 429 alone (page “Rate Limits”).',
		'fee in the venue’s coin': 'OKX takes no coin of its own for fees of perpetuals.',
	},
	binance: {
		'risk tiers': 'Binance tells them only to whoever has a key (page “Notional and Leverage Brackets”).',
		'maintenance to come':
			'Binance announces it by news only: its status says what is now (page “System Status”).',
		transfers: 'Binance tells of networks only to whoever has a key (page “All Coins’ Information”).',
	},
	hyperliquid: {
		'book after a lost delta': 'Hyperliquid’s stream has no increments: every message is a whole book.',
		'maintenance to come': 'Hyperliquid announces it by news only, which no interface tells.',
		delisting: 'Hyperliquid announces it by news only; a contract says so once it is over.',
		transfers: 'Hyperliquid has no interface that tells: USDC comes and goes over its bridge.',
		clock:
			'Hyperliquid compares no time of a request but the end that an action names itself, which “late orders” proves.',
		'address ban':
			'Hyperliquid documents none: too many requests are answered with 429 alone (page “Rate limits and user limits”).',
		'hedge mode': 'Hyperliquid has one position per contract only.',
		'fee in the venue’s coin': 'Fees of perpetuals are paid in USDC alone.',
	},
};
