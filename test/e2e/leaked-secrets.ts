/** Looks through everything that a stage's processes wrote for what only its owner may know. */
import type { Stage } from './stage.ts';

/** Shorter texts are no secrets but could stand anywhere. */
const SECRET_CHARS_MIN = 8;
const CONTEXT_CHARS = 80;

/** A sentence per secret that was written, with what stands around it and without the secret itself. */
export function leakedSecrets(stage: Stage): string[] {
	const written = stage.written();
	return stage.secrets().flatMap((secret) => {
		if (secret.length < SECRET_CHARS_MIN)
			return [`a secret is too short to look for: ${secret.length} characters`];
		const at = written.indexOf(secret);
		if (at === -1) return [];
		const before = written.slice(Math.max(0, at - CONTEXT_CHARS), at);
		const after = written.slice(at + secret.length, at + secret.length + CONTEXT_CHARS);
		return [`a secret was written: ${before}[it]${after}`];
	});
}
