/**
 * Shows what the service says, in the reader's language and number format. The tables are loaded after the first
 * figures, so that they do not delay them.
 */
import { RpcError } from '../../../client/errors.ts';
import type { SentenceRecord } from '../../../src/sentences/sentence.ts';

/** A sentence of the service: its English text, and the parts to write it in another language. */
export type Said = { readonly message: string; readonly sentence?: unknown };

let write = $state.raw<((sentence: SentenceRecord) => string | undefined) | undefined>();

/** Loads the tables. Call it once, after the page has started. */
export async function loadSentences(): Promise<void> {
	const { sentenceText } = await import('./catalogue.ts');
	write = sentenceText;
}

/**
 * Returns a sentence in the reader's language. It returns the service's text if the sentence has no translation, or
 * while the tables are being loaded.
 */
export function said({ message, sentence }: Said): string {
	return (isSentence(sentence) ? write?.(sentence) : undefined) ?? message;
}

/** Returns an error's message in the reader's language, as `said` does. */
export function saidError(error: Error): string {
	return said({
		message: error.message,
		sentence: error instanceof RpcError ? error.facts.sentence : undefined,
	});
}

/** Returns sentences whose parts are in a second list of the same order. */
export function saidAll(messages: readonly string[], sentences: readonly unknown[]): readonly string[] {
	return messages.map((message, index) => said({ message, sentence: sentences[index] }));
}

function isSentence(value: unknown): value is SentenceRecord {
	return typeof value === 'object' && value !== null && 'id' in value && 'facts' in value;
}
