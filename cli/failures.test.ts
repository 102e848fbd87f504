import { expect, test } from 'vitest';
import { RpcError, TransportError } from '../client/errors.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { failureJson, failureOf } from './failures.ts';

test('of an opening whose answer is lost, people and programs get the key that makes it safe to call again', () => {
	const lost = new TransportError('timeout', 'host did not answer.', { idempotencyKey: 'cwc_1' });
	const failure = failureOf(lost);
	expect(failure).toMatchObject({ exitCode: EXIT_CODES.UNREACHABLE, code: 'UNREACHABLE' });
	expect(failure.advice).toEqual([expect.stringMatching(/not known: look at carrywire portfolio.*cwc_1/)]);
	expect(JSON.parse(failureJson(failure)).error).toEqual({
		code: 'UNREACHABLE',
		message: 'host did not answer.',
		idempotency_key: 'cwc_1',
		exit_code: 3,
	});
});

test('a lost answer of what carries no key says nothing of one', () => {
	const failure = failureOf(new TransportError('network', 'gone.'));
	expect(failure).toMatchObject({ exitCode: EXIT_CODES.UNREACHABLE, advice: [], facts: {} });
});

test('TIMEOUT is not told as if nothing had been done', () => {
	const data = { code: 'TIMEOUT', message: 'not in time', retryable: true };
	const { advice, exitCode } = failureOf(new RpcError({ code: -32_603, message: 'Internal error', data }));
	expect(exitCode).toBe(EXIT_CODES.LATER);
	expect(advice).toEqual(['What it began goes on: look at carrywire portfolio before you call again.']);
});
