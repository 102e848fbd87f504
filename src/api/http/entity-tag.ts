/**
 * Computes and compares entity tags (RFC 9110, section 8.8.3), so that a client with the current content does not
 * download it again.
 */
import { createHash } from 'node:crypto';

/** Returns the content's strong entity tag. */
export function etagOf(bytes: Uint8Array): string {
	return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

/** True if the `If-None-Match` header contains the tag or `*`, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false;
	return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);
}
