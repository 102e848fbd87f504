/** Writes the figures of sentences in the reader's number format and time zone. */
import type { Figure, Writer } from '../../../src/sentences/sentence.ts';
import { momentText } from '../figures/moments.ts';
import { writeNumber } from '../figures/reader-format.ts';

const USD_PLACES = 2;
/** USD amounts below this are shown with `SMALL_USD_PLACES` decimals, because two are too coarse. */
const SMALL_USD = 0.1;
const SMALL_USD_PLACES = 4;
const PERCENT_PLACES = 2;
const COIN_DIGITS = 8;
const PLACES_MAX = 18;
const MS_PER_S = 1_000;
const MS_PER_MINUTE = 60_000;

/** Builds the writer. @param words writes a sentence that is a fact of another one */
export function readerWriter(words: Writer['words']): Writer {
	const number = (value: Figure): string => writeNumber(Number(value), { maximumFractionDigits: PLACES_MAX });
	return {
		number,
		exact: number,
		fixed: (value, places) => fixed(Number(value), places),
		usd: (value) => `${fixed(Number(value), usdPlaces(Number(value)))} USD`,
		usdPair: (a, b) => pair(a, b, Math.max(usdPlaces(Number(a)), usdPlaces(Number(b))), fixed, ' USD'),
		percent: (share, places = PERCENT_PLACES) => percent(Number(share) * 100, places),
		percentFixed: (share, places) => `${fixed(Number(share) * 100, places)} %`,
		percentPair: (a, b) => pair(a, b, PERCENT_PLACES, atMost, ' %'),
		chance: (share, other) =>
			chance(Number(share) * 100, other === undefined ? undefined : Number(other) * 100),
		coins: (value) => coins(Number(value)),
		coinsPair: (a, b) =>
			a !== b && coins(Number(a)) === coins(Number(b))
				? [atMost(Number(a), PLACES_MAX), atMost(Number(b), PLACES_MAX)]
				: [coins(Number(a)), coins(Number(b))],
		duration,
		instant: (at) => momentText(at, { now: at }),
		second: (at) => momentText(at, { now: at, seconds: true }),
		words,
	};
}

function fixed(value: number, places: number): string {
	return writeNumber(value, { minimumFractionDigits: places, maximumFractionDigits: places });
}

function atMost(value: number, places: number): string {
	return writeNumber(value, { maximumFractionDigits: places });
}

function usdPlaces(value: number): number {
	return value !== 0 && Math.abs(value) < SMALL_USD ? SMALL_USD_PLACES : USD_PLACES;
}

function percent(value: number, places: number): string {
	let needed = places;
	while (needed < PLACES_MAX && value !== 0 && Number(value.toFixed(needed)) === 0) needed += 1;
	return `${fixed(value, needed)} %`;
}

/** Writes a probability in percent. It never looks like 0, 100 or `other` unless it is. */
function chance(value: number, other: number | undefined): string {
	const limits = other === undefined ? [0, 100] : [0, 100, other];
	let places = value < 1 || value > 99 ? 1 : 0;
	while (places < PLACES_MAX && limits.some((at) => at !== value && Number(value.toFixed(places)) === at))
		places += 1;
	return `${atMost(value, places)} %`;
}

function coins(value: number): string {
	const whole = String(Math.trunc(Math.abs(value))).length;
	return atMost(value, Math.max(0, COIN_DIGITS - whole));
}

function duration(ms: number): string {
	if (ms < MS_PER_S) return `${fixed(ms, 0)} ms`;
	return `${fixed(ms / MS_PER_S, ms < MS_PER_MINUTE ? 1 : 0)} s`;
}

/** Writes two values for comparison, with enough decimals to distinguish them. */
function pair(
	a: Figure,
	b: Figure,
	placesMin: number,
	write: (value: number, places: number) => string,
	unit: string,
): readonly [string, string] {
	let places = placesMin;
	while (
		places < PLACES_MAX &&
		Number(a) !== Number(b) &&
		write(Number(a), places) === write(Number(b), places)
	)
		places += 1;
	return [`${write(Number(a), places)}${unit}`, `${write(Number(b), places)}${unit}`];
}
