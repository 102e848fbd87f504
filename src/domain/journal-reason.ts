/**
 * Stores the reason of an event. The journal keeps its English text as `reason`, as every version has. If the reason
 * is a sentence, its id and facts are beside it as `because`, so that pages can write it in another language.
 */
import type { SentenceRecord, Words } from '../sentences/sentence.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of an event as the journal stores them. */
export function withStoredReason(members: Members & { readonly reason?: Words }): Members {
	const { reason } = members;
	if (reason === undefined || typeof reason === 'string') return members;
	const { id, facts, text } = reason;
	return { ...members, reason: text, because: { id, facts } };
}

/** Returns the members of an event with its reason as a sentence again. A reason without parts stays a text. */
export function withReason(members: Members): Members {
	if (!('because' in members)) return members;
	const { because, ...rest } = members;
	return isRecord(because) ? { ...rest, reason: { ...because, text: String(rest.reason) } } : rest;
}

function isRecord(value: unknown): value is SentenceRecord {
	if (typeof value !== 'object' || value === null || !('id' in value) || !('facts' in value)) return false;
	return typeof value.id === 'string' && typeof value.facts === 'object' && value.facts !== null;
}
