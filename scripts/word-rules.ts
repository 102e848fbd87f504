/**
 * Defines the sentence openings, words and parts of names that our texts and code must not use, and what to write
 * instead. Terms of trading or of the programming language that contain one of them have an entry in
 * `word-allowances.ts`.
 */
import type { Prose } from './prose.ts';

/** A fault in a text, a name or a file name. */
export type WordFault = {
	/** 1-based line of the fault; 0 for a fault in the file's name. */
	readonly line: number;
	/** The words or the name as written; for a sentence opening, the beginning of the sentence. */
	readonly found: string;
	/** The text to write instead. */
	readonly write: string;
	/** Index of the first character of the fault in the text. */
	readonly from: number;
	/** Index after the last character of the fault in the text. */
	readonly to: number;
};

const OPENING =
	/^[\s"'“‘(*_]*(?:Be it|By|For whom|Of|So many|Such|What|Whatever|Where|Who|Whoever|Whom|Whose)\b/;
const OPENING_OF_TEXT = new RegExp(OPENING.source, 'i');
const SENTENCE_END =
	/(?<!\b(?:e\.g|i\.e|vs|cf|etc|approx))[.!?]["'”’)*_]*\s+(?:…\s+)?(?=["'“‘(*_]*[\p{Lu}`])/gu;
const WORD = /[\p{L}\d`]+(?:[’'.,-][\p{L}\d`]+)*/gu;
/** Matches bold words at the beginning of a paragraph that serve as its heading. */
const RUN_IN_HEADING = /^\s*\*\*[^*]+(?:[.:]\*\*|\*\*:)/;
const FOUND_LENGTH = 50;

/**
 * Forbidden patterns, each with what to write instead. A space in a pattern matches any white space, and case does
 * not matter. If several patterns match at one place, only the first in the list counts.
 */
const WORDS: readonly (readonly [pattern: RegExp, write: string])[] = [
	// Trading terms.
	[/promis(?:e[ds]?|ing)/, 'forecast (of carry), or guarantee'],
	[
		/(?:what|how much|most|more|much|less|something|nothing) (?:is|was|are) left(?! (?:out|over|open|alone|behind|to|as))|expected to be left/,
		'net profit, or remainder',
	],
	[/shown spread/, 'headline spread'],
	[/the middle(?! of)|the middle of the book/, 'mid price'],
	[/dear(?:er|est)?/, 'expensive, more or most expensive'],
	[/by hand|a hand(?!-)/, 'manually, or a manual trade'],
	[/seized|taken by the (?:exchange|venue)/, 'liquidated, or auto-deleveraged (ADL)'],
	[/stands? alone|legs? alone/, 'unhedged leg'],
	[
		/(?:legs?|positions?|ahead|excess) (?:is|are|was|were|be) cut|cuts? (?:the|a|one|either|that) (?:\w+ )?(?:leg|position)|cut to match/,
		'reduce, trim',
	],
	[/on (?:its|their) way/, 'in flight'],
	[
		/(?:its|a|each|every|earlier|past|ended) (?:life|lives)|lives of|life of an? opportunity/,
		'lifetime, or sighting',
	],
	[/epochs?/, 'funding interval'],
	[/no(?:thing|body) forbids/, 'tradable'],
	[/anew/, 'again: restarted, refetched'],
	[
		/told(?! (?:apart|to (?!(?:all|an?|anybody|both|each|every|nobody|one|the|them|whoever)\b)\w))|tells? of/,
		'notified, reported',
	],
	[/invented (?:USD|money|dollars)/, 'demo USD'],
	[/own word|by the word of/, 'confirmed by the exchange'],
	[/(?<!there )(?:is|are|was|were) no \w+/, 'is not a'],
	[
		/(?:a|an|the|its|each|every|one|two|both|this|any|another|last|next|first|latest|bare|single) looks?|looked at/,
		'read, poll, check',
	],
	// Private names for common things.
	[/rooms?/, 'the function: capacity, limit, composition'],
	[/floors?/, 'the function: minimum, lower bound'],
	[/desks?/, 'the function: order service'],
	[/stages?/, 'the function: fixture, phase'],
	[/faces?/, 'the function: protocol front end'],
	[/lanes?/, 'the function: queue, connection'],
	[/pictures?/, 'the function: snapshot'],
	[/keepers?/, 'the function: cache, registry'],
	[/slots?/, 'the function: pair row, pair'],
	// German or archaic constructions.
	[/whoever|whomever/, 'a noun: the caller, the user'],
	[/but for/, 'except'],
	[/that which|those which/, 'a noun'],
	[/so long(?: as)?/, 'that long, as long as, or the figure'],
	[/so (?:small|large|old|late|few|far|high|low|short|great) an?/, 'a … this small'],
	[/many an?/, 'many'],
	[/(?:is|are|was|were) had/, 'have, with an actor'],
	[/(?:is|are|was|were|be|been) begun|that begun/, 'started'],
	[/(?:is|are|was|were|be|been) said/, 'an actor and a verb: the page shows, the service reports'],
	[/that there (?:is|are|was|were)(?: not)?(?=[,.;:)]|$)/, 'existing, or available'],
	[/go(?:es|ing)? (?:its|their) way/, 'continue'],
	[/asked for|asks? for(?=[.,;:)]|$)/, 'request, require, fetch'],
	[/stands?|stood/, 'is, applies, remains'],
	[
		/(?<!\b(?:all|any|half|more|most|much|none|part|rest|some|because|instead|out|spite|ahead|outside|inside|copy|use|end|front) )of it/,
		'its, or the noun',
	],
	[/hang(?:s|ing)? on/, 'depend on'],
	[/speaks? against/, 'a reason against, a guard'],
	[/as ever/, 'as usual, as before'],
	[/for ever/, 'forever, permanently'],
	[
		/(?:thereof|therein|thereby|thereupon|whereof|wherein|whereby|whereupon|hitherto|henceforth|hence|lest|nought|naught|thrice|whence|whither|upon which|save for|as yet)/,
		'a modern word: so, never, three times, except, yet',
	],
	[/(?<=, )for (?:it|they|he|this|that|there) (?:is|are|was|were|has|have|would|can|may|does)/, 'because'],
	[
		/(?:counted|computed|written|kept|measured|listed|shown|reported|stored|summed|drawn|held) apart/,
		'separately',
	],
];

