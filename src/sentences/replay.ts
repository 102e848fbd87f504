/** Refusals of calls about replays, and reasons why a replay ended early. */

/** Refusals and reasons. Names of data and policies are the operator's own. */
export const replay = {
	off: () => 'The operator has switched replays off.',
	unknown: ({ was }: { was: string }) =>
		`replay_id must name one of your replays; was ${JSON.stringify(was)}.`,
	dataGone: ({ data }: { data: string }) =>
		`The data ${JSON.stringify(data)} cannot be read now. Choose other data, or tell the operator.`,
	policyGone: ({ policy }: { policy: string }) =>
		`The policy file ${JSON.stringify(policy)} cannot be read now. Choose another policy, or tell the operator.`,
	queueFull: ({ limit }: { limit: number }) =>
		`You have ${limit} waiting replays, which is the limit. Wait for one to end, or cancel one.`,
	manyTrials: ({ trials, limit }: { trials: number; limit: number }) =>
		`The sweep has ${trials} combinations of settings; at most ${limit} are possible.`,
	notDone: () => 'The replay has no result yet. Read replay_status until it ends.',
	noResult: () => 'The replay ended without a result. replay_status has the reason.',
	noPart: ({ part }: { part: string }) => `The result of this replay has no part ${JSON.stringify(part)}.`,
	otherVersion: () =>
		'Another version of Carrywire made this result. Open its report, or start the replay again.',
	gone: () => 'The stored result cannot be read. Start the replay again.',
	canceled: () => 'You canceled the replay.',
	serviceEnded: () => 'The service stopped while the replay ran or waited. Start it again.',
	timeLimit: ({ minutes }: { minutes: number }) =>
		`The replay ran for ${minutes} minutes, which is the limit. Choose a shorter span or fewer coins.`,
	memoryLimit: ({ limitMb }: { limitMb: number }) =>
		`The replay needed more than ${limitMb} MB of memory, which is the limit. Choose a shorter span or fewer coins.`,
	processEnded: ({ how }: { how: string }) => `The process of the replay ended unexpectedly (${how}).`,
	internal: () => 'The replay failed because of a fault in Carrywire. The service’s log has the details.',
};
