/**
 * Signs webhooks according to the Standard Webhooks specification 1.0.0
 * (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md, read 2026-11-22). A signature is `v1,`
 * and the base64 of the HMAC-SHA256 over `id.timestamp.body`. The key is the bytes that follow `whsec_` in base64.
 */
import { createHmac } from 'node:crypto';
import type { Random } from '../ports/clock.ts';

const SECRET_PREFIX = 'whsec_';
/** Length of a secret, bytes. The specification requires 24 to 64. */
const SECRET_BYTES = 32;

/** Creates a secret: the prefix `whsec_` and random bytes in base64. */
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
 * @param id id of the message, without a full stop, because full stops separate the signed parts
 * @param timestamp time of the attempt, Unix seconds
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
