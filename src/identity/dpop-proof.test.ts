import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { createDpopVerifier, DPOP_ALGORITHMS, type DpopVerifier, type ExpectedProof } from './dpop-proof.ts';

const START = 1_795_161_600_000;
const START_S = START / 1_000;
const URL_HERE = 'https://carry.example/jsonrpc/';
const TOKEN = 'a token of forty-three characters, as usual';
const UNSIGNED = 'it is not a signed DPoP proof';
const USED = 'it has already been used';

type Key = {
	readonly alg: string;
	readonly privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
	readonly jwk: JWK;
	readonly thumbprint: string;
};

async function keyFor(alg: string): Promise<Key> {
	const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
	const jwk = await exportJWK(publicKey);
	return { alg, privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

const athOf = (token: string) => createHash('sha256').update(token).digest('base64url');

let key: Key;
let other: Key;
let now = START;
let verifier: DpopVerifier;
let made = 0;
const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };

beforeAll(async () => {
	[key, other] = await Promise.all([keyFor('ES256'), keyFor('ES256')]);
});
beforeEach(() => {
	now = START;
	verifier = createDpopVerifier(clock);
	now = START + 100_000;
});

/** Creates a valid proof with the given changes. Undefined removes a claim. */
function proof(
	claims: Readonly<Record<string, unknown>> = {},
	{ header = {}, by = key }: { readonly header?: object; readonly by?: Key } = {},
): Promise<string> {
	made += 1;
	const payload = {
		jti: `proof-${made}`,
		htm: 'POST',
		htu: URL_HERE,
		iat: Math.floor(now / 1_000),
		ath: athOf(TOKEN),
		...claims,
	};
	return new SignJWT(payload)
		.setProtectedHeader({ typ: 'dpop+jwt', alg: by.alg, jwk: by.jwk, ...header })
		.sign(by.privateKey);
}

const expected = (change: Partial<ExpectedProof> = {}): ExpectedProof => ({
	method: 'POST',
	url: URL_HERE,
	token: TOKEN,
	boundTo: key.thumbprint,
	...change,
});
const fault = async (made: string | Promise<string>, change: Partial<ExpectedProof> = {}) =>
	verifier.fault(await made, expected(change));

describe('accepts a proof', () => {
	test.each([...DPOP_ALGORITHMS])('signed by %s', async (alg) => {
		const by = await keyFor(alg);
		expect(await fault(proof({}, { by }), { boundTo: by.thumbprint })).toBeUndefined();
	});

	test.each([
		`${URL_HERE}?a=b`,
		`${URL_HERE}#c`,
		'HTTPS://Carry.Example/jsonrpc/',
		'https://carry.example:443/jsonrpc/',
		'https://carry.example/a/../jsonrpc/',
	])('with the address %s, which normalises to ours', async (htu) => {
		expect(await fault(proof({ htu }))).toBeUndefined();
	});

	test('with further claims', async () => {
		expect(await fault(proof({ nonce: 'x', exp: START_S + 101, jti: 'x'.repeat(256) }))).toBeUndefined();
	});
});

describe('refuses a proof', () => {
	test.each<[string, Readonly<Record<string, unknown>>, string]>([
		['another method', { htm: 'GET' }, 'htm must be POST'],
		['a method in lower case', { htm: 'post' }, 'htm must be POST'],
		['no method', { htm: undefined }, 'htm must be POST'],
		['another path', { htu: 'https://carry.example/jsonrpc' }, `htu must be ${URL_HERE}`],
		['another host', { htu: 'https://carry.example.org/jsonrpc/' }, `htu must be ${URL_HERE}`],
		['another port', { htu: 'https://carry.example:444/jsonrpc/' }, `htu must be ${URL_HERE}`],
		['another scheme', { htu: 'http://carry.example/jsonrpc/' }, `htu must be ${URL_HERE}`],
		['only a path', { htu: '/jsonrpc/' }, `htu must be ${URL_HERE}`],
		['no address', { htu: undefined }, `htu must be ${URL_HERE}`],
		['a list of addresses', { htu: [URL_HERE] }, `htu must be ${URL_HERE}`],
		['no id', { jti: undefined }, 'jti must be a string of 1 to 256 characters'],
		['an empty id', { jti: '' }, 'jti must be a string of 1 to 256 characters'],
		['a long id', { jti: 'x'.repeat(257) }, 'jti must be a string of 1 to 256 characters'],
		['the hash of another token', { ath: athOf('another') }, 'ath must be the hash of the access token'],
		['no hash', { ath: undefined }, 'ath must be the hash of the access token'],
		[
			'the hash in other letters',
			{ ath: athOf(TOKEN).toLowerCase() },
			'ath must be the hash of the access token',
		],
		['an expiry in the past', { exp: START_S + 99 }, UNSIGNED],
		['a start in the future', { nbf: START_S + 101 }, UNSIGNED],
	])('with %s', async (_what, claims, said) => {
		expect(await fault(proof(claims))).toBe(said);
	});

	test('signed by a key other than the token’s', async () => {
		const said = 'its key is not the one that the token is bound to';
		expect(await fault(proof({}, { by: other }))).toBe(said);
		expect(await fault(proof({}, { by: other, header: { jwk: key.jwk } }))).toBe(UNSIGNED);
		expect(await fault(proof({}, { header: { jwk: other.jwk } }))).toBe(UNSIGNED);
	});

	test('with a header that does not belong to a proof', async () => {
		const secret = await exportJWK(key.privateKey);
		for (const header of [
			{ typ: 'jwt' },
			{ typ: undefined },
			{ typ: 'at+jwt' },
			{ jwk: undefined },
			{ jwk: undefined, kid: key.thumbprint },
			{ jwk: secret },
			{ jwk: 'a' },
		])
			expect(await fault(proof({}, { header })), JSON.stringify(Object.keys(header))).toBe(UNSIGNED);
	});

	test('with a symmetric algorithm, or one that is not offered', async () => {
		const shared = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') };
		const symmetric = await new SignJWT({
			jti: 'a',
			htm: 'POST',
			htu: URL_HERE,
			iat: START_S + 100,
			ath: athOf(TOKEN),
		})
			.setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: shared })
			.sign(Buffer.alloc(32, 1));
		const boundTo = await calculateJwkThumbprint(shared);
		expect(await fault(symmetric, { boundTo })).toBe(UNSIGNED);
		const unsecured = new UnsecuredJWT({ jti: 'a', htm: 'POST', htu: URL_HERE, ath: athOf(TOKEN) })
			.setIssuedAt()
			.encode();
		expect(await fault(unsecured)).toBe(UNSIGNED);
		const by = await keyFor('ES512');
		expect(await fault(proof({}, { by }), { boundTo: by.thumbprint })).toBe(UNSIGNED);
	});

	test('that was changed, truncated or made up, without repeating it', async () => {
		const [head = '', body = '', signature = ''] = (await proof()).split('.');
		const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
		for (const text of [
			`${head}.${body}.${flipped}`,
			`${head}.${body}.`,
			`${head}.${body}`,
			'',
			'.',
			'..',
			's3cr3t',
			'\ud800',
		])
			expect(await fault(text), text).toBe(UNSIGNED);
		expect(await fault('x'.repeat(8_193))).toBe('it must have at most 8,192 characters');
	});
});

