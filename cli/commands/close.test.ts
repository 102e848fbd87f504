/** Checks the exit code after `carrywire close` has followed a close: 0 must mean that the execution is closed. */
import { expect, test } from 'vitest';
import { OutcomeError } from '../failures.ts';
import { requireShareClosed } from './close.ts';

const of = (share?: number) => ({ execution_id: 'exec_a', ...(share === undefined ? {} : { share }) });

test('accepts that the rest keeps running after a close of a share', () => {
	expect(() => requireShareClosed(of(0.5), 'running', null)).not.toThrow();
});

test.each([undefined, 1])('rejects a full close (share %s) that ends in a running execution', (share) => {
	expect(() => requireShareClosed(of(share), 'running', null)).toThrow(OutcomeError);
	expect(() => requireShareClosed(of(share), 'running', null)).toThrow(
		'exec_a is not closed; its status is running.',
	);
});

test('rejects an execution that needs attention, even after a close of a share', () => {
	expect(() => requireShareClosed(of(0.5), 'needs_attention', 'a leg is stuck')).toThrow(
		'exec_a is not closed; its status is needs_attention (a leg is stuck).',
	);
});
