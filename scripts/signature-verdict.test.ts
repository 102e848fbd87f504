import { expect, test } from 'vitest';
import { signatureVerdict } from './signature-verdict.ts';

const json = (value: unknown): string => JSON.stringify(value);

test('accepts packages with valid signatures, and counts those without one', () => {
	expect(signatureVerdict(json({ invalid: [], missing: [{ name: 'a' }] }), 361)).toEqual({
		state: 'good',
		sentence: 'signatures: checked 361 packages, 0 are invalid, 1 have none',
	});
});

test('names a package that differs from what its registry signed', () => {
	const verdict = signatureVerdict(
		json({ invalid: [{ name: 'ccxt', version: '4.5.84' }], missing: [] }),
		361,
	);
	expect(verdict).toEqual({
		state: 'bad',
		sentence: 'signatures: 1 of 361 packages are not what their registry signed: ccxt@4.5.84',
	});
});

test('leaves all packages unchecked when the keys are unreachable, and fails for any other error', () => {
	const failed = (code: string) => signatureVerdict(json({ error: { code, summary: 'no keys' } }), 361);
	expect(failed('ENOTFOUND')).toEqual({
		state: 'unchecked',
		sentence: 'signatures: checked 0 of 361 packages: ENOTFOUND: no keys',
	});
	expect(failed('EEXPIREDSIGNATUREKEY').state).toBe('bad');
});

test('rejects an answer of another form', () => {
	expect(() => signatureVerdict('{}', 361)).toThrow();
	expect(() => signatureVerdict('', 361)).toThrow();
});
