/** Sentences about parts of an exchange's answer that are missing or unusable. Exchanges are display names. */

/** Why an answer is unusable. */
export const venueBody = {
	/** @param what content of the list, such as `tickers` */
	noList: ({ what }: { what: string }) => `The exchange's answer has no list of ${what}.`,
	/** @param what a field or a figure, such as `risk tiers` */
	notUsable: ({ what }: { what: string }) => `The exchange's answer has no usable ${what}.`,
	notFractions: () =>
		"The exchange's risk tiers have margin rates that look like percentages, or that do not match the tiers' leverage.",
	noTier: () => 'The exchange listed no risk tier.',
	noPermissions: ({ exchange }: { exchange: string }) =>
		`${exchange}'s answer does not include the permissions of the key.`,
	noTradePermission: ({ exchange }: { exchange: string }) =>
		`${exchange}'s answer does not say whether the account may trade.`,
};
