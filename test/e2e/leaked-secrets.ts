/** Looks through everything that a fixture's processes wrote for what only its owner may know. */
import { findSecrets } from '../support/secret-search.ts';
import type { Fixture } from './fixture.ts';

/** A sentence per secret that was written, with what stands around it and without the secret itself. */
export function leakedSecrets(fixture: Fixture): string[] {
	const secrets = fixture.secrets().map((text, index) => ({ name: `secret ${index}`, text }));
	const log = { name: 'the log', content: Buffer.from(fixture.written()) };
	return findSecrets(secrets, [log]).map(({ sentence }) => sentence);
}
