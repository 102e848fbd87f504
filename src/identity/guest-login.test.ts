import { expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { createGuestLogin } from './guest-login.ts';

test('gives each guest a new identity of 128 random bits and no wallet', () => {
	const guests = createGuestLogin({ random: systemRandom });
	const [one, other] = [guests.identity(), guests.identity()];
	expect(one).toEqual({
		issuer: 'guest',
		subject: expect.stringMatching(/^[0-9a-f]{32}$/),
		wallet: undefined,
		provider: 'guest',
	});
	expect(other.subject).not.toBe(one.subject);
});
