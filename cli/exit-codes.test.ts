import { expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../src/domain/codes.ts';
import { EXIT_CODES, EXIT_MEANINGS } from './exit-codes.ts';
import { exitOfError } from './failures.ts';

/**
 * JSON-RPC code and `retryable` that belong to no known error. A known error code alone determines the exit code, so
 * these must not matter.
 */
const OTHER = { rpcCode: 1, retryable: false };

const codesOf = (exit: number) =>
	(Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => exitOfError(code, OTHER) === exit).sort();

test('maps every error code to exactly one exit code for answers', () => {
	const { FAILURE, NOT_ALLOWED, REFUSED, LATER, NOT_UNDERSTOOD } = EXIT_CODES;
	const all = [FAILURE, NOT_ALLOWED, REFUSED, LATER, NOT_UNDERSTOOD].flatMap(codesOf);
	expect(all.sort()).toEqual(Object.keys(ERROR_CODES).sort());
});

test('maps each kind of refusal to its exit code', () => {
	expect(codesOf(EXIT_CODES.FAILURE)).toEqual(['INTERNAL_ERROR']);
	expect(codesOf(EXIT_CODES.NOT_ALLOWED)).toEqual([
		'AGENT_NOT_ALLOWED',
		'FORBIDDEN',
		'FORM_REFUSED',
		'LOGIN_NOT_ADMITTED',
		'LOGIN_REFUSED',
		'LOGIN_REQUIRED',
		'UNAUTHORIZED',
	]);
	// The service reached no decision on these calls, so the caller may retry them immediately or soon.
	expect(codesOf(EXIT_CODES.LATER)).toEqual(
		expect.arrayContaining([
			'NOT_READY',
			'RATE_LIMITED',
			'STORE_UNAVAILABLE',
			'TIMEOUT',
			'VENUE_UNAVAILABLE',
			'VENUE_RATE_LIMITED',
		]),
	);
	for (const code of codesOf(EXIT_CODES.LATER)) expect(ERROR_CODES[code as ErrorCode].retryable).toBe(true);
	expect(codesOf(EXIT_CODES.REFUSED)).toEqual(
		expect.arrayContaining(['NO_TRADE', 'RISK_LIMIT', 'TRADING_HALTED', 'PREVIEW_EXCEEDED']),
	);
	for (const code of Object.keys(ERROR_CODES).filter((name) => /^UNKNOWN_|^INVALID_/.test(name)))
		expect(exitOfError(code, OTHER), code).toBe(EXIT_CODES.NOT_UNDERSTOOD);
});

test('maps a code of a newer service by its number', () => {
	const exit = (rpcCode: number, retryable = false) => exitOfError('NEW_CODE', { rpcCode, retryable });
	expect([exit(-32_000), exit(-32_602), exit(401), exit(403), exit(429)]).toEqual([5, 7, 4, 4, 6]);
	expect([exit(-32_603), exit(-32_603, true), exit(12)]).toEqual([1, 6, 1]);
	expect(exitOfError('constructor', OTHER)).toBe(1);
});

test('gives each exit code a unique number and a meaning', () => {
	const numbers = Object.values(EXIT_CODES);
	expect(new Set(numbers).size).toBe(numbers.length);
	expect(Object.keys(EXIT_MEANINGS)).toEqual(Object.keys(EXIT_CODES));
});
