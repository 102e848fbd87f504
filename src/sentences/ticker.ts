/** Sentences about figures of a ticker that the service cannot use, and about contracts that do not trade. */

/** Why the funding of a ticker is unusable. */
export type FundingFault = 'rate' | 'interval' | 'next' | 'missing';

const FUNDING_FAULTS: Readonly<Record<FundingFault, string>> = {
	rate: 'the rate must be a fraction between -1 and 1',
	interval: 'the interval must be between half an hour and a day',
	next: 'the next settlement must be within a day',
	missing: 'a field is missing',
};

/** A price of a ticker. */
export type TickerPrice = 'mark' | 'index' | 'last';

const PRICES: Readonly<Record<TickerPrice, string>> = {
	mark: 'mark',
	index: 'index',
	last: 'last price',
};

type Written = { readonly rate: string; readonly interval: string; readonly next: string };
type Stated = { readonly exchange: string; readonly state: string };

/** Problems of a ticker. `written`, `state` and the figures are the exchange's own values as JSON. */
export const ticker = {
	/** @param name the exchange's name of the field */
	price: ({ name, written }: { name: string; written: string }) =>
		`${name} is ${written}; a price must be above 0 and at most 10^12 USD.`,
	figure: ({ price }: { price: TickerPrice }) =>
		`The ${PRICES[price]} is not a positive number within bounds.`,
	funding: ({ fault, rate, interval, next }: { fault: FundingFault } & Written) =>
		`The funding data is unusable: ${FUNDING_FAULTS[fault]} (rate ${rate}, interval ${interval}, next ${next}).`,
	repeated: ({ exchange, symbol }: { exchange: string; symbol: string }) =>
		`${exchange} listed ${symbol} more than once in one answer.`,
	/** @param contract the contract's symbol as JSON */
	notAnswered: ({ exchange, contract }: { exchange: string; contract: string }) =>
		`${exchange} returned nothing for ${contract}.`,
	delisted: ({ exchange }: { exchange: string }) => `${exchange} has delisted the contract.`,
	noMidPrice: ({ exchange }: { exchange: string }) =>
		`${exchange} publishes no mid price, because one side of the book is empty.`,
	status: ({ exchange, state }: Stated) => `${exchange} reports the contract's status as ${state}.`,
	restricted: ({ exchange, state }: Stated) =>
		`${exchange} reports the contract's state as ${state}, so trading in it is restricted.`,
};
