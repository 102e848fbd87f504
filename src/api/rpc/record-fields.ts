/** Schemas of values in results. A result is JSON: what is a Decimal inside is a number here. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import type { Pagination } from '../../domain/pagination.ts';

/**
 * A record as its schema has it, before it is written as JSON: each of its numbers may be an exact decimal, which
 * `encodeExactJson` writes digit by digit.
 */
export type Wire<Schema extends z.ZodType> = Exact<z.output<Schema>>;

type Exact<T> = T extends number
	? T | Decimal
	: T extends object
		? { readonly [K in keyof T]: Exact<T[K]> }
		: T;

/** A number; an exact decimal inside the service. */
export const amount = (description: string) => z.number().describe(description);
/** A number, or null where it is unknown. */
export const amountOrNull = (description: string) => z.number().nullable().describe(description);
/** A time in whole Unix seconds. */
export const unixSeconds = (description: string) => z.int().describe(`${description} Unix seconds.`);
/** A time in whole Unix seconds, or null where it is unknown. */
export const unixSecondsOrNull = (description: string) =>
	z.int().nullable().describe(`${description} Unix seconds.`);
/** ISO 8601 UTC with milliseconds. */
export const instant = (description: string) =>
	z.iso.datetime({ precision: 3 }).describe(`${description} ISO 8601, UTC.`);
/** ISO 8601 UTC with milliseconds, or null where it is unknown. */
export const instantOrNull = (description: string) =>
	z.iso.datetime({ precision: 3 }).nullable().describe(`${description} ISO 8601, UTC.`);

/** Reasons for members that are null or doubtful. */
export const reasonsSchema = z
	.array(
		z.strictObject({
			field: z.string().describe('Path of the member.'),
			code: z.string().describe('For programs.'),
			message: z.string().describe('For people.'),
		}),
	)
	.describe('Why a member is null or doubtful.');

/** Warnings, each with a code and a sentence. */
export const warningsSchema = z.array(
	z.strictObject({
		code: z.string().describe('For programs.'),
		message: z.string().describe('For people.'),
	}),
);

/** The place of a page in its list. */
export const paginationSchema = z.strictObject({
	current_page: z.int().describe('Page that is answered, from 1.'),
	per_page: z.int().describe('Records per page.'),
	total_count: z.int().describe('Records on all pages.'),
	total_pages: z.int().describe('Pages there are.'),
	has_next: z.boolean().describe('There is a page after this one.'),
	has_previous: z.boolean().describe('There is a page before this one.'),
});

/** The place of a page in its list, as every paged answer says it. */
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

/** Of the first page, which has one row. */
export const PAGINATION_EXAMPLE = {
	current_page: 1,
	per_page: 20,
	total_count: 1,
	total_pages: 1,
	has_next: false,
	has_previous: false,
};

/** The state of an execution as callers see it. */
export const executionStatusSchema = z
	.enum(['queued', 'opening', 'running', 'closing', 'closed', 'failed', 'needs_attention'])
	.describe('needs_attention: a person must look; status_reason or the journal says why.');

/** The mode in which the legs are worked. */
export const modeSchema = z
	.enum(['auto', 'grid', 'single-direct', 'single-delay'])
	.describe('How the legs are worked.');
