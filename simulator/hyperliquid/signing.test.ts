/**
 * Tests the hash and signer of actions against the test vectors in the exchange's own Python client
 * (tests/signing_test.py, read 2026-11).
 */
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { type Action, readAction } from './actions.ts';
import { ActionRefusal, MalformedRequest } from './errors.ts';
import { packed } from './msgpack.ts';
import { signedHash, signerOf } from './signing.ts';

const WALLET = privateKeyToAddress(
	'0x0123456789012345678901234567890123456789012345678901234567890123',
).toLowerCase();

function orderAction(more: object = {}): Action {
	return readAction({
		type: 'order',
		orders: [{ a: 1, b: true, p: '100', s: '100', r: false, t: { limit: { tif: 'Gtc' } }, ...more }],
		grouping: 'na',
	});
}

const PLAIN = {
	r: '0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e',
	s: '0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e',
	v: 28,
};
const WITH_CLOID = {
	r: '0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3',
	s: '0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116da',
	v: 27,
};

/** Signature of `orderAction()` for the testnet. */
const AT_TESTNET = {
	r: '0x82b2ba28e76b3d761093aaded1b1cdad4960b3af30212b343fb2e6cdfa4e3d54',
	s: '0x6b53878fc99d26047f4d7e8c90eb98955a109f44209163f52d8dc4278cbbd9f5',
	v: 27,
};

describe('the signer', () => {
	test('differs on the other chain', () => {
		expect(signerOf(signedHash(orderAction(), 0, undefined, true), AT_TESTNET)).toBe(WALLET);
		expect(signerOf(signedHash(orderAction(), 0, undefined), AT_TESTNET)).not.toBe(WALLET);
		expect(signerOf(signedHash(orderAction(), 0, undefined, true), PLAIN)).not.toBe(WALLET);
	});

	test('an order, without and with a client order id, and with its id in capitals', () => {
		expect(signerOf(signedHash(orderAction(), 0, undefined), PLAIN)).toBe(WALLET);
		const cloid = { c: '0x00000000000000000000000000000001' };
		expect(signerOf(signedHash(orderAction(cloid), 0, undefined), WITH_CLOID)).toBe(WALLET);
		expect(signerOf(signedHash(orderAction({ c: null }), 0, undefined), PLAIN)).toBe(WALLET);
	});

	test.each([
		['another price', orderAction({ p: '101' }), 0, undefined],
		['another nonce', orderAction(), 1, undefined],
		['an expiry', orderAction(), 0, 1],
	] as const)('%s gives another signer', (_what, action, nonce, expiresAfter) => {
		expect(signerOf(signedHash(action, nonce, expiresAfter), PLAIN)).not.toBe(WALLET);
	});

	test('an invalid signature has no signer', () => {
		const hash = signedHash(orderAction(), 0, undefined);
		expect(() => signerOf(hash, { r: '0x0', s: '0x0', v: 27 })).toThrow(ActionRefusal);
		expect(() => signerOf(hash, { ...PLAIN, r: 'none' })).toThrow(ActionRefusal);
	});
});

describe('the signed hash', () => {
	test('follows the order of the exchange’s own structures, in any order of the request', () => {
		const sent = {
			grouping: 'na',
			orders: [{ t: { limit: { tif: 'Gtc' } }, r: false, s: '100', p: '100', b: true, a: 1 }],
			type: 'order',
		};
		expect(readAction(sent)).toEqual(orderAction());
		expect(Object.keys(readAction(sent))).toEqual(['type', 'orders', 'grouping']);
	});

	test.each([
		{ type: 'order', orders: [], grouping: 'na', more: 1 },
		{ type: 'dummy' },
		{ type: 'cancel', cancels: [{ a: 1, o: 'x' }] },
		{ type: 'cancelByCloid', cancels: [{ asset: 1, cloid: '0x1' }] },
		null,
	])('an invalid action is refused: %j', (sent) => {
		expect(() => readAction(sent)).toThrow(MalformedRequest);
	});

	test('numbers, texts and lists of every length are packed as MessagePack', () => {
		const hex = (value: unknown): string => Buffer.from(packed(value)).toString('hex');
		expect(hex([0, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_296])).toBe(
			'98007fcc80ccffcd0100cdffffce00010000cf0000000100000000',
		);
		expect(hex('a'.repeat(32)).slice(0, 4)).toBe('d920');
		expect(hex('a'.repeat(300)).slice(0, 6)).toBe('da012c');
		expect(hex(Array.from({ length: 16 }, () => true)).slice(0, 8)).toBe('dc0010c3');
		expect(hex({ b: null, a: false, c: undefined })).toBe('82a162c0a161c2');
		expect(() => packed(1.5)).toThrow(RangeError);
	});
});
