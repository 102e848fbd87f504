/** Holds every sentence about recorded data: what was found, where, both figures, and what to do. */

const LISTED_MAX = 5;

/** Sentences of errors. */
export const DATA_TEXTS = {
	noPath: (path: string) => `${path} does not exist. Name a folder or a file with --data.`,
	noFiles: (paths: readonly string[]) =>
		`There is no .csv, .csv.gz or .parquet file in ${listed(paths)}. \`carrywire record export --to DIR\` writes them.`,
	otherFile: (path: string) =>
		`${path} is neither CSV nor Parquet. --data reads .csv, .csv.gz and .parquet files, and folders of them.`,
	unreadable: (name: string, reason: string) =>
		`${name} cannot be read: ${reason}. Check its permissions, or copy or export it again.`,
	empty: (name: string) => `${name} is empty. Remove it from the folder, or export it again.`,
	noRows: (names: readonly string[]) =>
		`There are columns but no rows in ${listed(names)}, so there are no settled rates. Export again, over a longer time.`,
	cutOff: (name: string, after: string) =>
		`${name} is cut off: its compressed data ends early, after ${after}. Copy or export it again.`,
	notGzip: (name: string, reason: string) =>
		`${name} is damaged: its compressed data cannot be read (${reason}). Copy or export it again.`,
	parquetCutOff: (name: string) =>
		`${name} is cut off: a Parquet file begins and ends with PAR1, and this one does not. Copy or export it again.`,
	parquetDamaged: (name: string, reason: string) =>
		`${name} is damaged, or uses an unknown kind of Parquet: ${reason}. Copy or export it again.`,
	longLine: (place: string, length: number) =>
		`${place}: the row has more than ${figure(length)} characters. The file is not CSV, or a quoted cell has no end. Remove the file, or close the quote.`,
	openQuote: (place: string) =>
		`${place}: a quoted cell has no end before the end of the file. Close the quote, or copy the file again.`,
	cells: (place: string, count: number, expected: number) =>
		`${place}: the row has ${count} cells, and the first line has ${expected}. Correct or remove the row.`,
	columns: (name: string, columns: readonly string[], kinds: string) =>
		`${name} has the columns ${columns.join(', ')}. ${kinds} Rename the columns, or remove the file.`,
	columnTwice: (name: string, column: string) =>
		`${name} has the column ${column} twice. Remove or rename one of them.`,
	value: (place: string, column: string, rule: string, was: string) =>
		`${place}: ${column} ${rule}; was ${was}. Correct or remove the row.`,
	otherUnit: (place: string, was: string, unit: string, factor: string) =>
		`${place}: ts_ms must be in milliseconds since 1970; was ${was}, which looks like ${unit}. ${factor} the column by ${unit === 'nanoseconds' ? '1,000,000' : '1,000'}.`,
	backwards: (place: string, contract: string, from: string, to: string) =>
		`${place}: times of ${contract} run backwards, from ${from} to ${to}. Sort the file by ts_ms.`,
	twoRates: (place: string, contract: string, at: string, rates: readonly [string, string]) =>
		`${place}: ${contract} has two rates for the settlement at ${at}: ${rates[0]} and ${rates[1]}. Remove the wrong row.`,
	twoPrices: (place: string, contract: string, at: string, prices: readonly [string, string]) =>
		`${place}: ${contract} has two prices at ${at}: ${prices[0]} and ${prices[1]}. Remove the wrong row.`,
	twoTerms: (place: string, contract: string, column: string, values: readonly [string, string]) =>
		`${place}: ${contract} has two values of ${column}: ${values[0]} and ${values[1]}. Correct the wrong rows.`,
	unnamed: (exchange: string, coin: string, symbols: readonly string[]) =>
		`${coin} at ${exchange} has rates without a symbol, and also rates of ${listed(symbols)}. It is not clear whether they are the same contract. Replay the files one by one, or add the column symbol.`,
	twoContracts: (exchange: string, coin: string, symbols: readonly string[]) =>
		`The prices of ${coin} at ${exchange} have no symbol, and ${listed(symbols)} are contracts on it. Add the column symbol to the file of prices.`,
	pairName: (name: string, pairs: readonly [string, string]) =>
		`Two pairs of exchanges would both be called ${name}: ${pairs[0]} and ${pairs[1]}. Rename one of the exchanges in the data.`,
	notInData: (option: string, names: readonly string[], known: readonly string[]) =>
		`${option} names ${names.join(', ')}, which the data does not have. It has ${known.join(', ')}.`,
	noneChosen: (exchanges: readonly string[], coins: readonly string[]) =>
		`No contract of the data is on the chosen exchanges and coins. Its exchanges are ${exchanges.join(', ')}; its coins are ${coins.join(', ')}.`,
	noRates: (files: readonly string[]) =>
		`There are no settled rates in ${listed(files)}. A replay needs a file with the columns ts_ms, venue, base and rate.`,
	emptySpan: (from: string, until: string) =>
		`The span from ${from} until ${until} has no length. Choose an --until after --from.`,
	outside: (from: string, until: string, first: string, last: string) =>
		`The span from ${from} until ${until} is not inside the data, which begins at ${first} and ends at ${last}. Choose --from and --until inside it.`,
	noneInSpan: (from: string, until: string) =>
		`No contract has a settled rate from ${from} until ${until}. Choose a longer span, or other exchanges and coins.`,
	noRecordings: (paths: readonly string[]) =>
		`Grade A needs recordings of Carrywire, and there are none in ${listed(paths)}. Name a data directory, or use --grade B or --grade C for tables of rates and prices.`,
	manyRecordings: (paths: readonly string[]) =>
		`Grade A replays the recordings of one data directory; --data names ${paths.length}: ${listed(paths)}. Name one of them.`,
	noTerms: (path: string) =>
		`The recordings in ${path} do not have the terms of any contract, because version 0.2 or earlier wrote them. Write tables with \`carrywire record export --to DIR\` and replay those at grade B.`,
	recordingLine: (name: string, reason: string) =>
		`${name} is not a recording that this version reads: ${reason} Remove the file, or record again.`,
	recordingBackwards: (name: string, from: string, to: string) =>
		`${name}: the clock of the recording went back from ${from} to ${to}, which is more than a correction. Replay the time before and after it apart, with --from and --until.`,
	changed: (name: string) =>
		`${name} has become shorter since it was checked. Do not change recordings during a replay.`,
	noObservations: (path: string) =>
		`The recordings in ${path} have no observations. Record for longer with \`carrywire record\`.`,
	onlyRecordings: (paths: readonly string[]) =>
		`There are recordings of Carrywire and no tables in ${listed(paths)}. Use --grade A, or write tables with \`carrywire record export --to DIR\`.`,
	mixed: (priced: number, all: number, unpriced: readonly string[]) =>
		priced === 0
			? `Grade B needs prices, and no contract has any. Use --grade C, or add a file of marks or candles.`
			: `${priced} of ${all} contracts ${priced === 1 ? 'has' : 'have'} prices; ${listed(unpriced)} ${unpriced.length === 1 ? 'has' : 'have'} none. Use --grade C to replay all of them without prices, or --grade B to replay only those with prices.`,
} as const;

