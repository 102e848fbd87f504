/** Entity tags (RFC 9110, section 8.8.3): a reader that has the content already is not sent it again. */
import { createHash } from 'node:crypto';

/** Strong tag of these bytes. */
export function etagOf(bytes: Uint8Array): string {
	return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

/** Whether the header `If-None-Match`, a list or a star, names the tag; compared weakly (RFC 9110, section 13.1.2). */
export function isKnown(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false;
	return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);
}
