/** Refusals of callers without the right to make a call. */

/** Refusals of callers without the right to make a call. */
export const right = {
	ownerOnly: ({ agent, method }: { agent: string; method: string }) =>
		`The agent ${agent} may not call ${method}; only its owner may.`,
	grant: ({ scope, own }: { scope: string; own: readonly string[] }) =>
		`To grant the scope ${scope}, you need a token that has it; yours has ${own.join(' ')}.`,
	loginOnly: ({ method }: { method: string }) =>
		`${method} needs a logged-in browser; API tokens, applications and agents may not call it.`,
	sumsHidden: () =>
		'On this service, totals for all users need a token with scope arb:read (setting server.publicFigures).',
	userGone: () => 'The user of this login no longer exists.',
};