/** Sentences about what was left out. A dataset and its report carry them; none is an error. */
export const DATA_NOTES = {
	otherFiles: (names: readonly string[]) =>
		`${count(names.length, 'file')} left out, neither CSV nor Parquet: ${listed(names)}.`,
	otherExports: (names: readonly string[]) =>
		`${count(names.length, 'table')} of \`record export\` left out, which grades B and C do not use: ${listed(names)}.`,
	emptyTables: (names: readonly string[]) =>
		`${count(names.length, 'table')} without rows: ${listed(names)}.`,
	otherColumns: (name: string, columns: readonly string[]) =>
		`${name}: ${count(columns.length, 'column')} not read: ${listed(columns)}.`,
	settledMarks: (name: string) =>
		`${name}: the column mark is not read, because a replay with prices needs one an hour. A file of marks or candles has them.`,
	pricesAlone: (contracts: readonly string[]) =>
		`${count(contracts.length, 'contract')} left out, with prices but no settled rates: ${listed(contracts)}.`,
	priceless: (contracts: readonly string[]) =>
		`${count(contracts.length, 'contract')} left out by --grade B, without prices: ${listed(contracts)}.`,
	clockSteps: (name: string, times: number, longestMs: number) =>
		`${name}: the clock of the recording went back ${times === 1 ? 'once' : `${figure(times)} times`}, by at most ${figure(longestMs)} ms. Observations keep the order in which they were received.`,
	termless: (contracts: readonly string[]) =>
		`${count(contracts.length, 'contract')} left out, without recorded terms because version 0.2 or earlier recorded them: ${listed(contracts)}.`,
	pricesUnused: (contracts: number) =>
		`The prices of ${count(contracts, 'contract')} are not used, because of --grade C.`,
} as const;

/** Rules for values, as they continue the name of a column. */
export const VALUE_RULES = {
	name: 'must be a name of 1 to 64 letters, digits and . : / - _',
	time: 'must be a time in milliseconds since 1970, between 2009 and 2100',
	rate: (max: number) => `must be a fraction from -${max} to ${max}, such as 0.0001 for 0.01 %`,
	interval: 'must be a number of hours above 0 and at most 168, or empty',
	price: 'must be a price above 0',
	volume: 'must be a number that is not negative, or empty',
} as const;

/** Writes an instant such as `2026-02-19T16:00:00Z`. */
export function instant(at: number): string {
	return new Date(at).toISOString().replace('.000Z', 'Z');
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, LISTED_MAX).join(', ');
	return names.length <= LISTED_MAX ? shown : `${shown} and ${figure(names.length - LISTED_MAX)} more`;
}

function count(number: number, noun: string): string {
	return number === 1 ? `1 ${noun}` : `${figure(number)} ${noun}s`;
}

function figure(number: number): string {
	return number.toLocaleString('en');
}
