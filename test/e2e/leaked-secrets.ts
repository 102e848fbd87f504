/** Looks through everything that a stage's processes wrote for what only its owner may know. */
import { findSecrets } from '../support/secret-search.ts';
import type { Stage } from './stage.ts';

/** A sentence per secret that was written, with what stands around it and without the secret itself. */
export function leakedSecrets(stage: Stage): string[] {
	const secrets = stage.secrets().map((text, index) => ({ name: `secret ${index}`, text }));
	const log = { name: 'the log', content: Buffer.from(stage.written()) };
	return findSecrets(secrets, [log]).map(({ sentence }) => sentence);
}
