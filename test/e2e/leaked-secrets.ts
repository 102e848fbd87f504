/** Searches everything that a fixture's processes wrote to their outputs for its tokens, keys and passwords. */
import { findSecrets } from '../support/secret-search.ts';
import type { Fixture } from './fixture.ts';

/** Returns one sentence per leaked secret. It quotes the surrounding text, but not the secret itself. */
export function leakedSecrets(fixture: Fixture): string[] {
	const secrets = fixture.secrets().map((text, index) => ({ name: `secret ${index}`, text }));
	const log = { name: 'the log', content: Buffer.from(fixture.written()) };
	return findSecrets(secrets, [log]).map(({ sentence }) => sentence);
}
