/** Messages about refused subscriptions and unknown channels, for callers and logs. */

/** Refusals of subscriptions, and the log message for a failed read. */
export const STREAM_TEXT = {
	groupsFull: (limit: number, kind: string) =>
		`The service has reached its limit of ${limit} different ${kind} for all callers together. Try again later.`,
	kinds: {
		private: 'private subscriptions',
		public: 'public subscriptions',
		stranger: 'public subscriptions without a token',
	},
	connectionFull: (limit: number) =>
		`This connection has reached its limit of ${limit} subscriptions. Unsubscribe from one first.`,
	unknownSubscription: (was: string) =>
		`subscription must be an id that subscribe returned on this connection; was ${was}.`,
	unknownChannel: (known: readonly string[], was: string) =>
		`channel must be one of ${known.join(', ')}; was ${was}.`,
	/** Log message. */
	unreadable: 'A channel could not be read; the service retries.',
} as const;
