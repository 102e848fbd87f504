/** Problems of the connections to chat platforms, and refusals of calls about linked chats. */

type Of = { readonly platform: string };
type Reasoned = Of & { readonly reason: string };
type Refused = Of & { readonly status: string };

/** Problems and refusals. `platform` is its name; reasons and statuses are the platform's or the network's own words. */
export const chat = {
	conflict: ({ platform, description }: Of & { description: string }) =>
		`Another program reads this bot’s messages, or a webhook is set. ${platform} says: ${description}`,
	badToken: ({ platform, status }: Refused) => `${platform} does not accept the bot’s token (${status}).`,
	refused: ({ platform, status }: Refused) => `${platform} refused the request (${status}).`,
	unreachable: ({ platform, reason }: Reasoned) => `${platform} cannot be reached: ${reason}.`,
	limited: ({ platform, seconds }: Of & { seconds: number }) => `${platform} asks to wait ${seconds} s.`,
	closed: ({ platform, reason }: Reasoned) => `The connection to ${platform} ended: ${reason}.`,
	storeFailed: () => 'Received commands could not be stored, so they were not confirmed.',
	notSetUp: () => 'No chat bot is configured. The operator sets it up in section chat of the settings.',
	tooMany: ({ limit }: { limit: number }) =>
		`You have ${limit} linked chats, which is the limit. Remove one first.`,
	unknownLink: ({ was }: { was: string }) =>
		`link_id must name one of your linked chats; was ${JSON.stringify(was)}.`,
};
