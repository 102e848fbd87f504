/** Tries, as one user, to harm other users through the exchanges. */
import { expect, test } from 'vitest';
import { REFUSED_MAX, REFUSED_OF_USER_MAX } from '../../src/accounts/refused-keys.ts';
import { createAccountFixture } from '../support/account-fixture.ts';

test('limits wrong API keys, to keep the exchange from banning the service', async () => {
	const { describe, connect, clock } = await createAccountFixture(1);
	let asked = 0;
	const tryOne = async (userId: string) => {
		asked += 1;
		describe(`wrong/${asked}`, 'API key is invalid.');
		return connect('bybit', `wrong/${asked}`, { userId }).then(
			() => 'connected',
			({ code }: { readonly code: string }) => code,
		);
	};
	const atOnce = Array.from({ length: 3 * REFUSED_OF_USER_MAX }, () => tryOne('user_mallory'));
	const refused = (await Promise.all(atOnce)).filter((code) => code === 'KEY_REFUSED');
	expect(refused).toHaveLength(REFUSED_OF_USER_MAX);
	expect(await tryOne('user_mallory')).toBe('RATE_LIMITED');
	// Other users can still try keys, and this user can still try keys at other exchanges. That ends when the refused
	// keys of all users together reach the common limit.
	expect(await connect('kucoin', 'main/1', { userId: 'user_mallory' })).toMatchObject({ renewed: false });
	for (let at = REFUSED_OF_USER_MAX; at < REFUSED_MAX; at += 1)
		expect(await tryOne(`user_${Math.floor(at / REFUSED_OF_USER_MAX)}`)).toBe('KEY_REFUSED');
	expect(await tryOne('user_ann')).toBe('RATE_LIMITED');
	clock.leap(clock.now() + 600_000);
	expect(await tryOne('user_mallory')).toBe('KEY_REFUSED');
});
