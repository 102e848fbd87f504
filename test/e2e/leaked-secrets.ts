/** Searches everything that a fixture's processes wrote for secrets that only their owner may know. */
import { findSecrets } from '../support/secret-search.ts';
import type { Fixture } from './fixture.ts';

/** Returns one sentence per leaked secret, with the surrounding text but without the secret itself. */
export function leakedSecrets(fixture: Fixture): string[] {
	const secrets = fixture.secrets().map((text, index) => ({ name: `secret ${index}`, text }));
	const log = { name: 'the log', content: Buffer.from(fixture.written()) };
	return findSecrets(secrets, [log]).map(({ sentence }) => sentence);
}
