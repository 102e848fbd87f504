/** Failures behind a call: of an exchange, the journal, or the service itself. */
import type { Writer } from './sentence.ts';

/** Messages about failures. `exchange` is the exchange's display name. */
export const failure = {
	exchangeFailed: ({ exchange, isRefused }: { exchange: string; isRefused: boolean }) =>
		`${exchange} ${isRefused ? 'refused' : 'did not answer'} a request that this call needs.`,
	exchangeLimited: ({ exchange, ms }: { exchange: string; ms: number }, write: Writer) =>
		`The rate limit of ${exchange} is reached. Nothing was opened or closed. Call again in ${write.duration(ms)}.`,
	journal: () => 'The service cannot write its journal, so it opened nothing.',
	internal: ({ ref }: { ref: string }) => `The service failed. Its log has the details under ref ${ref}.`,
};
