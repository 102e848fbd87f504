/**
 * Checks that text resembling one of our tokens or keys is shortened to its prefix everywhere, and that other text is
 * unchanged.
 */
import { expect, test } from 'vitest';
import { newSecret } from '../identity/secrets.ts';
import { systemRandom } from '../runtime/random.ts';
import { SECRET_PREFIXES, withoutSecrets } from './without-secrets.ts';

test.each(SECRET_PREFIXES)('removes a secret with the prefix %s at every occurrence', (prefix) => {
	const [one, other] = [newSecret(prefix, systemRandom), newSecret(prefix, systemRandom)];
	expect(withoutSecrets(`was "${one}", then ${other}.`)).toBe(`was "${prefix}…", then ${prefix}….`);
	expect(withoutSecrets(`/tokens/${one}/revoke`)).toBe(`/tokens/${prefix}…/revoke`);
	expect(withoutSecrets(one.slice(0, -8))).toBe(`${prefix}…`);
});

test.each(['cw_session=abc; Path=/', 'cw_', 'tok_0123456789abcdef', 'agent_0123456789abcdef01234567', ''])(
	'keeps %j unchanged',
	(text) => {
		expect(withoutSecrets(text)).toBe(text);
	},
);
