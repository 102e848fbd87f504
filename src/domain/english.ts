/**
 * Builds sentences in English from their tables. Figures have grouped digits and decimal points; times are in UTC.
 */

import type { Facts, Figure, Sentence, SentenceTable, Spoken, Writer } from '../sentences/sentence.ts';
import {
	type Decimal,
	formatDecimal,
	formatFixed,
	fromInteger,
	mulTrunc,
	ONE,
	roundPlaces,
} from './decimal.ts';
import { published } from './estimate.ts';
import {
	coinsText,
	coinsTexts,
	durationText,
	grouped,
	instantText,
	percentTexts,
	usdText,
	usdTexts,
} from './figure-text.ts';
import { snakeName } from './snake-case.ts';

const PERCENT = fromInteger(100);
const PERCENT_PLACES = 2;
const PLACES_MAX = 18;

/**
 * Returns functions that build the sentences of a table in English.
 * @param group first part of the sentences' ids; the name of the table's file
 */
export function spoken<Table extends SentenceTable>(group: string, table: Table): Spoken<Table> {
	const entries = Object.entries(table).map(([name, template]) => {
		const id = `${group}.${snakeName(name)}`;
		return [name, (facts: Facts = {}): Sentence => ({ id, facts, text: template(facts, english) })];
	});
	return Object.fromEntries(entries) as Spoken<Table>;
}

/** Writes figures in English. */
const english: Writer = {
	number: (value) => grouped(formatDecimal(exact(value))),
	exact: (value) => formatDecimal(exact(value)),
	fixed: (value, places) => grouped(formatFixed(exact(value), places)),
	usd: (value) => usdText(exact(value)),
	usdPair: (a, b) => usdTexts(exact(a), exact(b)),
	percent,
	percentFixed: (share, places) => `${formatFixed(mulTrunc(exact(share), PERCENT), places)} %`,
	percentPair: (a, b) => percentTexts(exact(a), exact(b)),
	chance,
	coins: (value) => coinsText(exact(value)),
	coinsPair: (a, b) => coinsTexts(exact(a), exact(b)),
	duration: durationText,
	instant: instantText,
	second: (at) =>
		instantText(at).replace(' UTC', `:${String(new Date(at).getUTCSeconds()).padStart(2, '0')} UTC`),
	words: (inner) => (typeof inner === 'string' ? inner : 'text' in inner ? inner.text : inner.id),
};

/** Returns a writer of English figures whose nested words are written by `words`. */
export function writerWith(words: Writer['words']): Writer {
	return { ...english, words };
}

function exact(value: Figure): Decimal {
	return typeof value === 'number' ? published(value) : (value as Decimal);
}

function percent(share: Figure, places: number = PERCENT_PLACES): string {
	const value = mulTrunc(exact(share), PERCENT);
	let needed = places;
	while (needed < PLACES_MAX && value !== 0n && roundPlaces(value, needed) === 0n) needed += 1;
	return `${formatFixed(value, needed)} %`;
}

function chance(share: Figure, other?: Figure): string {
	const value = mulTrunc(exact(share), PERCENT);
	const rounded = [0n, PERCENT, ...(other === undefined ? [] : [mulTrunc(exact(other), PERCENT)])];
	let places = value < ONE || value > PERCENT - ONE ? 1 : 0;
	while (places < PLACES_MAX && rounded.some((at) => at !== value && roundPlaces(value, places) === at))
		places += 1;
	return `${formatDecimal(roundPlaces(value, places))} %`;
}
