/**
 * What is needed of an exchange that is read through ccxt alone, how it is met there, and what follows where it is not. A row
 * is judged by what was really read, never by what ccxt says that the exchange has. Pure.
 */
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';

/** What one look at the exchange found. A text says why there is nothing. */
export type VenueCheck = {
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
export function needsOf(check: VenueCheck): readonly VenueNeed[] {
	const ofAll = (has: (ticker: InstrumentTicker) => boolean): Share => ({
		count: check.tickers.filter(has).length,
		of: check.contractCount,
	});
	return [
		instrumentsNeed(check),
		{
			...shared(
				'prices',
				ofAll(({ mark, last }) => mark !== null || last !== null),
				'a mark or a last price',
				'A contract without a price is priced by its book alone.',
			),
			isEssential: true,
		},
		shared(
			'marks',
			ofAll(({ mark }) => mark !== null),
			'a mark',
			'Without a mark the guard MARK_DIVERGED cannot be found; prices are compared by last price and book.',
		),
		shared(
			'index',
			ofAll(({ index }) => index !== null),
			'an index',
			'Without an index marks are not compared with it, and PRICE_MISMATCH compares marks or mids.',
		),
		fundingNeed(check, ofAll),
		row(
			'funding caps',
			'no',
			"ccxt's unified API has none.",
			'The guard RATE_CAPPED cannot be found, and expected rates have no bound of the exchange.',
		),
		settledNeed(check),
		booksNeed(check),
		clockNeed(check),
		statusNeed(check),
		row(
			'delistings',
			'no',
			"ccxt's unified API announces none.",
			'The guard DELISTING cannot be found: a contract that ends leaves the list within five minutes.',
		),
		shared(
			'volume',
			ofAll(({ volume24h }) => volume24h !== null),
			'a volume in money',
			'Without it the volume is shown as unknown.',
		),
		shared(
			'open interest',
			ofAll(({ openInterest }) => openInterest !== null),
			'an open interest in money',
			'Without it the open interest is shown as unknown.',
		),
	];
}

function instrumentsNeed({ contractCount, unreadableCount }: VenueCheck): VenueNeed {
	const met = contractCount === 0 ? 'no' : unreadableCount === 0 ? 'yes' : 'partly';
	const how = `${contractCount} linear perpetuals in USDT, USDC or USD; ${unreadableCount} cannot be read.`;
	const consequence = unreadableCount === 0 ? null : 'What cannot be read is left out.';
	return { ...row('instruments', met, how, consequence), isEssential: true };
}

function fundingNeed(
	check: VenueCheck,
	ofAll: (has: (ticker: InstrumentTicker) => boolean) => Share,
): VenueNeed {
	const { sample, rateBy, clockBy } = check;
	const isOneByOne = rateBy === 'one by one' || clockBy === 'told by the history';
	const funded: Share = isOneByOne
		? { count: sample.funding === null ? 0 : 1, of: 1 }
		: ofAll(({ funding }) => funding !== null);
	const what = 'a usable rate, interval and next settlement';
	const consequence = 'A contract without them has the guard FUNDING_MISSING; no interval is assumed.';
	return {
		...shared('funding', funded, what, consequence),
		isEssential: true,
		how: `${shareText(funded, what)}; rates ${rateBy}, interval and next settlement ${clockBy}.${said(sample)}`,
	};
}

function settledNeed({ settled }: VenueCheck): VenueNeed {
	const without = 'Without a history no carry is forecast, and promises about these pairs stay unscored.';
	if (typeof settled === 'string') return row('settled rates', 'no', settled, without);
	const how = `${settled} of the last three days of one contract.`;
	return settled > 0 ? row('settled rates', 'yes', how, null) : row('settled rates', 'partly', how, without);
}

function booksNeed({ book, books }: VenueCheck): VenueNeed {
	const how = `They are ${books}; a first one was ${book}.`;
	if (book !== 'whole')
		return row('books', 'no', how, 'Without a book the guard BOOK_MISSING stands on every pair.');
	if (books !== 'asked for in turns') return row('books', 'yes', how, null);
	const consequence =
		'Without a stream only as many books are current as can be asked for within five seconds.';
	return row('books', 'partly', how, consequence);
}

function clockNeed({ clock }: VenueCheck): VenueNeed {
	if (clock === 'stated') return row('clock', 'yes', 'The exchange states its time.', null);
	const consequence = 'How far the clocks differ is known to the second at best.';
	return clock === 'to the second'
		? row('clock', 'partly', 'By the Date of its answers, to the second.', consequence)
		: row('clock', 'no', clock, consequence);
}

function statusNeed({ status }: VenueCheck): VenueNeed {
	if (status === 'stated') return row('status', 'yes', 'The exchange states whether it is open.', null);
	const consequence = 'Maintenance is seen by the data that ends, VENUE_DOWN, and not before.';
	return row('status', 'no', status, consequence);
}

/** What of the essential is not there, as one sentence; undefined when all of it is. */
export function essentialFault(venue: string, needs: readonly VenueNeed[]): string | undefined {
	const missing = needs.filter(({ isEssential, met }) => isEssential && met === 'no');
	if (missing.length === 0) return undefined;
	return `${venue} lacks what is needed: ${missing.map(({ need, how }) => `${need} (${how})`).join(', ')}`;
}

type Share = { readonly count: number; readonly of: number };

function shared(need: VenueNeed['need'], share: Share, what: string, consequence: string): VenueNeed {
	const met = share.count === 0 ? 'no' : share.count < share.of ? 'partly' : 'yes';
	return row(need, met, `${shareText(share, what)}.`, met === 'yes' ? null : consequence);
}

/** A need that is not essential. */
function row(
	need: VenueNeed['need'],
	met: VenueNeed['met'],
	how: string,
	consequence: string | null,
): VenueNeed {
	return { need, isEssential: false, met, how, consequence };
}

function shareText({ count, of }: Share, what: string): string {
	return of === 1
		? `${count === 1 ? 'One' : 'No'} contract that was asked for has ${what}`
		: `${count} of ${of} contracts have ${what}`;
}

function said({ funding, problems }: InstrumentTicker): string {
	return funding === null && problems.length > 0 ? ` ${problems.join(' ')}` : '';
}
