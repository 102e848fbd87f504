/**
 * Defines a row of the risk gate: the figure, its limit, whether the check passed, and the error code of a failure.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ErrorCode } from '../../domain/codes.ts';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import type { PreviewCheck } from '../../ports/order-service.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { OpenFacts } from './facts.ts';
import { UNKNOWN } from './text.ts';

/** The figures and the message of a row, for users. */
export type RowText = Pick<PreviewCheck, 'value' | 'limit' | 'message'>;

/** A row of the gate, with the error code of a refusal. */
export type CheckRow = Pick<PreviewCheck, 'check' | 'passed'> & {
	/** Builds the text on demand, because a call that passes does not need the messages of about thirty rows. */
	readonly text: () => RowText;
	readonly code: ErrorCode;
	readonly field?: string;
	readonly facts?: Readonly<Record<string, unknown>>;
};

/** A check returns one row, or one row per leg. It returns no row if the caller set no condition for it. */
export type Check = (facts: OpenFacts) => readonly CheckRow[];

/** The figures that a row compares; an unknown value is null. */
export type ComparedFigures = {
	readonly value: Decimal | null;
	readonly limit: Decimal;
	readonly passed: boolean;
};

/** The name of a row and, for a failure, its error code and the parameter at fault. */
export type Bound = {
	readonly check: string;
	readonly code: ErrorCode;
	/** Builds the message on demand, because a call that passes needs none. */
	readonly text: (figures: ComparedFigures) => Words;
	readonly field?: string;
};

/** Builds a row that passes if the value is at most `limit`. An unknown value fails. */
export function atMost(bound: Bound, value: Decimal | null, limit: Decimal): CheckRow {
	return compared(bound, value !== null && value <= limit, value, limit);
}

/** Builds a row that passes if the value is at least `limit`. An unknown value fails. */
export function atLeast(bound: Bound, value: Decimal | null, limit: Decimal): CheckRow {
	return compared(bound, value !== null && value >= limit, value, limit);
}

function compared(bound: Bound, passed: boolean, value: Decimal | null, limit: Decimal): CheckRow {
	return stated(bound, passed, () => ({
		value: value === null ? UNKNOWN : formatDecimal(value),
		limit: formatDecimal(limit),
		message: bound.text({ value, limit, passed }),
	}));
}

/** Builds a row that does not compare numbers. */
export function stated(bound: Omit<Bound, 'text'>, passed: boolean, text: () => RowText): CheckRow {
	const { check, code, field } = bound;
	return field === undefined ? { check, code, passed, text } : { check, code, passed, text, field };
}

/** Builds the error of a call that a failed row refuses. */
export function refusalOf({ code, text, field, check, facts }: CheckRow): CarrywireError {
	return new CarrywireError(code, text().message, {
		...(field === undefined ? {} : { field }),
		facts: { check, ...facts },
	});
}

/** Adds facts to the error of a failed row. */
export function withFacts(row: CheckRow, facts: Readonly<Record<string, unknown>>): CheckRow {
	return row.passed ? row : { ...row, facts };
}
