/**
 * Tokens and keys of ours have a prefix, so that they are known wherever they turn up. Somebody may put one where an id
 * belongs; whatever repeats what was sent (an error, the log, the audit trail, which is never changed) leaves it out.
 */

/** `cw_` a token that a user copies, `cwl_` the code of a login link, `arbk_` the key of an agent: a scanner of leaked secrets finds them by it. */
export const SECRET_PREFIXES = ['cw_', 'cwl_', 'arbk_'] as const;

/** A whole one has 43 characters behind its prefix; most of one is a secret still. */
const SECRET = new RegExp(`(${SECRET_PREFIXES.join('|')})[A-Za-z0-9_-]{32,}`, 'g');

/** The text with every such secret cut down to its prefix. */
export function withoutSecrets(text: string): string {
	return text.replace(SECRET, '$1…');
}
