/**
 * What the service needs of an exchange, as data: each capability has a name by which the cases of `test/venue` say what they
 * prove, and the module of an exchange states those that it lacks, with the reason. `docs/venues.md` is made of this and of a run.
 */
import { VENUE_MODULES } from '../src/venues/modules.ts';

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

/** The capabilities that each exchange lacks, as its module states them. @throws Error for a reason about an unknown capability */
export const VENUE_LACKS: Readonly<Record<string, Lacks>> = Object.fromEntries(
	Object.entries(VENUE_MODULES).map(([venue, { lacks }]) => {
		for (const name of Object.keys(lacks))
			if (!Object.hasOwn(CAPABILITIES, name))
				throw new Error(`${venue} lacks an unknown capability: ${name}.`);
		return [venue, lacks];
	}),
);
