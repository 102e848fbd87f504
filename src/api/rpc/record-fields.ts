/** Builds schemas for values in results. Decimals inside the service are JSON numbers on the wire. */

import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { published } from '../../domain/estimate.ts';
import type { FieldReason } from '../../domain/opportunity.ts';
import type { Pagination } from '../../domain/pagination.ts';
import { snakeName } from '../../domain/snake-case.ts';
import { type Sentence, textOf, type Words } from '../../sentences/sentence.ts';

/**
 * A record that fits the schema, before it is serialized. Each number may be an exact decimal, which
 * `encodeExactJson` writes with all digits.
 */
export type Wire<Schema extends z.ZodType> = Exact<z.output<Schema>>;

type Exact<T> = T extends number
	? T | Decimal
	: T extends object
		? { readonly [K in keyof T]: Exact<T[K]> }
		: T;

/** Builds the schema for a JSON number; inside the service the value is a Decimal. */
export const amount = (description: string) => z.number().describe(description);
/** Builds the schema for a number that is null if unknown. */
export const amountOrNull = (description: string) => z.number().nullable().describe(description);
/** Builds the schema for a time in whole Unix seconds. */
export const unixSeconds = (description: string) => z.int().describe(`${description} Unix seconds.`);
/** Builds the schema for a time in whole Unix seconds that is null if unknown. */
export const unixSecondsOrNull = (description: string) =>
	z.int().nullable().describe(`${description} Unix seconds.`);
/** Builds the schema for an ISO 8601 time in UTC with milliseconds. */
export const instant = (description: string) =>
	z.iso.datetime({ precision: 3 }).describe(`${description} ISO 8601, UTC.`);
/** Builds the schema for an ISO 8601 time in UTC with milliseconds that is null if unknown. */
export const instantOrNull = (description: string) =>
	z.iso.datetime({ precision: 3 }).nullable().describe(`${description} ISO 8601, UTC.`);

/** Id and facts of a sentence, for clients that write it in another language. */
const partsSchema = z
	.strictObject({
		id: z.string().describe('Stable id of the sentence, such as verdict.low_odds.'),
		facts: z.record(z.string(), z.unknown()).describe('Figures and words of the sentence.'),
	})
	.describe('Id and facts of the sentence, for another language. Absent: it has no translation.');

/** The parts of a sentence; absent if it has no translation. */
export const sentenceSchema = partsSchema.optional();
/** The parts of each sentence of a list, in its order; null for sentences that have no translation. */
export const sentencesSchema = z.array(partsSchema.nullable());

/** A sentence with its parts, as it is sent. */
export function wordsRecord(words: Words): { readonly message: string } & SentenceMember {
	return { message: textOf(words), ...sentenceMember(words) };
}

type SentenceMember = { readonly sentence?: NonNullable<Wire<typeof sentenceSchema>> };

/** Returns the member `sentence` of a record; nothing for words that have no translation. */
export function sentenceMember(words: Words): SentenceMember {
	const sentence = sentenceRecord(words);
	return sentence === null ? {} : { sentence };
}

type Parts = Wire<typeof partsSchema>;

/** Parts by sentence. Lists send a sentence again with each change, and many records share one. */
const PARTS = new WeakMap<Sentence, Parts>();

/** Returns the parts of a sentence as they are sent; null for words that have no translation. */
export function sentenceRecord(words: Words): Parts | null {
	if (typeof words === 'string') return null;
	const known = PARTS.get(words);
	if (known !== undefined) return known;
	const parts = { id: words.id, facts: sentMembers(words.facts) };
	PARTS.set(words, parts);
	return parts;
}

/**
 * Converts a fact as it is sent. A nested sentence loses its English text, because its id and facts are enough.
 * Estimates get as many digits as the record's other figures.
 */
function sentFact(fact: unknown): unknown {
	if (typeof fact === 'number') return Number.isInteger(fact) ? fact : published(fact);
	if (typeof fact !== 'object' || fact === null) return fact;
	if (Array.isArray(fact)) return fact.map(sentFact);
	const isSentence = 'id' in fact && 'facts' in fact && 'text' in fact;
	return isSentence ? sentenceRecord(fact as Sentence) : sentMembers(fact);
}

function sentMembers(facts: object): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const [name, fact] of Object.entries(facts)) sent[snakeName(name)] = sentFact(fact);
	return sent;
}

/** Reasons why fields are null or uncertain. */
export const reasonsSchema = z
	.array(
		z.strictObject({
			field: z.string().describe('Path of the member that the reason explains.'),
			code: z.string().describe('Stable code for programs.'),
			message: z.string().describe('Sentence for people.'),
			sentence: sentenceSchema,
		}),
	)
	.describe('Reasons why members are null or uncertain.');

/** Converts reasons to their records. */
export function reasonRecords(reasons: readonly FieldReason[]): Wire<typeof reasonsSchema> {
	return reasons.map(({ field, code, message }) => ({ field, code, ...wordsRecord(message) }));
}

/** Warnings, each with a code and a message. */
export const warningsSchema = z.array(
	z.strictObject({
		code: z.string().describe('Stable code for programs.'),
		message: z.string().describe('Sentence for people.'),
		sentence: sentenceSchema,
	}),
);

/** Converts warnings to their records. */
export function warningRecords(
	warnings: readonly { readonly code: string; readonly message: Words }[],
): Wire<typeof warningsSchema> {
	return warnings.map(({ code, message }) => ({ code, ...wordsRecord(message) }));
}

/** Position of a page within its list. */
export const paginationSchema = z.strictObject({
	current_page: z.int().describe('Number of this page, from 1.'),
	per_page: z.int().describe('Records per page.'),
	total_count: z.int().describe('Number of records on all pages.'),
	total_pages: z.int().describe('Number of pages.'),
	has_next: z.boolean().describe('True when a next page exists.'),
	has_previous: z.boolean().describe('True when a previous page exists.'),
});

/** Converts a page's position to its record on the wire. */
export function paginationRecord(pagination: Pagination): Wire<typeof paginationSchema> {
	return {
		current_page: pagination.currentPage,
		per_page: pagination.perPage,
		total_count: pagination.totalCount,
		total_pages: pagination.totalPages,
		has_next: pagination.hasNext,
		has_previous: pagination.hasPrevious,
	};
}

/** Pagination of the first page of a list with a single record. */
export const PAGINATION_EXAMPLE = {
	current_page: 1,
	per_page: 20,
	total_count: 1,
	total_pages: 1,
	has_next: false,
	has_previous: false,
};

/** Status of an execution on the wire. */
export const executionStatusSchema = z
	.enum(['queued', 'opening', 'running', 'closing', 'closed', 'failed', 'needs_attention'])
	.describe('State of the execution. needs_attention: you must act; status_reason or the journal says why.');

/** Execution mode, which says how the two legs are opened. */
export const modeSchema = z
	.enum(['auto', 'grid', 'single-direct', 'single-delay'])
	.describe('Execution mode.');