describe('the time of a proof', () => {
	test.each([
		[-60, undefined],
		[-61, 'iat must be within 60 s of now'],
		[60, undefined],
		[61, 'iat must be within 60 s of now'],
		[60.5, 'iat must be within 60 s of now'],
	])('%d s from now', async (fromNow, said) => {
		expect(await fault(proof({ iat: START_S + 100 + fromNow }))).toBe(said);
	});

	test.each([undefined, null, String(START_S + 100)])('must be a number: %j', async (iat) => {
		expect(await fault(proof({ iat }))).toMatch(
			/^(?:it is not a signed DPoP proof|iat must be within 60 s of now)$/,
		);
	});

	test('must not be before the start, because earlier uses are unknown', async () => {
		now = START + 10_000;
		expect(await fault(proof({ iat: START_S - 1 }))).toBe(
			'iat must not be before the start of the service; make a new proof',
		);
		expect(await fault(proof({ iat: START_S }))).toBeUndefined();
	});
});

describe('a proof is valid once', () => {
	test('whether it is sent again at once or later', async () => {
		const sent = await proof();
		const outcomes = await Promise.all([1, 2, 3].map(() => fault(sent)));
		expect(outcomes.toSorted()).toEqual([USED, USED, undefined]);
		expect(await fault(sent)).toBe(USED);
	});

	test('with its id as the key, not its text', async () => {
		expect(await fault(proof({ jti: 'same' }))).toBeUndefined();
		expect(await fault(proof({ jti: 'same', nonce: 'other' }))).toBe(USED);
	});

	test('with ids counted per key', async () => {
		expect(await fault(proof({ jti: 'same' }))).toBeUndefined();
		expect(await fault(proof({ jti: 'same' }, { by: other }), { boundTo: other.thumbprint })).toBeUndefined();
	});

	test('and an invalid proof does not use up its id', async () => {
		const sent = await proof();
		expect(await fault(sent, { token: 'another' })).toBe('ath must be the hash of the access token');
		expect(await fault(sent)).toBeUndefined();
	});

	test.each([-60, -1, 0, 1, 60])(
		'for as long as its time is acceptable, if made %d s from now',
		async (fromNow) => {
			now += 700;
			const sent = await proof({ iat: START_S + 100 + fromNow });
			expect(await fault(sent)).toBeUndefined();
			const after: (string | undefined)[] = [];
			for (let step = 0; step < 250; step += 1) {
				now += 500;
				// Checking another proof makes the verifier drop expired proofs.
				if (step % 5 === 0) expect(await fault(proof())).toBeUndefined();
				after.push(await fault(sent));
			}
			expect(after).not.toContain(undefined);
			expect(after.at(-1)).toBe('iat must be within 60 s of now');
		},
	);
});

describe('memory', () => {
	test('is bounded: when full, it refuses new proofs until earlier ones expire', async () => {
		verifier = createDpopVerifier(clock, { seenMax: 3, perHolderMax: 3 });
		const first = await proof();
		expect(await fault(first)).toBeUndefined();
		expect(await fault(proof())).toBeUndefined();
		now += 1_000;
		expect(await fault(proof())).toBeUndefined();
		const full = 'too many proofs were used in the last minute; make a new one in a minute';
		const late = await proof();
		expect(await fault(late)).toBe(full);
		expect(await fault(first)).toBe(USED);
		now += 60_000;
		expect(await fault(proof())).toBeUndefined();
		expect(await fault(proof())).toBeUndefined();
		expect(await fault(proof())).toBe(full);
	});

	test('is not used up by one key', async () => {
		verifier = createDpopVerifier(clock, { seenMax: 10, perHolderMax: 2 });
		expect(await fault(proof())).toBeUndefined();
		expect(await fault(proof())).toBeUndefined();
		expect(await fault(proof())).toBe(
			'too many proofs were used in the last minute; make a new one in a minute',
		);
		expect(await fault(proof({}, { by: other }), { boundTo: other.thumbprint })).toBeUndefined();
	});
});
