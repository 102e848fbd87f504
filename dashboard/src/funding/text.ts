/** UI text for the funding map. */
import { writeNumber } from '../figures/reader-format.ts';

const plural = (count: number, one: string, many: string): string =>
	`${writeNumber(count)} ${count === 1 ? one : many}`;

const UNIT_NAMES = { per_8h: '% per 8 h', per_year: '% per year' } as const;

export const text = {
	title: 'Funding map',
	intro: 'Current funding rates, converted to the same interval. Positive: longs pay shorts.',
	fault: 'Cannot show the funding map.',
	loading: 'Loading the map …',
	count: (coins: number) => plural(coins, 'coin', 'coins'),
	live: 'live',
	old: (age: string) => `figures are ${age} old`,
	exchangeDown: (name: string, reason: string) => `${name} is down. ${reason}`,
	exchangeStale: (name: string, reason: string) => `${name} data is stale. ${reason}`,
	noReason: 'No data yet.',
	noMatch: { title: 'No matches', body: 'No coin matches your filters. Change or clear them.' },
	noFavourites: { title: 'No favourites yet', body: 'Mark a coin with its star, and it appears here.' },
	none: { title: 'No rates yet', body: 'Coins appear here as soon as an exchange sends its rates.' },

	controls: {
		label: 'Filters of the map',
		search: 'Coin',
		searchUnit: 'or part of a symbol',
		tooLong: (max: number, length: number) => `At most ${max} characters; this has ${length}.`,
		sort: 'Sort by',
		sorts: { spread: 'Widest spread', volume: 'Volume 24 h', symbol: 'Coin' },
		reverse: 'Reverse order',
		unit: 'Rates in',
		units: UNIT_NAMES,
		exchanges: 'Exchanges',
		exchangesAll: (count: number) => `All ${count}`,
		exchangesSome: (count: number, all: number) => `${count} of ${all}`,
		favourites: 'Favourites only',
		clear: 'Clear filters',
		csv: 'CSV',
		csvTitle: 'Download CSV',
		csvBusy: (done: number, all: number) => `Reading ${done} of ${all} …`,
		csvFault: 'The CSV file was not created.',
	},

	table: {
		label: 'Funding rates by coin and exchange',
		coin: 'Coin',
		spread: 'Widest spread',
		volume: 'Volume 24 h',
		usd: 'USD',
		dataOnly: 'data only',
		states: { fresh: '', stale: 'stale', down: 'down' },
		interval: (hours: string) => `${hours} h`,
		notListed: 'not listed',
		unknown: 'unknown',
		notTradable: 'halted',
		loading: (row: number) => `Loading row ${row} …`,
		open: (coin: string) => `Show the funding history of ${coin}`,
		star: (coin: string) => `Favourite ${coin}`,
		legs: (long: string, short: string) => `long ${long}, short ${short}`,
		more: (count: number) => `+${count}`,
		/** Tooltip of a cell: what the figure is, exactly. */
		cell: (symbol: string, rate: string, hours: string, per8h: string, apr: string) =>
			`${symbol}: ${rate} per ${hours} h. Per 8 h: ${per8h}. Per year: ${apr}.`,
		settles: (time: string) => `Settles ${time}.`,
		others: (symbols: string) => `Other contracts: ${symbols}.`,
	},

	scale: {
		label: 'Colours',
		negative: 'Shorts pay',
		positive: 'Longs pay',
		strongest: (share: string) => `${share} a year or more`,
	},

	csv: {
		file: (date: string) => `funding-map-${date}.csv`,
		coin: 'Coin',
		volume: 'Volume 24 h (USD)',
		spread8h: 'Widest spread (fraction per 8 h)',
		spreadApr: 'Widest spread (fraction per year)',
		long: 'Long exchange',
		short: 'Short exchange',
		cell: (name: string) => [
			`${name} symbol`,
			`${name} rate (fraction per interval)`,
			`${name} interval (h)`,
			`${name} rate (fraction per 8 h)`,
			`${name} rate (fraction per year)`,
			`${name} next settlement (UTC)`,
			`${name} volume 24 h (USD)`,
			`${name} state`,
		],
	},

	history: {
		title: (coin: string) => `${coin} funding`,
		loading: 'the funding history',
		fault: 'Cannot show the funding history.',
		close: 'Close',
		opportunities: (coin: string) => `See ${coin} opportunities`,
		range: 'Range',
		ranges: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' },
		chart: (coin: string) => `Settled funding of ${coin} at each exchange`,
		table: 'Settled rates as a table',
		settlement: 'Each point is a settlement.',
		day: 'Each point is the mean of a UTC day.',
		none: 'No settled rates are stored for this range yet.',
		contracts: 'Contracts now',
		heads: {
			exchange: 'Exchange',
			symbol: 'Symbol',
			rate: 'Rate now',
			interval: 'Settles every',
			next: 'Next settlement',
			volume: 'Volume 24 h, USD',
			mean: 'Mean of range',
			covered: 'Known',
		},
		leftOut: (count: number) => `${plural(count, 'contract', 'contracts')} with small volumes left out.`,
		failure: (name: string, symbol: string, reason: string) => `${name} ${symbol}: ${reason}`,
	},
} as const;