/** Parts of names that tell a newcomer nothing, each with examples of better parts. */
const NAME_PARTS: ReadonlyMap<string, string> = new Map(
	(
		[
			['room', 'capacity, composition'],
			['desk', 'order service'],
			['stage', 'fixture, phase'],
			['face', 'front end'],
			['lane', 'queue, connection'],
			['picture', 'snapshot'],
			['keeper', 'cache, registry'],
			['promise', 'forecast'],
			['promised', 'forecast'],
			['look', 'read, check'],
			['looked', 'read, checked'],
			['slot', 'pair row'],
			['floor', 'minimum'],
		] as const
	).flatMap(([part, write]) => [
		[part, write],
		[`${part}s`, write],
	]),
);

const ALL_WORDS = new RegExp(WORDS.map(([pattern]) => spaced(pattern)).join('|'), 'giu');
const EACH_WORD = WORDS.map(([pattern, write]) => ({ pattern: new RegExp(spaced(pattern), 'iuy'), write }));

function spaced(pattern: RegExp): string {
	return `\\b(?:${pattern.source.replaceAll(' ', '\\s+')})\\b`;
}

/**
 * Returns the faults in one text: forbidden words and forbidden sentence openings. Questions and headings may begin
 * with any word.
 */
export function faultsOfProse(piece: Prose): readonly WordFault[] {
	return [...openingsIn(piece), ...wordsIn(piece)];
}

function openingsIn({ kind, text, line, beginsSentence }: Prose): readonly WordFault[] {
	if (kind === 'heading') return [];
	return sentencesOf(text).flatMap(({ sentence, from }) => {
		const opening = (from === 0 && beginsSentence ? OPENING_OF_TEXT : OPENING).exec(sentence);
		if (opening === null || (from === 0 && RUN_IN_HEADING.test(text))) return [];
		// A single word is a label or a table cell. A string in code that ends without punctuation may quote a
		// heading.
		const isLabel = !/\S\s+\S/.test(sentence.trim());
		const isQuoted = kind === 'string' && !beginsSentence && !/[.!;:,][^\p{L}\d]*$/u.test(sentence);
		if (isLabel || isQuoted || /\?["'”’)*_]*\s*$/.test(sentence)) return [];
		const to = from + opening[0].length;
		return [
			{ line: lineAt(text, line, to), found: shortened(sentence), write: 'the subject first', from, to },
		];
	});
}

/** Returns the sentences with more than `wordsMax` words; headings may have any length. */
export function longSentencesIn({ kind, text, line }: Prose, wordsMax: number): readonly WordFault[] {
	if (kind === 'heading') return [];
	return sentencesOf(text).flatMap(({ sentence, from }) => {
		const words = sentence.match(WORD)?.length ?? 0;
		if (words <= wordsMax) return [];
		const at = { line: lineAt(text, line, from + sentence.search(/\S/)), from, to: from + sentence.length };
		return [{ ...at, found: shortened(sentence), write: `at most ${wordsMax} words, not ${words}` }];
	});
}

function shortened(sentence: string): string {
	const plain = sentence.replace(/\s+/g, ' ').trim();
	return plain.length > FOUND_LENGTH ? `${plain.slice(0, FOUND_LENGTH)}…` : plain;
}

/** Splits a text into sentences, each with its position. A question mark ends a sentence too. */
export function sentencesOf(text: string): readonly { readonly sentence: string; readonly from: number }[] {
	const starts = [0, ...[...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length)];
	return starts.map((from, index) => ({ sentence: text.slice(from, starts[index + 1]), from }));
}

function wordsIn({ text, line }: Prose): readonly WordFault[] {
	return [...text.matchAll(ALL_WORDS)].flatMap((match) => {
		const rule = EACH_WORD.find(({ pattern }) => {
			pattern.lastIndex = match.index;
			return pattern.test(text);
		});
		if (rule === undefined) return [];
		const to = match.index + match[0].length;
		const found = match[0].replace(/\s+/g, ' ');
		return [{ line: lineAt(text, line, match.index), found, write: rule.write, from: match.index, to }];
	});
}

function lineAt(text: string, line: number, at: number): number {
	return line + text.slice(0, at).split('\n').length - 1;
}

/**
 * Returns the faults in a name, found in its parts: `slotKey` contains `slot`. A file's name is checked like a name
 * in code.
 */
export function faultsOfName(name: string, line: number): readonly WordFault[] {
	const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
	return parts.flatMap((part) => {
		const write = NAME_PARTS.get(part.toLowerCase());
		return write === undefined ? [] : [{ line, found: name, write, from: 0, to: name.length }];
	});
}
