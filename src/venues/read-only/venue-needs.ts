/**
 * What is needed of an exchange that is read through ccxt alone, how it is met there, and what follows where it is not. A row
 * is judged by what was really read, never by what ccxt says that the exchange has. Pure.
 */
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';

/** What one look at the exchange found. A text says why there is nothing. */
export type Look = {
	readonly contractCount: number;
	readonly unreadableCount: number;
	/** Tickers of all contracts, by one read. */
	readonly tickers: readonly InstrumentTicker[];
	/** Of one contract, with what is answered for one contract at a time. */
	readonly sample: InstrumentTicker;
	/** How the rate and the clock of the sample were come by. */
	readonly rateBy: 'all at once' | 'one by one';
	readonly clockBy: 'stated' | 'told by the history';
	readonly settled: number | string;
	readonly books: 'streamed' | 'streamed one by one' | 'asked for in turns';
	readonly book: 'whole' | string;
	readonly clock: 'stated' | 'to the second' | string;
	readonly status: 'stated' | string;
};

/** Every need with the way it is met, or the consequence when it is not, for the status of the exchange. */
export function needsOf(look: Look): readonly VenueNeed[] {
	const { sample } = look;
	const ofAll = (has: (ticker: InstrumentTicker) => boolean): Share => ({
		count: look.tickers.filter(has).length,
		of: look.contractCount,
	});
	const isOneByOne = look.rateBy === 'one by one' || look.clockBy === 'told by the history';
	const funded: Share = isOneByOne
		? { count: sample.funding === null ? 0 : 1, of: 1 }
		: ofAll(({ funding }) => funding !== null);
	return [
		{
			need: 'instruments',
			isEssential: true,
			met: look.contractCount === 0 ? 'no' : look.unreadableCount === 0 ? 'yes' : 'partly',
			how: `${look.contractCount} linear perpetuals in USDT, USDC or USD; ${look.unreadableCount} cannot be read.`,
			consequence: look.unreadableCount === 0 ? null : 'What cannot be read is left out.',
		},
		shared(
			'prices',
			true,
			ofAll(({ mark, last }) => mark !== null || last !== null),
			'a mark or a last price',
			{
				consequence: 'A contract without a price is priced by its book alone.',
			},
		),
		shared(
			'marks',
			false,
			ofAll(({ mark }) => mark !== null),
			'a mark',
			{
				consequence:
					'Without a mark the guard MARK_DIVERGED cannot be found; prices are compared by last price and book.',
			},
		),
		shared(
			'index',
			false,
			ofAll(({ index }) => index !== null),
			'an index',
			{
				consequence:
					'Without an index marks are not compared with it, and PRICE_MISMATCH compares marks or mids.',
			},
		),
		{
			...shared('funding', true, funded, 'a usable rate, interval and next settlement', {
				consequence: 'A contract without them has the guard FUNDING_MISSING; no interval is assumed.',
			}),
			how: `${shareText(funded, 'a usable rate, interval and next settlement')}; rates ${look.rateBy}, interval and next settlement ${look.clockBy}.${said(sample)}`,
		},
		lacking(
			'funding caps',
			"ccxt's unified API has none.",
			'The guard RATE_CAPPED cannot be found, and expected rates have no bound of the exchange.',
		),
		{
			need: 'settled rates',
			isEssential: false,
			met: typeof look.settled === 'string' ? 'no' : look.settled > 0 ? 'yes' : 'partly',
			how:
				typeof look.settled === 'string'
					? look.settled
					: `${look.settled} of the last three days of one contract.`,
			consequence:
				typeof look.settled === 'string' || look.settled === 0
					? 'Without a history no carry is forecast, and promises about these pairs stay unscored.'
					: null,
		},
		{
			need: 'books',
			isEssential: false,
			met: look.book !== 'whole' ? 'no' : look.books === 'asked for in turns' ? 'partly' : 'yes',
			how: `They are ${look.books}; a first one was ${look.book}.`,
			consequence:
				look.book !== 'whole'
					? 'Without a book the guard BOOK_MISSING stands on every pair.'
					: look.books === 'asked for in turns'
						? 'Without a stream only as many books are current as can be asked for within five seconds.'
						: null,
		},
		{
			need: 'clock',
			isEssential: false,
			met: look.clock === 'stated' ? 'yes' : look.clock === 'to the second' ? 'partly' : 'no',
			how:
				look.clock === 'stated'
					? 'The exchange states its time.'
					: look.clock === 'to the second'
						? 'By the Date of its answers, to the second.'
						: look.clock,
			consequence:
				look.clock === 'stated' ? null : 'How far the clocks differ is known to the second at best.',
		},
		{
			need: 'status',
			isEssential: false,
			met: look.status === 'stated' ? 'yes' : 'no',
			how: look.status === 'stated' ? 'The exchange states whether it is open.' : look.status,
			consequence:
				look.status === 'stated'
					? null
					: 'Maintenance is seen by the data that ends, VENUE_DOWN, and not before.',
		},
		lacking(
			'delistings',
			"ccxt's unified API announces none.",
			'The guard DELISTING cannot be found: a contract that ends leaves the list within five minutes.',
		),
		shared(
			'volume',
			false,
			ofAll(({ volume24h }) => volume24h !== null),
			'a volume in money',
			{
				consequence: 'Without it the volume is shown as unknown.',
			},
		),
		shared(
			'open interest',
			false,
			ofAll(({ openInterest }) => openInterest !== null),
			'an open interest in money',
			{
				consequence: 'Without it the open interest is shown as unknown.',
			},
		),
	];
}

/** What of the essential is not there, as one sentence; undefined when all of it is. */
export function essentialFault(venue: string, needs: readonly VenueNeed[]): string | undefined {
	const missing = needs.filter(({ isEssential, met }) => isEssential && met === 'no');
	if (missing.length === 0) return undefined;
	return `${venue} lacks what is needed: ${missing.map(({ need, how }) => `${need} (${how})`).join(', ')}`;
}

type Share = { readonly count: number; readonly of: number };

function shared(
	need: VenueNeed['need'],
	isEssential: boolean,
	share: Share,
	what: string,
	{ consequence }: { readonly consequence: string },
): VenueNeed {
	const met = share.count === 0 ? 'no' : share.count < share.of ? 'partly' : 'yes';
	return {
		need,
		isEssential,
		met,
		how: `${shareText(share, what)}.`,
		consequence: met === 'yes' ? null : consequence,
	};
}

function lacking(need: VenueNeed['need'], how: string, consequence: string): VenueNeed {
	return { need, isEssential: false, met: 'no', how, consequence };
}

function shareText({ count, of }: Share, what: string): string {
	return of === 1
		? `${count === 1 ? 'One' : 'No'} contract that was asked for has ${what}`
		: `${count} of ${of} contracts have ${what}`;
}

function said({ funding, problems }: InstrumentTicker): string {
	return funding === null && problems.length > 0 ? ` ${problems.join(' ')}` : '';
}
