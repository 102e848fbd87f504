/** Messages about refused subscriptions and unknown channels, for callers and logs. */
import { spoken } from '../../domain/english.ts';
import { request } from '../../sentences/request.ts';

/** Refusals of subscriptions, and the log message for a failed read. */
export const STREAM_TEXT = {
	...spoken('request', request),
	unknownSubscription: (was: string) =>
		`subscription must be an id that subscribe returned on this connection; was ${was}.`,
	unknownChannel: (known: readonly string[], was: string) =>
		`channel must be one of ${known.join(', ')}; was ${was}.`,
	/** Log message. */
	unreadable: 'A channel could not be read; the service retries.',
} as const;
