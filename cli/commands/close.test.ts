/** What a followed close must have come to, so that exit code 0 means closed. */
import { expect, test } from 'vitest';
import { OutcomeError } from '../failures.ts';
import { requireShareClosed } from './close.ts';

const of = (share?: number) => ({ execution_id: 'exec_a', ...(share === undefined ? {} : { share }) });

test('the rest of a share runs on', () => {
	expect(() => requireShareClosed(of(0.5), 'running', null)).not.toThrow();
});

test.each([undefined, 1])('a close of all (share %s) that was taken back is not done', (share) => {
	expect(() => requireShareClosed(of(share), 'running', null)).toThrow(OutcomeError);
	expect(() => requireShareClosed(of(share), 'running', null)).toThrow(
		'exec_a is not closed: it is running.',
	);
});

test('what needs a person is not done, whatever was to be closed', () => {
	expect(() => requireShareClosed(of(0.5), 'needs_attention', 'a leg is stuck')).toThrow(
		'exec_a is not closed: it is needs_attention (a leg is stuck).',
	);
});
