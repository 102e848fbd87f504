import { expect, test } from 'vitest';
import { RpcError, TransportError } from '../client/errors.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { failureJson, failureOf } from './failures.ts';

test('gives people and programs the idempotency key when the answer to an opening is lost', () => {
	const lost = new TransportError('timeout', 'host did not answer.', { idempotencyKey: 'cwc_1' });
	const failure = failureOf(lost);
	expect(failure).toMatchObject({ exitCode: EXIT_CODES.UNREACHABLE, code: 'UNREACHABLE' });
	expect(failure.advice).toEqual([
		expect.stringMatching(/may have carried out.* Check carrywire portfolio.*cwc_1/),
	]);
	expect(JSON.parse(failureJson(failure)).error).toEqual({
		code: 'UNREACHABLE',
		message: 'host did not answer.',
		idempotency_key: 'cwc_1',
		exit_code: 3,
	});
});

test('mentions no idempotency key when the lost call had none', () => {
	const failure = failureOf(new TransportError('network', 'gone.'));
	expect(failure).toMatchObject({ exitCode: EXIT_CODES.UNREACHABLE, advice: [], facts: {} });
});

test('warns after TIMEOUT that the work continues', () => {
	const data = { code: 'TIMEOUT', message: 'not in time', retryable: true };
	const { advice, exitCode } = failureOf(new RpcError({ code: -32_603, message: 'Internal error', data }));
	expect(exitCode).toBe(EXIT_CODES.LATER);
	expect(advice).toEqual([
		'The service continues what it started. Check carrywire portfolio before you call again.',
	]);
});
