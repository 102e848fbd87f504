/** What looks like a token or a key of ours is cut down to its prefix, wherever it stands; nothing else is touched. */
import { expect, test } from 'vitest';
import { newSecret } from '../identity/secrets.ts';
import { systemRandom } from '../runtime/random.ts';
import { SECRET_PREFIXES, withoutSecrets } from './without-secrets.ts';

test.each(SECRET_PREFIXES)(
	'a secret with the prefix %s is left out, however often it stands there',
	(prefix) => {
		const [one, other] = [newSecret(prefix, systemRandom), newSecret(prefix, systemRandom)];
		expect(withoutSecrets(`was "${one}", then ${other}.`)).toBe(`was "${prefix}…", then ${prefix}….`);
		expect(withoutSecrets(`/tokens/${one}/revoke`)).toBe(`/tokens/${prefix}…/revoke`);
		expect(withoutSecrets(one.slice(0, -8))).toBe(`${prefix}…`);
	},
);

test.each(['cw_session=abc; Path=/', 'cw_', 'tok_0123456789abcdef', 'agent_0123456789abcdef01234567', ''])(
	'%j stays as it is',
	(text) => {
		expect(withoutSecrets(text)).toBe(text);
	},
);
