/**
 * Removes secrets from text. Our tokens and keys have a prefix, so that they are recognizable anywhere. A caller may
 * send a secret instead of an id. Everything that repeats input (errors, the log, and the audit trail, which never
 * changes) must therefore omit it.
 */

/**
 * `cw_`: a personal access token; `cwl_`: the code of a login link; `arbk_`: an agent's key. Scanners for leaked
 * secrets recognize these prefixes.
 */
export const SECRET_PREFIXES = ['cw_', 'cwl_', 'arbk_'] as const;

/** A complete secret has 43 characters after its prefix. A text with 32 of them already counts as a secret. */
const SECRET = new RegExp(`(${SECRET_PREFIXES.join('|')})[A-Za-z0-9_-]{32,}`, 'g');

/** Returns the text with every secret shortened to its prefix and an ellipsis. */
export function withoutSecrets(text: string): string {
	return text.replace(SECRET, '$1…');
}
