/** Holds the sentences of a recording that the replayed service shows as those of an exchange. */

/** Sentences about what the recording does not have at a time. */
export const RECORDING_TEXTS = {
	nothingRecorded: 'Nothing was recorded at this time.',
	bookUnknown: 'The order book was not known at this time.',
} as const;
