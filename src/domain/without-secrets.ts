/**
 * Our tokens and keys have a prefix, so that they are recognisable anywhere. A caller may send one in place of an id.
 * Everything that repeats input (errors, the log, and the audit trail, which never changes) leaves it out.
 */

/**
 * `cw_`: a token that a user copies; `cwl_`: the code of a login link; `arbk_`: the key of an agent. Scanners for
 * leaked secrets find them by prefix.
 */
export const SECRET_PREFIXES = ['cw_', 'cwl_', 'arbk_'] as const;

/** A whole secret has 43 characters after its prefix; most of it still counts as a secret. */
const SECRET = new RegExp(`(${SECRET_PREFIXES.join('|')})[A-Za-z0-9_-]{32,}`, 'g');

/** The text with every such secret shortened to its prefix. */
export function withoutSecrets(text: string): string {
	return text.replace(SECRET, '$1…');
}
