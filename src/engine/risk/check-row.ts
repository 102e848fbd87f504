/** One line of the gate: what was, what the limit is, whether it holds, and the contract's code when it does not. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ErrorCode } from '../../domain/codes.ts';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { coinsTexts, percentTexts, usdTexts } from '../../domain/figure-text.ts';
import type { PreviewCheck } from '../../ports/order-service.ts';
import type { OpenFacts } from './facts.ts';

/** The words of a line for people. */
export type RowWords = Pick<PreviewCheck, 'value' | 'limit' | 'message'>;

/** One line of the gate with the error that it refuses with. */
export type CheckRow = Pick<PreviewCheck, 'check' | 'passed'> & {
	/** Written when they are read: a call that goes through reads none of some thirty lines. */
	readonly words: () => RowWords;
	readonly code: ErrorCode;
	readonly field?: string;
	readonly facts?: Readonly<Record<string, unknown>>;
};

/** A check answers one line, or one for each leg; none where nothing was asked that it could hold. */
export type Check = (facts: OpenFacts) => readonly CheckRow[];

/** What the line is called and, for a failure, its code and the parameter at fault. */
export type Bound = {
	readonly check: string;
	readonly code: ErrorCode;
	/** Unit and sense of the two numbers: `USD over both legs, at most`. */
	readonly meaning: string;
	readonly field?: string;
};

/** `value` may be unknown: then it does not hold. */
export function atMost(bound: Bound, value: Decimal | null, limit: Decimal): CheckRow {
	return line(bound, value !== null && value <= limit, value, limit);
}

/** A line that holds from `limit` on; a value that is not known fails. */
export function atLeast(bound: Bound, value: Decimal | null, limit: Decimal): CheckRow {
	return line(bound, value !== null && value >= limit, value, limit);
}

function line(bound: Bound, passed: boolean, value: Decimal | null, limit: Decimal): CheckRow {
	return stated(bound, passed, () => {
		const [was, most] = figureTexts(bound.meaning, value, limit);
		return {
			value: value === null ? UNKNOWN : formatDecimal(value),
			limit: formatDecimal(limit),
			message: `${bound.check}: was ${was}, limit ${most} (${bound.meaning}).`,
		};
	});
}

const UNKNOWN = 'unknown';
const UNIT = / (?:USD|%)$/;

/** Both figures as a sentence has them, rounded by the unit that the meaning begins with; `value` and `limit` stay exact. */
function figureTexts(meaning: string, value: Decimal | null, limit: Decimal): readonly [string, string] {
	const [unit = ''] = meaning.split(' ', 1);
	const write =
		unit === 'USD' ? usdTexts : unit === '%' ? percentTexts : unit === 'coins' ? coinsTexts : plain;
	const [was, most] = write(value ?? limit, limit);
	return [value === null ? UNKNOWN : was.replace(UNIT, ''), most.replace(UNIT, '')];
}

function plain(value: Decimal, limit: Decimal): readonly [string, string] {
	return [formatDecimal(value), formatDecimal(limit)];
}

/** A line that is not a comparison of numbers. */
export function stated(bound: Omit<Bound, 'meaning'>, passed: boolean, words: () => RowWords): CheckRow {
	const { check, code, field } = bound;
	return field === undefined ? { check, code, passed, words } : { check, code, passed, words, field };
}

/** The error that refuses a call for a line that does not hold. */
export function refusalOf({ code, words, field, check, facts }: CheckRow): CarrywireError {
	return new CarrywireError(code, words().message, {
		...(field === undefined ? {} : { field }),
		facts: { check, ...facts },
	});
}

/** What a failed line tells beside its sentence. */
export function withFacts(row: CheckRow, facts: Readonly<Record<string, unknown>>): CheckRow {
	return row.passed ? row : { ...row, facts };
}
