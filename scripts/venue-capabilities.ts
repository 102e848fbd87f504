/**
 * Lists as data the capabilities that the service needs from an exchange. Each case in `test/venue` names the
 * capability that it tests. Each exchange's module lists the capabilities that the exchange lacks, with the reasons.
 * `docs/venues.md` is generated from this table and a test run.
 */
import { VENUE_MODULES } from '../src/venues/modules.ts';

export const CAPABILITIES = {
	instruments: 'Contracts are in coins and USD per coin, whatever unit the venue uses.',
	tickers:
		'Every contract has prices, the running estimate of its funding, its interval and its next settlement.',
	'settled rates': '30 days of settled funding are paged without a gap.',
	'public trades': 'Public trades are in coins and USD per coin.',
	'risk tiers': 'Margins by position value are public.',
	'book streams': 'Every contract has a streamed book.',
	'book after a lost delta': 'A book with a lost delta is reported as lost, and recovers.',
	'clock offset': 'The offset of its clock from ours is measured, whatever other requests run.',
	maintenance: 'Closed or restricted trading is reported.',
	'maintenance to come': 'Maintenance is reported before it begins.',
	delisting: 'A delisting is reported with its time.',
	pause: 'A paused contract is not tradable.',
	transfers: 'Suspended deposits and withdrawals are public.',
	'unknown notices': 'Unreadable notices are unknown, and stop nothing.',
	'key refused': 'A wrong key is refused as such, without a secret in the message; an outage refuses no key.',
	'key description': 'The permissions of a key and its account are known.',
	'self-check':
		'An account is checked before it trades with real money, with an order that cannot fill and never stays.',
	'hedge mode': 'An account with a position per side is refused, with a remedy.',
	'immediate order':
		'A taker order is found by its client order id, with its exact fills, in the position and in the wallet.',
	'partial fill': 'An immediate order ends with its partial fill.',
	refusals: 'A refusal by the venue is a rejection with its code.',
	'duplicate order id': 'A used client order id proves nothing about the order.',
	'reduce-only': 'A reduce-only order never reverses a position.',
	'post-only': 'A post-only order rests until it is cancelled.',
	'post-only that would take': 'A crossing post-only order ends or is refused without a fill.',
	cancel: 'A cancel removes an order from the book; a cancel with a lost answer is unknown.',
	'dead-man switch':
		'The venue cancels our resting order after our silence, and no order of others; otherwise the switch is not armed.',
	'absence is proof': 'An order that never arrived is absent.',
	'late reads':
		'If the venue shows an order or its fills late, the order does not end before all fills are visible.',
	'lost answers': 'A lost request, a lost answer and a 5xx leave the order unknown; a query settles it.',
	'late orders': 'An order that arrives after its window is refused and never exists.',
	clock: 'Requests carry the venue’s time as last measured.',
	'rate limit': 'A rate-limit refusal is temporary.',
	'address ban':
		'While a venue bans our address, nothing is read; orders and their outcome queries still go out.',
	unreachable: 'A venue that is down is unavailable; an order to it was not sent.',
	'leverage and margin mode':
		'Both are set to what an order needs and remembered; settings that the venue lacks are refused.',
	fees: 'The account’s fee rates are read.',
	balance: 'Wallet, equity and other assets are read.',
	'funding payments': 'Each settlement is booked once, with the correct sign.',
	'account fills': 'Each account fill is reported with the owner of its order.',
	'external flows': 'Deposits and withdrawals are distinguished from trading results.',
	wallets: 'The owner’s main wallet beside the futures account is read.',
	'own transfers':
		'A transfer between the owner’s wallets has a certain outcome, moves money once, and is one external flow.',
	'money under way':
		'Deposits and withdrawals are seen while they are pending, and counted once when they arrive.',
	'deleveraging rank': 'A position’s place in the queue for auto-deleveraging is read on one scale.',
	'account stream': 'The account stream triggers a read.',
	liquidation: 'A liquidation is reported, and its fills are marked as such.',
	deleveraging: 'Auto-deleveraging is recognised by its fills.',
	'fee in the venue’s coin': 'A fee in the venue’s own coin is converted to USD at the fill.',
} as const satisfies Readonly<Record<string, string>>;

export type Capability = keyof typeof CAPABILITIES;

/**
 * The reason for each capability that a venue lacks. The table in `docs/venues.md` lists the reasons, and the common
 * suite skips the cases of these capabilities.
 */
export type Lacks = Partial<Readonly<Record<Capability, string>>>;

/**
 * The capabilities that each exchange lacks, from its module. @throws Error when a module gives a reason for an
 * unknown capability
 */
export const VENUE_LACKS: Readonly<Record<string, Lacks>> = Object.fromEntries(
	Object.entries(VENUE_MODULES).map(([venue, { lacks }]) => {
		for (const name of Object.keys(lacks))
			if (!Object.hasOwn(CAPABILITIES, name))
				throw new Error(`${venue} lacks an unknown capability: ${name}.`);
		return [venue, lacks];
	}),
);
