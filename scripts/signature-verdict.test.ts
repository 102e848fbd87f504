import { expect, test } from 'vitest';
import { signatureVerdict } from './signature-verdict.ts';

const json = (value: unknown): string => JSON.stringify(value);

test('packages whose signatures hold are good, and those without one are counted', () => {
	expect(signatureVerdict(json({ invalid: [], missing: [{ name: 'a' }] }), 361)).toEqual({
		state: 'good',
		sentence: 'signatures: checked 361 packages, 0 are invalid, 1 have none',
	});
});

test('a package that is not what its registry signed is named', () => {
	const verdict = signatureVerdict(
		json({ invalid: [{ name: 'ccxt', version: '4.5.84' }], missing: [] }),
		361,
	);
	expect(verdict).toEqual({
		state: 'bad',
		sentence: 'signatures: 1 of 361 packages are not what their registry signed: ccxt@4.5.84',
	});
});

test('keys that are not reached leave all packages unchecked, and any other error is bad', () => {
	const failed = (code: string) => signatureVerdict(json({ error: { code, summary: 'no keys' } }), 361);
	expect(failed('ENOTFOUND')).toEqual({
		state: 'unchecked',
		sentence: 'signatures: checked 0 of 361 packages: ENOTFOUND: no keys',
	});
	expect(failed('EEXPIREDSIGNATUREKEY').state).toBe('bad');
});

test('an answer of another form is refused', () => {
	expect(() => signatureVerdict('{}', 361)).toThrow();
	expect(() => signatureVerdict('', 361)).toThrow();
});
