/**
 * Defines sentences for people. A sentence carries the id and the facts that it was made of, so a page can write the
 * same sentence in another language and in the reader's number format. The tables lie beside
 * this file; each has a twin in Spanish. This folder imports nothing, so that pages can share it.
 */

/** A figure of a sentence: an exact decimal (`domain/decimal.ts`) inside the service, a number in a browser. */
export type Figure = bigint | number;

/** A fact of a sentence: a figure, a word, a sentence, or a list or record of them. Unknown is null, never NaN. */
export type Fact =
	| Figure
	| string
	| boolean
	| null
	| undefined
	| Sentence
	| readonly Fact[]
	| { readonly [name: string]: Fact };

/** The facts of a sentence by name. */
export type Facts = { readonly [name: string]: Fact };

/** A sentence in English, with its id and facts. */
export type Sentence = {
	/** Group and name in snake case, such as `verdict.low_odds`. Stable; programs may rely on it. */
	readonly id: string;
	readonly facts: Facts;
	/** The sentence in English. */
	readonly text: string;
};

/** A sentence as it is sent: its id and facts, without the text. */
export type SentenceRecord = { readonly id: string; readonly facts: Facts };

/**
 * Writes figures within sentences. The service writes English figures (`english.ts`); a page writes them in the
 * reader's number format.
 */
export type Writer = {
	/** Writes a number with grouped digits and all its decimals. */
	number(value: Figure): string;
	/** Writes a number with all its decimals; in English without grouped digits, as in the journal's reasons. */
	exact(value: Figure): string;
	/** Writes a number with grouped digits and exactly `places` decimals. */
	fixed(value: Figure, places: number): string;
	/** Writes USD with the unit: two decimals, or four below ten cents. */
	usd(value: Figure): string;
	/** Writes two amounts in USD for comparison, with enough decimals to distinguish them. */
	usdPair(a: Figure, b: Figure): readonly [string, string];
	/** Writes a fraction as a percentage with at least `places` decimals (default 2), more if it would look like 0. */
	percent(share: Figure, places?: number): string;
	/** Writes a fraction as a percentage with exactly `places` decimals. */
	percentFixed(share: Figure, places: number): string;
	/** Writes two percentages (12.5 is 12.5 %) for comparison, with enough decimals to distinguish them. */
	percentPair(a: Figure, b: Figure): readonly [string, string];
	/** Writes a probability in whole percent, with decimals near 0 and 100 % or if it would look equal to `other`. */
	chance(share: Figure, other?: Figure): string;
	/** Writes coins with at most eight significant digits. */
	coins(value: Figure): string;
	/** Writes two quantities for comparison, with enough digits to distinguish them. */
	coinsPair(a: Figure, b: Figure): readonly [string, string];
	/** Writes a duration in milliseconds: `340 ms`, `12.4 s`. */
	duration(ms: number): string;
	/** Writes a time (Unix milliseconds) to the minute. */
	instant(at: number): string;
	/** Writes a time (Unix milliseconds) to the second. */
	second(at: number): string;
	/** Writes words that are a fact of another sentence. */
	words(inner: Words | SentenceRecord): string;
};

/** A sentence of a table: its facts (any type whose members are facts), and the writer of its figures. */
// biome-ignore lint/suspicious/noExplicitAny: each sentence has facts of its own type.
type Template = (facts: any, write: Writer) => string;

/** A table of sentences by name. */
export type SentenceTable = Readonly<Record<string, Template>>;

/** The functions of a table without the writer; they return sentences. Sentences without facts take no argument. */
export type Spoken<Table extends SentenceTable> = {
	readonly [Name in keyof Table]: Parameters<Table[Name]> extends []
		? () => Sentence
		: unknown extends Parameters<Table[Name]>[0]
			? () => Sentence
			: (facts: Parameters<Table[Name]>[0]) => Sentence;
};

/**
 * A sentence, or words that have no translation: an exchange's own message, or a text that a person typed.
 */
export type Words = Sentence | string;

/** Returns the words in English. */
export function textOf(words: Words): string {
	return typeof words === 'string' ? words : words.text;
}

/** Returns what is sent of a sentence beside its text; null for words that have no translation. */
export function sentenceOf(words: Words): SentenceRecord | null {
	return typeof words === 'string' ? null : { id: words.id, facts: words.facts };
}

/** Lists sentences by their English text, to recognize those that a store keeps as text. */
export function byText(sentences: readonly Sentence[]): ReadonlyMap<string, Sentence> {
	return new Map(sentences.map((sentence) => [sentence.text, sentence]));
}

/** Id of several sentences in a row. */
export const JOINED = 'joined';

/** Joins sentences into one. Pages translate each part. */
export function joined(parts: readonly Words[]): Words {
	const [only] = parts;
	if (only !== undefined && parts.length === 1) return only;
	return { id: JOINED, facts: { parts }, text: parts.map(textOf).join(' ') };
}
