/**
 * Checks that the secret search finds known secrets. Otherwise a run without findings could also mean that the search
 * does not work.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSecrets } from '../support/secret-search.ts';

const SECRET = 'cw_Zk3v-9 "ü/+=Q7';
const OTHER = { name: 'the other', text: 'another-secret-altogether' };

function sentences(content: string | Buffer, text: string | Buffer = SECRET): string[] {
	const places = [{ name: 'the place', content: Buffer.from(content) }];
	return findSecrets([{ name: 'the secret', text }, OTHER], places).map(({ sentence }) => sentence);
}

test.each([
	['as it is', SECRET],
	['in JSON', JSON.stringify(SECRET).slice(1, -1)],
	['in a URL', `/path?a=${encodeURIComponent(SECRET)}`],
	['in a form', new URLSearchParams({ a: SECRET }).toString()],
	['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
	['in capital hexadecimal digits', Buffer.from(SECRET).toString('hex').toUpperCase()],
])('finds a secret %s', (_form, written) => {
	expect(sentences(written)).toHaveLength(1);
	expect(sentences(`before ${written} after`)).toHaveLength(1);
	expect(sentences(written.slice(0, -1))).toEqual([]);
});

test.each(['base64', 'base64url'] as const)('finds a secret in %s at any offset', (encoding) => {
	for (const before of ['', 'a', 'ab', 'abc'])
		for (const after of ['', 'x', 'xy', 'xyz'])
			expect(sentences(Buffer.from(before + SECRET + after).toString(encoding))).toHaveLength(1);
});

test('finds bytes in raw, hexadecimal and base64 form', () => {
	const bytes = randomBytes(32);
	for (const written of [bytes, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])
		expect(sentences(Buffer.concat([Buffer.from('…'), Buffer.from(written)]), bytes)).toHaveLength(1);
	expect(sentences(randomBytes(1_000_000), bytes)).toEqual([]);
});

test('reports each secret once per place, with the text around it and without the secret', () => {
	expect(sentences(`one ${SECRET} two ${SECRET} and ${OTHER.text}`)).toEqual([
		expect.stringMatching(/^the secret occurs in the place \(plain\): one \[it\] two /),
		expect.stringMatching(/^the other occurs in the place/),
	]);
});

test('refuses a secret that is too short to search for', () => {
	expect(() => sentences('', 'seven77')).toThrow('the secret is too short to search for: was 7 bytes.');
});
