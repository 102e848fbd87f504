/** Reasons for a halt that the service itself gives. The store keeps them as text. */

/** Reasons. */
export const halt = {
	fromChat: ({ platform }: { platform: string }) => `Halted from ${platform}.`,
	/** @param made time of the backup as the backup states it, ISO 8601 */
	restored: ({ made }: { made: string }) =>
		`Restored from the backup of ${made}. Check the positions at the exchanges, then run carrywire resume.`,
};
