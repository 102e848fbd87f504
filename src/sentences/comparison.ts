/** Writes sentences that compare a figure with its limit. All languages share the form and bring their words. */
import type { Figure, Writer } from './sentence.ts';

/** Unit of the two figures, which decides their format. */
export type Unit = 'USD' | '%' | 'coins' | 'ms' | 'times' | 'count';

/** Facts of a check that compares two figures. An unknown value is null. */
export type Compared = { readonly value: Figure | null; readonly limit: Figure; readonly passed: boolean };

/** Words of a language for comparisons. */
export type ComparedWords = {
	/** Follows a quantity. */
	readonly coins: string;
	/** Written for an unknown figure. */
	readonly unknown: string;
	/** Name of an upper limit. */
	readonly limit: string;
	/** Name of a lower limit. */
	readonly minimum: string;
};

/** The words that differ between checks: the unit, the compared figure, and what to do after a failure. */
export type ComparedText = { readonly unit: Unit; readonly subject: string; readonly remedy: string };

type Comparison = (facts: Compared, write: Writer, text: ComparedText) => string;

/** Returns functions that compare a figure with an upper limit and with a minimum, in one language. */
export function comparisons(words: ComparedWords): {
	readonly atMost: Comparison;
	readonly atLeast: Comparison;
} {
	const compared =
		(bound: string): Comparison =>
		({ value, limit, passed }, write, { unit, subject, remedy }) => {
			const [was, most] = pair(unit, value ?? limit, limit, write, words.coins);
			const figures = `${subject}: ${value === null ? words.unknown : was}, ${bound} ${most}.`;
			return passed ? figures : `${figures} ${remedy}`;
		};
	return { atMost: compared(words.limit), atLeast: compared(words.minimum) };
}

function pair(unit: Unit, a: Figure, b: Figure, write: Writer, coins: string): readonly [string, string] {
	switch (unit) {
		case 'USD':
			return write.usdPair(a, b);
		case '%':
			return write.percentPair(a, b);
		case 'coins': {
			const [left, right] = write.coinsPair(a, b);
			return [`${left} ${coins}`, `${right} ${coins}`];
		}
		case 'ms':
			return durations(Number(a), Number(b), write);
		case 'times':
			return [`${write.number(a)}x`, `${write.number(b)}x`];
		case 'count':
			return [write.number(a), write.number(b)];
	}
}

/** Writes whole milliseconds if the rounded durations would look the same. */
function durations(a: number, b: number, write: Writer): readonly [string, string] {
	const texts = [write.duration(a), write.duration(b)] as const;
	return a !== b && texts[0] === texts[1] ? [`${a} ms`, `${b} ms`] : texts;
}
