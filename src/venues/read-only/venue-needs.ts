/**
 * Determines how well a read-only exchange meets each need, and the consequence of an unmet need. Only actual
 * responses count, not ccxt's claims. Pure functions.
 */
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';
import { textOf } from '../../sentences/sentence.ts';

/** Findings of one probe. A text in place of a value is the reason why the value is missing. */
export type VenueCheck = {
	readonly contractCount: number;
	readonly unreadableCount: number;
	/** Tickers of all contracts, from one read. */
	readonly tickers: readonly InstrumentTicker[];
	/** One contract's ticker, including its single-contract reads. */
	readonly sample: InstrumentTicker;
	/** Source of the sample's rate. */
	readonly rateBy: 'all at once' | 'one by one';
	/** Source of the sample's interval and next settlement. */
	readonly clockBy: 'stated' | 'derived from the history';
	readonly settled: number | string;
	readonly books: 'streamed' | 'streamed one by one' | 'polled in rotation';
	readonly book: 'whole' | string;
	readonly clock: 'stated' | 'to the second' | string;
	readonly status: 'stated' | string;
};

/** Lists every need for the exchange's status: how well it is met, and the consequence if it is not fully met. */
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
				'For a contract without a price, the service uses only the order book.',
			),
			isEssential: true,
		},
		shared(
			'marks',
			ofAll(({ mark }) => mark !== null),
			'a mark price',
			'Without a mark price the guard MARK_DIVERGED cannot trigger. The service then compares last prices and order books.',
		),
		shared(
			'index',
			ofAll(({ index }) => index !== null),
			'an index price',
			'Without an index price, the service cannot check mark prices against it. PRICE_MISMATCH then compares mark or mid prices.',
		),
		fundingNeed(check, ofAll),
		row(
			'funding caps',
			'no',
			"ccxt's unified API has no funding caps.",
			'The guard RATE_CAPPED cannot trigger, and no cap of the exchange limits the forecast rates.',
		),
		settledNeed(check),
		booksNeed(check),
		clockNeed(check),
		statusNeed(check),
		row(
			'delistings',
			'no',
			"ccxt's unified API reports no delistings.",
			'The guard DELISTING cannot trigger. A delisted contract leaves the list within five minutes.',
		),
		shared(
			'volume',
			ofAll(({ volume24h }) => volume24h !== null),
			'a volume in USD',
			'The volume is shown as unknown.',
		),
		shared(
			'open interest',
			ofAll(({ openInterest }) => openInterest !== null),
			'an open interest in USD',
			'The open interest is shown as unknown.',
		),
	];
}

function instrumentsNeed({ contractCount, unreadableCount }: VenueCheck): VenueNeed {
	const met = contractCount === 0 ? 'no' : unreadableCount === 0 ? 'yes' : 'partly';
	const how = `${contractCount} linear perpetuals in USDT, USDC or USD; ${unreadableCount} cannot be read.`;
	const consequence = unreadableCount === 0 ? null : 'The service leaves out unreadable contracts.';
	return { ...row('instruments', met, how, consequence), isEssential: true };
}

function fundingNeed(
	check: VenueCheck,
	ofAll: (has: (ticker: InstrumentTicker) => boolean) => Share,
): VenueNeed {
	const { sample, rateBy, clockBy } = check;
	const isOneByOne = rateBy === 'one by one' || clockBy === 'derived from the history';
	const funded: Share = isOneByOne
		? { count: sample.funding === null ? 0 : 1, of: 1 }
		: ofAll(({ funding }) => funding !== null);
	const what = 'a usable rate, interval and next settlement';
	const consequence = 'A contract without them gets the guard FUNDING_MISSING; we assume no interval.';
	return {
		...shared('funding', funded, what, consequence),
		isEssential: true,
		how: `${shareText(funded, what)}; rates are read ${rateBy}, interval and next settlement are ${clockBy === 'stated' ? 'published by the exchange' : clockBy}.${said(sample)}`,
	};
}

function settledNeed({ settled }: VenueCheck): VenueNeed {
	const without = 'Without a history we forecast no carry, and forecasts for these pairs stay unscored.';
	if (typeof settled === 'string') return row('settled rates', 'no', settled, without);
	const how = `One contract has ${settled} settled rates in the last three days.`;
	return settled > 0 ? row('settled rates', 'yes', how, null) : row('settled rates', 'partly', how, without);
}

function booksNeed({ book, books }: VenueCheck): VenueNeed {
	const how =
		book === 'whole' ? `Books are ${books}; a sample book was complete.` : `Books are ${books}. ${book}`;
	if (book !== 'whole')
		return row('books', 'no', how, 'Without books every pair has the guard BOOK_MISSING.');
	if (books !== 'polled in rotation') return row('books', 'yes', how, null);
	const consequence = 'Without a stream, only the books polled in the last five seconds are current.';
	return row('books', 'partly', how, consequence);
}

function clockNeed({ clock }: VenueCheck): VenueNeed {
	if (clock === 'stated') return row('clock', 'yes', 'The exchange reports its time.', null);
	const consequence = 'The clock difference is known only to the second, or not at all.';
	return clock === 'to the second'
		? row(
				'clock',
				'partly',
				'The time comes from the Date header of its answers, to the second.',
				consequence,
			)
		: row('clock', 'no', clock, consequence);
}

function statusNeed({ status }: VenueCheck): VenueNeed {
	if (status === 'stated') return row('status', 'yes', 'The exchange reports whether it is open.', null);
	const consequence = 'The service notices maintenance only when data stops (VENUE_DOWN).';
	return row('status', 'no', status, consequence);
}

/** Builds one message about missing essential needs; undefined if all are met. */
export function essentialFault(venue: string, needs: readonly VenueNeed[]): string | undefined {
	const missing = needs.filter(({ isEssential, met }) => isEssential && met === 'no');
	if (missing.length === 0) return undefined;
	return `${venue} lacks essential data: ${missing.map(({ need, how }) => `${need} (${how})`).join(', ')}`;
}

type Share = { readonly count: number; readonly of: number };

function shared(need: VenueNeed['need'], share: Share, what: string, consequence: string): VenueNeed {
	const met = share.count === 0 ? 'no' : share.count < share.of ? 'partly' : 'yes';
	return row(need, met, `${shareText(share, what)}.`, met === 'yes' ? null : consequence);
}

/** Builds a need that is not essential. */
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
		? `${count === 1 ? 'The' : 'No'} sampled contract has ${what}`
		: `${count} of ${of} contracts have ${what}`;
}

function said({ funding, problems }: InstrumentTicker): string {
	return funding === null && problems.length > 0 ? ` ${problems.map(textOf).join(' ')}` : '';
}
