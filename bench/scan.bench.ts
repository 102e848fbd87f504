/**
 * Measures how many pair rows a second the scanner updates. An update is one instrument's new ticker or book. It
 * refreshes all of that instrument's pair rows and the default sort order.
 */
import { createFullScanner } from './full-scanner.ts';
import { createHandClock } from './hand-clock.ts';
import { type Case, interleave, percentile } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';
import { createUniverse, type Universe } from './universe.ts';

const VENUES = 10;
const COINS = 500;
const FEW_COINS = 50;
const ROUNDS = 60;
const UPDATES = 2_000;
const PAIRS_PER_UPDATE = VENUES - 1;
const REFRESHES = UPDATES * PAIRS_PER_UPDATE;
/**
 * Number of sampling periods to run. The scanner samples each pair row's basis once in 25 periods, and reports the
 * basis after five samples.
 */
const SAMPLING_PERIODS = 150;
/**
 * Step from one updated instrument to the next. The steps visit every instrument once. Each leads to another coin, so
 * that the instrument's data is not in the fast caches.
 */
const STRIDE = 1_237;

/** Builds a full market in which every pair row has a forecast and a basis, so a refresh skips nothing. */
async function settledUniverse(coins: number): Promise<Universe> {
	const clock = createHandClock();
	const universe = createUniverse(VENUES, coins, clock.now);
	const { fittable } = createFullScanner(universe, clock);
	await clock.runDue();
	// Checks that every pair has a forecast, because a refresh without one would skip most of its work.
	const pairs = (coins * VENUES * (VENUES - 1)) / 2;
	if (fittable().length !== pairs)
		throw new Error(`Forecasts of ${pairs} pairs are needed, were ${fittable().length}.`);
	for (let period = 0; period < SAMPLING_PERIODS; period += 1) clock.runPeriodic();
	return universe;
}

/** Returns a case that updates one instrument after another. Each run continues where the last one stopped. */
function updating(universe: Universe, update: (index: number) => void): Case {
	let at = 0;
	return () => {
		for (let count = 0; count < UPDATES; count += 1) {
			at = (at + STRIDE) % universe.instruments.length;
			update(at);
		}
	};
}

/**
 * Returns a bare loop over as many pair rows as the scanner's updates refresh. Per pair row it reads eight numbers of
 * each leg and eight of the row itself, and writes five.
 */
function bareLoop(): Case {
	const legCount = VENUES * COINS;
	const legs = new Float64Array(legCount * 8).fill(1.5);
	const pairRows = new Float64Array(legCount * PAIRS_PER_UPDATE * 16).fill(0.5);
	const refresh = (leg: number, other: number, pairRow: number): void => {
		let sum = 0;
		for (let column = 0; column < 8; column += 1) {
			const apart = (legs[leg * 8 + column] as number) - (legs[other * 8 + column] as number);
			sum += ((apart + 1) * (pairRows[pairRow * 16 + column] as number)) / (1 + Math.abs(apart));
		}
		for (let column = 8; column < 13; column += 1) pairRows[pairRow * 16 + column] = sum * column;
	};
	let at = 0;
	return () => {
		for (let count = 0; count < UPDATES; count += 1) {
			at = (at + STRIDE) % legCount;
			for (let venue = 1; venue <= PAIRS_PER_UPDATE; venue += 1)
				refresh(at, (at + venue * COINS) % legCount, at * PAIRS_PER_UPDATE + venue - 1);
		}
	};
}

const full = await settledUniverse(COINS);
const few = await settledUniverse(FEW_COINS);
const cases = {
	'bare loop': bareLoop(),
	'tickers, 500 coins': updating(full, full.tick),
	'books, 500 coins': updating(full, full.book),
	'tickers, 50 coins': updating(few, few.tick),
	'books, 50 coins': updating(few, few.book),
};

/**
 * Processor time of this thread per case, milliseconds. Wall time on a shared machine would include the work of
 * others.
 */
const processorMs = new Map<string, number>();
let isCounted = false;
function counted(name: string, run: Case): Case {
	return () => {
		const before = process.threadCpuUsage();
		run();
		const { user, system } = process.threadCpuUsage(before);
		if (isCounted) processorMs.set(name, (processorMs.get(name) ?? 0) + (user + system) / 1_000);
	};
}

const countedCases = Object.fromEntries(
	Object.entries(cases).map(([name, run]) => [name, counted(name, run)]),
) as typeof cases;
await interleave(ROUNDS / 10, countedCases);
isCounted = true;
const samples = await interleave(ROUNDS, countedCases, { warmupRounds: 0 });
const figures = Object.entries(samples).flatMap(([name, durations]): Figure[] => [
	{
		name: `${name}: pairs, median round`,
		value: (REFRESHES / percentile(durations, 0.5)) * 1e9,
		unit: 'per second',
	},
	{
		name: `${name}: pairs, of processor time`,
		value: (REFRESHES * ROUNDS * 1_000) / (processorMs.get(name) ?? Number.NaN),
		unit: 'per second',
	},
]);
const round = [
	`One round: ${UPDATES} updates of ${PAIRS_PER_UPDATE} pairs each on one core; ${VENUES} venues (45 exchange pairs) with 500 coins`,
	'(22,500 pairs) or 50. Each update is of another coin, so that its data is not in the fast caches. The bare loop is the least',
	'that an update could be: for as many pairs, eight numbers of both legs and eight of the pair are read in a plain loop, and five written.',
].join(' ');
deliver({ ...summarize('Pairs kept in step with the market', round, samples, 'bare loop'), figures });
process.exit(0);
