/** Reads wallets from external providers' claims, in the formats that the providers document (read 2026-11). */
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { walletOf } from './identity-claims.ts';

const ANN = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
const BEN = privateKeyToAccount(`0x${'b2'.repeat(32)}`);
const small = ANN.address.toLowerCase();
/** The compressed public key, in the format that Web3Auth uses. */
const compressed = `${Number.parseInt(ANN.publicKey.slice(-1), 16) % 2 === 0 ? '02' : '03'}${ANN.publicKey.slice(4, 68)}`;

describe('finds a wallet in', () => {
	test.each<[string, unknown]>([
		['an address', small],
		['an address with its checksum', ANN.address],
		['an account id (CAIP-10)', `eip155:137:${small}`],
		['a did:pkh', `did:pkh:eip155:1:${ANN.address}`],
		['the first of a list of addresses', [small, BEN.address]],
		['Dynamic verified_credentials', [{ format: 'email' }, { address: small, chain: 'eip155' }]],
		['Web3Auth wallets of an external wallet', [{ address: small, type: 'ethereum' }]],
		[
			'Web3Auth wallets of an app key',
			[
				{ public_key: 'ab'.repeat(32), type: 'web3auth_app_key', curve: 'ed25519' },
				{ public_key: compressed, type: 'web3auth_app_key', curve: 'secp256k1' },
			],
		],
		['an uncompressed public key', [{ public_key: ANN.publicKey, curve: 'secp256k1' }]],
		[
			'Privy linked_accounts, which is JSON in a string',
			JSON.stringify([{ type: 'wallet', address: small }]),
		],
		['one object', { address: small }],
	])('%s', (_shape, claim) => {
		expect(walletOf({ claim }, 'claim', 'ann')).toBe(ANN.address);
	});

	test('the subject, if no claim is configured', () => {
		expect(walletOf({}, undefined, `eip155:1:${small}`)).toBe(ANN.address);
	});
});

describe('finds no wallet and throws no error for', () => {
	test.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a number', 7],
		['a name', 'ann.eth'],
		['an address with a wrong checksum', ANN.address.replace(/[a-f]/, (sign) => sign.toUpperCase())],
		['an address of another chain', 'So11111111111111111111111111111111111111112'],
		['an empty list', []],
		['a list of lists', [[small]]],
		['truncated JSON', '[{"address":'],
		['a list with an address beyond the limit', [...Array(64).fill({}), small]],
		['a key that is not on the curve', [{ public_key: `02${'ff'.repeat(32)}`, curve: 'secp256k1' }]],
		['a key of another curve', [{ public_key: compressed, curve: 'p256' }]],
		['a key that is not a string', [{ public_key: 7, curve: 'secp256k1' }]],
	])('%s', (_shape, claim) => {
		expect(walletOf({ claim }, 'claim', `eip155:1:${small}`)).toBeUndefined();
	});

	test('a member of every object', () => {
		expect(walletOf({}, 'constructor', 'ann')).toBeUndefined();
	});
});
