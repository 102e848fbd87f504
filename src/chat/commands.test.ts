import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buttonData, CODE_ALPHABET, CODE_LENGTH, codeHash, intentOf, pressOf } from './commands.ts';

test.each([
	['status', '', { kind: 'status' }],
	['STATUS', ' ', { kind: 'status' }],
	['opportunities', '', { kind: 'opportunities', coin: null }],
	['opportunities', ' sol ', { kind: 'opportunities', coin: 'SOL' }],
	['close', 'exec_1', { kind: 'close', target: 'exec_1' }],
	['close', '', { kind: 'usage', command: 'close' }],
	['close', 'BTC ETH', { kind: 'usage', command: 'close' }],
	['link', 'nonsense', { kind: 'usage', command: 'link' }],
	['start', '', { kind: 'help' }],
	['toString', '', { kind: 'unknown' }],
	['execute', 'opp_1', { kind: 'unknown' }],
])('reads /%s with "%s"', (name, argument, intent) => {
	expect(intentOf(name, argument)).toEqual(intent);
});

test('reads a code in any notation, and keeps only its hash', () => {
	const code = '7K3M-Q0ZC-9XTA';
	const expected = { kind: 'link', codeHash: codeHash(code) };
	for (const written of [code, '7k3mq0zc9xta', ' 7K3M Q0ZC 9XTA ']) {
		expect(intentOf('link', written)).toEqual(expected);
		expect(intentOf('start', written)).toEqual(expected);
	}
	expect(JSON.stringify(expected)).not.toContain('7K3M');
});

test('every code is hashed differently from every other', () => {
	const code = fc.array(fc.constantFrom(...CODE_ALPHABET), {
		minLength: CODE_LENGTH,
		maxLength: CODE_LENGTH,
	});
	fc.assert(
		fc.property(code, code, (a, b) => {
			const [one, two] = [a.join(''), b.join('')];
			return (codeHash(one) === codeHash(two)) === (one === two);
		}),
		{ seed: 20_261_128 },
	);
});

test('a button names its confirmation within 64 bytes, and nothing else is a button', () => {
	const nonce = '0123456789abcdef0123456789abcdef';
	expect(Buffer.byteLength(buttonData(nonce, true))).toBeLessThanOrEqual(64);
	expect(pressOf(buttonData(nonce, true))).toEqual({ kind: 'press', nonce, isConfirmed: true });
	expect(pressOf(buttonData(nonce, false))).toEqual({ kind: 'press', nonce, isConfirmed: false });
	for (const other of ['', 'y:', `x:${nonce}`, `y:${nonce}0`, `y:${nonce.toUpperCase()}`])
		expect(pressOf(other)).toBeUndefined();
});
