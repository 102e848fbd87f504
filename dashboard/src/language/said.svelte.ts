/**
 * Shows what the service says, in the reader's language and number format. The tables are loaded after the first
 * figures, so that they do not delay them.
 */
import { RpcError, TransportError } from '../../../client/errors.ts';
import type { SentenceRecord } from '../../../src/sentences/sentence.ts';

/** A sentence of the service: its English text, and the parts to write it in another language. */
export type Said = { readonly message: string; readonly sentence?: unknown };

/** The functions of `catalogue.ts`. */
type Catalogue = {
	sentenceText(sentence: SentenceRecord): string | undefined;
	errorMeaning(code: string): string | undefined;
};

let catalogue = $state.raw<Catalogue>();

/** Loads the tables. Call it once, after the page has started. */
export async function loadSentences(): Promise<void> {
	catalogue = await import('./catalogue.ts');
}

/**
 * Returns a sentence in the reader's language. It returns the service's text if the sentence has no translation, or
 * while the tables are being loaded.
 */
export function said({ message, sentence }: Said): string {
	return translated(sentence) ?? message;
}

/**
 * Returns what an error says in the reader's language: its message, or the meaning of its code if the message has no
 * translation. English pages show the service's own message then.
 */
export function errorText(error: Error): string {
	if (error instanceof RpcError)
		return translated(error.facts.sentence) ?? catalogue?.errorMeaning(error.code) ?? error.message;
	if (error instanceof TransportError) return catalogue?.errorMeaning(error.kind) ?? error.message;
	return error.message;
}

/** Returns sentences whose parts are in a second list of the same order. */
export function saidAll(messages: readonly string[], sentences: readonly unknown[]): readonly string[] {
	return messages.map((message, index) => said({ message, sentence: sentences[index] }));
}

function translated(sentence: unknown): string | undefined {
	return isSentence(sentence) ? catalogue?.sentenceText(sentence) : undefined;
}

/** Returns reasons with their messages in the reader's language. */
export function saidReasons<Reason extends Said>(reasons: readonly Reason[]): readonly Reason[] {
	return reasons.map((reason) => ({ ...reason, message: said(reason) }));
}

function isSentence(value: unknown): value is SentenceRecord {
	return typeof value === 'object' && value !== null && 'id' in value && 'facts' in value;
}
