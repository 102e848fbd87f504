/**
 * Signatures by the Standard Webhooks specification 1.0.0 (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md,
 * read 2026-11-22): `v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`, keyed by what `whsec_` and base64 encode.
 */
import { createHmac } from 'node:crypto';
import type { Random } from '../ports/clock.ts';

const SECRET_PREFIX = 'whsec_';
/** Bytes of a secret; the specification requires 24 to 64. */
const SECRET_BYTES = 32;

/** The prefix `whsec_` and base64 of its random bytes. */
export function newSigningSecret(random: Pick<Random, 'hex'>): string {
	return `${SECRET_PREFIX}${Buffer.from(random.hex(SECRET_BYTES), 'hex').toString('base64')}`;
}

/** The three headers that a receiver verifies. */
export type SignedHeaders = {
	readonly 'webhook-id': string;
	readonly 'webhook-timestamp': string;
	readonly 'webhook-signature': string;
};

/**
 * @param id id of the message, without a full stop, which separates the signed parts
 * @param timestamp Unix seconds of the attempt
 */
export function signedHeaders(
	{ secret, id, timestamp }: { readonly secret: string; readonly id: string; readonly timestamp: number },
	body: string,
): SignedHeaders {
	const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
	const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
	return {
		'webhook-id': id,
		'webhook-timestamp': String(timestamp),
		'webhook-signature': `v1,${signature}`,
	};
}
